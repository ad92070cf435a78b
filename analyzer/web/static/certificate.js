// The checks of a certificate that a page can do without Python: it recounts the numbers of its own bets.

const CARD_RANKS = [..."A23456789TJQK"];
const CARD_KINDS = {
  points: [..."0123456789"],
  ranks: CARD_RANKS,
  cards: CARD_RANKS.flatMap((rank) => [..."shdc"].map((suit) => rank + suit)),
};

/**
 * The value of a JSON text under the rules of certificates: no repeated keys, and integers only. Throws an Error
 * for any other text.
 */
function strictJson(text) {
  const value = JSON.parse(text);
  const open = [];
  let before = "";
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const key = JSON.parse(before);
      if (open.at(-1).has(key)) throw new Error(`expected each key once, got ${before} twice`);
      open.at(-1).add(key);
    } else if (/^-?\d.*[.eE]/.test(token)) throw new Error(`expected whole numbers, got ${token}`);
    before = token;
  }
  return value;
}

const sameValue = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a bet of a certificate is this bet of the page: the same conditions, prices and multipliers. */
function isBet(certified, bet) {
  const lines = certified.lines;
  const named = certified.id === bet.bet && certified.paytable === bet.paytable;
  if (!named || (certified.locked ?? null) !== bet.locked || lines.length !== bet.lines.length) return false;
  return bet.lines.every(({ id, net }, i) => {
    const multiplied = bet.multiplied[id] ?? null;
    const factor = (multiplied ?? [["1", "1"]])
      .map(([x, chance]) => times(parsedRatio(x), parsedRatio(chance))).reduce(plus);
    return (
      lines[i].id === id &&
      lines[i].when === (bet.conditions[i] ?? null) &&
      sameValue(lines[i].multiplier ?? null, multiplied) &&
      compare(times(parsedRatio(lines[i].net), factor), net) === 0
    );
  });
}

/** The counts of a certificate's shoe in order; null if they are not a whole shoe. */
function shoeOf({ counts, cards, fineness }) {
  const kinds = CARD_KINDS[fineness];
  if (!kinds || !Object.keys(counts).every((kind) => kinds.includes(kind))) return null;
  const listed = checked(kinds.map((kind) => counts[kind] ?? 0));
  return sum(listed) === cards ? listed : null;
}

/**
 * The page's check of a certificate: { rows, bets, skipped }, or { fault }, the reason why it cannot check it.
 * A row is a number as certified and as counted here; `skipped` are the bets that this page does not have.
 */
function checkedCertificate(text) {
  try {
    const document = strictJson(text);
    if (document.schema !== "baccarat-certificate/2") return { fault: "schema" };
    const { id, sha256, ...rules } = document.rules;
    const own = Object.fromEntries(Object.keys(rules).map((key) => [key, DATA.rules[key]]));
    if (Object.keys(rules).length !== 5 || !sameValue(rules, own)) return { fault: "rules" };
    if (document.given !== null) return { fault: "given" };
    const counts = shoeOf(document.shoe);
    if (!counts) return { fault: "shoe" };
    return comparedCertificate(document, counts);
  } catch {
    return { fault: "other" };
  }
}

function comparedCertificate({ bets, total_ways }, counts) {
  const own = BETS.filter((bet) => !tooCoarse(bet, counts));
  const found = bets.map((certified) => [certified, own.find((bet) => isBet(certified, bet))]);
  const known = found.filter(([, bet]) => bet);
  const { total, of } = waysOf(counts, known.map(([, bet]) => bet));
  const row = (bet, what, claimed, exact) => ({ bet, what, claimed, exact, same: claimed === exact });
  const rows = known.flatMap(([certified, bet]) => {
    const ways = of.get(bet);
    return [
      ...bet.lines.map(({ id }, i) => row(bet.key, id, certified.lines[i].ways, `${ways[i]}`)),
      row(bet.key, "EV", certified.ev, ratioText(mean(bet.lines, ways, total))),
    ];
  });
  const skipped = found.filter(([, bet]) => !bet)
    .map(([{ id, paytable }]) => (paytable === null ? id : `${id}/${paytable}`));
  return { rows: [row("", "total_ways", total_ways, `${total}`), ...rows], bets: known.length, skipped };
}
