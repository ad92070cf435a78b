// The board: enter outcomes by key, see them on the roads, and see how little they say about the next coup.

Object.assign(DEFAULTS, { board: "", boardBefore: "", boardAsk: "" });

const COUP_MARKS = { 1: ["p", "player_pair"], 2: ["b", "banker_pair"], N: ["n", "natural"] };
const CELL_SIZES = { bead_plate: 30, big_road: 26, big_eye: 15, small: 15, cockroach: 15 };
const ROAD_NAMES = Object.keys(CELL_SIZES);
const LEAST_COLUMNS = 6;
const ROAD_COLORS = { B: "red", P: "blue", T: "green", r: "red", b: "blue" };

/** Change some coups; `boardBefore`, which undo restores after all coups were replaced, is cleared. */
const setBoard = (board) => set({ board, boardBefore: "" });

// Actions read the current state, since keys can arrive faster than the page is drawn.

function addCoup(coup) {
  const text = STORE.state.board;
  if (coupsIn(text).fault) return;
  // If the last line has a comment, start a new line, so that the coup is not part of the comment.
  const commented = text.split(/[\r\n]/).at(-1).includes("#");
  setBoard(commented ? `${text}\n${coup}` : `${text.trimEnd()}${text.trim() ? " " : ""}${coup}`);
}

function undoCoup() {
  const { board, boardBefore } = STORE.state;
  if (boardBefore) return setBoard(boardBefore);
  const { spans, fault } = coupsIn(board);
  if (fault || !spans.length) return;
  const [start, end] = spans.at(-1);
  setBoard(board.slice(0, start).trimEnd() + (board.slice(end).trim() && board.slice(end)));
}

function clearBoard() {
  if (STORE.state.board) set({ board: "", boardBefore: STORE.state.board });
}

/** Add the mark p, b or n to the last coup in the text, or remove it. */
function toggleMark(mark) {
  const text = STORE.state.board;
  const { coups, spans, fault } = coupsIn(text);
  if (fault || !coups.length) return;
  const marks = ["p", "b", "n"].filter((one) => coups.at(-1).includes(one) !== (one === mark)).join("");
  const [start, end] = spans.at(-1);
  setBoard(text.slice(0, start) + coups.at(-1)[0] + marks + text.slice(end));
}

const askFor = (side) => set({ boardAsk: STORE.state.boardAsk === side ? "" : side });

function boardKey(pressed) {
  const key = pressed.length === 1 ? pressed.toUpperCase() : pressed;
  if (key === "B" || key === "P" || key === "T") addCoup(key);
  else if (key in COUP_MARKS) toggleMark(COUP_MARKS[key][0]);
  else if (key === "U" || key === "Backspace") undoCoup();
  else if (key === "Delete") clearBoard();
  else if (key === "A") askFor(STORE.state.boardAsk === "B" ? "P" : STORE.state.boardAsk || "B");
  else return false;
  return true;
}

const BoardKey = ({ keys, name, ...more }) => html`
  <button type="button" aria-keyshortcuts=${keys} ...${more}>${name} <kbd aria-hidden="true">${keys}</kbd></button>`;

