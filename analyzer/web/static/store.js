// The state of the page: one flat object of texts, which HOME stores.

const { h, render, html, useState, useEffect, useRef, useMemo } = htmPreact;

/** The initial state by key; each room adds its own keys. */
const DEFAULTS = {
  room: "shoe",
  lang: DATA.languages.find((tag) => navigator.language.startsWith(tag)) ?? "en",
};
const STORE = { state: {}, foreign: "", listeners: new Set() };

/** Read the state from where it is stored. */
function restore() {
  const entries = HOME.load();
  const mark = entries.find(([key]) => key === "page")?.[1] ?? MARK;
  STORE.foreign = mark === MARK ? "" : mark;
  STORE.state = { ...DEFAULTS, ...Object.fromEntries(entries.filter(([key]) => key in DEFAULTS)) };
  STORE.listeners.forEach((listener) => listener(STORE.state));
}

/** Change some keys of the state; the page is redrawn at once. */
function set(changes) {
  STORE.state = { ...STORE.state, ...changes };
  HOME.save(Object.entries(STORE.state).filter(([key, value]) => value !== DEFAULTS[key]));
  STORE.listeners.forEach((listener) => listener(STORE.state));
}

/** The state, for a component that is redrawn when the state changes. */
function useStore() {
  const [state, draw] = useState(STORE.state);
  useEffect(() => {
    STORE.listeners.add(draw);
    draw(STORE.state); // It may have changed before this component listened.
    return () => STORE.listeners.delete(draw);
  }, []);
  return state;
}
