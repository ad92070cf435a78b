// Where a widget keeps its state: in the model that a notebook shares with Python. `model`, `el` and STYLE are given.

const DATA = JSON.parse(model.get("_data"));
const MARK = "";
const HOST = el.appendChild(document.createElement("div"));
// A shadow root keeps the notebook's style out, and lets several widgets have elements of the same id.
const SHADOW = HOST.attachShadow({ mode: "open" });
const ROOT = SHADOW.appendChild(document.createElement("section"));
ROOT.id = "page";
ROOT.tabIndex = 0;

// JupyterLab has a theme of its own; elsewhere that of the system counts.
const LIGHT = document.body.dataset.jpThemeLight;
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(LIGHT ? STYLE.replaceAll("(prefers-color-scheme: dark)", LIGHT === "true" ? "not all" : "all") : STYLE);
if (LIGHT) HOST.style.colorScheme = LIGHT === "true" ? "light" : "dark";
SHADOW.adoptedStyleSheets = [SHEET];

// Keys typed here are not the notebook's: to it, a field in a shadow root does not look like one.
HOST.addEventListener("keydown", (event) => event.ctrlKey || event.metaKey || event.stopPropagation());

const HOME = {
  keys: ROOT,
  load: () => Object.entries(model.get("state")),
  save(entries) {
    model.set("state", Object.fromEntries(entries));
    model.save_changes();
  },
  listen: (changed) => model.on("change:state", changed),
  frame(language, title) {
    ROOT.lang = language;
    ROOT.setAttribute("aria-label", title);
  },
  ready(face) {
    HOST.baccarat = face;
    HOST.dataset.ready = "true";
  },
};
