// The bets of this page on any shoe: ways, expected values, and the page's self-test.

const programOf = ({ fineness, words }) => ({ fineness, ...unpacked(words) });
const CELLS = { points: 10, ranks: 13, cards: 52 };
const FINENESSES = ["points", "ranks", "cards"];
const MOST_CARDS = 100_000;

/** Bets from a page's data, each with its program, which it keeps when the bets of the page change. */
const betsOf = (bets, programs) => bets.map((bet) => ({
  ...bet, program: programs[bet.program], lines: bet.lines.map((line) => ({ ...line, net: parsedRatio(line.net) })),
}));
const PROGRAMS = DATA.programs.map(programOf);
const BETS = betsOf(DATA.bets, PROGRAMS);

/** A shoe with coarser counts: cards (rank-major s, h, d, c) to ranks, ranks to points. */
function coarsened(counts, fineness) {
  let coarse = counts;
  if (coarse.length === 52 && fineness !== "cards")
    coarse = Array.from({ length: 13 }, (_, rank) => sum(coarse.slice(4 * rank, 4 * rank + 4)));
  if (coarse.length === 13 && fineness === "points")
    coarse = [sum(coarse.slice(9)), ...coarse.slice(0, 9)];
  return coarse;
}

const sum = (counts) => counts.reduce((total, count) => total + count, 0);
const finenessOf = (counts) => FINENESSES.find((fineness) => CELLS[fineness] === counts.length);
const tooCoarse = (bet, counts) => CELLS[bet.program.fineness] > counts.length;

/** The counts, if they are a shoe for at least one coup. Otherwise throws an Error with one sentence. */
function checked(counts) {
  const list = Array.isArray(counts) || ArrayBuffer.isView(counts) ? Array.from(counts) : null;
  if (!list || !finenessOf(list))
    throw new Error(`expected 10 counts by points, 13 by rank or 52 by card, got ${list ? list.length : typeof counts}`);
  const wrong = list.find((count) => !Number.isInteger(count) || count < 0);
  if (wrong !== undefined || list.includes(undefined))
    throw new Error(`expected whole numbers of 0 or more as counts, got ${String(wrong)}`);
  const cards = sum(list);
  if (cards < DATA.unknown || cards > MOST_CARDS)
    throw new Error(`expected a shoe of ${DATA.unknown} to ${MOST_CARDS} cards, got ${cards}`);
  return list;
}

/** Ways as BigInts for every bet for which the shoe is fine enough: { total, of: Map of bet to its lines' ways }. */
function waysOf(counts, bets = BETS) {
  const total = falling(sum(counts), DATA.unknown);
  const weighed = new Map();
  const of = new Map();
  for (const bet of bets) {
    if (tooCoarse(bet, counts)) continue;
    const { program, from, lines } = bet;
    if (!weighed.has(program)) weighed.set(program, weigh(program, coarsened(counts, program.fineness), total));
    of.set(bet, weighed.get(program).slice(from, from + lines.length));
  }
  return { total, of };
}

/** The mean of a function of the net gain, such as the gain itself: Σ ways · f(net) / total. */
function mean(lines, ways, total, f = (net) => net) {
  let n = 0n;
  let d = 1n;
  lines.forEach(({ net }, i) => {
    const gain = f(net);
    [n, d] = gain.d === d ? [n + gain.n * ways[i], d] : [n * gain.d + gain.n * ways[i] * d, d * gain.d];
  });
  return ratio(n, d * total);
}

/** Recount the known answers of the Python package: how many ways were compared; throws an Error if one differs. */
function selfTest() {
  let compared = 0;
  for (const { shoe, cells, ways } of DATA.answers) {
    const total = falling(sum(cells), DATA.unknown);
    ways.forEach((expected, i) => {
      if (!expected) return;
      const counted = weigh(PROGRAMS[i], coarsened(cells, PROGRAMS[i].fineness), total);
      if (counted.join() !== expected.join()) throw new Error(`the page counts different ways for the shoe ${shoe}`);
      compared += counted.length;
    });
  }
  return compared;
}

const byKey = (of, entry) => Object.fromEntries([...of].map(([bet, ways]) => [bet.key, entry(bet, ways)]));

/** The interface for other programs; exact numbers are texts. */
const FACE = {
  version: DATA.version,
  variant: DATA.variant.id,
  bets: DATA.bets.map(({ bet, paytable, lines }) => ({ bet, paytable, lines })),
  omitted: DATA.omitted.map(({ bet, reason }) => ({ bet, reason: reason.en })),
  ways(counts) {
    const { total, of } = waysOf(checked(counts));
    const byLine = (bet, ways) => Object.fromEntries(bet.lines.map(({ id }, i) => [id, `${ways[i]}`]));
    return { total: `${total}`, bets: byKey(of, byLine) };
  },
  evs(counts) {
    const { total, of } = waysOf(checked(counts));
    return byKey(of, (bet, ways) => ratioText(mean(bet.lines, ways, total)));
  },
};
