// A bet file of one's own, whose bets stand among those of the page; a server reads it.

const FILE = "bench.toml";
const REFERENCE = "file:"; // Before the key of a bet of the file, in the state.
const OWN = { text: "", typed: false };
const VARIANT = DATA.own ? "variant.toml" : DATA.variant.id; // As commands name it.

DEFAULTS["bench.file"] = "";

/** A bet as options name it. */
const referenceOf = ({ bet, paytable }) => (paytable ? `${bet}/${paytable}` : bet);

/** A bet's name, with its paytable where there are several, and with the file of one's own that it is from. */
function labelOf(bet) {
  const paytable = bet.key.slice((bet.file ? REFERENCE.length : 0) + bet.bet.length).replace(/^\//, "");
  return nameOf(bet) + (paytable && ` (${paytable})`) + (bet.file ? ` · ${FILE}` : "");
}

/** The files that a question about the page's variant needs, with others. */
const withVariant = (files) => (DATA.own ? { ...files, [VARIANT]: DATA.own } : files);

/** What the server says of a bet file: its faults, and a page's data of its bets if they can be read in spite of them. */
async function readBets(text, lang) {
  const { findings } = await ask("lint", { files: { [FILE]: text }, lang });
  try {
    const asked = { files: withVariant({ [FILE]: text }), variant: VARIANT };
    const { bets } = await ask("explain", { ...asked, bet: [FILE] });
    const { data } = await ask("page", { ...asked, bets: [FILE], bet: bets.map(referenceOf) });
    return { findings, data: JSON.parse(data) };
  } catch (error) {
    if (findings.some(({ severity }) => severity === "error")) return { findings };
    throw error;
  }
}

/** Take the bets of a file among those of the page; they replace those of an earlier file. */
function adopt({ programs, bets }, text) {
  BETS.length = DATA.bets.length;
  BETS.push(...betsOf(bets, programs.map(programOf)).map((bet) => ({ ...bet, key: `${REFERENCE}${bet.key}`, file: text })));
  if (OWN.typed && bets.length && !BETS.some(({ file, key }) => file && key === STORE.state["bench.bet"]))
    set({ "bench.bet": BETS[DATA.bets.length].key, "bench.lock": "", "bench.answer": "" });
  OWN.text = text;
}

/** What the server says of the bet file, read anew as it changes: { busy, error, findings }. */
function useBetFile({ "bench.file": text, lang }) {
  useEffect(() => {
    if (!text.trim() && OWN.text) adopt({ programs: [], bets: [] }, "");
  }, [text]);
  return useRead(text, lang, async () => {
    const found = await readBets(text, lang);
    return () => {
      if (found.data && OWN.text !== text) adopt(found.data, text);
      return found;
    };
  });
}

/**
 * What is found in a text once nobody has typed for a moment: { busy } before, { error } of a refusal. `find` gives a
 * function that takes the finding up, which is called only if the text is still the same.
 */
function useRead(text, lang, find) {
  const [read, setRead] = useState({});
  useEffect(() => {
    if (!DATA.served || !text.trim()) return setRead({});
    let wanted = true;
    setRead((before) => ({ ...before, busy: true }));
    const timer = setTimeout(async () => {
      try {
        const take = await find();
        if (wanted) setRead(take());
      } catch (error) {
        if (wanted) setRead({ error: error.message });
      }
    }, 300);
    return () => { wanted = false; clearTimeout(timer); };
  }, [text, lang]);
  return read;
}

/** The faults of a file that is typed. */
const Faults = ({ read: { busy, error, findings = [] } }) => html`
  <div class="faults" aria-live="polite" aria-busy=${Boolean(busy)}>
    ${busy && html`<p class="soft">${t("computing")}</p>`}
    ${error && html`<p class="alarm">${error}</p>`}
    <ul>${findings.map(({ where, severity, message }) => html`
      <li class=${severity === "error" ? "bad" : ""}><code>${where}</code><pre>${message}</pre></li>`)}</ul>
  </div>`;

/** A field for the text of a file, and a button that reads one from the disk. */
function FileField({ name, text, onText }) {
  const [fault, say] = useState("");
  const choose = useRef(null);
  const take = async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    try {
      onText(await textOf(file));
      say("");
    } catch (error) {
      say(error.message);
    }
  };
  return html`
    <textarea class="code" rows="12" spellcheck=${false} aria-label=${name} value=${text}
      onInput=${(event) => onText(event.target.value)}></textarea>
    <p class="row"><button type="button" onClick=${() => choose.current.click()}>${t("choose.file")}</button>
      <input type="file" accept=".toml" hidden ref=${choose} onChange=${take} /></p>
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}`;
}
