// Stores a widget's state in the model that the notebook shares with Python. `model`, `el` and STYLE are in scope.

const DATA = JSON.parse(model.get("_data"));
const MARK = "";
const HOST = el.appendChild(document.createElement("div"));
// A shadow root keeps the notebook's styles out, and lets several widgets have elements with the same id.
const SHADOW = HOST.attachShadow({ mode: "open" });
const ROOT = SHADOW.appendChild(document.createElement("section"));
ROOT.id = "page";
ROOT.tabIndex = 0;

// JupyterLab has its own theme; elsewhere the system's theme applies.
const LIGHT = document.body.dataset.jpThemeLight;
const SHEET = new CSSStyleSheet();
SHEET.replaceSync(LIGHT ? STYLE.replaceAll("(prefers-color-scheme: dark)", LIGHT === "true" ? "not all" : "all") : STYLE);
if (LIGHT) HOST.style.colorScheme = LIGHT === "true" ? "light" : "dark";
SHADOW.adoptedStyleSheets = [SHEET];

// Keep keys typed here from the notebook, which does not recognise a field in a shadow root.
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
