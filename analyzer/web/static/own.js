// Your own bet file, read by the server; its bets are added to those of the page.

const FILE = "bench.toml";
const REFERENCE = "file:"; // The prefix of keys of the file's bets in the state.
const OWN = { text: "", typed: false };
const VARIANT = DATA.own ? "variant.toml" : DATA.variant.id; // The name that commands use.

DEFAULTS["bench.file"] = "";

/** The name of a bet in options. */
const referenceOf = ({ bet, paytable }) => (paytable ? `${bet}/${paytable}` : bet);

/** A bet's name, with its paytable if there are several, and with your file's name if it is from your file. */
function labelOf(bet) {
  const paytable = bet.key.slice((bet.file ? REFERENCE.length : 0) + bet.bet.length).replace(/^\//, "");
  return nameOf(bet) + (paytable && ` (${paytable})`) + (bet.file ? ` · ${FILE}` : "");
}

/** These files, and the variant file if the page's variant comes from one. */
const withVariant = (files) => (DATA.own ? { ...files, [VARIANT]: DATA.own } : files);

/** The server's answer about a bet file: its faults, and the page data of its bets if they can be read despite them. */
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

/** Add the bets of a file to those of the page, replacing those of an earlier file. */
function adopt({ programs, bets }, text) {
  BETS.length = DATA.bets.length;
  BETS.push(...betsOf(bets, programs.map(programOf)).map((bet) => ({ ...bet, key: `${REFERENCE}${bet.key}`, file: text })));
  if (OWN.typed && bets.length && !BETS.some(({ file, key }) => file && key === STORE.state["bench.bet"]))
    set({ "bench.bet": BETS[DATA.bets.length].key, "bench.lock": "", "bench.answer": "" });
  OWN.text = text;
}

/** The server's answer about the bet file, requested again when it changes: { busy, error, findings }. */
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
 * The result of reading a text once typing has paused: { busy } before, { error } if it is refused. `find` returns a
 * function that applies the result, which is called only if the text has not changed meanwhile.
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

/** The faults of a file that is being typed. */
const Faults = ({ read: { busy, error, findings = [] } }) => html`
  <div class="faults" aria-live="polite" aria-busy=${Boolean(busy)}>
    ${busy && html`<p class="soft">${t("computing")}</p>`}
    ${error && html`<p class="alarm">${error}</p>`}
    <ul>${findings.map(({ where, severity, message }) => html`
      <li class=${severity === "error" ? "bad" : ""}><code>${where}</code><pre>${message}</pre></li>`)}</ul>
  </div>`;

/** A field for the text of a file, and a button that loads a file from disk. */
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
