// The editor of your own bet: a bet file and its faults.

const Editor = ({ state, read, bench, pays }) => {
  const write = (file) => {
    OWN.typed = true;
    set({ "bench.file": file });
  };
  return html`
    <p>${t("bench.editor.how")}</p>
    <p class="row"><button type="button" onClick=${() => write(tomlOf(bench, pays))}>
      ${t("bench.editor.start")}</button></p>
    <${FileField} name=${t("bench.editor.file")} text=${state["bench.file"]} onText=${write} />
    <${Faults} read=${read} />`;
};
