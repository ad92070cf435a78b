const BoardRoom = () => html`<p>…</p>`;
