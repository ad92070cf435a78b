// Counts the ways of every outcome from a shoe, as Program.weigh of the Python package does.

const SIZES = ["cells", "kinds", "factors", "products", "polynomials", "sums", "outcomes"];
const ARRAYS = [
  "kindStart", "kindCell", "factorKind", "factorGone", "parent", "last", "rowEnd", "outer",
  "entryStart", "inner", "orders", "sumStart", "lessStart", "term",
];
const MOST_EXACT = 2n ** 53n; // Doubles represent every integer up to this.

/** A program from its text: base64 of the differences of its words, seven bits per byte (see carried.py). */
function unpacked(text) {
  const bytes = atob(text);
  const words = [];
  for (let at = 0, word = 0; at < bytes.length; ) {
    let step = 0;
    for (let scale = 1, more = true; more; scale *= 128) {
      const byte = bytes.charCodeAt(at++);
      step += (byte & 127) * scale;
      more = byte > 127;
    }
    word += step % 2 ? -(step + 1) / 2 : step / 2;
    words.push(word);
  }
  const program = Object.fromEntries(SIZES.map((name, i) => [name, words[i]]));
  let begin = SIZES.length + ARRAYS.length;
  ARRAYS.forEach((name, i) => {
    const end = begin + words[SIZES.length + i];
    program[name] = words.slice(begin, end);
    begin = end;
  });
  // Constants that are multiplied or subtracted are needed in both number types.
  const { orders, factorGone } = program;
  program.doubles = { one: 1, zero: 0, orders: Float64Array.from(orders), gone: Float64Array.from(factorGone) };
  program.wholes = { one: 1n, zero: 0n, orders: orders.map(BigInt), gone: factorGone.map(BigInt) };
  for (const name of ["parent", "last", "outer", "inner", "entryStart", "rowEnd"])
    program[name] = Int32Array.from(program[name]);
  return program;
}

/** N(N−1)…(N−k+1): the number of ordered deals of k cards from N. */
function falling(cards, k) {
  let deals = 1n;
  for (let i = 0; i < k; i++) deals *= BigInt(cards - i);
  return deals;
}

/**
 * The exact ways of each outcome, as BigInts, from the cards left in each cell; `deals` is the number of all deals.
 *
 * If `deals` is at most 2^53, doubles are exact: every product of a row counts deals, no two terms count the same
 * deal, and a difference leaves some of them, so no intermediate number is larger (see the proof at number_type in
 * analyzer/census/polynomials.py). Above 2^53, BigInts are used.
 */
function weigh(program, cells, deals) {
  if (deals > MOST_EXACT) return carriedOut(program, cells.map(BigInt), program.wholes);
  return Array.from(carriedOut(program, cells, program.doubles), BigInt);
}

/** Run a program in one number type, step by step: kinds, factors, products, polynomials, sums. */
function carriedOut(program, cells, { zero, one, orders, gone }) {
  const { kindStart, kindCell, factorKind, parent, last, outer, entryStart, inner, rowEnd, term } = program;
  const counts = new Array(program.kinds);
  for (let kind = 0; kind < program.kinds; kind++) {
    counts[kind] = zero;
    for (let i = kindStart[kind]; i < kindStart[kind + 1]; i++) counts[kind] += cells[kindCell[i]];
  }
  const factors = factorKind.map((kind, i) => counts[kind] - gone[i]);
  const products = zero === 0 ? new Float64Array(program.products) : new Array(program.products);
  products[0] = one;
  for (let i = 1; i < program.products; i++) products[i] = products[parent[i]] * factors[last[i]];
  const values = [];
  for (let i = 0, row = 0; i < program.polynomials; i++) {
    let value = zero;
    for (; row < rowEnd[i]; row++) {
      let sum = zero;
      for (let entry = entryStart[row]; entry < entryStart[row + 1]; entry++)
        sum += products[inner[entry]] * orders[entry];
      value += products[outer[row]] * sum;
    }
    values.push(value);
  }
  for (let i = 0; i < program.sums; i++) {
    // Keep this order: adding everything in one sum could exceed 2^53 on the way.
    let value = zero;
    for (let t = program.sumStart[i]; t < program.lessStart[i]; t++) value += values[term[t]];
    let less = zero;
    for (let t = program.lessStart[i]; t < program.sumStart[i + 1]; t++) less += values[term[t]];
    values.push(value - less);
  }
  return values.slice(values.length - program.outcomes);
}
