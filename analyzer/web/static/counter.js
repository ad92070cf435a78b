// What a card counter gains: exact effects of removal, and the yield on shoes dealt in the browser.

/** The change of EV when one card of each kind leaves 8 decks; `tag` is that divided by the largest magnitude. */
function effects(bench, pays) {
  const { fineness } = bench.bet.program;
  const full = coarsened(Array(52).fill(8), fineness);
  bench.oneGone ??= full.map((_, kind) => waysOn(bench.bet, full.map((count, i) => count - (i === kind))));
  const { ev } = valued(bench, pays, bench.on(8));
  const changes = bench.oneGone.map((shoe) => minus(valued(bench, pays, shoe).ev, ev));
  const size = ({ n, d }) => ({ n: n < 0n ? -n : n, d });
  const largest = changes.map(size).reduce((a, b) => (compare(a, b) > 0 ? a : b));
  return changes.map((effect, i) => ({
    kind: KEYS[fineness][i], effect, tag: largest.n ? over(effect, largest) : ZERO,
  }));
}

// Shoes are dealt as in the package's procedure cut-14: the first card, the only burned card seen, sets the burn; one
// more coup follows the coup after which fewer than 14 cards remain.
const CUT = 14;
const MOST_SHOES = 200;
const SLICE = 8; // Milliseconds at a time, so that a slider never waits longer than that.

const pointsOf = (card) => (card >= 36 ? 0 : (card >> 2) + 1);
/** The index after the coup that starts at index `at` of a list of points. */
function afterCoup(points, at) {
  const coup = coupOf([]);
  for (let hand = nextHand(coup); hand; hand = nextHand(coup)) coup[hand].push({ points: points[at++] });
  return at;
}

/** Pseudo-random numbers from 1 to 2^32 − 1, the same in every run. Source: G. Marsaglia, "Xorshift RNGs", 2003. */
function randomNumbers(state = 2463534242) {
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Deal one more shoe, and store the probability of each line before each of its coups. */
function dealOne(bench) {
  const { program } = bench.bet;
  const dealt = (bench.dealt ??= { next: randomNumbers(), shoes: [] });
  const cards = Uint8Array.from({ length: 416 }, (_, i) => i >> 3);
  for (let i = cards.length; i > 1; ) {
    const other = Math.floor((dealt.next() / 2 ** 32) * i--);
    [cards[i], cards[other]] = [cards[other], cards[i]];
  }
  const points = Array.from(cards, pointsOf);
  const cell = { points: (card) => points[card], ranks: (card) => cards[card] >> 2, cards: (card) => cards[card] }[program.fineness];
  const left = coarsened(Array(52).fill(8), program.fineness);
  left[cell(0)]--;
  const shoe = [];
  for (let more = 1, at = 1 + (points[0] || 10); more >= 0; ) {
    const deals = Number(falling(sum(left), DATA.unknown));
    const ways = carriedOut(program, left, program.doubles);
    shoe.push(Float64Array.from({ length: bench.lines.length }, (_, i) => ways[bench.bet.from + i] / deals));
    const end = afterCoup(points, at);
    for (; at < end; at++) left[cell(at)]--;
    if (cards.length - at < CUT) more--;
  }
  dealt.shoes.push(shoe);
}

/** Units per shoe if one unit is bet whenever the EV is above 0: mean, standard error, and bets per shoe. */
function yieldOf({ dealt, lines }, pays) {
  const nets = lines.map(({ first, place }) => asDouble(times(pays[place], first)));
  let [sum, squares, bets] = [0, 0, 0];
  for (const shoe of dealt.shoes) {
    let gain = 0;
    for (const chances of shoe) {
      let ev = 0;
      for (let i = 0; i < nets.length; i++) ev += nets[i] * chances[i];
      if (ev > 0) [gain, bets] = [gain + ev, bets + 1];
    }
    sum += gain;
    squares += gain * gain;
  }
  const shoes = dealt.shoes.length;
  const mean = sum / shoes;
  return { shoes, mean, error: Math.sqrt(Math.max(0, squares / shoes - mean * mean) / (shoes - 1)), bets: bets / shoes };
}

/** The number of shoes dealt so far for a bet; shoes are dealt in short slices while the bet is shown. */
function useShoes(bench) {
  const [, draw] = useState(0);
  useEffect(() => {
    let [timer, shown] = [0, performance.now()];
    const slice = () => {
      const start = performance.now();
      do dealOne(bench); while (performance.now() - start < SLICE && bench.dealt.shoes.length < MOST_SHOES);
      const done = bench.dealt.shoes.length >= MOST_SHOES;
      if (done || performance.now() - shown > 400) draw((shown = performance.now()));
      if (!done) timer = setTimeout(slice);
    };
    if (!(bench.dealt?.shoes.length >= MOST_SHOES)) timer = setTimeout(slice, 300);
    return () => clearTimeout(timer);
  }, [bench]);
  return bench.dealt?.shoes.length ?? 0;
}

function Counter({ bench, pays }) {
  const shoes = useShoes(bench);
  const key = [bench.bet.key, ...pays.map(ratioText)].join(" ");
  const exact = useLater(key, () => effects(bench, pays));
  const dealt = useLater(`${key} ${shoes}`, () => (shoes > 1 ? yieldOf(bench, pays) : null), 60);
  const fixed = (value, places) => localised(value.toFixed(places));
  return html`
    <p aria-busy=${dealt.busy || shoes < MOST_SHOES} class=${dealt.busy && exact.busy ? "stale" : ""}>
      ${dealt.value ? t("bench.yield", {
        mean: fixed(dealt.value.mean, 3), error: fixed(dealt.value.error, 3), bets: fixed(dealt.value.bets, 1),
        n: grouped(dealt.value.shoes),
      }) : t("computing")}
      ${dealt.value && shoes < MOST_SHOES && ` ${t("computing")}`}</p>
    <p class="soft">${t("bench.yield.how")}</p>
    ${exact.value && html`<${Effects} kinds=${exact.value} stale=${exact.busy} />`}`;
}

function Effects({ kinds, stale }) {
  const suits = kinds.length === 52 ? 4 : 1;
  const rows = Array.from({ length: kinds.length / suits }, (_, i) => kinds.slice(suits * i, suits * (i + 1)));
  const heads = suits > 1 ? [..."♠♥♦♣"] : [t("bench.effect"), t("bench.tag")];
  return html`
    <div class=${stale ? "wide stale" : "wide"} aria-busy=${stale}><table class="effects">
      <caption>${t("bench.effects")}</caption>
      <thead><tr><th scope="col">${t("bench.card")}</th>
        ${heads.map((head) => html`<th scope="col" class="n">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr><th scope="row">${row[0].kind[0]}</th>
        ${row.map(({ effect }) => html`<td class="n"><${Figure} value=${effect} text=${percent(effect)} /></td>`)}
        ${suits === 1 && html`<td class="n"><${Bar} part=${asDouble(row[0].tag)} />
          <${Figure} value=${row[0].tag} text=${number(row[0].tag, 2)} /></td>`}</tr>`)}</tbody>
    </table></div>`;
}

const Bar = ({ part }) => html`
  <svg class="bar" width="80" height="10" aria-hidden="true"><path d="M40 0v10" />
    <rect x=${Math.min(40, 40 + 40 * part)} y="1" width=${40 * Math.abs(part)} height="8" /></svg>`;
