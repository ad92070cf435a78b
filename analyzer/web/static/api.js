// The server that this page came from, if it did.

/**
 * The document of a command, asked with its options; `files` are texts by plain names. Throws an Error of one
 * sentence if the server refuses or does not answer.
 */
async function ask(name, options, signal) {
  const body = JSON.stringify(options);
  const headers = { "content-type": "application/json" };
  let answer, content;
  try {
    answer = await fetch(`/api/${name}`, { method: "POST", headers, body, signal });
    content = await answer.json();
  } catch (error) {
    throw new Error(t("no.answer", { reason: error.message }));
  }
  if (!answer.ok) throw new Error(content.error);
  return content;
}
