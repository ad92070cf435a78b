// A choice of variant for pages from a server: one of the library, or your own variant file.

DEFAULTS["variant.draft"] = variantFile(linked()) ?? ""; // The text of the variant file being typed.

function Variants({ state }) {
  const text = state["variant.draft"];
  const [open, setOpen] = useState(text !== "" && text !== DATA.own);
  const read = useRead(text === DATA.own ? "" : text, state.lang, async () => {
    const files = { "variant.toml": text };
    // Ask this first: `lint` may take a faulty file for a file of another kind.
    const { data } = await ask("page", { files, variant: "variant.toml" });
    const { findings } = await ask("lint", { files, lang: state.lang });
    return () => ({ findings, data });
  });
  const write = (file) => set({ "variant.draft": file });
  const ready = text.trim() && text !== DATA.own && read.data && !read.busy;
  return html`
    <label>${t("variant")}
      <select value=${DATA.own ? "" : DATA.variant.id} onChange=${({ target }) => location.assign(`/?variant=${target.value}`)}>
        ${DATA.own && html`<option value="">${nameOf(DATA.variant)} · ${VARIANT}</option>`}
        ${DATA.variants.map((one) => html`<option value=${one.id}>${nameOf(one)}</option>`)}
      </select></label>
    <details open=${open} onToggle=${({ target }) => setOpen(target.open)}><summary>${t("variant.own")}</summary>
      ${open && html`
        <p>${t("variant.own.how")}</p>
        ${!text && html`<p class="row"><button type="button" onClick=${() => write(DATA.toml)}>
          ${t("variant.own.start")}</button></p>`}
        <${FileField} name=${t("variant.own.file")} text=${text} onText=${write} />
        <${Faults} read=${read} />
        <p class="row"><button type="button" disabled=${!ready} onClick=${() => HOME.open(text)}>${t("variant.own.open")}</button></p>`}
    </details>`;
}
