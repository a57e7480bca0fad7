/** Where the position shown is counted: a link to its table's row in the statistics. */

import { byId, el, fill } from "./dom.js";
import { knowledge } from "./knowledge.js";
import { count } from "./notation.js";
import { queryOf } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";

/** Draw the link; there is none while the tables have not answered. */
export function showTable() {
  const { answer } = knowledge;
  const { due } = session.placed;
  const subspace = subspaceOf(session.placed);
  const address = `/stats${queryOf({ ...session.rules, subspace, plies: answer?.plies })}`;
  const isThere = answer?.moves.length && !due;
  fill(byId("table"), isThere ? el("a", { href: address }, say("table.link", { subspace })) : null);
}

/** The subspace of a position, as commands write it: the side to move first, then stones in hand if any. */
function subspaceOf(placed) {
  const sides = placed.side === "w" ? ["W", "B"] : ["B", "W"];
  const hands = placed.side === "w" ? placed.hands : [...placed.hands].reverse();
  const stones = sides.map((colour) => count(placed, colour)).join("-");
  return hands[0] || hands[1] ? `${stones}+${hands.join("-")}` : stones;
}