function BoardRoom({ state }) {
  const found = useMemo(() => coupsIn(state.board), [state.board]);
  const roads = useMemo(() => roadsOf(found.coups), [found]);
  const last = found.coups.at(-1);
  const ready = !found.fault;
  const asked = Object.hasOwn(roads.ask, state.boardAsk) ? state.boardAsk : "";
  const texts = Object.fromEntries(ROAD_NAMES.map((name) => [name, roadText(name, roads, found.coups)]));
  const canUndo = state.boardBefore || (ready && last);
  useKeys(boardKey);
  return html`
    <section class="board">
      <div class="board-enter">
        <div class="row" role="group" aria-label=${t("board.enter")}>
          ${["P", "T", "B"].map((winner) => html`<${BoardKey} key=${winner} keys=${winner} name=${t(`board.${winner}`)}
            class=${`coup ${ROAD_COLORS[winner]}`} disabled=${!ready} onClick=${() => addCoup(winner)} />`)}
        </div>
        <div class="row" role="group" aria-label=${t("board.marks")}>
          ${Object.entries(COUP_MARKS).map(([key, [sign, name]]) => html`<${BoardKey} key=${key} keys=${key}
            name=${t(`board.${name}`)} disabled=${!ready || !last} aria-pressed=${!!last?.includes(sign)}
            onClick=${() => toggleMark(sign)} />`)}
        </div>
        <div class="row">
          <${BoardKey} keys="U" name=${t("board.undo")} disabled=${!canUndo} onClick=${undoCoup} />
          <${BoardKey} keys="Delete" name=${t("board.clear")} disabled=${!state.board} onClick=${clearBoard} />
        </div>
        <p role="status" class="board-last">
          ${last && t("board.last", { n: found.coups.length, what: coupName(last) })}</p>
        <label class="stacked">${t("board.text")}
          <textarea rows="3" spellcheck="false" autocomplete="off" value=${state.board}
            aria-invalid=${!ready} aria-describedby="board-fault"
            onInput=${(event) => setBoard(event.target.value)}></textarea>
        </label>
        <p id="board-fault" class=${ready ? "" : "alarm"} role="alert">${ready ? "" : t("board.fault", found.fault)}</p>
      </div>
      <div class="board-roads">
        ${ROAD_NAMES.map((name) => html`<${Road} key=${name} name=${name} text=${texts[name]}
          marks=${name === "bead_plate" ? roads.bead_plate : roads[name].display}
          asked=${asked && askedMark(name, asked, roads.ask[asked][name])} />`)}
      </div>
      <div class="board-tables">
        <${AskRoad} ask=${roads.ask} asked=${asked} />
        <${RoadCounts} counts=${roads.counts} />
        <${RoadLegend} />
      </div>
      <details>
        <summary>${t("board.as.text")}</summary>
        <dl>${ROAD_NAMES.map((name) => html`
          <dt>${t(`board.${name}`)}</dt><dd>${texts[name] || t("board.empty")}</dd>`)}</dl>
      </details>
      <${NoInformation} />
    </section>`;
}

const coupName = ([winner, ...marks]) =>
  [winner, ...marks.map((mark) => Object.values(COUP_MARKS).find(([sign]) => sign === mark)[1])]
    .map((key) => t(`board.${key}`)).join(", ");

/** The runs of the big road in words, with the ties after each. */
const runsText = ({ big_road: { columns } }) =>
  columns.map(({ winner, length, ties }) => {
    const tied = sum(ties);
    return `${t(`board.${winner}`)} ${length}${tied ? ` (${t("board.T")} ${tied})` : ""}`;
  }).join(", ");

/** The colours of a derived road in words, run by run. */
const colorsText = ({ sequence }) =>
  (sequence.match(/r+|b+/g) ?? []).map((run) => `${t(`board.${run[0]}`)} ${run.length}`).join(", ");

/** The mark that a win of one side would add to a road; null if the road has not started. */
function askedMark(name, side, next) {
  if (name === "big_road") return [...next.display, side, 0, ""];
  return next ? [...next.display, next.color] : null;
}

const roadText = (name, roads, coups) =>
  name === "bead_plate" ? coups.join(" ") : name === "big_road" ? runsText(roads) : colorsText(roads[name]);

/** How many columns of a size fit into an element. */
function useColumns(size) {
  const ref = useRef(null);
  const [columns, fit] = useState(LEAST_COLUMNS);
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) =>
      fit(Math.max(LEAST_COLUMNS, Math.floor((contentRect.width - 2) / size))));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [size]);
  return [ref, columns];
}

