/** The moves of the game so far, by number; the one shown is marked, and a press goes to another. */

import { el, fill } from "./dom.js";
import { session } from "./session.js";

/**
 * Draw the list into a node.
 * @param {HTMLElement} node
 * @param {function(number): ?{mark: ?string, words: ?string, comment: ?string}} [remark] What to add to a move, by
 * its place.
 */
export function showSteps(node, remark = () => null) {
  const first = session.beginning.split(" ")[1] === "w" ? 0 : 1;
  const items = session.steps.map((step, place) => {
    const ply = place + first;
    const label = ply % 2 === 0 ? `${ply / 2 + 1}.` : place === 0 ? "1. …" : null;
    const said = remark(place);
    const button = el(
      "button.step",
      {
        type: "button",
        "aria-current": place + 1 === session.at ? "step" : null,
        title: said?.words ?? null,
        click: () => session.go(place + 1),
      },
      step.move,
      said?.mark ? el("span.mark", {}, said.mark) : null,
    );
    const comment = said?.comment ? el("span.said", {}, said.comment) : null;
    return [el("span.step-group", {}, label ? el("span.number", {}, label) : null, button), comment, " "];
  });
  fill(node, items);
  const current = node.querySelector("[aria-current]");
  if (current && node.scrollHeight > node.clientHeight) node.scrollTop = current.offsetTop - node.clientHeight / 2;
}
