// The frame around the rooms, and the start.

const ROOMS = { shoe: ShoeRoom, bench: BenchRoom, board: BoardRoom, check: CheckRoom };

function Page({ tested, failure }) {
  const state = useStore();
  const Room = ROOMS[state.room] ?? ShoeRoom;
  useEffect(() => {
    document.documentElement.lang = state.lang;
    document.title = `${nameOf(DATA.variant)} · ${t("title")}`;
  });
  const onTab = (event) => {
    const ids = Object.keys(ROOMS);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const room = ids[(ids.indexOf(state.room) + step + ids.length) % ids.length];
    set({ room });
    document.getElementById(`tab-${room}`).focus();
  };
  return html`
    <header>
      <h1>${nameOf(DATA.variant)}</h1>
      <label class="language">${t("language")}
        <select value=${state.lang} onChange=${(event) => set({ lang: event.target.value })}>
          ${DATA.languages.map((tag) => html`<option value=${tag} lang=${tag}>${LANGUAGE_NAMES[tag]}</option>`)}
        </select>
      </label>
      <div role="tablist" aria-label=${t("rooms")} onKeyDown=${onTab}>
        ${Object.keys(ROOMS).map((room) => html`
          <button type="button" role="tab" id=${`tab-${room}`} aria-controls="room"
            aria-selected=${room === state.room} tabindex=${room === state.room ? 0 : -1}
            onClick=${() => set({ room })}>${t(`room.${room}`)}</button>`)}
      </div>
    </header>
    ${failure && html`<p class="alarm" role="alert">${t("self.failed", { reason: failure })}</p>`}
    ${STORE.foreign && html`<p class="alarm" role="alert">
      ${t("other.page", { theirs: STORE.foreign, ours: MARK })}</p>`}
    <main><div id="room" role="tabpanel" aria-labelledby=${`tab-${state.room}`}><${Room} state=${state} /></div></main>
    <footer>
      <p>${t("devices")}</p>
      <${Share} state=${state} />
      ${DATA.omitted.map((one) => html`
        <p>${t("left.out", { bet: nameOf(one), reason: one.reason[state.lang] })}</p>`)}
      ${!failure && html`<p>${t("self.test", { n: grouped(tested) })}</p>`}
      <p class="digests">${t("made.by", { version: DATA.version, rules: DATA.rules.sha256, bets: DATA.digest })}</p>
    </footer>
    <${Notice} />`;
}

const LANGUAGE_NAMES = {
  en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", th: "ไทย", ko: "한국어", vi: "Tiếng Việt",
};

const Share = () => html`<p><button type="button" onClick=${() => copy(location.href)}>${t("copy.link")}</button></p>`;

function start() {
  let [tested, failure] = [0, ""];
  try {
    tested = selfTest();
  } catch (error) {
    failure = error.message;
  }
  restore();
  render(html`<${Page} tested=${tested} failure=${failure} />`, document.getElementById("page"));
  document.documentElement.dataset.ready = "true";
}

addEventListener("hashchange", () => {
  restore();
  STORE.listeners.forEach((listener) => listener(STORE.state));
});
start();
