/** Games as text: read move by move with the server's help, which knows what is legal, and written out. */

import { readPosition } from "./notation.js";
import { ask } from "./server.js";
import { session } from "./session.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const MOST = 1000; // plies

/** A move of a text that is not legal where it stands. */
export class IllegalMove extends Error {
  constructor(move, ply) {
    super(move);
    Object.assign(this, { move, ply });
  }
}

/**
 * Read a game in the moves of millbase: tags, numbers, comments and glyphs are left out.
 * @returns {Promise<{beginning: string, steps: import("./session.js").Step[]}>}
 * @throws {IllegalMove}
 */
export async function readGame(text) {
  const tags = tagsOf(text);
  const asked = tags.FEN ?? tags.Position;
  let position = asked ? (await legalAt(asked)).position : session.start;
  const beginning = position;
  const steps = [];
  for (const token of movesOf(text).slice(0, MOST)) {
    const { moves } = await legalAt(position);
    const step = moves.find(({ move }) => sameMove(move, token));
    if (!step) throw new IllegalMove(token, steps.length + 1);
    steps.push(step);
    position = step.position;
  }
  return { beginning, steps };
}

/** The tags of a game's text, by their names. */
export function tagsOf(text) {
  return Object.fromEntries([...text.matchAll(/^\s*\[(\w+)\s+"([^"]*)"\]/gm)].map(([, name, value]) => [name, value]));
}

/**
 * Write a game out, as millbase and Sanmill read it.
 * @param {Object<string, string>} tags Tags that it came with.
 * @param {string} result
 * @param {function(number): string} remark What stands after a move: a glyph, a comment, or nothing.
 */
export function writeGame(tags, result, remark = () => "") {
  const first = readPosition(session.beginning, session.board.points).side === "w" ? 0 : 1;
  const begins = session.beginning === session.start ? {} : { SetUp: "1", Position: session.beginning };
  const written = { Event: "millbase game", ...tags, ...begins, Result: result, Variant: session.variant.variant };
  const lines = Object.entries(written).map(([name, value]) => `[${name} "${value.replaceAll('"', "'")}"]`);
  const moves = session.steps.map(({ move }, place) => {
    const ply = place + first;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : place === 0 ? "1... " : "";
    return `${number}${move}${remark(place)}`;
  });
  return `${lines.join("\n")}\n\n${[...moves, result].join(" ")}\n`;
}

function legalAt(position) {
  return ask("moves", { ...session.rules, position });
}

function movesOf(text) {
  return text
    .replace(/^\s*\[.*\]\s*$/gm, " ")
    .replace(/\{[^}]*\}|;.*$/gm, " ")
    .replace(/\([^()]*\)/g, " ")
    .replace(/\$\d+|[!?]+/g, " ")
    .replace(/\b\d+\.+/g, " ")
    .replace(/\s+x/g, "x")
    .split(/\s+/)
    .filter((token) => token && !RESULTS.includes(token))
    .map((token) => token.toLowerCase());
}

/** Whether two texts are one move; two removals may stand in either order. */
function sameMove(one, other) {
  const [way, ...removed] = one.split("x");
  const [otherWay, ...otherRemoved] = other.split("x");
  return way === otherWay && removed.sort().join() === otherRemoved.sort().join();
}
