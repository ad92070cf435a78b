// What a counter gains: effects of removal, exactly; the yield, estimated here and played out by a server.

const KINDS = {
  points: [..."0123456789"],
  ranks: [..."A23456789TJQK"],
  cards: [..."A23456789TJQK"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit)),
};
const CARDS_A_COUP = 4.94; // The mean of the usual tableau, for the estimate only.
const CUT = 14;

/** For each kind of card: how many 8 decks hold, and the ways once one of them is gone. */
function oneGone(bench) {
  const { fineness } = PROGRAMS[bench.bet.program];
  const full = coarsened(Array(52).fill(8), fineness);
  bench.gone ??= full.map((cards, kind) => ({
    kind: KINDS[fineness][kind], cards, shoe: waysOn(bench.bet, full.map((count, i) => count - (i === kind))),
  }));
  return bench.gone;
}

/** The change of EV when one card of each kind leaves 8 decks; `tag` is it as part of the largest. */
function effects(bench, pays) {
  const { ev } = valued(bench, pays, bench.on(8));
  const kinds = oneGone(bench).map(({ kind, cards, shoe }) =>
    ({ kind, cards, effect: minus(valued(bench, pays, shoe).ev, ev) }));
  const size = ({ n, d }) => ({ n: n < 0n ? -n : n, d });
  const largest = kinds.reduce((most, { effect }) => (compare(size(effect), most) > 0 ? size(effect) : most), ZERO);
  return { ev, kinds: kinds.map((one) => ({ ...one, tag: largest.n ? over(one.effect, largest) : ZERO })) };
}

/** Units that perfect linear counting gains from a shoe, about: the EV with n unseen cards is taken as normal. */
function estimatedYield({ ev, kinds }) {
  const cards = kinds.reduce((all, kind) => all + kind.cards, 0);
  const square = kinds.reduce((all, kind) => all + kind.cards * asDouble(kind.effect) ** 2, 0) / cards;
  const mean = asDouble(ev);
  let gain = 0;
  for (let unseen = cards - CARDS_A_COUP; unseen > CUT - CARDS_A_COUP; unseen -= CARDS_A_COUP) {
    const spread = Math.sqrt(((cards - 1) * square * (cards - unseen)) / unseen);
    gain += meanAboveZero(mean, spread);
  }
  return gain;
}

/** The mean of max(0, X) of a normal X. */
function meanAboveZero(mean, spread) {
  const z = mean / spread;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17: the tail beyond |z|, to 7.5e-8.
  const k = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((sum, c) => (sum + c) * k, 0);
  const above = z > 0 ? 1 - density * series : density * series;
  return Math.max(0, mean * above + spread * density);
}

const SHOES_PLAYED = 2000;

/** The yield as a server plays it out: { text } once it is known, { busy } or { error } before. */
function usePlayed(bench, pays, key) {
  const [played, setPlayed] = useState({});
  useEffect(() => {
    setPlayed({ busy: true });
    if (!pays.every(isWritable)) return setPlayed({ error: t("bench.long") });
    let wanted = true;
    const asked = setTimeout(async () => {
      try {
        const { bet, file } = bench.bet;
        const pay = Object.fromEntries(bench.lines.slice(0, -1).filter(({ place, usual }) => compare(pays[place], usual))
          .map(({ id, place }) => [`${bet}.${id}`, ratioText(pays[place])]));
        const answer = await ask("sweep", {
          ...(file ? { files: { [FILE]: file }, bets: [FILE] } : {}),
          variant: DATA.variant.id, decks: 8, bet: [referenceOf(bench.bet)], pay, shoes: SHOES_PLAYED, seed: 1,
        });
        const [{ yield_per_shoe: gain, yield_standard_error: error }] = answer.bets;
        if (wanted) setPlayed({ gain: parsedRatio(gain), error: null, spread: error });
      } catch (error) {
        if (wanted) setPlayed({ error: error.message });
      }
    }, 600);
    return () => { wanted = false; clearTimeout(asked); };
  }, [key]);
  return played;
}

function Counter({ bench, pays }) {
  const key = [bench.bet.key, ...pays.map(ratioText)].join(" ");
  const { value, busy } = useLater(key, () => effects(bench, pays));
  if (!value) return html`<p class="soft" aria-busy="true">${t("bench.computing")}</p>`;
  const suits = value.kinds.length === 52 ? 4 : 1;
  const rows = Array.from({ length: value.kinds.length / suits }, (_, i) => value.kinds.slice(suits * i, suits * (i + 1)));
  const longest = Math.max(...value.kinds.map(({ tag }) => Math.abs(asDouble(tag)))) || 1;
  return html`
    <div class=${busy ? "stale" : ""} aria-busy=${busy}>
      ${DATA.served ? html`<${Played} ...${{ bench, pays, of: key }} />` : ""}
      <p>${t("bench.estimate", { n: localised(estimatedYield(value).toFixed(2)) })}
        ${" "}<span class="soft">${t(DATA.served ? "bench.estimate.how" : "bench.offline")}</span></p>
      <div class="wide"><table class="effects">
        <caption>${t("bench.effects")}</caption>
        <thead><tr><th scope="col">${t("bench.card")}</th>
          ${suits > 1 ? [..."♠♥♦♣"].map((suit) => html`<th scope="col" class="n">${suit}</th>`)
            : html`<th scope="col" class="n">${t("bench.effect")}</th><th scope="col" class="n">${t("bench.tag")}</th>
              <td aria-hidden="true"></td>`}</tr></thead>
        <tbody>${rows.map((row) => html`<tr><th scope="row">${row[0].kind[0]}</th>
          ${row.map(({ effect }) => html`<td class="n"><${Figure} value=${effect} text=${percent(effect)} /></td>`)}
          ${suits === 1 && html`<td class="n"><${Figure} value=${row[0].tag} text=${number(row[0].tag, 2)} /></td>
            <td aria-hidden="true"><${Bar} part=${asDouble(row[0].tag) / longest} /></td>`}</tr>`)}</tbody>
      </table></div>
    </div>`;
}

const Bar = ({ part }) => html`
  <svg class="bar" width="80" height="12"><path d="M40 0v12" class="zero" />
    <rect x=${Math.min(40, 40 + 40 * part)} y="2" width=${40 * Math.abs(part)} height="8" /></svg>`;

function Played({ bench, pays, of }) {
  const { busy, gain, spread, error } = usePlayed(bench, pays, of);
  if (busy) return html`<p aria-busy="true">${t("bench.playing", { n: grouped(SHOES_PLAYED) })}</p>`;
  if (error) return html`<p class="bad">${error}</p>`;
  return html`<p>${t("bench.played", { n: grouped(SHOES_PLAYED), error: localised((+spread).toFixed(4)) })}
    ${" "}<${Figure} value=${gain} text=${number(gain)} /></p>`;
}
