const CheckRoom = () => html`<p>…</p>`;
