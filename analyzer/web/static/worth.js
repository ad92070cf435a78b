// The value of the bet on the bench on several shoes, the comparison of two paytables, and the copy buttons.

const root = Symbol("the square root of the value");
const STATISTICS = [
  ["edge", ({ houseEdge }) => houseEdge, percent],
  ["rtp", ({ rtp }) => rtp, percent],
  ["hit", ({ hitRate }) => hitRate, percent],
  ["push", ({ pushRate }) => pushRate, percent],
  ["resolved", ({ resolved }) => resolved, percent],
  ["sd", ({ variance }) => variance, root],
  ["variance", ({ variance }) => variance, number],
  ["exposure", ({ exposure }) => exposure, short],
];

/** A square root that can be copied exactly, as the root of a ratio. */
const Root = ({ square }) => html`
  <button type="button" class="figure" title=${`√(${ratioText(square)})`} onClick=${() => copy(`sqrt(${ratioText(square)})`)}
    aria-label=${`${localised(rootDecimal(square, 4))}: ${t("copy.exact", { text: `√(${ratioText(square)})` })}`}>
    ${localised(rootDecimal(square, 4))}</button>`;

function Cell({ value, text }) {
  const shown = !value ? "–" : text === root ? html`<${Root} square=${value} />`
    : html`<${Figure} value=${value} text=${text(value)} />`;
  return html`<td class="n">${shown}</td>`;
}

function Worth({ state, bench, pays }) {
  const left = liveCells(state);
  const beside = left && !tooCoarse(bench.bet, left) && waysOn(bench.bet, left);
  const shoes = [[t("bench.decks", { n: 6 }), bench.on(6)], [t("bench.decks", { n: 8 }), bench.on(8)],
    ...(beside ? [[t("room.shoe"), beside]] : [])];
  const values = shoes.map(([, shoe]) => valued(bench, pays, shoe));
  return html`
    <table><thead><tr><td></td>${shoes.map(([name]) => html`<th scope="col" class="n">${name}</th>`)}</tr></thead>
      <tbody>
        ${STATISTICS.map(([name, of, text]) => html`<tr><th scope="row">${t(`bench.${name}`)}</th>
          ${values.map((value) => html`<${Cell} value=${of(value)} text=${text} />`)}</tr>`)}
      </tbody></table>`;
}

/** The paytable on the bench, in the form in which it is stored for the comparison. */
const keptText = ({ bet, lines }, pays) =>
  payTexts(lines.slice(0, -1).map(({ id, place }) => [`${bet.key}.${id}`, ratioText(pays[place])]));

function Compared({ state, bench, pays }) {
  const kept = keptPays(state["bench.kept"]);
  const first = kept.keys().next().value ?? "";
  const other = BETS.find(({ key }) => key === first.slice(0, first.lastIndexOf(".")));
  if (!other) return null;
  const A = { bench: benched(other) };
  A.pays = paysIn(A.bench, kept);
  const list = ({ bet, lines }, of) => `${nameOf(bet)} ${lines.slice(0, -1).map(({ place }) => payText(of[place])).join(" · ")}`;
  const rows = [6, 8].map((decks) => [decks, valued(A.bench, A.pays, A.bench.on(decks)), valued(bench, pays, bench.on(decks))]);
  return html`
    <h2>${t("bench.compare")}</h2>
    <p>A: ${list(A.bench, A.pays)}<br />B: ${list(bench, pays)}</p>
    <div class="wide"><table>
      <thead><tr><td></td><th scope="col" class="n">A</th><th scope="col" class="n">B</th><th scope="col" class="n">B − A</th></tr></thead>
      ${rows.map(([decks, a, b]) => html`<tbody>
        <tr><th scope="rowgroup" colspan="4"><b>${t("bench.decks", { n: decks })}</b></th></tr>
        ${STATISTICS.map(([name, of, text]) => html`<tr><th scope="row">${t(`bench.${name}`)}</th>
          <${Cell} value=${of(a)} text=${text} /><${Cell} value=${of(b)} text=${text} />
          ${text === root ? html`<td class="n">${rootDifference(of(b), of(a))}</td>`
            : html`<${Cell} value=${of(a) && of(b) && minus(of(b), of(a))} text=${text} />`}</tr>`)}
      </tbody>`)}
    </table></div>
    <div class="row">
      <button type="button" onClick=${() => set({ "bench.kept": keptText(bench, pays), "bench.bet": other.key,
        "bench.pays": payTexts(new Map([...keptPays(state["bench.pays"]), ...kept])), "bench.lock": "", "bench.answer": "" })}>
        ${t("bench.swap")}</button>
      <button type="button" onClick=${() => set({ "bench.kept": "" })}>${t("bench.forget")}</button>
    </div>`;
}

/** The difference of two roots to four decimals: each root has 20 decimals, so that the last digit shown is right. */
function rootDifference(a, b) {
  return number(minus(parsedRatio(rootDecimal(a, 20)), parsedRatio(rootDecimal(b, 20))));
}

const Copies = ({ bench, pays }) => html`
  <div class="row">
    ${[["toml", tomlOf], ["command", commandOf], ["python", pythonOf], ["csv", csvOf]].map(([name, of]) => html`
      <button type="button" disabled=${name !== "csv" && !pays.every(isWritable)} onClick=${() => copy(of(bench, pays))}>
        ${t(`copy.${name}`)}</button>`)}
  </div>
  ${!pays.every(isWritable) && html`<p class="soft">${t("bench.long")}</p>`}`;
