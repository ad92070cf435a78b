// The room for checking a file: shows the results of the commands that check files of its kind.

const CHECKS = {
  sheet: { command: "lint", file: "sheet.toml", suffixes: ["toml"] },
  claims: { command: "audit", file: "claims.toml", suffixes: ["toml"], long: true },
  certificate: { command: "verify-certificate", file: "certificate.json", suffixes: ["json"], long: true },
  record: { command: "replay", file: "record.txt", suffixes: ["txt", "csv", "tsv", "json", "jsonl", "ndjson"] },
};
const MOST_TYPED = 100_000;
const MOST_COUPS = 10_000;
const NO_FILE = { name: "", text: "", as: "" };

// A file is too long for a link, so it is stored separately from the state, on this computer only.
const CHECKED_KEPT = `${KEPT}:check`;

function keptFile() {
  try {
    const { name, text, as } = JSON.parse(localStorage.getItem(CHECKED_KEPT));
    return [name, text, as].every((part) => typeof part === "string") ? { name, text, as } : NO_FILE;
  } catch {
    return NO_FILE;
  }
}

/** The last file: kept here while another room is shown, and in local storage for a reload if it fits. */
let checkedFile = keptFile();

/** Keep the file; false if a reload would forget it. */
function keepFile(file) {
  checkedFile = file;
  try {
    localStorage.removeItem(CHECKED_KEPT);
    if (file.text) localStorage.setItem(CHECKED_KEPT, JSON.stringify(file));
    return true;
  } catch {
    return false;
  }
}

const suffixOf = (name) => (/\.([^.]*)$/.exec(name)?.[1] ?? "").toLowerCase();

/** The kind that a file appears to be: a key of CHECKS. */
function kindOf({ name, text }) {
  try {
    const schema = JSON.parse(text)?.schema;
    return `${schema}`.startsWith("baccarat-certificate/") ? "certificate" : "record";
  } catch {
    const toml = suffixOf(name) === "toml" || /^\s*\[\[?[A-Za-z][\w.-]*\]\]?\s*(#.*)?$|^[\w-]+\s*=/m.test(text);
    if (!toml) return "record";
    return /^\s*\[\[\s*claim\s*\]\]/m.test(text) ? "claims" : "sheet";
  }
}

/** A name that the server accepts, with the suffix that decides how the file is read. */
function plainName(kind, name) {
  const { file, suffixes } = CHECKS[kind];
  if (!suffixes.includes(suffixOf(name))) return file;
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name) ? name : `${file.split(".")[0]}.${suffixOf(name)}`;
}

