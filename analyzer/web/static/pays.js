// Payouts of a bet: how they are written, the price sets that sliders snap to, and the value of the bet.

const WRITTEN = /^-?\d{1,12}(\.\d{1,12}|\/0*[1-9]\d{0,11})?$/;

/** A pay to one from typed text: "12", "0.95", "19/20", "7 to 2", "7:2", "9 for 1" or "push"; null for other text. */
function typedPay(text) {
  const plain = text.trim();
  if (plain === "push") return ZERO;
  const [, pays, word, stake] = /^(\S+?)\s*(to|for|:)\s*(\S+)$/.exec(plain) ?? ["", plain, "to", "1"];
  if (!WRITTEN.test(pays) || !WRITTEN.test(stake) || parsedRatio(stake).n <= 0n) return null;
  return minus(over(parsedRatio(pays), parsedRatio(stake)), word === "for" ? ONE : ZERO);
}

/** Whether files and commands accept a pay: at most 12 digits above and below the line. */
const isWritable = (pay) => WRITTEN.test(ratioText(pay));

const stepsOf = (parts) => ({
  at: (i) => ratio(BigInt(i + 1), BigInt(parts)),
  below: ({ n, d }) => Number((n * BigInt(parts)) / d) - 1,
});
const USUAL = ("1/5 1/4 1/3 2/5 1/2 3/5 2/3 3/4 4/5 9/10 19/20 1 11/10 6/5 5/4 4/3 7/5 3/2 8/5 7/4 9/5 2 9/4 5/2 3 7/2 " +
  "4 9/2 5").split(" ").map(parsedRatio);

/** Price sets: the price at an index, and the index of the highest price at or below a pay ≥ 0, or −1. */
const PRICES = {
  usual: {
    at: (i) => USUAL[i] ?? ratio(BigInt(i - USUAL.length + 6)),
    below: (pay) => compare(pay, ratio(6n)) < 0
      ? USUAL.findLastIndex((price) => compare(price, pay) <= 0)
      : Number(pay.n / pay.d) - 6 + USUAL.length,
  },
  whole: stepsOf(1), halves: stepsOf(2), tenths: stepsOf(10), hundredths: stepsOf(100),
};

/** The index of the price nearest to a pay; the lower index if two are equally near. */
function nearest(prices, pay) {
  const low = pay.n > 0n ? Math.max(0, prices.below(pay)) : 0;
  const [under, above] = [minus(pay, prices.at(low)), minus(prices.at(low + 1), pay)];
  return compare(under, above) > 0 ? low + 1 : low;
}

/** The next price above or below a pay; the lowest of the set if none is lower. */
function nextPrice(prices, pay, up) {
  const low = pay.n > 0n ? prices.below(pay) : -1;
  if (up) return prices.at(low + 1);
  return prices.at(Math.max(0, low >= 0 && compare(prices.at(low), pay) === 0 ? low - 1 : low));
}

const SURE = [[ONE, ONE]];
const AT_HAND = new WeakMap();

/** A bet on the bench: its lines with their original pays, and the ways of a fresh shoe of any number of decks. */
function benched(bet) {
  if (!AT_HAND.has(bet)) {
    const lines = bet.lines.map(({ id, net }, place) => {
      const factors = bet.multiplied[id]?.map((pair) => pair.map(parsedRatio)) ?? SURE;
      const power = (n) => factors.reduce((sum, [f, p]) => plus(sum, times(n > 1 ? times(f, f) : f, p)), ZERO);
      const first = power(1);
      return { id, place, factors, first, second: power(2), usual: over(net, first) };
    });
    const fresh = new Map();
    const on = (decks) => {
      if (!fresh.has(decks)) fresh.set(decks, waysOn(bet, Array(52).fill(decks)));
      return fresh.get(decks);
    };
    AT_HAND.set(bet, { bet, lines, on });
  }
  return AT_HAND.get(bet);
}

/** The ways of a bet's lines on a shoe, and the number of all deals; null if the shoe is too coarse. */
function waysOn(bet, counts) {
  const { total, of } = waysOf(counts, [bet]);
  return of.has(bet) ? { total, ways: of.get(bet) } : null;
}

