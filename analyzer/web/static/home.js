// Where the page keeps its state: in the URL's fragment, and on this computer. A widget has another such part.

const DATA = JSON.parse(document.getElementById("data").textContent);
const ROOT = document.getElementById("page");
const MARK = `${DATA.version}-${DATA.digest.slice(0, 12)}`; // Of which page a link is.
const KEPT = `baccarat:${DATA.variant.id}:${DATA.digest.slice(0, 16)}`;

const REST = 200; // Milliseconds between fragments: browsers refuse more than about 200 in 30 seconds.
const FRAGMENT = { text: "", last: -REST, timer: 0 };

/** Write the fragment, which may have waited. */
function writeFragment() {
  clearTimeout(FRAGMENT.timer);
  Object.assign(FRAGMENT, { timer: 0, last: performance.now() });
  history.replaceState(null, "", `#${FRAGMENT.text}`);
}

const HOME = {
  keys: window, // Where keys are heard.
  /** The entries of the state: from the fragment where there is one, else as they were left on this computer. */
  load() {
    const shared = [...new URLSearchParams(location.hash.slice(1))];
    if (shared.length) return shared;
    try {
      return Object.entries(JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch {
      return []; // Nothing was kept, or nothing may be kept here.
    }
  },
  /** Keep the entries: here at once, in the fragment at once or as soon as the last one is long enough ago. */
  save(entries) {
    FRAGMENT.text = `${new URLSearchParams(entries.length ? [...entries, ["page", MARK]] : [])}`;
    const rest = FRAGMENT.last + REST - performance.now();
    if (rest <= 0) writeFragment();
    else FRAGMENT.timer ||= setTimeout(writeFragment, rest);
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // Nothing may be kept here; the fragment keeps it all the same.
    }
  },
  /** Call a function when somebody else changes the state. */
  listen: (changed) => addEventListener("hashchange", changed),
  /** What is around the page says the same as the page. */
  frame(language, title) {
    document.documentElement.lang = language;
    document.title = title;
  },
  ready(face) {
    window.baccarat = face;
    document.documentElement.dataset.ready = "true";
  },
};

addEventListener("pagehide", () => FRAGMENT.timer && writeFragment());
