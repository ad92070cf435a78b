// Questions to the server that the page came from; without one there is nobody to ask.

/** The document that answers a question: the command's options by name. Throws an Error of one sentence. */
async function ask(name, options) {
  const answer = await fetch(`/api/${name}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(options),
  });
  const document = await answer.json();
  if (!answer.ok) throw new Error(document.error);
  return document;
}
