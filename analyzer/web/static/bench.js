// The paytable bench: change the pays of a bet and see its value.

Object.assign(DEFAULTS, {
  "bench.bet": BETS[0]?.key ?? "", // The key of a bet, with "file:" before that of a bet from your own file.
  "bench.pays": "", // Pays that differ from the bet's own: "tie.win=9,lucky-6.two-card=25/2".
  "bench.prices": "usual",
  "bench.lock": "", // The locked house edge on 8 decks; empty if it is not locked.
  "bench.answer": "", // The line whose pay is adjusted to keep the locked edge.
  "bench.kept": "", // Paytable A of the comparison, in the form of `bench.pays`, with all its lines.
  "bench.front": "least",
});

/** The changes of the state for a new pay; if the edge is locked, another line is adjusted if possible. */
function repriced(state, bench, place, text) {
  const kept = keptPays(state["bench.pays"]);
  const put = (line, words) => {
    const own = compare(parsedRatio(words), line.usual) === 0;
    if (own) kept.delete(`${bench.bet.key}.${line.id}`);
    else kept.set(`${bench.bet.key}.${line.id}`, words);
  };
  put(bench.lines[place], text);
  const answer = answerOf(state, bench, paysIn(bench, kept));
  if (answer?.pay && answer.line.place !== place) put(answer.line, ratioText(answer.pay));
  return { "bench.pays": payTexts(kept) };
}

/** If the edge is locked: the line to adjust, and the pay above zero that keeps the edge, or null. */
function answerOf(state, bench, pays) {
  const line = bench.lines.find(({ id }) => id === state["bench.answer"]);
  if (!state["bench.lock"] || !line) return null;
  const pay = answering(bench, pays, bench.on(8), line.place, negative(parsedRatio(state["bench.lock"])));
  return { line, pay: pay && pay.n > 0n ? pay : null };
}

function BenchRoom({ state, read }) {
  const edited = useRef(false); // Once there has been a bet file, its field stays open, even if empty.
  edited.current ||= Boolean(state["bench.file"]);
  const bet = BETS.find(({ key }) => key === state["bench.bet"]) ?? BETS[0];
  if (!bet) return html`<p>${t("bench.none")}</p>`;
  const bench = benched(bet);
  const pays = paysIn(bench, keptPays(state["bench.pays"]));
  const prices = PRICES[state["bench.prices"]] ? state["bench.prices"] : "usual";
  const front = FRONTS[state["bench.front"]] ? state["bench.front"] : "least";
  const onAll = (wanted) => {
    const kept = keptPays(state["bench.pays"]);
    for (const { id, place, usual } of bench.lines) {
      if (compare(wanted[place], usual) === 0) kept.delete(`${bet.key}.${id}`);
      else kept.set(`${bet.key}.${id}`, ratioText(wanted[place]));
    }
    set({ "bench.pays": payTexts(kept), "bench.lock": "", "bench.answer": "" });
  };
  return html`
    <div class="row">
      <label>${t("bet")} <select value=${bet.key} onChange=${(event) =>
        set({ "bench.bet": event.target.value, "bench.lock": "", "bench.answer": "" })}>
        ${BETS.map((one) => html`<option value=${one.key}>${labelOf(one)}</option>`)}
      </select></label>
      <label>${t("bench.prices")} <select value=${prices} onChange=${(event) => set({ "bench.prices": event.target.value })}>
        ${Object.keys(PRICES).map((one) => html`<option value=${one}>${t(`bench.prices.${one}`)}</option>`)}
      </select></label>
      <button type="button" onClick=${() => onAll(bench.lines.map(({ usual }) => usual))}>${t("bench.reset")}</button>
      <button type="button" onClick=${() => set({ "bench.kept": keptText(bench, pays) })}>${t("bench.keep")}</button>
    </div>
    <div class="columns bench">
      <section>
        <h2>${t("bench.pays")}</h2>
        <ul class="pays">${bench.lines.map((line) => html`
          <${PayRow} key=${`${bet.key} ${line.id}`} ...${{ state, bench, pays, line, prices: PRICES[prices] }} />`)}</ul>
        <${Lock} ...${{ state, bench, pays, prices: PRICES[prices] }} />
        <details class="editor" open=${edited.current}><summary>${t("bench.editor")}</summary>
          ${DATA.served ? html`<${Editor} ...${{ state, read, bench, pays }} />` : html`<p>${t("bench.editor.needs")}</p>`}
        </details>
      </section>
      <section>
        <h2>${t("bench.worth")}</h2>
        <${Worth} ...${{ state, bench, pays }} />
        <${Compared} ...${{ state, bench, pays }} />
        <${Copies} ...${{ bench, pays }} />
        <h2>${t("bench.counter")}</h2>
        <${Counter} ...${{ bench, pays }} />
        <h2>${t("bench.questions")}</h2>
        <${Questions} ...${{ state, bench, pays, onPays: onAll }} />
      </section>
      <section><h2>${t("bench.cloud")}</h2>
        <label>${t("bench.front")} <select value=${front} onChange=${(event) => set({ "bench.front": event.target.value })}>
          ${Object.keys(FRONTS).map((one) => html`<option value=${one}>${t(`bench.front.${one}`)}</option>`)}</select></label>
        <p class="soft">${t("bench.cloud.how")}</p>
        <${Cloud} ...${{ bench, pays, prices, front, onPays: onAll }} /></section>
    </div>`;
}

