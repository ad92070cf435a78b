// Questions about the bet on the bench that need Python: paytables, the end of a shoe, two cards removed.

Object.assign(DEFAULTS, {
  "bench.ask": "", // A key of QUESTIONS; empty for no question.
  "bench.ask.edge": "", // House edges wanted, such as "5%..8%".
  "bench.ask.pays": "", // Pays to try, by bet and line, escaped, in the form that `keptPays` reads: "tie.win=1..20".
  "bench.ask.unseen": "6",
});
const MOST_LISTED = 50;

/** The range of one percentage point, between whole percents, that contains the house edge of the bench. */
function edgesAround(bench, pays) {
  const { n, d } = times(valued(bench, pays, bench.on(8)).houseEdge, ratio(100n));
  const low = n >= 0n ? n / d : -((d - n - 1n) / d);
  return `${low}%..${low + 1n}%`;
}

function unescaped(text) {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text; // From a link that was edited by hand: the server says what is wrong.
  }
}

/** The range of pays to try for each line, if it has one; by default only a first line with a whole pay has one. */
function rangesOf(state, { bet, lines }) {
  const kept = keptPays(state["bench.ask.pays"]);
  const usual = ({ place, usual: { n, d } }) => (place === 0 && d === 1n && n > 0n ? `1..${2n * n}` : "");
  return lines.slice(0, -1).map((line) => ({ line, range: unescaped(kept.get(`${bet.key}.${line.id}`)) ?? usual(line) }));
}

/** The questions by command: options in addition to the bet and its shoe, fields, and how the answer is shown. */
const QUESTIONS = {
  design: {
    options: (state, bench, pays) => ({
      edge: state["bench.ask.edge"] || edgesAround(bench, pays), limit: `${MOST_LISTED}`,
      pays: Object.fromEntries(rangesOf(state, bench).filter(({ range }) => range).map(({ line, range }) => [line.id, range])),
    }),
    Fields: ({ state, bench, pays }) => {
      const put = (key, text) => {
        const kept = keptPays(STORE.state["bench.ask.pays"]);
        set({ "bench.ask.pays": payTexts(kept.set(key, encodeURIComponent(text))) });
      };
      return html`
        <label>${t("bench.ask.edges")} <${Field} size="10" value=${state["bench.ask.edge"] || edgesAround(bench, pays)}
          onEnter=${(edge) => set({ "bench.ask.edge": edge })} /></label>
        ${rangesOf(state, bench).map(({ line, range }) => html`
          <label>${t("bench.ask.pays", { line: nameOf(bench.bet.said[line.place]) })} <${Field} size="10" value=${range}
            onEnter=${(text) => put(`${bench.bet.key}.${line.id}`, text)} /></label>`)}`;
    },
    Shown: ({ answer, bench, pays, onPays }) => {
      const { paytables, found, candidates, proven_none: none } = answer;
      if (none) return html`<p>${t("bench.ask.none", { n: grouped(candidates) })}</p>`;
      const take = (row) => {
        const wanted = bench.lines.map(({ id, place }) => (id in row.pays ? parsedRatio(row.pays[id]) : pays[place]));
        return html`<button type="button" onClick=${() => onPays(wanted)}>${bench.lines.slice(0, -1)
          .map(({ place }) => payText(wanted[place])).join(" · ")}</button>`;
      };
      return html`
        <p>${t("bench.ask.found", { n: grouped(found), all: grouped(candidates), shown: grouped(paytables.length) })}</p>
        <${Listing} title=${t("bench.ask.design")} heads=${["pays", "edge", "hit", "sd"].map((key) => t(`bench.${key}`))}
          rows=${paytables.map((row) => [take(row), ratioFigure(row.house_edge), ratioFigure(row.hit_rate),
            html`<span>${number(parsedRatio(row.standard_deviation))}</span>`])} />`;
    },
  },
  tail: {
    options: (state) => ({ unseen: state["bench.ask.unseen"] }),
    Fields: ({ state }) => html`<label>${t("bench.ask.unseen")} <${Field} size="4" inputmode="numeric"
      value=${state["bench.ask.unseen"]} onEnter=${(unseen) => set({ "bench.ask.unseen": unseen })} /></label>`,
    Shown: ({ answer: { bets: [tail] } }) => html`
      <${Listing} title=${t("bench.ask.tail")} heads=${["what", "value"].map((key) => t(`check.${key}`))}
        rows=${["mean_ev", "probability_positive", "mean_when_positive", "expected_positive", "max_ev"]
          .map((key) => [t(`bench.tail.${key}`), tail[key] && ratioFigure(tail[key])])} />
      <p class="soft">${t("bench.tail.how")} ${t("bench.tail.gain")}</p>`,
  },
  removal: {
    options: () => ({ order: "2" }),
    Fields: () => null,
    Shown: ({ answer: { bets: [{ pairs }] }, bench }) => {
      const size = ({ effect }) => Math.abs(asDouble(parsedRatio(effect)));
      const largest = [...pairs].sort((a, b) => size(b) - size(a)).slice(0, MOST_LISTED);
      return html`
        <${Listing} title=${t("bench.ask.without", { bet: nameOf(bench.bet) })}
          heads=${[t("bench.card"), t("bench.card"), t("bench.effect"), t("bench.ask.second")]}
          rows=${largest.map(({ kinds, effect, second_order: second }) =>
            [...kinds.map(shown), ratioFigure(effect), second && ratioFigure(second)])} />
        <p class="soft">${t("bench.ask.order")} ${t("bench.ask.largest", { n: largest.length, all: grouped(pairs.length) })}</p>`;
    },
  },
};

