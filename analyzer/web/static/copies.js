// The bet on the bench in forms for other programs: a bet file, a command, Python, a table.

const commandWord = (text) => (/^[\w./=:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A bet file with this bet at these pays. */
function tomlOf({ bet, lines }, pays) {
  const priced = lines.slice(0, -1);
  const multiplier = (id) => (bet.multiplied[id] ? `, multiplier = { ${
    bet.multiplied[id].map(([factor, chance]) => `"${factor}" = "${chance}"`).join(", ")} }` : "");
  return [
    "[[bet]]",
    `id = ${JSON.stringify(bet.bet)}`,
    `name = ${JSON.stringify(bet.names.en)}`,
    ...(bet.locked ? [`locked = "${bet.locked}"`] : []),
    "lines = [",
    ...priced.map(({ id, place }) =>
      `  { id = "${id}", when = ${JSON.stringify(bet.conditions[place])}${multiplier(id)} },`),
    "]",
    "[bet.paytable]",
    ...priced.map(({ id, place }) => `${id} = "${pays[place].n === 0n ? "push" : ratioText(pays[place])}"`),
    "",
  ].join("\n");
}

const changedLines = (lines, pays) => lines.filter(({ place, usual }) => compare(pays[place], usual) !== 0);

/** The Python call that computes the odds of this bet at these pays. */
function pythonOf({ bet, lines }, pays) {
  const prices = changedLines(lines, pays).map(({ id, place }) => `"${bet.bet}.${id}": "${ratioText(pays[place])}"`);
  return `analyzer.odds(${[
    JSON.stringify(VARIANT),
    `bets=[${JSON.stringify(referenceOf(bet))}]`,
    ...(bet.file ? ['bet_files=["bench.toml"]'] : []),
    ...(prices.length ? [`pay={${prices.join(", ")}}`] : []),
  ].join(", ")})`;
}

/** The command that computes the odds of this bet at these pays. */
function commandOf({ bet, lines }, pays) {
  return [
    "baccarat odds", commandWord(VARIANT),
    ...(bet.file ? ["--bets bench.toml"] : []),
    "--bet", commandWord(referenceOf(bet)),
    ...changedLines(lines, pays).map(({ id, place }) => `--pay ${bet.bet}.${id}=${ratioText(pays[place])}`),
    "--lines",
  ].join(" ");
}

/** The lines with their pays and their ways on 6 and 8 decks, as CSV. */
function csvOf(bench, pays) {
  const shoes = [6, 8].map(bench.on);
  const rows = bench.lines.map(({ id, place }) =>
    [bench.bet.bet, id, ratioText(pays[place]), ...shoes.map(({ ways }) => `${ways[place]}`)]);
  return [["bet", "line", "pays", "ways_6_decks", "ways_8_decks"], ...rows].map((row) => `${row.join(",")}\n`).join("");
}