/** The statistics of a bet at these pays to one, in order of lines; equal to Valuation in the Python package. */
function valued({ lines }, pays, { total, ways }) {
  const outcomes = lines.flatMap(({ factors, place }) =>
    factors.map(([factor, chance]) => ({ net: times(pays[place], factor), chance, ways: ways[place] })));
  const expected = (f) => {
    let [n, d] = [0n, 1n];
    for (const { net, chance, ways } of outcomes) {
      const gain = times(f(net), chance);
      if (d % gain.d) [n, d] = [n * gain.d, d * gain.d];
      n += gain.n * ways * (d / gain.d);
    }
    return ratio(n, d * total);
  };
  const ev = expected((net) => net);
  const pushRate = expected(({ n }) => (n === 0n ? ONE : ZERO));
  const losses = outcomes.filter(({ ways }) => ways).map(({ net }) => negative(net));
  return {
    ev,
    houseEdge: negative(ev),
    resolved: compare(pushRate, ONE) === 0 ? null : over(negative(ev), minus(ONE, pushRate)),
    rtp: plus(ONE, ev),
    hitRate: expected(({ n }) => (n > 0n ? ONE : ZERO)),
    pushRate,
    variance: minus(expected((net) => times(net, net)), times(ev, ev)),
    exposure: losses.reduce((most, loss) => (compare(loss, most) > 0 ? loss : most), ZERO),
  };
}

/** The pay of one line at which the bet has this EV, other pays unchanged; null if the line cannot happen. */
function answering({ lines }, pays, { total, ways }, place, ev) {
  if (!ways[place]) return null;
  let rest = times(ev, ratio(total));
  lines.forEach((line, i) => {
    if (i !== place) rest = minus(rest, times(times(pays[i], line.first), ratio(ways[i])));
  });
  return over(rest, times(lines[place].first, ratio(ways[place])));
}

/** The value of a bet on any shoe with these pays changed; exact texts under the names that `odds` uses. */
FACE.value = (key, pays, counts) => {
  const bet = BETS.find((one) => one.key === key);
  if (!bet) throw new Error(`unknown bet ${key}`);
  const bench = benched(bet);
  const wrong = Object.entries(pays).find(([line, pay]) => !typedPay(pay) || !bet.lines.slice(0, -1).some(({ id }) => id === line));
  if (wrong) throw new Error(`expected a line of ${key} with a pay such as 12 or 19/20, got ${wrong.join("=")}`);
  const shoe = waysOn(bet, checked(counts));
  if (!shoe) throw new Error(`bet ${key} needs a shoe with finer counts`);
  const value = valued(bench, bench.lines.map(({ id, usual }) => (id in pays ? typedPay(pays[id]) : usual)), shoe);
  return {
    ev: ratioText(value.ev), house_edge: ratioText(value.houseEdge), rtp: ratioText(value.rtp),
    edge_on_resolved: value.resolved && ratioText(value.resolved),
    hit_rate: ratioText(value.hitRate), push_rate: ratioText(value.pushRate), exposure: ratioText(value.exposure),
    variance: ratioText(value.variance), standard_deviation: rootDecimal(value.variance, 12),
  };
};

/** Pays as the state stores them: "tie.win=9,…" as a Map of bet and line, "tie.win", to pay, "9". */
const keptPays = (text) => new Map(text.split(",").filter(Boolean).map((one) => one.split("=")));
const payTexts = (pays) => [...pays].map((pair) => pair.join("=")).join(",");
/** A pay for display: a short decimal or ratio if it is exact, else an approximate decimal with ≈. */
const payText = (pay) => (isWritable(pay) && ratioText(pay).length < 9 ? short(pay) : `≈ ${number(pay)}`);
const handText = (cards) => cards.map(shown).join(" ");
const coupText = ({ player, banker }) => t("bench.coup", { player: handText(player), banker: handText(banker) });

/** The pays of a bet in order of lines: those stored, else its own. Texts that are not exact numbers are ignored. */
function paysIn(bench, kept) {
  return bench.lines.map(({ id, usual }) => {
    const text = kept.get(`${bench.bet.key}.${id}`);
    return text && /^-?\d+(\.\d+|\/0*[1-9]\d*)?$/.test(text) ? parsedRatio(text) : usual;
  });
}
