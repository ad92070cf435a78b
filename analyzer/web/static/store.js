// The state of the page: one flat object of texts, kept in the URL's fragment and on this computer.

const { h, render, html, useState, useEffect, useRef, useMemo } = window.htmPreact;

/** What each room keeps, by key, before anything is done; a room adds its own keys. */
const DEFAULTS = {
  room: "shoe",
  lang: DATA.languages.find((tag) => navigator.language.startsWith(tag)) ?? "en",
};
const KEPT = `baccarat:${DATA.variant.id}:${DATA.digest.slice(0, 16)}`;
const MARK = `${DATA.version}-${DATA.digest.slice(0, 12)}`;

const STORE = { state: {}, foreign: "", listeners: new Set() };

/** Read the state: from the fragment where there is one, else as it was left on this computer. */
function restore() {
  const shared = new URLSearchParams(location.hash.slice(1));
  let entries = [...shared];
  if (!entries.length) {
    try {
      entries = Object.entries(JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch {
      entries = []; // Nothing was kept, or nothing may be kept here.
    }
  }
  const known = entries.filter(([key]) => key in DEFAULTS);
  STORE.foreign = shared.get("page") && shared.get("page") !== MARK ? shared.get("page") : "";
  STORE.state = { ...DEFAULTS, ...Object.fromEntries(known) };
}

/** Change some keys of the state; the page shows it at once. */
function set(changes) {
  STORE.state = { ...STORE.state, ...changes };
  keepSoon();
  STORE.listeners.forEach((listener) => listener(STORE.state));
}

const changed = () => Object.entries(STORE.state).filter(([key, value]) => value !== DEFAULTS[key]);

const REST = 200; // Milliseconds between writes: browsers refuse more than about 200 in 30 seconds.
let lastKept = -REST;
let waiting = 0;

/** Keep the state at once, or as soon as the last time is long enough ago; a slider changes it often. */
function keepSoon() {
  const rest = lastKept + REST - performance.now();
  if (rest <= 0) keep();
  else waiting ||= setTimeout(keep, rest);
}

function keep() {
  clearTimeout(waiting);
  [waiting, lastKept] = [0, performance.now()];
  const entries = new URLSearchParams(changed());
  if ([...entries].length) entries.set("page", MARK);
  history.replaceState(null, "", `#${entries}`);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(changed())));
  } catch {
    // Nothing may be kept here; the fragment keeps it all the same.
  }
}

/** The state, in a component that is drawn again when it changes. */
function useStore() {
  const [state, draw] = useState(STORE.state);
  useEffect(() => {
    STORE.listeners.add(draw);
    return () => STORE.listeners.delete(draw);
  }, []);
  return state;
}

addEventListener("pagehide", () => waiting && keep());
