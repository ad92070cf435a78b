// The live shoe's model: the cards removed, the cards left, and the value of bets on them.

const needsSuits = () => BETS.some(({ program }) => program.fineness === "cards");
const KEYS = { points: [..."0123456789"], ranks: RANKS, cards: RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)) };
const START = DATA.shoe.text;
const deckOf = (decks) => Array(52).fill(decks);

/** The cells of a shoe from "8", "8 decks", or counts such as "A=30 2=31". Throws an Error with one sentence. */
function parsedShoe(text) {
  const [, decks] = /^\s*(\d{1,4})(?:\s+decks?)?\s*$/.exec(text) ?? [];
  if (decks) return checked(deckOf(Number(decks)));
  const counts = new Map();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [, key, count] = /^([A0-9TJQK][shdc]?)=(\d{1,6})$/.exec(entry.replace(/^10/, "T")) ?? [];
    if (!key || counts.has(key)) throw new Error(t("shoe.not.counts", { text: entry }));
    counts.set(key, Number(count));
  }
  const named = [...counts.keys()];
  const fineness = named.some((key) => key.length > 1) ? "cards"
    : named.some((key) => "01".includes(key)) ? "points" : "ranks";
  const odd = named.find((key) => !KEYS[fineness].includes(key));
  if (odd || !named.length) throw new Error(t("shoe.not.counts", { text: odd ?? text }));
  return checked(KEYS[fineness].map((key) => counts.get(key) ?? 0));
}

/** Cells as text that `--remaining` accepts. */
const shoeText = (cells) =>
  KEYS[finenessOf(cells)].map((key, i) => `${key}=${cells[i]}`).filter((entry) => !entry.endsWith("=0")).join(" ");

/** The index of a card's cell in a shoe of a given fineness. */
function cellOf(card, fineness) {
  if (fineness === "points") return card.points;
  return fineness === "ranks" ? card.rank - 1 : 4 * (card.rank - 1) + card.suit;
}

/**
 * The shoe after a log, which lists the removed cards in order; "?" is a card removed unseen, "/" starts a coup.
 *
 * `cells` are the unseen cards, on which odds are computed; `unseen` of them have left the shoe. `coup` are the cards
 * of the last coup, and `states` the cells after each card seen. Throws an Error with one sentence.
 */
function replayed(startText, log) {
  const start = parsedShoe(startText);
  const tokens = log.split(" ").filter(Boolean);
  const cards = tokens.map((token) => (token === "?" || token === "/" ? null : cardOf(token)));
  const bad = tokens.findIndex((token, i) => !cards[i] && token !== "?" && token !== "/");
  if (bad >= 0) throw new Error(t("shoe.not.card", { text: tokens[bad] }));
  const bySuit = needsSuits() && cards.every((card) => !card || "suit" in card);
  const cells = start.length === 52 && !bySuit ? coarsened(start, "ranks") : [...start];
  const fineness = finenessOf(cells);
  const states = [[...cells]];
  let [unseen, coup] = [0, null];
  tokens.forEach((token, i) => {
    if (token === "/") coup = [];
    else if (token === "?") unseen++;
    else {
      const cell = cellOf(cards[i], fineness);
      if (!cells[cell]) throw new Error(t("shoe.none.left", { card: token }));
      cells[cell]--;
      states.push([...cells]);
      if (coup && nextHand(coupOf(coup.map(cardOf)))) coup.push(token);
    }
  });
  const size = sum(cells);
  if (unseen > size) throw new Error(t("shoe.none.left", { card: "?" }));
  return { start, cells, fineness, tokens, states, unseen, coup, size, left: size - unseen, all: sum(start) };
}

/** Whether the last coup is still in progress. */
const open = (coup) => coup !== null && nextHand(coupOf(coup.map(cardOf))) !== "";

/** The log with one more card; if coups are being dealt, a new coup starts automatically. */
function withCard(log, card, dealing) {
  const { coup } = replayed(STORE.state["shoe.start"], log);
  return [log, dealing && !open(coup) ? "/" : "", card].filter(Boolean).join(" ");
}

/** The log without its last card, and without the start of a coup that then has no card. */
function undone(log) {
  const tokens = log.split(" ").slice(0, -1);
  while (tokens.at(-1) === "/") tokens.pop();
  return tokens.join(" ");
}

