// A coup in progress: which hand gets the next card, and the value of bets given the cards on the table.

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = ["s", "h", "d", "c"];
const RULES = DATA.rules;
const MOST_DEALS = 400_000; // The most continuations of a coup that are enumerated at once.

// The Banker's rows of the tableau: one row per Banker total; columns for "-", then 0 … 9.
const BANKER = Object.fromEntries(
  RULES.banker.split("\n").slice(1).map((line) => line.split(" ")).map(([total, ...row]) => [total, row]),
);

/** The cards that the cells of a shoe stand for, by fineness; each has the attributes known at that fineness. */
const CARDS = {
  points: Array.from({ length: 10 }, (_, points) => ({ points, rank: points || 10 })),
  ranks: Array.from({ length: 13 }, (_, i) => ({ points: (i < 9 ? i + 1 : 0), rank: i + 1 })),
};
CARDS.cards = CARDS.ranks.flatMap((card) => SUITS.map((_, suit) => ({ ...card, suit, color: suit % 3 ? 1 : 0 })));

const total = (hand) => hand.reduce((points, card) => points + card.points, 0) % 10;

/** The hand that the next card goes to, "p" or "b"; empty once the coup is over. */
function nextHand({ p, b }) {
  if (p.length < 2 || b.length < 2) return p.length > b.length ? "b" : "p";
  const [player, banker] = [total(p.slice(0, 2)), total(b.slice(0, 2))];
  if (RULES.naturals.includes(player) || RULES.naturals.includes(banker) || b.length === 3) return "";
  if (p.length === 2 && RULES.player_draws.includes(player)) return "p";
  const column = RULES.banker_by === "player-total" ? total(p) : p[2]?.points;
  return BANKER[banker][p.length === 3 ? column + 1 : 0] === "D" ? "b" : "";
}

/** The coup with these cards on the table, in dealing order; the rules may fix Player's first card. */
function coupOf(cards) {
  const coup = { p: RULES.player_first ? [CARDS.ranks[RULES.player_first - 1]] : [], b: [] };
  for (const card of cards) coup[nextHand(coup)].push(card);
  return coup;
}

const two = (hand) => total(hand.slice(0, 2));
const both = (hand, name) => hand[0][name] === hand[1][name];
const FACTS = {
  player_wins: ({ p, b }) => total(p) > total(b),
  banker_wins: ({ p, b }) => total(p) < total(b),
  tie: ({ p, b }) => total(p) === total(b),
  cards: ({ p, b }) => p.length + b.length,
  margin: ({ p, b }) => Math.abs(total(p) - total(b)),
};
for (const [name, hand] of [["player", "p"], ["banker", "b"]]) {
  FACTS[`${name}_draws`] = (coup) => coup[hand].length === 3;
  FACTS[`${name}_natural`] = (coup) => two(coup[hand]) >= 8;
  FACTS[`${name}_pair`] = (coup) => both(coup[hand], "rank");
  FACTS[`${name}_suited_pair`] = (coup) => both(coup[hand], "rank") && both(coup[hand], "suit");
  FACTS[`${name}_total`] = (coup) => total(coup[hand]);
  FACTS[`${name}_two`] = (coup) => two(coup[hand]);
  FACTS[`${name}_cards`] = (coup) => coup[hand].length;
}
const SCOPES = {
  coup: ({ p, b }) => [...p, ...b],
  player: ({ p }) => p,
  banker: ({ b }) => b,
  first_four: ({ p, b }) => [...p.slice(0, 2), ...b.slice(0, 2)],
};
// Loose equality, because BigInts are compared with numbers; JavaScript compares these exactly.
const SIGNS = {
  "==": (a, b) => a == b, "!=": (a, b) => a != b, "<": (a, b) => a < b,
  "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};
const ARITHMETIC = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "%": (a, b) => ((a % b) + b) % b,
};

/** The card positions that a phrase names, such as p3. */
const touched = ([word, ...parts]) =>
  word === "card" ? [parts[0]].filter(Boolean)
    : word === "count" ? [] : parts.filter(Array.isArray).flatMap(touched);

