// A widget: one room, its self-test and its digests.

function Widget({ tested, failure }) {
  const state = useStore();
  const title = `${nameOf(DATA.variant)} · ${t(`room.${DATA.room}`)}`;
  useEffect(() => HOME.frame(state.lang, title));
  return html`
    <h2>${title}</h2>
    <${Failure} failure=${failure} />
    <${ROOMS[DATA.room]} state=${state} />
    <footer><${Proof} ...${{ state, tested, failure }} /></footer>
    <${Notice} />`;
}

start(Widget);
