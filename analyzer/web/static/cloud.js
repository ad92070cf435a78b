// Paytables near the one on the bench: a plot of house edge and standard deviation, with the Pareto front.

const MOST_VARIED = 6;
const EACH = [0, 401, 43, 11, 5, 3, 3]; // Most prices per line, by number of varied lines; up to 2,000 paytables.
const FRONTS = { least: 1, most: -1 };

const lcm = (a, b) => (a / gcd(a, b)) * b;
const ordered = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The lines of a bet that pay and can happen, most probable first. */
function gainingLines({ lines }, pays, ways) {
  const gaining = lines.filter(({ place }) => pays[place].n > 0n && ways[place]);
  return gaining.sort((a, b) => ordered(ways[b.place], ways[a.place]));
}

/** Prices of a set between 0.5 and 1.5 times a pay; if there are more than `most`, those nearest to it. */
function around(prices, pay, most) {
  const middle = nearest(prices, pay);
  const first = Math.max(0, middle - (most >> 1), nearest(prices, times(pay, ratio(1n, 2n))));
  const last = Math.min(middle + (most >> 1), nearest(prices, times(pay, ratio(3n, 2n))));
  return Array.from({ length: last - first + 1 }, (_, i) => prices.at(first + i));
}

/** The pays to try for each line of a bet: several for varied lines, only the current pay for the others. */
function choicesOf(bench, pays, prices) {
  const gaining = gainingLines(bench, pays, bench.on(8).ways);
  const lines = gaining.slice(0, MOST_VARIED).sort((a, b) => a.place - b.place);
  const choices = bench.lines.map(({ place }) =>
    lines.some((line) => line.place === place) ? around(prices, pays[place], EACH[lines.length]) : [pays[place]]);
  return { gaining: gaining.length, lines, choices };
}

const isWithin = (pays, choices) => choices.every((options, i) =>
  compare(options[0], pays[i]) <= 0 && compare(pays[i], options.at(-1)) <= 0);

/**
 * Every paytable made of these choices: `edge` and `sd` as doubles for drawing, and the exact integers from which
 * they are computed: the total gain of all deals, and the variance, each over a denominator common to all.
 */
function cloudOf(bench, { gaining, lines, choices }) {
  const { total, ways } = bench.on(8);
  const terms = choices.map((options, i) => options.map((pay) => {
    const { first, second } = bench.lines[i];
    return { pay, gain: times(pay, first), square: times(times(pay, pay), second) };
  }));
  const common = (of) => terms.flat().reduce((all, term) => lcm(all, of(term).d), 1n);
  const [gains, squares] = [common((term) => term.gain), common((term) => term.square)];
  let points = [{ pays: [], gain: 0n, square: 0n }];
  terms.forEach((options, i) => {
    const whole = options.map(({ pay, gain, square }) => ({
      pay, gain: gain.n * (gains / gain.d) * ways[i], square: square.n * (squares / square.d) * ways[i],
    }));
    points = points.flatMap((point) => whole.map(({ pay, gain, square }) =>
      ({ pays: [...point.pays, pay], gain: point.gain + gain, square: point.square + square })));
  });
  const below = gains * gains * squares * total * total;
  const cut = BigInt(Math.max(0, below.toString(2).length - 900)); // So that doubles do not overflow.
  const [allGains, allSquares] = [Number(gains * total), Number(below >> cut)];
  for (const point of points) {
    point.variance = point.square * gains * gains * total - point.gain * point.gain * squares;
    point.edge = -Number(point.gain) / allGains;
    point.sd = Math.sqrt(Number(point.variance >> cut) / allSquares);
  }
  return { points, lines, gaining };
}

/** The Pareto front, in order: paytables of least edge and SD, or of most of both if `sign` is −1. */
function frontOf(points, sign) {
  const sorted = [...points].sort((a, b) =>
    sign * ordered(b.gain, a.gain) || sign * ordered(a.variance, b.variance));
  const front = [];
  for (const point of sorted)
    if (!front.length || sign * ordered(point.variance, front.at(-1).variance) < 0) front.push(point);
  return front;
}

/** About `number` round numbers from low to high. */
function ticks(low, high, number) {
  const rough = (high - low) / number || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough);
  const from = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - from + 1 }, (_, i) => (from + i) * step);
}

/** The width of an element in pixels, kept up to date. */
function useWidth(usual) {
  const [width, setWidth] = useState(usual);
  const ref = useRef();
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => setWidth(Math.max(240, Math.round(contentRect.width))));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}

/** The result of a slow function, called once `key`, a text, has not changed for a while; null until then. */
function useLater(key, made, delay = 120) {
  const [done, setDone] = useState({ key: null, value: null });
  useEffect(() => {
    const timer = setTimeout(() => setDone({ key, value: made() }), delay);
    return () => clearTimeout(timer);
  }, [key]);
  return { value: done.value, busy: done.key !== key };
}

const EDGES = { left: 52, right: 12, top: 10, bottom: 40 };

