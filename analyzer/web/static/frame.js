// Parts that pages and widgets share around their rooms: the start, the self-test and the digests.

/** The failure of the self-test, if it failed. */
const Failure = ({ failure }) =>
  failure && html`<p class="alarm" role="alert">${t("self.failed", { reason: failure })}</p>`;

/** Bets left out, the self-test, versions and digests. */
const Proof = ({ state, tested, failure }) => html`
  ${DATA.omitted.map((one) => html`
    <p>${t("left.out", { bet: nameOf(one), reason: one.reason[state.lang] })}</p>`)}
  ${!failure && html`<p>${t("self.test", { n: grouped(tested) })}</p>`}
  <p class="digests">${t("made.by", { version: DATA.version, rules: DATA.rules.sha256, bets: DATA.bets_sha256 })}</p>`;

/** Run the self-test, read the state, and draw it with `Frame`, a component that shows one of the rooms. */
function start(Frame) {
  let [tested, failure] = [0, ""];
  try {
    tested = selfTest();
  } catch (error) {
    failure = error.message;
  }
  restore();
  HOME.listen(restore);
  render(html`<${Framed} ...${{ Frame, tested, failure }} />`, ROOT);
}

/** The frame; reports that it is ready once all its components listen. */
function Framed({ Frame, tested, failure }) {
  useEffect(() => HOME.ready(FACE), []);
  return html`<${Frame} tested=${tested} failure=${failure} />`;
}
