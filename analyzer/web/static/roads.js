// The roads of a scoreboard: the JavaScript twin of `analyzer/play/roads`, equal to it in every cell.
// A cell is [column, row], both from 1. The record of the big road differs from its picture: in the record a
// column never turns, and the derived roads and the ask road use only the record.

const ROAD_ROWS = 6;
const DERIVED_STEPS = { big_eye: 1, small: 2, cockroach: 3 };
const COUP_FORM = /^([BPT])(p?)(b?)(n?)$/;

/**
 * The cells that runs of marks take: a run starts in row 1, right of the last run's start; it goes down while it can,
 * turns right once, and never goes down again. If the cell below its start is taken, it goes right along row 1 first.
 */
class RoadLayout {
  cells = [];
  #tails = new Set(); // The cells after a turn: only these can stop a run on its way down.
  #heads = 0;

  /** The cell that the next mark would take, in the same run or as the head of a new one. */
  next(same) {
    if (!same || !this.cells.length) return [this.#heads + 1, 1];
    const [x, y] = this.cells.at(-1);
    const down = !this.#tails.has(`${x} ${y}`) && y < ROAD_ROWS && !this.#tails.has(`${x} ${y + 1}`);
    return down ? [x, y + 1] : [x + 1, y];
  }

  place(same) {
    const [x, y] = this.next(same);
    if (y === 1) this.#heads = x;
    else if (x > this.cells.at(-1)[0]) this.#tails.add(`${x} ${y}`);
    this.cells.push([x, y]);
  }
}

/** A derived road of colours: red (r) if the big road repeats itself, else blue (b). */
class DerivedRoad {
  layout = new RoadLayout();
  colors = [];
  start_coup = null;
  start_at = null;

  constructor(step) {
    this.step = step;
  }

  /** The colour of the next bead's mark, in the same run or a new one; null before the road starts. */
  color(runs, same) {
    if (runs.length <= this.step) return null;
    const even = runs.at(-1).ties.length === runs.at(-1 - this.step).ties.length;
    return even !== same ? "r" : "b";
  }

  next(color) {
    return this.layout.next(color === this.colors.at(-1));
  }

  add(color, coup, at) {
    if (!this.colors.length) [this.start_coup, this.start_at] = [coup, at];
    this.layout.place(color === this.colors.at(-1));
    this.colors.push(color);
  }
}

/** All roads of coups such as "Bpn", in the form of `roads(coups).to_dict()`. Throws an Error with one sentence. */
function roadsOf(coups) {
  const counts = { coups: coups.length, B: 0, P: 0, T: 0, player_pair: 0, banker_pair: 0, natural: 0 };
  const derived = Object.entries(DERIVED_STEPS).map(([name, step]) => [name, new DerivedRoad(step)]);
  const runs = []; // Runs of one winner: { winner, ties }, where `ties` has the number of ties after each bead.
  const beads = []; // Beads of the big road: [pairs, coup].
  const layout = new RoadLayout();
  let leading = 0;
  const continues = (winner) => runs.at(-1)?.winner === winner;
  const recordedAt = (winner) =>
    continues(winner) ? [runs.length, runs.at(-1).ties.length + 1] : [runs.length + 1, 1];
  const balls = () => {
    const banker = derived.map(([, road]) => road.color(runs, continues("B")) ?? "-").join("");
    return `${banker}|${banker.replace(/[rb]/g, (color) => (color === "r" ? "b" : "r"))}`;
  };
  const askHistory = [balls()];
  const bead_plate = coups.map((text, coup) => {
    const [, winner, player, banker, natural] = COUP_FORM.exec(text) ?? [];
    if (!winner) throw new Error(`coup ${coup + 1}: ${coupExpected(text)}`);
    const pairs = player + banker;
    counts[winner] += 1;
    if (player) counts.player_pair += 1;
    if (banker) counts.banker_pair += 1;
    if (natural) counts.natural += 1;
    if (winner !== "T") {
      const [at, same] = [recordedAt(winner), continues(winner)];
      for (const [, road] of derived) {
        const color = road.color(runs, same);
        if (color) road.add(color, coup, at);
      }
      layout.place(same);
      beads.push([pairs, coup]);
      if (same) runs.at(-1).ties.push(0);
      else runs.push({ winner, ties: [runs.length ? 0 : leading] });
    } else if (runs.length) runs.at(-1).ties[runs.at(-1).ties.length - 1] += 1;
    else leading += 1;
    askHistory.push(balls());
    return [Math.floor(coup / ROAD_ROWS) + 1, (coup % ROAD_ROWS) + 1, winner, pairs];
  });
  const recorded = runs.flatMap(({ winner, ties }) => ties.map((tied) => [winner, tied]));
  const asked = (winner) => {
    const marks = derived.map(([name, road]) => {
      const color = road.color(runs, continues(winner));
      return [name, color && { color, display: road.next(color) }];
    });
    const big_road = { logical: recordedAt(winner), display: layout.next(continues(winner)) };
    return { big_road, ...Object.fromEntries(marks) };
  };
  const drawn = ({ colors, start_coup, start_at, layout: { cells } }) => ({
    sequence: colors.join(""), start_coup, start_at, display: cells.map((cell, i) => [...cell, colors[i]]),
  });
  return {
    counts,
    bead_plate,
    big_road: {
      leading_ties: leading,
      columns: runs.map(({ winner, ties }) => ({ winner, length: ties.length, ties: [...ties] })),
      display: layout.cells.map((cell, i) => [...cell, ...recorded[i], ...beads[i]]),
    },
    ...Object.fromEntries(derived.map(([name, road]) => [name, drawn(road)])),
    ask: { B: asked("B"), P: asked("P") },
    ask_history: askHistory,
  };
}

const coupExpected = (text) =>
  `expected a coup as B, P or T, then p, b and n where they apply, such as Bpn, got ${JSON.stringify(text)}`;

/**
 * The coups of a text such as "B Pp T Bbn", as far as it can be read: { coups, spans, fault }. White space or
 * commas separate coups; # starts a comment. `spans` are the positions of the coups in the text; `fault` is null,
 * or the line, the number of the coup, and the word that is not a coup.
 */
function coupsIn(text) {
  const found = { coups: [], spans: [], fault: null };
  const bare = text.replace(/#[^\r\n]*/g, (comment) => " ".repeat(comment.length));
  for (const { 0: word, index } of bare.matchAll(/[^\s,]+/g)) {
    if (!COUP_FORM.test(word)) {
      const line = bare.slice(0, index).split(/\r\n?|\n/).length;
      return { ...found, fault: { line, coup: found.coups.length + 1, word } };
    }
    found.coups.push(word);
    found.spans.push([index, index + word.length]);
  }
  return found;
}

/** The roads of coups: a list such as ["B", "Pp"], or a text. */
FACE.roads = (coups) => {
  if (typeof coups !== "string" && !(Array.isArray(coups) && coups.every((coup) => typeof coup === "string")))
    throw new Error(`expected coups as "B Pp T" or as ["B", "Pp", "T"], got ${typeof coups}`);
  if (typeof coups !== "string") return roadsOf(coups);
  const { coups: read, fault } = coupsIn(coups);
  if (fault) throw new Error(`line ${fault.line}, coup ${fault.coup}: ${coupExpected(fault.word)}`);
  return roadsOf(read);
};