function PayRow({ state, bench, pays, line, prices }) {
  const [draft, setDraft] = useState(null);
  const { id, place, usual } = line;
  const pay = pays[place];
  const said = bench.bet.said[place];
  const name = nameOf(said);
  const last = place === bench.lines.length - 1;
  const answers = state["bench.lock"] && state["bench.answer"] === id;
  const change = (text) => set(repriced(STORE.state, bench, place, text));
  const onStep = (event) => {
    const along = event.target.type === "range" ? { ArrowRight: 1, ArrowLeft: -1 } : {}; // In text they move the cursor.
    const step = { ArrowUp: 1, ArrowDown: -1, ...along }[event.key];
    if (!step || answers) return;
    event.preventDefault();
    setDraft(null);
    change(ratioText(nextPrice(prices, paysIn(bench, keptPays(STORE.state["bench.pays"]))[place], step > 0)));
  };
  const onType = ({ target }) => {
    setDraft(target.value);
    const typed = typedPay(target.value);
    if (!typed || (bench.bet.multiplied[id] && typed.n <= 0n)) return;
    change(WRITTEN.test(target.value.trim()) ? target.value.trim() : ratioText(typed));
  };
  const text = keptPays(state["bench.pays"]).get(`${bench.bet.key}.${id}`) ?? ratioText(usual);
  const wrong = draft !== null && !typedPay(draft);
  const top = useMemo(() => nearest(prices, topOf(bench, place)), [prices, bench]);
  return html`
    <li class=${answers ? "answers" : ""}>
      <details><summary><b>${name}</b> ${said.when[state.lang] ?? said.when.en}</summary>
        ${bench.bet.conditions[place] && html`<code>${bench.bet.conditions[place]}</code>`}
        <p class="soft">${said.coup ? `${t("bench.example")}: ${coupText(said.coup)}` : ""}</p></details>
      <span class="n soft" title=${t("bench.chance")}>${percent(ratio(bench.on(8).ways[place], bench.on(8).total))}</span>
      ${usual.n > 0n || pay.n > 0n ? html`
        <input type="range" min="0" max=${top} value=${Math.min(top, nearest(prices, pay))} disabled=${Boolean(answers)}
          aria-label=${name} aria-valuetext=${t("bench.to", { pay: payText(pay) })} onKeyDown=${onStep}
          onInput=${(event) => { setDraft(null); change(ratioText(prices.at(+event.target.value))); }} />`
        : html`<span class="soft">${t(pay.n ? "bench.loses" : "bench.pushes", { n: payText(negative(pay)) })}</span>`}
      ${last ? html`<span></span>` : html`<label class="typed">
        <input type="text" inputmode="text" autocomplete="off" value=${draft ?? text} readonly=${Boolean(answers)}
          aria-label=${t("bench.pay.of", { line: name })} aria-invalid=${wrong} onInput=${onType} onKeyDown=${onStep}
          onBlur=${() => setDraft(null)} /></label>`}
      ${wrong && html`<p class="bad" role="alert">${t("bench.wrong")}</p>`}
    </li>`;
}

/** The highest pay of a slider: 1.5 times the fair pay, but at least 1.5 and at most 3 times the original pay. */
function topOf(bench, place) {
  const { total, ways } = bench.on(8);
  const fair = ways[place] ? ratio(total - ways[place], ways[place]) : ONE;
  const { usual } = bench.lines[place];
  const twice = times(usual, ratio(2n));
  const base = usual.n <= 0n ? fair : [usual, fair, twice].sort(compare)[1];
  return times(base, ratio(3n, 2n));
}

function Lock({ state, bench, pays, prices }) {
  const gaining = bench.lines.filter(({ place, usual }) => (usual.n > 0n || pays[place].n > 0n) && bench.on(8).ways[place]);
  if (gaining.length < 2) return html`<p class="soft">${t("bench.lock.one")}</p>`;
  const locked = Boolean(state["bench.lock"]);
  const chosen = gaining.find(({ id }) => id === state["bench.answer"]) ?? gaining.at(-1);
  const answer = answerOf(state, bench, pays);
  const edgeOf = (pay) => valued(bench, pays.map((one, i) => (i === chosen.place ? pay : one)), bench.on(8)).houseEdge;
  const price = answer?.pay && prices.at(nearest(prices, answer.pay));
  const nameOfLine = ({ place }) => nameOf(bench.bet.said[place]);
  return html`
    <div class="row">
      <button type="button" aria-pressed=${locked} onClick=${() => set(locked
        ? { "bench.lock": "", "bench.answer": "" }
        : { "bench.lock": ratioText(edgeOf(pays[chosen.place])), "bench.answer": chosen.id })}>
        ${t("bench.lock")}</button>
      <label>${t("bench.answer")} <select value=${chosen.id} onChange=${(event) => set({ "bench.answer": event.target.value })}>
        ${gaining.map((line) => html`<option value=${line.id}>${nameOfLine(line)}</option>`)}</select></label>
    </div>
    <div aria-live="polite">
      ${locked && html`<p>${t("bench.locked", { edge: percent(parsedRatio(state["bench.lock"])) })}</p>`}
      ${answer && !answer.pay && html`<p class="bad">${t("bench.lock.none", { line: nameOfLine(chosen) })}</p>`}
      ${price && html`<p>${nameOfLine(chosen)}: <${Figure} value=${answer.pay} text=${payText(answer.pay)} />.
        ${" "}${t("bench.nearest", { pay: payText(price), edge: percent(edgeOf(price)) })}
        ${" "}<button type="button" onClick=${() => set({ ...repriced({ ...state, "bench.lock": "" }, bench, chosen.place,
          ratioText(price)), "bench.lock": "", "bench.answer": "" })}>${t("bench.take")}</button></p>`}
    </div>`;
}

ROOMS.bench = BenchRoom;
