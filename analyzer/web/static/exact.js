// Exact rational numbers: { n, d } of BigInts in lowest terms, d > 0.

function gcd(a, b) {
  if (a < 0n) a = -a;
  while (b) [a, b] = [b, a % b];
  return a;
}

function ratio(n, d = 1n) {
  const common = gcd(n, d) || 1n;
  return { n: n / common, d: d / common };
}

/** The ratio of a text such as "19/20", "-3" or "0.95". */
function parsedRatio(text) {
  const [, sign, whole, decimals = "", below = "1"] = /^(-?)(\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text);
  return ratio(BigInt(sign + whole + decimals), 10n ** BigInt(decimals.length) * BigInt(below));
}

/** The fraction from 0 to 1 of a text such as "2%", "0.02" or "1/50"; null for other text. */
function parsedPart(text) {
  const [, amount, sign] = /^\s*(\d{1,12}(?:\.\d{1,12}|\/[1-9]\d{0,11})?)\s*(%?)\s*$/.exec(text) ?? [];
  const part = amount && over(parsedRatio(amount), sign ? ratio(100n) : ONE);
  return part && compare(part, ONE) <= 0 ? part : null;
}

const ZERO = ratio(0n);
const ONE = ratio(1n);
const plus = (a, b) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a, b) => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a, b) => ratio(a.n * b.n, a.d * b.d);
const over = (a, b) => (b.n < 0n ? ratio(-a.n * b.d, a.d * -b.n) : ratio(a.n * b.d, a.d * b.n));
const negative = (a) => ({ n: -a.n, d: a.d });
const compare = (a, b) => {
  const [left, right] = [a.n * b.d, b.n * a.d];
  return left < right ? -1 : left > right ? 1 : 0;
};
const ratioText = ({ n, d }) => (d === 1n ? `${n}` : `${n}/${d}`);

/** The nearest double, for drawing only. */
function asDouble({ n, d }) {
  const shift = BigInt(Math.max(0, d.toString(2).length - 900, n.toString(2).length - 900));
  return Number(n >> shift) / Number(d >> shift);
}

/** A quotient of integers, rounded half to even; d > 0. */
function rounded(n, d) {
  const size = n < 0n ? -n : n;
  const twice = 2n * (size % d);
  const up = twice > d || (twice === d && (size / d) % 2n === 1n);
  const whole = size / d + (up ? 1n : 0n);
  return n < 0n ? -whole : whole;
}

/** A ratio as a decimal, rounded half to even; first multiplied by 10 to the power `scale`: 2 for percent. */
function decimal({ n, d }, places, scale = 0) {
  return pointed(rounded(n * 10n ** BigInt(places + scale), d), places);
}

/** The square root of a ratio ≥ 0 as a decimal, rounded half to even. */
function rootDecimal({ n, d }, places, scale = 0) {
  const square = 4n * n * 10n ** BigInt(2 * (places + scale));
  const twice = isqrt(square / d); // In halves of the last decimal.
  const even = twice % 4n === 1n && twice * twice * d === square; // Exactly halfway, above an even number.
  return pointed((twice + (even ? 0n : 1n)) / 2n, places);
}

/** The integer part of the square root of an integer ≥ 0, by Newton's method. */
function isqrt(square) {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next; ; root = next) {
    next = (root + square / root) >> 1n;
    if (next >= root) return root;
  }
}

/** An integer number of units of the last decimal place, written with its decimal point. */
function pointed(units, places) {
  const digits = `${units < 0n ? -units : units}`.padStart(places + 1, "0");
  const point = places ? `.${digits.slice(-places)}` : "";
  return `${units < 0n ? "-" : ""}${digits.slice(0, digits.length - places)}${point}`;
}
