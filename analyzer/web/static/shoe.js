// The room of the live shoe: keys remove cards; odds on the cards left, and on the coup in progress.

Object.assign(DEFAULTS, {
  "shoe.start": START, "shoe.log": "", "shoe.coups": "", "shoe.cut": "14", "shoe.cap": "2%", "shoe.stars": "", "shoe.bet": "",
});

function ShoeRoom({ state }) {
  const [fault, setFault] = useState("");
  const [rank, drawRank] = useState(""); // Of the card removed last, whose suit can still be entered.
  const waiting = useRef("");
  const setRank = (one) => drawRank((waiting.current = one));
  const startText = state["shoe.start"];
  const shoe = useMemo(() => {
    try {
      return replayed(startText, state["shoe.log"]);
    } catch (error) {
      return { error: error.message };
    }
  }, [startText, state["shoe.log"], state.lang]);
  const dealing = state["shoe.coups"] === "1";
  // Keys can arrive faster than the page is drawn, so each key reads the current state.
  const now = () => STORE.state["shoe.log"];
  const change = (log) => {
    try {
      replayed(STORE.state["shoe.start"], log);
      set({ "shoe.log": log });
      setFault("");
    } catch (error) {
      setFault(error.message);
    }
    setRank("");
  };
  const out = (card) => change(withCard(now(), card, STORE.state["shoe.coups"] === "1"));
  const outRank = (one) => {
    const before = now();
    out(one);
    if (bySuit && now() !== before) setRank(one);
  };
  const tellSuit = (suit) => change(`${now().slice(0, -1)}${waiting.current}${suit}`);
  const outUnseen = () => change(`${now()} ?`.trim());
  const undo = () => change(undone(now()));
  const bySuit = needsSuits() && shoe.start?.length === 52;
  useKeys((key) => {
    if (shoe.error) return false;
    const letter = key === "0" || key === "1" ? "T" : key.toUpperCase();
    if (waiting.current && SUITS.includes(key)) tellSuit(key);
    else if (key === "?" || key === "x") outUnseen();
    else if (key === "Backspace" || key === "u") undo();
    else if (key === "Escape" && waiting.current) setRank("");
    else if (key === "/") set({ "shoe.coups": STORE.state["shoe.coups"] ? "" : "1" });
    else if (letter.length === 1 && RANKS.includes(letter)) outRank(letter);
    else return false;
    return true;
  });
  if (shoe.error) return html`<p class="alarm" role="alert">${shoe.error}</p><${Start} state=${state} />`;
  return html`
    <div class="columns live">
      <section aria-label=${t("shoe.cards")}>
        <${Start} state=${state} />
        <${RankKeys} shoe=${shoe} rank=${rank} onRank=${outRank} />
        ${bySuit && html`
          <div class="row" role="group" aria-label=${t("shoe.suits")}>
            ${SUITS.map((suit) => html`<button type="button" class="suit" disabled=${!rank}
              onClick=${() => tellSuit(suit)}>${rank && shown(rank)}${SYMBOLS[suit]} <kbd>${suit}</kbd></button>`)}
          </div>`}
        <div class="row">
          <button type="button" onClick=${undo} disabled=${!shoe.tokens.length}>${t("undo")} <kbd>u</kbd></button>
          <button type="button" onClick=${outUnseen}>${t("shoe.unknown")} <kbd>?</kbd></button>
          <button type="button" onClick=${() => change("")} disabled=${!shoe.tokens.length}>${t("shoe.fresh")}</button>
          <label><input type="checkbox" checked=${dealing}
            onChange=${(event) => set({ "shoe.coups": event.target.checked ? "1" : "" })} />${t("shoe.deal.coups")} <kbd>/</kbd></label>
        </div>
        ${fault && html`<p class="bad" role="alert">${fault}</p>`}
        <${Depth} shoe=${shoe} cut=${state["shoe.cut"]} />
        <${Table} shoe=${shoe} />
        <${Paste} onLog=${change} />
      </section>
      ${shoe.size < DATA.unknown
        ? html`<p>${t("shoe.too.few", { n: DATA.unknown })}</p>`
        : html`<${LiveWorth} state=${state} shoe=${shoe} />`}
    </div>`;
}

/** The thirteen ranks (or ten points), each with the number of cards left; a press removes one. */
const RankKeys = ({ shoe, rank, onRank }) => {
  const points = shoe.fineness === "points";
  const left = shoe.fineness === "cards" ? coarsened(shoe.cells, "ranks") : shoe.cells;
  return html`<div class="keys" role="group" aria-label=${t("shoe.take.out")}>
    ${left.map((count, i) => {
      const card = points ? (i === 0 ? "T" : RANKS[i - 1]) : RANKS[i];
      return html`<button type="button" class="key" disabled=${!count} aria-pressed=${rank === card ? "true" : null}
        aria-label=${t("shoe.key", { rank: points ? `${i}` : shown(card), n: count })} data-rank=${card}
        onClick=${() => onRank(card)}><b>${points ? i : shown(card)}</b><span class="left">${count}</span></button>`;
    })}
  </div>`;
};