/** The log of cards or of record lines, `P:9c,5 B:K,2` or `burn: 7h ? ?`. Throws an Error with one sentence. */
function parsedLog(text) {
  const log = [];
  text.split("\n").forEach((raw, i) => {
    const line = raw.replace(/#.*/, "").trim();
    const coup = /^(?:\d+[.:)]?\s+)?P:(\S+)\s+B:(\S+)(?:\s+\d-\d)?(?:\s+[PBT])?$/.exec(line);
    if (coup) {
      const [p, b] = coup.slice(1).map((hand) => hand.split(","));
      const order = [p[0], b[0], p[1], b[1], p[2], b[2]].filter(Boolean);
      const dealt = RULES.player_first ? order.slice(1) : order;
      checkCoup(dealt, i);
      log.push("/", ...dealt);
    } else {
      log.push(...line.replace(/^burn:/, "").split(/[\s,]+/).filter(Boolean).map((card) => readCard(card, i)));
    }
  });
  return log.join(" ");
}

function readCard(text, line) {
  const card = text.replace(/^10/, "T").replace(/[♠♥♦♣]$/, (suit) => SUITS["♠♥♦♣".indexOf(suit)]);
  if (card !== "?" && !cardOf(card)) throw new Error(t("shoe.bad.line", { line: line + 1, text }));
  return card;
}

function checkCoup(cards, line) {
  cards.forEach((card) => readCard(card, line));
  const table = { p: [...coupOf([]).p], b: [] };
  const fits = cards.every((card) => {
    const hand = nextHand(table);
    if (hand) table[hand].push(cardOf(card));
    return hand;
  });
  if (!fits || nextHand(table)) throw new Error(t("shoe.bad.coup", { line: line + 1, cards: cards.join(" ") }));
}

/** The possible gains when a line settles the bet, with their probabilities: several if it has a random multiplier. */
function gains(bet, line) {
  const factors = (bet.multiplied[line.id] ?? [["1", "1"]]).map((pair) => pair.map(parsedRatio));
  const usual = factors.reduce((sum, [factor, chance]) => plus(sum, times(factor, chance)), ZERO);
  return factors.map(([factor, chance]) => [over(times(line.net, factor), usual), chance]);
}

/**
 * The fraction of the bankroll that makes it grow fastest, rounded down to a millionth, at most `cap`; zero if the EV
 * is not above zero. The slope of growth Σ p·g / (1 + f·g) falls as f rises, so bisection finds its root.
 *
 * Source: J. L. Kelly, A New Interpretation of Information Rate, 1956.
 */
function kelly(bet, ways, cap) {
  const outcomes = bet.lines.flatMap((line, i) =>
    gains(bet, line).map(([gain, chance]) => [gain, times(chance, ratio(ways[i]))]));
  const slope = (millionths) => {
    const f = ratio(BigInt(millionths), 1_000_000n);
    let total = ZERO;
    for (const [gain, weight] of outcomes) {
      const grown = plus(ONE, times(f, gain));
      if (weight.n && grown.n <= 0n) return negative(ONE);
      if (weight.n) total = plus(total, over(times(weight, gain), grown));
    }
    return total;
  };
  let [low, high] = [0, Number((cap.n * 1_000_000n) / cap.d)];
  if (slope(high).n >= 0n) low = high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (slope(middle).n >= 0n) low = middle;
    else high = middle;
  }
  return ratio(BigInt(low), 1_000_000n);
}

/** The change of a bet's EV when one card of a cell is removed, for each cell; null if the cell is empty. */
function removals(bet, cells) {
  const at = (shoe) => {
    const { total, of } = waysOf(shoe, [bet]);
    return mean(bet.lines, of.get(bet), total);
  };
  const before = at(cells);
  return cells.map((count, i) => (count ? minus(at(cells.with(i, count - 1)), before) : null));
}

const HISTORY = { of: "", evs: [] };

/** The EV of a bet after each card seen, as long as enough cards for a coup are left; results are cached. */
function evsSeen(bet, startText, states) {
  const of = `${bet.key} ${startText}`;
  if (HISTORY.of !== of) Object.assign(HISTORY, { of, evs: [] });
  HISTORY.evs.length = Math.min(HISTORY.evs.length, states.length);
  for (let i = 0; i < states.length; i++) {
    const known = HISTORY.evs[i];
    if (known?.cells === `${states[i]}`) continue;
    if (sum(states[i]) < DATA.unknown || tooCoarse(bet, states[i])) return HISTORY.evs.slice(0, i).map(({ ev }) => ev);
    const { total, of: found } = waysOf(states[i], [bet]);
    HISTORY.evs[i] = { cells: `${states[i]}`, ev: mean(bet.lines, found.get(bet), total) };
  }
  return HISTORY.evs.map(({ ev }) => ev);
}

/** The cells of the live shoe, for other rooms; null if it is unchanged, invalid, or too small for a coup. */
function liveCells(state) {
  if (state["shoe.log"] === "" && state["shoe.start"] === START) return null;
  try {
    return checked(replayed(state["shoe.start"], state["shoe.log"]).cells);
  } catch {
    return null; // The room of the shoe says what is wrong.
  }
}
