// Stores the page's state in the URL's fragment and in the browser's storage. Widgets use widget_home.js instead.

const ROOT = document.getElementById("page");
const VARIANT_FILE = "variant.file"; // The key of your own variant file in a link; only a server can read the file.
const DATA = await known(JSON.parse(document.getElementById("data").textContent));
const MARK = `${DATA.version}-${DATA.digest.slice(0, 12)}`; // Identifies the page that a link belongs to.
const KEPT = `baccarat:${DATA.variant.id}:${DATA.digest.slice(0, 16)}`;

/** The entries of the state in the link. */
function linked() {
  return [...new URLSearchParams(location.hash.slice(1))];
}

function variantFile(entries) {
  return entries.find(([key]) => key === VARIANT_FILE)?.[1];
}

/** The page's data: its own or, if the link has a variant file, those that the server makes from the file. */
async function known(data) {
  const own = variantFile(linked());
  if (!data.served || !own) return data;
  try {
    const body = JSON.stringify({ variant: "variant.toml", files: { "variant.toml": own } });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/page", { method: "POST", headers, body });
    const content = await answer.json();
    if (!answer.ok) throw new Error(content.error);
    return { ...data, ...JSON.parse(content.data), own };
  } catch (error) {
    return { ...data, refused: error.message };
  }
}

const REST = 200; // Milliseconds between fragments: browsers refuse more than about 200 in 30 seconds.
const FRAGMENT = { text: "", last: -REST, timer: 0 };

/** Write the fragment now; it may have been delayed. */
function writeFragment() {
  clearTimeout(FRAGMENT.timer);
  Object.assign(FRAGMENT, { timer: 0, last: performance.now() });
  history.replaceState(null, "", `#${FRAGMENT.text}`);
}

/** Write entries to the browser's storage, or read them; if storage is not allowed, only the fragment has them. */
function stored(storage, entries) {
  try {
    if (entries) window[storage].setItem(KEPT, JSON.stringify(entries));
    else return JSON.parse(window[storage].getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

const HOME = {
  keys: window,
  /** The entries of the state: this tab's, if it was reloaded; else those of the fragment; else the last stored. */
  load() {
    const [{ type } = {}] = performance.getEntriesByType("navigation");
    const shared = linked();
    const kept = HOME.loaded || type === "navigate" ? null : stored("sessionStorage");
    HOME.loaded = true;
    const tab = kept && variantFile(kept) === variantFile(shared) ? kept : null;
    const entries = tab ?? (shared.length ? shared : stored("localStorage") ?? []);
    stored("sessionStorage", entries);
    // The fragment may not have been written when the page was left.
    FRAGMENT.text = `${new URLSearchParams(entries)}`;
    if (tab) writeFragment();
    return entries;
  },
  /** Store the entries: in storage at once, in the fragment as soon as the last change is long enough ago. */
  save(entries) {
    const own = DATA.own ? [[VARIANT_FILE, DATA.own]] : [];
    const marked = entries.length || DATA.own ? [...entries, ...own, ["page", MARK]] : [];
    FRAGMENT.text = `${new URLSearchParams(marked)}`;
    const rest = FRAGMENT.last + REST - performance.now();
    if (rest <= 0) writeFragment();
    else FRAGMENT.timer ||= setTimeout(writeFragment, rest);
    stored("sessionStorage", marked);
    stored("localStorage", marked);
  },
  /** Open a variant file: reload the page with the file in the link. */
  open(file) {
    const entries = new URLSearchParams(FRAGMENT.text);
    entries.delete("page");
    entries.set(VARIANT_FILE, file);
    history.replaceState(null, "", `#${entries}`);
    location.reload();
  },
  /** Call a function when the link, and so the state, is changed from outside. */
  listen: (changed) => addEventListener("hashchange", () =>
    (DATA.served && variantFile(linked()) !== DATA.own ? location.reload() : changed())),
  /** Set the document's language and title. */
  frame(language, title) {
    document.documentElement.lang = language;
    document.title = title;
  },
  ready(face) {
    window.baccarat = face;
    document.documentElement.dataset.ready = "true";
  },
};