/** The starting shoe: fresh decks, or counts. */
function Start({ state }) {
  const text = state["shoe.start"];
  const decks = /^(\d+)(?: decks?)?$/.exec(text)?.[1] ?? "";
  const [draft, setDraft] = useState(null);
  const [fault, setFault] = useState("");
  const begin = (start) => {
    try {
      const cells = parsedShoe(start);
      set({ "shoe.start": start === `${parseInt(START)}` ? START : start, "shoe.log": "" });
      setFault("");
      setDraft(null);
      return cells;
    } catch (error) {
      return setFault(error.message);
    }
  };
  return html`<div class="row">
    <label>${t("shoe.begin")}
      <select value=${decks} onChange=${({ target }) => (target.value ? begin(`${target.value} deck${target.value === "1" ? "" : "s"}`) : setDraft(text))}>
        ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => html`<option value=${n}>${t("shoe.decks", { n })}</option>`)}
        ${decks > 8 && html`<option value=${decks}>${t("shoe.decks", { n: decks })}</option>`}
        <option value="">${t("shoe.counts")}</option>
      </select></label>
    ${(draft !== null || !decks) && html`<label class="grow">${t("shoe.counts")}
      <input class="grow" value=${draft ?? text} placeholder="A=30 2=31 … K=32" onInput=${({ target }) => setDraft(target.value)}
        onChange=${({ target }) => begin(target.value)} /></label>`}
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}
  </div>`;
}

/** How many cards are left, how much has been dealt, and how far away the cut card is. */
const Depth = ({ shoe, cut }) => {
  const behind = /^\d{1,4}$/.test(cut) ? Number(cut) : null;
  return html`<dl class="facts">
    <div><dt>${t("cards.left")}</dt><dd><output id="cards-left">${shoe.left}</output> ${t("shoe.of", { n: shoe.all })}</dd></div>
    <div><dt>${t("shoe.depth")}</dt><dd>${percent(ratio(BigInt(shoe.all - shoe.left), BigInt(shoe.all)), 1)}</dd></div>
    ${shoe.unseen > 0 && html`<div><dt>${t("shoe.unseen")}</dt><dd>${shoe.unseen}</dd></div>`}
    <div><dt><label for="cut">${t("shoe.cut")}</label></dt>
      <dd><input id="cut" inputmode="numeric" size="4" value=${cut} onInput=${({ target }) => set({ "shoe.cut": target.value })} />
      ${behind === null ? html`<span class="bad" role="alert">${t("shoe.bad.cut", { text: cut })}</span>`
        : html` <span class="soft">${shoe.left > behind ? t("shoe.before.cut", { n: shoe.left - behind }) : t("shoe.cut.out")}</span>`}</dd></div>
  </dl>`;
};

/** The coup on the table: both hands, and which hand is next or who won. */
const Table = ({ shoe }) => {
  if (!shoe.coup) return null;
  const coup = coupOf(shoe.coup.map(cardOf));
  const labels = { p: [], b: [] };
  const dealt = coupOf([]);
  dealt.p.forEach((card) => labels.p.push(RANKS[card.rank - 1]));
  for (const card of shoe.coup) {
    const hand = nextHand(dealt);
    dealt[hand].push(cardOf(card));
    labels[hand].push(card);
  }
  const next = nextHand(coup);
  const hand = (side, name) => html`<div class=${name}><dt>${t(name)}</dt><dd>${labels[side].map(shown).join(" ")}
    ${coup[side].length >= 2 && html` <b>${total(coup[side])}</b>`}${next === side && html` <span class="soft">${t("shoe.next")}</span>`}</dd></div>`;
  const winner = !next && (FACTS.tie(coup) ? "tie" : FACTS.player_wins(coup) ? "player" : "banker");
  return html`<dl class="facts coup" aria-label=${t("shoe.coup")}>${hand("p", "player")}${hand("b", "banker")}
    ${winner && html`<div class=${winner}><dt>${t("shoe.result")}</dt><dd><b>${t(winner)}</b></dd></div>`}</dl>`;
};

/** A field for the text of cards or a record, and an input for such a file. */
function Paste({ onLog }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const take = (given) => {
    try {
      onLog(parsedLog(given));
      setFault("");
      setText("");
    } catch (error) {
      setFault(error.message);
    }
  };
  return html`<details><summary>${t("shoe.paste")}</summary>
    <label class="block">${t("shoe.paste.what")}
      <textarea rows="4" value=${text} onInput=${({ target }) => setText(target.value)}></textarea></label>
    <div class="row"><button type="button" disabled=${!text.trim()} onClick=${() => take(text)}>${t("shoe.paste.take")}</button>
      <label>${t("shoe.paste.file")} <input type="file" accept=".txt,text/plain"
        onChange=${async ({ target }) => take(await target.files[0].text())} /></label></div>
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}</details>`;
}

