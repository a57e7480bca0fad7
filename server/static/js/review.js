/** A game judged by the tables: what each position is worth to White, and which moves gave something away. */

import { readPosition } from "./notation.js";
import { send } from "./server.js";
import { session } from "./session.js";

const AT_ONCE = 100;
const STEPS = { win: 2, draw: 1, loss: 0 };
const MARKS = ["", "?", "??"];

/**
 * @typedef {Object} Judged A move judged.
 * @property {string} mark `?` or `??`, or empty.
 * @property {Object} before What the position was worth before it.
 * @property {Object} after What it is worth.
 * @property {string[]} best The moves that would have been best.
 */

/** Judge the game of the session: for each position its value or null, for each move what it gave away. */
export async function review() {
  const positions = [session.beginning, ...session.steps.map((step) => step.position)];
  const answers = [];
  for (let first = 0; first < positions.length; first += AT_ONCE) {
    const part = positions.slice(first, first + AT_ONCE);
    answers.push(...(await send("query", { ...session.rules, positions: part })).answers);
  }
  const values = answers.map((answer) => (answer.error || answer.value === null ? null : answer));
  return { values: values.map((answer, place) => forWhite(answer, positions[place])), moves: judged(values) };
}

function judged(values) {
  return session.steps.map(({ move }, place) => {
    const before = values[place];
    const made = before?.moves.find((other) => other.move === move);
    if (!made || made.value === null) return null;
    const mark = MARKS[STEPS[before.value] - STEPS[made.value]] ?? "";
    const best = before.moves.filter(({ value, plies }) => value === before.value && plies === before.plies);
    return { mark, before, after: made, best: best.map((other) => other.move) };
  });
}

/** A value as White sees it: from 1, a quick win, over 0, a draw, to -1; null if it is not known. */
function forWhite(answer, position) {
  if (!answer) return null;
  const side = readPosition(position, session.board.points).side === "w" ? 1 : -1;
  const size = answer.plies === null ? 1 : 1 / (1 + answer.plies / 40);
  return side * { win: size, draw: 0, loss: -size }[answer.value];
}
