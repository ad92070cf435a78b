// The page: a header, one room at a time, and a footer.

function Page({ tested, failure }) {
  const state = useStore();
  const read = useBetFile(state);
  const Room = Object.hasOwn(ROOMS, state.room) ? ROOMS[state.room] : ShoeRoom;
  useEffect(() => {
    HOME.frame(state.lang, `${nameOf(DATA.variant)} · ${t("title")}`);
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
      ${DATA.served && html`<${Variants} state=${state} />`}
      <div role="tablist" aria-label=${t("rooms")} onKeyDown=${onTab}>
        ${Object.keys(ROOMS).map((room) => html`
          <button type="button" role="tab" id=${`tab-${room}`} aria-controls="room"
            aria-selected=${room === state.room} tabindex=${room === state.room ? 0 : -1}
            onClick=${() => set({ room })}>${t(`room.${room}`)}</button>`)}
      </div>
    </header>
    <${Failure} failure=${failure} />
    ${DATA.refused && html`<p class="alarm" role="alert">${t("variant.own.refused", { reason: DATA.refused })}</p>`}
    ${STORE.foreign && html`<p class="alarm" role="alert">
      ${t("other.page", { theirs: STORE.foreign, ours: MARK })}</p>`}
    <main><div id="room" role="tabpanel" aria-labelledby=${`tab-${state.room}`}><${Room} ...${{ state, read }} /></div></main>
    <footer>
      <p>${t("devices")}</p>
      <${Share} state=${state} />
      <${Proof} ...${{ state, tested, failure }} />
    </footer>
    <${Notice} />`;
}

const LANGUAGE_NAMES = {
  en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", th: "ไทย", ko: "한국어", vi: "Tiếng Việt",
};

/** Buttons that copy what is shown: as a link, and in the other forms that the room offers. */
function Share({ state }) {
  const offered = () => {
    try {
      return COPIES[state.room]?.(state) ?? {};
    } catch {
      return {}; // The typed text is not a shoe, and the room says so.
    }
  };
  return html`<div class="row" role="group" aria-label=${t("share")}>
    <label><input type="checkbox" checked=${state.keys === "on"}
      onChange=${({ target }) => set({ keys: target.checked ? "on" : "off" })} />${t("keys")}</label>
    <button type="button" onClick=${() => copy(location.href)}>${t("copy.link")}</button>
    ${Object.entries(offered()).map(([kind, text]) => html`
      <button type="button" data-copy=${kind} onClick=${() => copy(text)}>${t(`copy.${kind}`)}</button>`)}
  </div>`;
}

start(Page);