/** The value of the bets on the unseen cards, and details of the chosen bet. */
function LiveWorth({ state, shoe }) {
  const { total, of } = waysOf(shoe.cells);
  const won = (bet, ways) => bet.lines.reduce((sum, { net }, i) => (net.n > 0n ? sum + ways[i] : sum), 0n);
  const rows = [...of].map(([bet, ways]) => ({
    bet, ways, ev: mean(bet.lines, ways, total), hit: ratio(won(bet, ways), total),
  }));
  const chosen = rows.find(({ bet }) => bet.key === state["shoe.bet"])?.bet ?? rows[0]?.bet;
  return html`
    <section class="worth"><${Odds} state=${state} shoe=${shoe} rows=${rows} chosen=${chosen} /></section>
    ${chosen && html`<section>
      <${History} bet=${chosen} start=${state["shoe.start"]} shoe=${shoe} />
      ${shoe.size > DATA.unknown && html`<${Removal} bet=${chosen} shoe=${shoe} />`}</section>`}`;
}

/** The table of bets: favourites first, then by EV, best first. */
function Odds({ state, shoe, rows, chosen }) {
  const within = useInside(shoe);
  const stars = state["shoe.stars"].split(" ");
  const cap = parsedPart(state["shoe.cap"]);
  const starred = ({ bet }) => Number(stars.includes(bet.key));
  rows.sort((a, b) => starred(b) - starred(a) || compare(b.ev, a.ev));
  const star = (key) => set({ "shoe.stars": (stars.includes(key) ? stars.filter((one) => one !== key) : [...stars, key]).join(" ").trim() });
  const coarse = BETS.filter((bet) => !rows.some((row) => row.bet === bet));
  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${t("shoe.odds")}><table>
      <caption>${t("shoe.odds.of", { n: shoe.size })}</caption>
      <thead><tr><th scope="col"><span class="hidden">${t("shoe.star")}</span></th><th scope="col">${t("bet")}</th>
        <th scope="col" class="n">${t("ev")}</th>${within && html`<th scope="col" class="n">${t("shoe.ev.inside")}</th>`}
        <th scope="col" class="n">${t("hit.rate")}</th><th scope="col" class="n">${t("shoe.kelly")}</th></tr></thead>
      <tbody>${rows.map(({ bet, ways, ev, hit }) => html`<tr key=${bet.key} class=${bet === chosen ? "chosen" : ""}>
        <td><button type="button" class="star" aria-pressed=${stars.includes(bet.key) ? "true" : "false"}
          aria-label=${t("shoe.star.bet", { bet: nameOf(bet) })} onClick=${() => star(bet.key)}>${stars.includes(bet.key) ? "★" : "☆"}</button></td>
        <th scope="row"><button type="button" class="pick" aria-pressed=${bet === chosen ? "true" : "false"}
          onClick=${() => set({ "shoe.bet": bet.key })}>${labelOf(bet)}</button></th>
        <td class="n"><${Figure} value=${ev} text=${percent(ev)} tone=${ev.n > 0n ? "good" : ""} /></td>
        ${within && html`<td class="n"><${Inside} bet=${bet} within=${within} /></td>`}
        <td class="n"><${Figure} value=${hit} text=${percent(hit)} /></td>
        <td class="n">${ev.n > 0n && cap ? html`<${Figure} value=${kelly(bet, ways, cap)} text=${percent(kelly(bet, ways, cap), 2)} />` : "–"}</td>
      </tr>`)}</tbody></table></div>
    ${coarse.length > 0 && html`<p class="soft">${t("shoe.needs.finer", { bets: coarse.map(labelOf).join(", ") })}</p>`}
    <div class="row"><label>${t("shoe.cap")} <input size="6" value=${state["shoe.cap"]}
      onInput=${({ target }) => set({ "shoe.cap": target.value })} /></label>
      ${!cap && html`<span class="bad" role="alert">${t("shoe.bad.cap", { text: state["shoe.cap"] })}</span>`}</div>`;
}

/** The odds given the coup on the table, computed after the page is drawn; null if no coup is in progress. */
function useInside(shoe) {
  const [found, setFound] = useState(null);
  const asked = shoe.coup?.length ? `${shoe.cells} ${shoe.coup}` : "";
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setFound({ asked, ...inside(shoe.cells, shoe.coup.map(cardOf)) }));
    return () => clearTimeout(timer);
  }, [asked]);
  if (!asked) return null;
  return found?.asked === asked ? found : { waiting: true };
}

const Inside = ({ bet, within }) => {
  if (within.waiting) return html`<span class="soft">…</span>`;
  if (!within.of.has(bet)) return html`<span class="soft">${t("shoe.later")}</span>`;
  const ev = mean(bet.lines, within.of.get(bet), within.total);
  return html`<${Figure} value=${ev} text=${percent(ev)} tone=${ev.n > 0n ? "good" : ""} />`;
};

/** How removing one card changes the EV of a bet: by rank, unless the bet needs suits or the shoe is by points. */
const Removal = ({ bet, shoe }) => {
  const fineness = bet.program.fineness === "cards" || shoe.fineness === "points" ? shoe.fineness : "ranks";
  const cells = coarsened(shoe.cells, fineness);
  const effects = removals(bet, cells);
  const most = Math.max(...effects.map((effect) => (effect ? Math.abs(asDouble(effect)) : 0))) || 1;
  return html`<div class="wide" tabindex="0" role="region" aria-label=${t("shoe.removal", { bet: labelOf(bet) })}><table class="removal">
    <caption>${t("shoe.removal", { bet: labelOf(bet) })}</caption>
    <thead><tr><th scope="col">${t("shoe.card")}</th><th scope="col" class="n">${t("cards.left")}</th><th scope="col" class="n">${t("shoe.effect")}</th><td></td></tr></thead>
    <tbody>${effects.map((effect, i) => effect && html`<tr><th scope="row">${shown(KEYS[fineness][i])}</th><td class="n">${cells[i]}</td>
      <td class="n"><${Figure} value=${effect} text=${percent(effect)} /></td>
      <td><svg viewBox="-50 0 100 10" class="bar" aria-hidden="true"><rect y="1" height="8" class=${effect.n > 0n ? "up" : "down"}
        x=${Math.min(0, (48 * asDouble(effect)) / most)} width=${(48 * Math.abs(asDouble(effect))) / most} /><path d="M0 0V10" /></svg></td></tr>`)}</tbody></table></div>`;
};

/** The EV of a bet after each card, as a line chart; with a zero line if the EV changes sign. */
const History = ({ bet, start, shoe }) => {
  const evs = evsSeen(bet, start, shoe.states).map(asDouble);
  if (evs.length < 2) return null;
  const [low, high] = [Math.min(...evs), Math.max(...evs)];
  const x = (i) => (600 * i) / (evs.length - 1);
  const y = (ev) => 110 - (100 * (ev - low)) / (high - low || 1);
  const exact = HISTORY.evs;
  return html`<figure><figcaption>${t("shoe.history", { bet: labelOf(bet), n: evs.length - 1 })}</figcaption>
    <svg viewBox="0 0 600 120" class="history" role="img" aria-label=${t("shoe.history.text", {
      bet: labelOf(bet), first: percent(exact[0].ev), last: percent(exact.at(-1).ev) })}>
      ${low < 0 && high > 0 && html`<path class="zero" d=${`M0 ${y(0)}H600`} />`}<polyline points=${evs.map((ev, i) => `${x(i)},${y(ev)}`).join(" ")} /></svg>
    <p class="soft">${t("shoe.history.text", { bet: labelOf(bet), first: percent(exact[0].ev), last: percent(exact.at(-1).ev) })}</p></figure>`;
};

COPIES.shoe = (state) => {
  const shoe = replayed(state["shoe.start"], state["shoe.log"]);
  const going = shoe.coup && open(shoe.coup) ? shoe.coup : [];
  const cells = [...shoe.cells];
  going.forEach((card) => cells[cellOf(cardOf(card), shoe.fineness)]++);
  const table = { p: [], b: [] };
  const coup = coupOf([]);
  for (const card of going) {
    const hand = nextHand(coup);
    coup[hand].push(cardOf(card));
    table[hand].push(card);
  }
  const given = RULES.player_first && going.length ? { ...table, p: ["?", ...table.p] } : table;
  const dealt = [["P", given.p], ["B", given.b]].filter(([, hand]) => hand.length).map(([side, hand]) => `${side}:${hand.join(",")}`).join(" ");
  const { total, of } = waysOf(shoe.cells);
  const [bets, files] = OWN.text ? [` --bets ${FILE}`, `, bet_files=["${FILE}"]`] : ["", ""];
  return {
    command: `baccarat odds ${VARIANT}${bets} --remaining "${shoeText(cells)}"${dealt && ` --dealt "${dealt}"`}`,
    python: `analyzer.odds(${JSON.stringify(VARIANT)}, analyzer.Shoe.parse("${shoeText(cells)}")${files}${
      dealt && `, dealt="${dealt}"`})`,
    csv: ["bet,ev", ...[...of].map(([bet, ways]) => `${bet.key},${ratioText(mean(bet.lines, ways, total))}`)].join("\n") + "\n",
  };
};

ROOMS.shoe = ShoeRoom;
