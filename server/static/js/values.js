/** Values on the board: for each point that can be chosen next, the best that choosing it leads to. */

import { knowledge } from "./knowledge.js";
import { valueMark, valueWords } from "./words.js";

/**
 * The points with their values, as {@link import("./board.js").BoardView.mark} takes them.
 * @param {import("./moving.js").Moving} moving
 */
export function valuesOn(moving) {
  const { answer } = knowledge;
  if (!answer) return [];
  const byMove = new Map();
  answer.moves.forEach((move, rank) => {
    for (const name of [move.move, ...(move.alike ?? [])]) byMove.set(name, { ...move, rank });
  });
  const best = new Map();
  for (const move of moving.candidates) {
    const value = byMove.get(move.text);
    const point = moving.target ? move.removed[moving.removed.length] : (move.target ?? move.removed[0]);
    if (!value || !point) continue;
    if (!best.has(point) || value.rank < best.get(point).rank) best.set(point, value);
  }
  return [...best].map(([point, value]) => [
    point,
    { outcome: value.value ?? "unknown", best: isSoonest(value, answer), text: valueMark(value), words: valueWords(value) },
  ]);
}

/** Whether a move wins soonest. */
function isSoonest({ value, plies }, answer) {
  return value === "win" && plies === answer.plies;
}
