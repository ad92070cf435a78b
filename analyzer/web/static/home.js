// Where the page keeps its state: in the URL's fragment, and on this computer. A widget has another such part.

const DATA = JSON.parse(document.getElementById("data").textContent);
const ROOT = document.getElementById("page");
const MARK = `${DATA.version}-${DATA.digest.slice(0, 12)}`; // Of which page a link is.
const KEPT = `baccarat:${DATA.variant.id}:${DATA.digest.slice(0, 16)}`;

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
  save(entries) {
    const fragment = new URLSearchParams(entries.length ? [...entries, ["page", MARK]] : []);
    history.replaceState(null, "", `#${fragment}`);
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