/** A road as wide as the space available; if it does not fit, whole columns are left out on the left. */
function Road({ name, marks, text, asked }) {
  const size = CELL_SIZES[name];
  const [ref, columns] = useColumns(size);
  const shown = asked ? [...marks, asked] : marks;
  const gone = Math.max(0, shown.reduce((most, [x]) => Math.max(most, x), 0) - columns);
  const [width, height] = [columns * size, ROAD_ROWS * size];
  const lines = (count, draw) => Array.from({ length: count - 1 }, (_, i) => draw((i + 1) * size)).join("");
  const grid = lines(columns, (x) => `M${x} 0V${height}`) + lines(ROAD_ROWS, (y) => `M0 ${y}H${width}`);
  const title = gone ? t("board.cut", { road: t(`board.${name}`), n: gone }) : t(`board.${name}`);
  return html`
    <figure class=${`road ${name}`} ref=${ref}>
      <figcaption>${title}</figcaption>
      <svg role="img" aria-label=${`${title}: ${text || t("board.empty")}`} width=${width + 2} height=${height + 2}
        viewBox=${`-1 -1 ${width + 2} ${height + 2}`}>
        <path class="grid" d=${grid} />
        <rect class="edge" width=${width} height=${height} />
        ${shown.filter(([x]) => x > gone).map(([x, y, ...mark]) => html`
          <g transform=${`translate(${(x - gone - 0.5) * size} ${(y - 0.5) * size})`}>
            ${drawnMark(name, size, mark)}</g>`)}
        ${asked && html`<rect class="asked" width=${size} height=${size} x=${(asked[0] - gone - 1) * size}
          y=${(asked[1] - 1) * size} />`}
      </svg>
    </figure>`;
}

/** A mark, drawn around the centre of its cell. */
function drawnMark(road, size, mark) {
  const color = ROAD_COLORS[mark[0]];
  if (road === "bead_plate") {
    const [winner, pairs] = mark;
    return html`
      <circle class=${`${color} fill`} r=${size * 0.43} />
      <text class="on" y="5">${t(`board.letter.${winner}`)}</text>
      ${pairDots(pairs, size * 0.33)}`;
  }
  if (road === "big_road") {
    const [winner, ties, pairs] = mark;
    return html`
      <circle class=${`${color} ring`} r=${size * 0.38} stroke-width="2.5" />
      ${ties > 0 && slash("green", size * 0.46, 2)}
      <text class=${`${color} letter`} y="4">${t(`board.letter.${winner}`)}</text>
      ${ties > 1 && html`<text class="green letter" x=${size * 0.32} y=${-size * 0.1}>${ties}</text>`}
      ${pairDots(pairs, size * 0.33)}`;
  }
  // Colour is not the only difference between marks: red is thick, blue is thin.
  const thick = mark[0] === "r";
  const reach = size * 0.32;
  if (road === "small") return html`<circle class=${`${color} fill`} r=${thick ? size * 0.42 : size * 0.22} />`;
  if (road === "cockroach") return slash(color, reach, thick ? 4 : 1.5);
  return html`<circle class=${`${color} ring`} r=${reach} stroke-width=${thick ? 3.6 : 1.5} />`;
}

const slash = (color, reach, width) => html`
  <path class=${`${color} ring`} d=${`M${-reach} ${reach}L${reach} ${-reach}`} stroke-width=${width} />`;

/** A red dot at the upper left for a Banker pair, a blue one at the lower right for a Player pair. */
const pairDots = (pairs, reach) => html`
  ${pairs.includes("b") && html`<circle class="red dot" cx=${-reach} cy=${-reach} r="4" />`}
  ${pairs.includes("p") && html`<circle class="blue dot" cx=${reach} cy=${reach} r="4" />`}`;

const RoadSign = ({ road, mark, size = 20 }) => html`
  <svg class="road" aria-hidden="true" width=${size} height=${size}
    viewBox=${`${-size / 2} ${-size / 2} ${size} ${size}`}>${drawnMark(road, size, mark)}</svg>`;

