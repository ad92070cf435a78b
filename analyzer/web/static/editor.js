// A bet of one's own: conditions with their faults and words as they are typed. A server reads them.

const FILE = "bench.toml";
const REFERENCE = "file:"; // Before the key of a bet of the file, in the state.
const OWN = { text: null, bets: [] };

/** Take the bets of a page's data among those that this page weighs; they replace those of an earlier file. */
function adopt(data, text) {
  PROGRAMS.length = DATA.programs.length;
  PROGRAMS.push(...data.programs.map(({ fineness, words }) => ({ fineness, ...unpacked(words) })));
  OWN.text = text;
  OWN.bets = data.bets.map((bet) => ({
    ...bet,
    key: `${REFERENCE}${bet.key}`,
    file: text,
    program: bet.program + DATA.programs.length,
    lines: bet.lines.map((line) => ({ ...line, net: parsedRatio(line.net) })),
  }));
}

/** What the server says of a bet file: its faults, and once no error is among them a page's data of its bets. */
async function readBets(text, lang) {
  const files = { [FILE]: text };
  const { findings } = await ask("lint", { files, lang });
  if (findings.some(({ severity }) => severity === "error")) return { findings };
  const variant = DATA.variant.id;
  const { bets } = await ask("explain", { files, variant, bet: [FILE] });
  const { data } = await ask("page", { files, variant, bets: [FILE], bet: bets.map(referenceOf) });
  return { findings, data: JSON.parse(data) };
}

function Editor({ state, bench, pays, onAdopt }) {
  const [read, setRead] = useState({});
  const { current: hand } = useRef({ typed: false }); // A file that was kept changes nothing when it is read again.
  const text = state["bench.file"];
  const write = (file) => {
    hand.typed = true;
    set({ "bench.file": file });
  };
  useEffect(() => {
    if (!text.trim()) return setRead({});
    let wanted = true;
    setRead((before) => ({ ...before, busy: true }));
    const asked = setTimeout(async () => {
      try {
        const found = await readBets(text, state.lang);
        if (!wanted) return;
        if (found.data && OWN.text !== text) {
          adopt(found.data, text);
          onAdopt(hand.typed);
        }
        setRead(found);
      } catch (error) {
        if (wanted) setRead({ error: error.message });
      }
    }, 300);
    return () => { wanted = false; clearTimeout(asked); };
  }, [text, state.lang]);
  const { busy, error, findings = [] } = read;
  return html`
    <p>${t("bench.editor.how")}</p>
    <p class="row"><button type="button" onClick=${() => write(tomlOf(bench, pays))}>
      ${t("bench.editor.start")}</button></p>
    <textarea class="code" rows="12" spellcheck=${false} aria-label=${t("bench.editor.file")} value=${text}
      onInput=${(event) => write(event.target.value)}></textarea>
    <div aria-live="polite" aria-busy=${Boolean(busy)}>
      ${busy && html`<p class="soft">${t("bench.computing")}</p>`}
      ${error && html`<p class="alarm">${error}</p>`}
      <ul>${findings.map(({ where, severity, message }) => html`
        <li class=${severity === "error" ? "bad" : ""}><code>${where}</code><pre>${message}</pre></li>`)}</ul>
    </div>`;
}
