// Parts that all rooms share: phrases, numbers, tables, and buttons that copy.

/** A phrase in the chosen language, with its placeholders filled. */
function t(key, values = {}) {
  const words = DATA.words[STORE.state.lang] ?? DATA.words.en;
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** The name of a bet or a variant in the chosen language. */
const nameOf = (thing) => thing.names[STORE.state.lang] ?? thing.names.en;

/** A number as the language writes it: Vietnamese swaps the comma and the point. */
const localised = (text) =>
  STORE.state.lang === "vi" ? text.replace(/[.,]/g, (sign) => (sign === "." ? "," : ".")) : text;

const grouped = (whole) => localised(`${whole}`.replace(/\B(?=(\d{3})+$)/g, ","));
const percent = (value, places = 4) => localised(`${decimal(value, places, 2)}%`);
const number = (value, places = 4) => localised(decimal(value, places));
/** An exact number: as a decimal if it has at most four places, else as a ratio. */
function short(value) {
  const places = [0, 1, 2, 3, 4].find((few) => 10n ** BigInt(few) % value.d === 0n);
  return places === undefined ? ratioText(value) : localised(decimal(value, places));
}

const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** A card for display: 10♥ for Th. */
const shown = (card) => card.replace(/[shdc]$/, (suit) => SYMBOLS[suit]).replace("T", "10");

/** The rooms by name, in order; each adds itself. */
const ROOMS = {};

/** For each room, a function of the state: the texts that it offers to copy, by kind: command, python, toml, csv. */
const COPIES = {};

const NOTICE = { say: () => {} };

/** Put a text on the clipboard, and announce it. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  NOTICE.say(t("copied", { text: text.length > 80 ? `${text.slice(0, 80)}…` : text }));
}

/** A figure that can be copied as an exact fraction. */
const Figure = ({ value, text, tone = "" }) => html`
  <button type="button" class="figure ${tone}" title=${ratioText(value)}
    aria-label=${`${text}: ${t("copy.exact", { text: ratioText(value) })}`}
    onClick=${() => copy(ratioText(value))}>${text}</button>`;

/** A text field: the typed text stays until it is entered or the field loses focus, even if the page is redrawn. */
function Field({ value, onEnter, ...rest }) {
  const [draft, setDraft] = useState(null);
  return html`<input ...${rest} value=${draft ?? value} onInput=${({ target }) => setDraft(target.value)}
    onChange=${({ target }) => onEnter(target.value.trim())} onBlur=${() => setDraft(null)} />`;
}

const MOST_FILE = 64_000_000;

/** The text of a file, byte for byte. Throws an Error with one sentence. */
async function textOf(file) {
  if (file.size > MOST_FILE)
    throw new Error(t("file.too.large", { most: grouped(MOST_FILE), size: grouped(file.size) }));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t("file.not.text", { name: file.name }));
  }
}

const shownCell = (value) => `${value ?? ""}` || "–";
const isText = (value) => value === null || typeof value !== "object";

/** A table of texts and figures; figures are right-aligned. */
const Listing = ({ title, heads, rows }) => html`
  <div class="wide" tabindex="0" role="group" aria-label=${title}><table>
    <caption>${title}</caption>
    <thead><tr>${heads.map((head, i) => html`
      <th scope="col" class=${rows.every((row) => isText(row[i])) ? "" : "n"}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`
      <td class=${isText(cell) ? "" : "n"}>${isText(cell) ? shownCell(cell) : cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;

/** A region that announces what has just happened, also to screen readers. */
function Notice() {
  const [text, say] = useState("");
  NOTICE.say = say;
  return html`<p class="notice" role="status" aria-live="polite">${text}</p>`;
}

DEFAULTS.keys = "on";

/** Listens to the keys of the room that is shown, unless they are turned off; ignores keys typed into a field. */
function useKeys(onKey) {
  useEffect(() => {
    const listen = (event) => {
      const { tagName, type } = event.target;
      const typing = tagName === "TEXTAREA" || tagName === "SELECT" || (tagName === "INPUT" && type !== "checkbox");
      if (STORE.state.keys !== "on" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (onKey(event.key)) event.preventDefault();
    };
    HOME.keys.addEventListener("keydown", listen);
    return () => HOME.keys.removeEventListener("keydown", listen);
  });
}
