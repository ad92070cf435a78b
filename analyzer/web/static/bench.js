const BenchRoom = () => html`<p>…</p>`;