/** The command line that checks a file; `./` marks a name without a suffix as a file, not a library item. */
function commandLine(kind, name) {
  const { command, file } = CHECKS[kind];
  const path = !name ? file : name.startsWith("-") || !suffixOf(name) ? `./${name}` : name;
  return `baccarat ${command} ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}

/** The question to the server about a file; null if there is no server or no text. */
function questionOf(kind, { name, text }, lang) {
  if (!DATA.served || !text.trim()) return null;
  const { command, long } = CHECKS[kind];
  const file = plainName(kind, name);
  return { name: command, long, options: { lang, file, files: { [file]: text } } };
}

function CheckRoom({ state }) {
  const [file, put] = useState(checkedFile);
  const [fault, say] = useState("");
  const choose = useRef(null);
  const looks = useMemo(() => kindOf(file), [file.name, file.text]);
  const kind = Object.hasOwn(CHECKS, file.as) ? file.as : looks;
  const answer = useAnswer(useMemo(() => questionOf(kind, file, state.lang), [kind, file.name, file.text, state.lang]));
  const change = (changes) => {
    const changed = { ...file, ...changes };
    put(changed);
    say(keepFile(changed) ? "" : t("check.not.kept"));
  };
  const take = async (files) => {
    if (files.length !== 1) return say(t("check.one.file", { n: files.length }));
    try {
      change({ name: files[0].name, text: await textOf(files[0]), as: "" });
    } catch (error) {
      say(error.message);
    }
  };
  useEffect(() => {
    // If a file is dropped anywhere in the window, the browser must not open it in place of the page.
    const over = (event) => event.preventDefault();
    const drop = (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) take([...event.dataTransfer.files]);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  });
  const long = file.text.length > MOST_TYPED;
  return html`
    <section class="check">
      <div class="drop">
        <p>${t("check.put")}</p>
        <div class="row">
          <button type="button" onClick=${() => choose.current.click()}>${t("choose.file")}</button>
          <input type="file" hidden ref=${choose} onChange=${(event) => {
            take([...event.target.files]);
            event.target.value = "";
          }} />
          ${file.text && html`
            <label>${t("check.taken.for")}
              <select value=${file.as} onChange=${(event) => change({ as: event.target.value })}>
                <option value="">${t("check.looks", { kind: t(`check.kind.${looks}`) })}</option>
                ${Object.keys(CHECKS).map((one) => html`<option value=${one}>${t(`check.kind.${one}`)}</option>`)}
              </select>
            </label>
            <button type="button" onClick=${() => change(NO_FILE)}>${t("check.remove")}</button>`}
        </div>
        <label class="stacked">${file.name ? t("check.text.of", { name: file.name }) : t("check.paste")}
          <textarea rows=${file.text ? 10 : 4} spellcheck="false" autocomplete="off" readonly=${long}
            value=${long ? file.text.slice(0, 2_000) : file.text}
            onInput=${(event) => change({ text: event.target.value })}></textarea>
        </label>
        ${long && html`<p class="soft">${t("check.beginning", { n: grouped(file.text.length) })}</p>`}
        <p class=${fault && "alarm"} role="alert">${fault}</p>
      </div>
      <${Asking} answer=${answer} />
      ${answer.document && html`<${Findings} kind=${kind} answer=${answer.document} />`}
      ${file.text.trim() && html`<${ByHand} kind=${kind} name=${file.name} />`}
      ${kind === "certificate" && (!DATA.served || answer.error) && html`<${CertificateHere} text=${file.text} />`}
      ${kind === "record" && html`<${ToBoard} text=${file.text} />`}
    </section>`;
}

/** The command that gives the same answer without this page, and why it is needed if there is no server. */
const ByHand = ({ kind, name }) => {
  const command = commandLine(kind, name);
  return html`
    <p>${t(DATA.served ? "check.by.hand" : "check.needs.server")}</p>
    <p><button type="button" title=${t("copy.command")} onClick=${() => copy(command)}>
      <code>${command}</code></button></p>`;
};

/** A button that shows the coups on the board, if the text is coups. */
function ToBoard({ text }) {
  const { coups, fault } = useMemo(() => coupsIn(text), [text]);
  if (fault || !coups.length || coups.length > MOST_COUPS) return null;
  const show = () => set({ board: text, boardBefore: STORE.state.board, room: "board" });
  return html`<p><button type="button" onClick=${show}>
    ${t("check.to.board", { n: grouped(coups.length) })}</button></p>`;
}

/** The page's own check of a certificate. */
function CertificateHere({ text }) {
  const found = useMemo(() => checkedCertificate(text), [text]);
  if (found.fault) return html`<p class="alarm">${t(`check.cannot.${found.fault}`)}</p>`;
  const wrong = found.rows.filter(({ same }) => !same);
  const said = wrong.length ? t("check.here.differs", { n: wrong.length })
    : t(found.bets ? "check.here.same" : "check.here.none", { n: found.bets });
  const heads = ["bet", "line", "certified", "counted"].map((key) => t(`check.${key}`));
  const rows = (wrong.length ? wrong : found.rows)
    .map(({ bet, what, claimed, exact }) => [bet, what, `${claimed}`, exact]);
  const skipped = found.skipped.length > 0 && t("check.here.skipped", { bets: found.skipped.join(", ") });
  return html`
    <${Verdict} holds=${wrong.length ? false : null} sentence=${said}
      details=${[t("check.here.not"), skipped].filter(Boolean)} />
    <${Listing} title=${t("check.here")} heads=${heads} rows=${rows} />`;
}

const Verdict = ({ holds, sentence, details }) => html`
  <div class=${`verdict ${holds === true ? "good" : holds === false ? "bad" : ""}`} role="status">
    <p class="sentence">
      <span aria-hidden="true">${holds === true ? "✓" : holds === false ? "✗" : "?"}</span> ${sentence}</p>
    ${details.map((detail) => html`<p class="soft">${detail}</p>`)}
  </div>`;

function Findings({ kind, answer }) {
  const { holds, sentence, details } = answer.verdict;
  const tables = FINDING_TABLES[kind](answer).filter(({ rows }) => rows.length);
  const save = (suffix, text) => saveText(`${CHECKS[kind].command}.${suffix}`, text);
  return html`
    <${Verdict} holds=${holds} sentence=${sentence} details=${details} />
    <div class="row">
      <button type="button" onClick=${() => save("md", markdown(answer, tables))}>${t("check.save.md")}</button>
      <button type="button" onClick=${() => save("json", `${JSON.stringify(answer, null, 1)}\n`)}>
        ${t("check.save.json")}</button>
    </div>
    ${tables.map((table) => html`<${Listing} ...${table} />`)}`;
}

const findingTable = (title, heads, rows) => ({
  title: t(`check.${title}`), heads: heads.map((head) => t(`check.${head}`)), rows,
});

/** The tables of a document, by kind of file; problems come first. */
const FINDING_TABLES = {
  sheet: ({ findings }) => [
    findingTable("faults", ["where", "severity", "wrong"], findings.map((one) =>
      [one.where, t(`check.${one.severity}`), one.message.split("\n")[0]])),
  ],
  claims: ({ verdicts }) => [
    findingTable("claims", ["verdict", "claim", "bet", "quantity", "printed", "exact", "note"],
      [...verdicts].sort((a, b) => (a.verdict === "agrees") - (b.verdict === "agrees")).map((one) => [
        t(`check.verdict.${one.verdict}`), one.id, [one.bet, one.line].filter(Boolean).join(" "), one.quantity,
        one.printed, one.exact_decimal, [one.note, one.known_error].filter(Boolean).join(". ")])),
  ],
  certificate: ({ differences, certified, proves, proves_not }) => [
    findingTable("differences", ["where", "certified", "exact"],
      differences.map((one) => [one.where, one.claimed, one.exact])),
    findingTable("proof", ["what", "value"],
      [...proves.map((one) => [t("check.proved"), one]), ...proves_not.map((one) => [t("check.not.proved"), one])]),
    findingTable("bets", ["bet", "line", "when", "net"], certified.bets.flatMap(({ bet, paytable, lines }) =>
      lines.map((line) => [[bet, paytable].filter(Boolean).join("/"), line.id, line.when, line.net]))),
  ],
  record: ({ coups, replayed }) => [
    findingTable("faults", ["fault"],
      [...replayed.flatMap((one) => one.record_faults), ...coups.flatMap((one) => one.faults)].map((one) => [one])),
    findingTable("coups", ["coup", "player", "total", "banker", "total", "winner", "recorded"], coups.map((one) => [
      one.coup, one.player?.join(" "), one.player_total, one.banker?.join(" "), one.banker_total,
      one.winner && t(`check.${one.winner}`), one.recorded?.winner && t(`check.${one.recorded.winner}`)])),
  ],
};

/** The findings as Markdown, as the page shows them. */
function markdown({ verdict, about }, tables) {
  const cell = (value) => shownCell(value).replace(/[\\|]/g, "\\$&").replace(/\s*[\r\n]+\s*/g, " ");
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [
    `# ${verdict.sentence}`,
    ...verdict.details,
    ...tables.flatMap(({ title, heads, rows }) =>
      [`## ${title}`, [heads, heads.map(() => "---"), ...rows].map(line).join("\n")]),
    ...Object.entries(about.sha256 ?? {}).map(([name, digest]) => `${name}: sha256 ${digest}`),
    `baccarat ${about.version}`,
  ].join("\n\n") + "\n";
}

/** Save a text as a file, without a server. */
function saveText(name, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" })), download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

ROOMS.check = CheckRoom;