function Cloud({ bench, pays, prices, front, onPays }) {
  const { current: kept } = useRef({});
  if (kept.bench !== bench || kept.prices !== prices || !isWithin(pays, kept.around.choices))
    Object.assign(kept, { bench, prices, around: choicesOf(bench, pays, PRICES[prices]) });
  const { around } = kept; // Copied, because `kept` may be about another bet by the time it is used.
  const key = [bench.bet.key, prices, around.choices.map((options) => ratioText(options[0]))].join(" ");
  const { value, busy } = useLater(key, () => cloudOf(bench, around));
  const best = useMemo(() => value && frontOf(value.points, FRONTS[front]), [value, front]);
  const [ref, width] = useWidth(560);
  const [shown, show] = useState(null);
  useEffect(() => show(null), [value]);
  const here = valued(bench, pays, bench.on(8));
  const mine = { pays, edge: asDouble(here.houseEdge), sd: Math.sqrt(asDouble(here.variance)) };
  const said = (point) => t("bench.point", {
    pays: (value?.lines ?? []).map(({ place }) => payText(point.pays[place])).join(" · "),
    edge: localised(`${(100 * point.edge).toFixed(3)}%`), sd: localised(point.sd.toFixed(3)),
  });
  return html`
    <div ref=${ref} class="cloud" aria-busy=${busy}>
      ${value && value.lines.length > 0 && html`<${Plot} ...${{ value, best, mine, width, said, show, front, onPays }} />`}
      ${value && value.lines.length < value.gaining && html`<p class="soft">
        ${t("bench.cloud.varied", { n: value.lines.length, all: value.gaining })}</p>`}
      <p class="soft">${busy ? t("computing") : said(shown ?? mine)}</p>
    </div>`;
}

function Plot({ value, best, mine, width, said, show, front, onPays }) {
  const height = Math.min(380, Math.max(260, width * 0.6));
  const marks = useMemo(() => {
    const spread = (of) => {
      const all = value.points.map(of);
      const [low, high] = [Math.min(...all), Math.max(...all)];
      const pad = (high - low || 0.01) * 0.04;
      return [low - pad, high + pad];
    };
    return { edge: spread((point) => point.edge), sd: spread((point) => point.sd) };
  }, [value]);
  const scale = ([low, high], from, to) => (at) => from + ((at - low) / (high - low)) * (to - from);
  const x = scale(marks.edge, EDGES.left, width - EDGES.right);
  const y = scale(marks.sd, height - EDGES.bottom, EDGES.top);
  const dots = useMemo(() =>
    value.points.map((point) => `M${x(point.edge).toFixed(1)} ${y(point.sd).toFixed(1)}h0`).join(""), [value, width]);
  const isMine = (point) => point.pays.every((pay, i) => compare(pay, mine.pays[i]) === 0);
  const [roving, rove] = useState(0);
  const at = Math.min(roving, best.length - 1);
  const away = ({ edge }) => Math.abs(edge - mine.edge);
  useEffect(() => rove(best.reduce((least, point, i) => (away(point) < away(best[least]) ? i : least), 0)), [best]);
  const inside = (point) => [[point.edge, marks.edge], [point.sd, marks.sd]].every(([n, [low, high]]) => n >= low && n <= high);
  const near = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const off = (point) =>
      Math.hypot(x(point.edge) - event.clientX + box.left, y(point.sd) - event.clientY + box.top);
    const point = value.points.reduce((a, b) => (off(b) < off(a) ? b : a));
    return off(point) < 16 ? point : null;
  };
  const onKey = (event) => {
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: best.length - 1 };
    if (event.key === "Enter" || event.key === " ") onPays(best[at].pays);
    else if (!(event.key in to)) return;
    else {
      const next = Math.max(0, Math.min(best.length - 1, to[event.key]));
      rove(next);
      event.currentTarget.querySelectorAll("[role=button]")[next].focus();
    }
    event.preventDefault();
  };
  const xs = ticks(...marks.edge.map((edge) => 100 * edge), width / 90);
  const ys = ticks(...marks.sd, height / 60);
  const few = (number) => localised(`${+number.toPrecision(6)}`);
  return html`
    <svg width=${width} height=${height} role="group"
      aria-label=${t("bench.cloud.says", { n: grouped(value.points.length), front: best.length })}
      onPointerMove=${(event) => show(near(event))} onPointerLeave=${() => show(null)}
      onClick=${(event) => { const point = near(event); if (point) onPays(point.pays); }}>
      <g class="axes" aria-hidden="true">
        ${xs.map((edge) => html`<path d=${`M${x(edge / 100)} ${EDGES.top}V${height - EDGES.bottom}`} />
          <text x=${x(edge / 100)} y=${height - EDGES.bottom + 16} text-anchor="middle">${few(edge)}%</text>`)}
        ${ys.map((sd) => html`<path d=${`M${EDGES.left} ${y(sd)}H${width - EDGES.right}`} />
          <text x=${EDGES.left - 6} y=${y(sd) + 4} text-anchor="end">${few(sd)}</text>`)}
        <text x=${(EDGES.left + width) / 2} y=${height - 6} text-anchor="middle">${t("bench.edge")}</text>
        <text x=${-height / 2 + EDGES.bottom / 2} y="13" text-anchor="middle" transform="rotate(-90)">${t("bench.sd")}</text>
      </g>
      <path class="dots" d=${dots} aria-hidden="true" />
      <path class="front" d=${`M${best.map((point) => `${x(point.edge)} ${y(point.sd)}`).join("L")}`} aria-hidden="true" />
      <g role="group" aria-label=${t(`bench.front.${front}`)} onKeyDown=${onKey}>
        ${best.map((point, i) => html`
          <circle key=${point.pays.map(ratioText).join(" ")} class="best" cx=${x(point.edge)} cy=${y(point.sd)} r=${i === at ? 6 : 4}
            role="button" tabindex=${i === at ? 0 : -1} aria-label=${said(point)} aria-pressed=${isMine(point)}
            onFocus=${() => { rove(i); show(point); }} />`)}
      </g>
      ${inside(mine) && html`<path class="mine" aria-hidden="true"
        d=${`M${x(mine.edge) - 9} ${y(mine.sd)}h18m-9 -9v18`} />`}
    </svg>`;
}