/** A phrase of a condition as a function of a finished coup and, inside `count`, of the card being examined. */
function compiled(phrase) {
  if (!Array.isArray(phrase)) return () => phrase;
  const [word, ...parts] = phrase;
  switch (word) {
    case "fact": return FACTS[parts[0]];
    case "card": {
      const [position, name] = parts;
      return position ? (coup) => coup[position[0]][position[1] - 1][name] : (coup, card) => card[name];
    }
    case "count": {
      const [cards, inner] = [SCOPES[parts[0]], compiled(parts[1])];
      return (coup) => cards(coup).filter((card) => inner(coup, card)).length;
    }
    case "distinct": return (coup) => new Set(SCOPES[parts[0]](coup).map((card) => card[parts[1]])).size;
    case "not": {
      const inner = compiled(parts[0]);
      return (coup, card) => !inner(coup, card);
    }
    case "and": case "or": {
      const all = parts.map(compiled);
      return word === "and"
        ? (coup, card) => all.every((part) => part(coup, card))
        : (coup, card) => all.some((part) => part(coup, card));
    }
    case "chain": {
      const first = compiled(parts[0]);
      const rest = parts.slice(1).map(([sign, operand]) => [ARITHMETIC[sign], compiled(operand)]);
      return (coup, card) =>
        rest.reduce((value, [apply, operand]) => apply(value, BigInt(operand(coup, card))), BigInt(first(coup, card)));
    }
  }
  // A comparison or a membership is false if it names a third card that was not drawn.
  const places = touched(phrase).map((position) => [position[0], position[1] - 1]);
  const item = compiled(parts[0]);
  const other = word === "in" ? null : compiled(parts[1]);
  const holds = word === "in"
    ? (coup, card) => parts[1].some(([low, high]) => item(coup, card) >= low && item(coup, card) <= high)
    : (coup, card) => SIGNS[word](item(coup, card), other(coup, card));
  return (coup, card) => places.every(([hand, place]) => coup[hand][place]) && holds(coup, card);
}

/** The index of the line that settles a bet in a finished coup; the last line applies if no other does. */
function settled(bet, coup) {
  const line = bet.compiled.findIndex((holds) => holds(coup));
  return line < 0 ? bet.compiled.length : line;
}

/**
 * The ways of each line of the bets given the cards on the table, over the ordered deals of the coup's other
 * cards: { total, of } as in `waysOf`. `cells` are the cards left by `fineness`. Enumerates every continuation.
 */
function continued(bets, cells, fineness, table) {
  const unknown = DATA.unknown - table.length;
  const all = falling(sum(cells), unknown);
  const exact = all <= MOST_EXACT ? Number : BigInt;
  const left = cells.map(exact);
  const tails = Array.from({ length: unknown + 1 }, (_, dealt) => exact(falling(sum(cells) - dealt, unknown - dealt)));
  const of = new Map(bets.map((bet) => [bet, bet.lines.map(() => exact(0))]));
  for (const bet of bets) bet.compiled ??= bet.when.map(compiled);
  const [none, one] = [exact(0), exact(1)];
  const coup = coupOf(table);
  const deal = (dealt, ways) => {
    const hand = nextHand(coup);
    if (!hand) {
      for (const [bet, lines] of of) lines[settled(bet, coup)] += ways * tails[dealt];
      return;
    }
    CARDS[fineness].forEach((card, cell) => {
      if (left[cell] <= none) return;
      const more = ways * left[cell];
      left[cell] -= one;
      coup[hand].push(card);
      deal(dealt + 1, more);
      coup[hand].pop();
      left[cell] += one;
    });
  };
  deal(0, one);
  for (const lines of of.values()) lines.forEach((ways, i) => (lines[i] = BigInt(ways)));
  return { total: all, of };
}

/** The odds given the cards on the table, for every bet with few enough continuations to enumerate. */
function inside(counts, table) {
  const of = new Map();
  for (const fineness of FINENESSES) {
    const bets = BETS.filter((bet) => bet.program.fineness === fineness && !tooCoarse(bet, counts));
    const cells = coarsened(counts, fineness);
    if (!bets.length || cells.length ** (DATA.unknown - table.length) > MOST_DEALS) continue;
    continued(bets, cells, fineness, table).of.forEach((ways, bet) => of.set(bet, ways));
  }
  return { total: falling(sum(counts), DATA.unknown - table.length), of };
}

/** The card of a text such as "9h" or "T"; null if the text is not a card. */
function cardOf(text) {
  const [rank, suit] = [RANKS.indexOf(text[0]?.toUpperCase()), SUITS.indexOf(text[1])];
  if (rank < 0 || text.length > 2 || (text.length === 2 && suit < 0)) return null;
  return suit < 0 ? CARDS.ranks[rank] : CARDS.cards[4 * rank + suit];
}

/** The interface of `inside` for other programs: `table` lists the cards in dealing order, as texts. */
FACE.inside = (counts, table) => {
  const { total, of } = inside(checked(counts), table.map(cardOf));
  const byLine = (bet, ways) => Object.fromEntries(bet.lines.map(({ id }, i) => [id, `${ways[i]}`]));
  return { total: `${total}`, bets: byKey(of, byLine) };
};