/** The marks that a win of each side would add; a button shows them on the roads. */
const AskRoad = ({ ask, asked }) => html`
  <table>
    <caption>${t("board.ask")} <kbd>A</kbd></caption>
    <thead><tr>
      <td></td>${Object.keys(DERIVED_STEPS).map((name) => html`<th scope="col">${t(`board.${name}`)}</th>`)}
    </tr></thead>
    <tbody>${Object.entries(ask).map(([side, next]) => html`
      <tr>
        <th scope="row"><button type="button" class=${ROAD_COLORS[side]} aria-pressed=${asked === side}
          aria-keyshortcuts="A" onClick=${() => askFor(side)}>${t(`board.if.${side}`)}</button></th>
        ${Object.keys(DERIVED_STEPS).map((name) => html`<td>${next[name] ? html`<span class="ball">
          <${RoadSign} road=${name} mark=${[next[name].color]} /> ${t(`board.${next[name].color}`)}</span>` : "–"}</td>`)}
      </tr>`)}</tbody>
  </table>`;

const RoadCounts = ({ counts }) => html`
  <table>
    <caption>${t("board.counts")}</caption>
    <tbody>${["B", "P", "T", "banker_pair", "player_pair", "natural", "coups"].map((key) => html`
      <tr><th scope="row">${t(`board.${key}`)}</th><td class="n">${grouped(counts[key])}</td></tr>`)}</tbody>
  </table>`;

const RoadLegend = () => html`
  <ul class="legend">
    ${[
      ["bead_plate", ["B", "b"], "dot.b"],
      ["bead_plate", ["P", "p"], "dot.p"],
      ["big_road", ["P", 2, ""], "slash"],
    ].map(([road, mark, text]) => html`
      <li><${RoadSign} road=${road} mark=${mark} size=${30} /> ${t(`board.${text}`)}</li>`)}
    <li><${RoadSign} road="big_eye" mark=${["r"]} /><${RoadSign} road="big_eye" mark=${["b"]} />
      <span>${t("board.repetition")} ${t("board.thick")}</span></li>
  </ul>`;

/** Why nothing here predicts the next coup, with exact figures. */
function NoInformation() {
  if (!DATA.next) return null;
  const command = `baccarat prediction ${VARIANT}`;
  const [first, ...others] = DATA.next.after;
  const shares = (one) => ["B", "P", "T"].map((winner) => parsedRatio(one[winner]));
  const moves = others.flatMap((one) => shares(one).map((share, i) => minus(share, shares(first)[i])));
  const most = moves.map((move) => (move.n < 0n ? negative(move) : move))
    .reduce((a, b) => (compare(a, b) < 0 ? b : a), ZERO);
  const figure = (value) => html`<${Figure} value=${value} text=${percent(value, 6)} />`;
  const [before, after] = t("board.most", { most: "\0" }).split("\0");
  return html`
    <h2>${t("board.nothing")}</h2>
    <p>${t("board.why", { cards: grouped(DATA.next.cards) })}</p>
    <p>${before}${figure(most)}${after}</p>
    <div class="wide" tabindex="0" role="group" aria-label=${t("board.next")}><table>
      <caption>${t("board.next")}</caption>
      <thead><tr><th scope="col">${t("board.after")}</th>${["B", "P", "T", "resolved"].map((key) => html`
        <th scope="col" class="n">${t(`board.${key}`)}</th>`)}</tr></thead>
      <tbody>${DATA.next.after.map((one) => html`<tr>
        <th scope="row">${t(`board.${one.before || "none"}`)}</th>
        ${["B", "P", "T", "banker_share"].map((key) => html`
          <td class="n">${one[key] === null ? "–" : figure(parsedRatio(one[key]))}</td>`)}</tr>`)}</tbody>
    </table></div>
    <p>${t("board.proof")} <button type="button" title=${t("copy.command")} onClick=${() => copy(command)}>
      <code>${command}</code></button></p>`;
}

ROOMS.board = BoardRoom;

COPIES.board = (state) => {
  const { coups, fault } = coupsIn(state.board);
  if (fault) return {}; // The room says what is wrong.
  const text = coups.join(" ");
  return { command: `echo "${text}" | baccarat roads -`, python: `analyzer.roads(${JSON.stringify(text.split(" ").filter(Boolean))})` };
};
