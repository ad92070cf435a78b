// Requests to the server that this page came from, if any.

/**
 * The document of a command with these options; the option `files` has texts by plain names. Throws an Error with one
 * sentence if the server refuses or does not answer.
 */
const ask = (name, options, signal) => posted(name, options, signal);

/** The document of a command that can take long: it runs as a job, which the signal stops. */
async function askAtLength(name, options, signal, onProgress) {
  // Sent without the signal, because stopping a job needs its id.
  let { job, state, error, progress } = await posted(`jobs/${name}`, options);
  const stop = () => fetch(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  while (state === "waiting" || state === "running") {
    await new Promise((resume) => setTimeout(resume, 200));
    ({ state, error, progress } = await answered(`jobs/${job}`, { signal }));
    if (progress) onProgress(progress);
  }
  signal.removeEventListener("abort", stop);
  if (state !== "done") throw new Error(error ?? state);
  return answered(`jobs/${job}/answer`, { signal });
}

const posted = (path, options, signal) =>
  answered(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(options), signal,
  });

async function answered(path, request) {
  let answer, content;
  try {
    answer = await fetch(`/api/${path}`, request);
    content = await answer.json();
  } catch (error) {
    throw new Error(t("no.answer", { reason: error.message }));
  }
  if (!answer.ok) throw new Error(content.error);
  return content;
}

/**
 * The server's answer to a question { name, options, long }, sent once the question has not changed for a moment:
 * { asking, progress, stop }, { stopped }, { document } or { error }, never about another question; {} if it is null.
 */
function useAnswer(question) {
  const [answer, show] = useState({});
  useEffect(() => {
    if (!question) return;
    const control = new AbortController();
    const say = (found) => control.signal.aborted || show({ question, ...found });
    const stop = () => {
      say({ stopped: true });
      control.abort();
    };
    const timer = setTimeout(() => {
      const { name, options, long } = question;
      const onProgress = (progress) => say({ asking: true, progress, stop });
      if (long) say({ asking: true, stop });
      (long ? askAtLength : ask)(name, options, control.signal, onProgress)
        .then((document) => say({ document }), (error) => say({ error: error.message }));
    }, 300);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [question]);
  if (!question) return {};
  return answer.question === question ? answer : { asking: true };
}

/** The progress of an answer, or why there is none. */
const Asking = ({ answer: { asking, progress, stop, stopped, error } }) => html`
  ${stop && html`<p class="row">
    <progress aria-label=${t("computing")} value=${progress?.total ? progress.done : null} max=${progress?.total || null} />
    <button type="button" onClick=${stop}>${t("stop")}</button></p>`}
  <div role="status">
    ${asking && html`<p>${t("computing")}</p>`}
    ${stopped && html`<p>${t("stopped")}</p>`}
    ${error && html`<p class="alarm">${error}</p>`}
  </div>`;
