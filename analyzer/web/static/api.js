// The server that this page came from, if it did.

/**
 * The document of a command, asked with its options; `files` are texts by plain names. Throws an Error of one
 * sentence if the server refuses or does not answer.
 */
const ask = (name, options, signal) => posted(name, options, signal);

/** The document of a command that can take long: asked as a job, which is stopped with the signal. */
async function askAtLength(name, options, signal) {
  // Without the signal: a job that has begun must be known to be stopped.
  let { job, state, error } = await posted(`jobs/${name}`, options);
  const stop = () => fetch(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  while (state === "waiting" || state === "running") {
    await new Promise((resume) => setTimeout(resume, 200));
    ({ state, error } = await answered(`jobs/${job}`, { signal }));
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
