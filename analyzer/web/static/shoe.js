const ShoeRoom = () => html`<p>…</p>`;