const ratioFigure = (text) => {
  const value = parsedRatio(text);
  return html`<${Figure} value=${value} text=${percent(value)} />`;
};

const askedIn = (state) => (Object.hasOwn(QUESTIONS, state["bench.ask"]) ? QUESTIONS[state["bench.ask"]] : null);

/** The question to the server, or null; the bet as it is on the bench is sent as a bet file. */
function benchQuestion(state, bench, pays) {
  const asked = askedIn(state);
  if (!asked || !pays.every(isWritable)) return null;
  const name = state["bench.ask"];
  const game = name === "design" ? { bet: bench.bet.bet, rules: DATA.rules.id } : { bet: [bench.bet.bet], variant: VARIANT };
  const options = { ...game, decks: "8", bets: [FILE], ...asked.options(state, bench, pays) };
  return { name, long: true, options: { ...options, files: withVariant({ [FILE]: tomlOf(bench, pays) }) } };
}

/** A question as a command line. */
function questionLine({ name, options: { files, variant, bet, ...options } }) {
  const words = Object.entries(options).flatMap(([key, value]) =>
    (typeof value === "object" ? Object.entries(value).map(([k, v]) => (Array.isArray(value) ? v : `${k}=${v}`)) : [value])
      .flatMap((one) => [`--${key}`, one]));
  return ["baccarat", name, ...(variant ? [variant, "--bet", ...bet] : [bet]), ...words].map(commandWord).join(" ");
}

function Questions({ state, bench, pays, onPays }) {
  const kept = useRef({});
  // Keep the same object for the same question, so that it is asked only once.
  const made = benchQuestion(state, bench, pays);
  const text = JSON.stringify(made);
  if (kept.current.text !== text) kept.current = { text, made };
  const question = kept.current.made;
  const answer = useAnswer(DATA.served ? question : null);
  const asked = askedIn(state);
  return html`
    <p class="row"><label>${t("bench.ask")} <select value=${asked ? state["bench.ask"] : ""}
      onChange=${({ target }) => set({ "bench.ask": target.value })}>
        <option value="">–</option>
        ${Object.keys(QUESTIONS).map((one) => html`<option value=${one}>${t(`bench.ask.${one}`)}</option>`)}
      </select></label></p>
    ${asked && html`<div class="row"><${asked.Fields} ...${{ state, bench, pays }} /></div>`}
    ${asked && !question && html`<p class="soft">${t("bench.long")}</p>`}
    ${asked && html`<${Asking} answer=${answer} />`}
    ${answer.document && html`<${asked.Shown} ...${{ answer: answer.document, bench, pays, onPays }} />`}
    ${question && html`<p class="soft">${t(DATA.served ? "bench.ask.by.hand" : "bench.ask.needs")}</p>
      <p><button type="button" onClick=${() => copy(questionLine(question))}><code>${questionLine(question)}</code></button></p>`}`;
}
