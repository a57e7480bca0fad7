/** A puzzle drawn by lot: a random position of the moving phase with exactly one move that wins soonest. */

import { send, Trouble } from "./server.js";
import { session } from "./session.js";
import { writePosition } from "./notation.js";
import { say } from "./text.js";
import { turnsOf } from "./words.js";

const DRAWN = 500; // positions at once
const LOOKED_AT = 25; // of those that are won in so many turns
const TRIES = 20;
const [LEAST, MOST] = [3, 7]; // stones of a side

/**
 * The text of a position that is won in a number of turns, by one move, which removes nothing.
 * @throws {Trouble} No table is there, or none of the positions drawn will do.
 */
export async function drawPuzzle(turns) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const positions = Array.from({ length: DRAWN }, randomPosition);
    const { values } = await send("values", { ...session.rules, positions });
    const missing = values.filter(({ error }) => error?.code === "missing_table");
    if (missing.length && !values.some(({ value }) => value)) throw new Trouble(missing[0].error);
    const won = values.filter((one) => one.value === "win" && turnsOf(one) === turns).slice(0, LOOKED_AT);
    if (!won.length) continue;
    const { answers } = await send("query", { ...session.rules, positions: won.map(({ position }) => position) });
    const found = answers.find(isPuzzle);
    if (found) return found.position;
  }
  throw new Trouble({ code: "no_puzzle", message: say("puzzle.none") });
}

function isPuzzle({ value, plies, moves }) {
  const best = moves.filter((move) => move.value === value && move.plies === plies);
  return best.length === 1 && !best[0].move.includes("x");
}

function randomPosition() {
  const { points } = session.board;
  const free = points.map(({ name }) => name);
  const stones = {};
  ["W", "B"].forEach((colour, side) => {
    for (let left = between(LEAST, Math.min(MOST, session.variant.men[side])); left > 0; left -= 1) {
      if (free.length) stones[free.splice(between(0, free.length - 1), 1)[0]] = colour;
    }
  });
  return writePosition({ stones, side: Math.random() < 0.5 ? "w" : "b", hands: [0, 0], due: 0 }, points);
}

function between(least, most) {
  return least + Math.floor(Math.random() * (most - least + 1));
}
