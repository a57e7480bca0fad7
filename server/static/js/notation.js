/** Texts of positions and moves, taken apart and put together. What is legal is not known here. */

/**
 * @typedef {Object} Placed A position.
 * @property {Object<string, string>} stones `W` or `B` by the name of the point; empty ones are left out.
 * @property {string} side `w` or `b`.
 * @property {number[]} hands White's and Black's stones in hand.
 * @property {number} [counter] Plies since the last placement or removal, where moves are limited.
 * @property {number} due Stones that the side to move still has to remove.
 */

/** Read the text of a position on the points of a board, in millbase's own notation. */
export function readPosition(text, points) {
  const [rings, side, ...rest] = text.split(" ");
  const letters = rings.replaceAll("/", "");
  const stones = {};
  points.forEach((point, place) => {
    if (letters[place] !== ".") stones[point.name] = letters[place];
  });
  const hands = rest.find((field) => field.includes(","))?.split(",").map(Number) ?? [0, 0];
  const due = Number(rest.find((field) => field.startsWith("x"))?.slice(1) ?? 0);
  const counter = Number(rest.find((field) => field.startsWith("c"))?.slice(1) ?? 0);
  return { stones, side, hands, counter, due };
}

/** Write a position as the server reads it. */
export function writePosition({ stones, side, hands, counter, due }, points) {
  const rings = [];
  let radius = null;
  for (const { name, x, y } of points) {
    const own = Math.max(Math.abs(x), Math.abs(y));
    if (own !== radius) rings.push("");
    radius = own;
    rings[rings.length - 1] += stones[name] ?? ".";
  }
  const fields = [rings.join("/"), side];
  if (hands[0] || hands[1]) fields.push(hands.join(","));
  if (counter) fields.push(`c${counter}`);
  if (due) fields.push(`x${due}`);
  return fields.join(" ");
}

/** Take a move apart: `a1-a4xg7` is `{source: "a1", target: "a4", removed: ["g7"]}`. */
export function readMove(text) {
  const [way, ...removed] = text.split("x");
  const points = way.split("-");
  const target = points.pop() || null;
  return { text, source: points[0] ?? null, target, removed };
}

/** The position while a move is being made: its stone has gone, and what it removed is off the board. */
export function midway(position, { source, target, removed = [] }) {
  const colour = position.side === "w" ? "W" : "B";
  const stones = { ...position.stones };
  const hands = [...position.hands];
  if (target) {
    stones[target] = colour;
    if (source) delete stones[source];
    else hands[colour === "W" ? 0 : 1] -= 1;
  }
  for (const point of removed) delete stones[point];
  return { ...position, stones, hands };
}

/** The other side. */
export function other(side) {
  return side === "w" ? "b" : "w";
}

/** How many stones a colour, `W` or `B`, has on the board. */
export function count(position, colour) {
  return Object.values(position.stones).filter((stone) => stone === colour).length;
}
