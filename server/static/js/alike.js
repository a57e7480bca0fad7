/** Positions that are the same but for a symmetry of the board, or with the colours exchanged, as links. */

import { byId, el, fill } from "./dom.js";
import { writePosition } from "./notation.js";
import { session } from "./session.js";
import { swapped } from "./setup.js";
import { say } from "./text.js";

/** Draw the links. */
export function showAlike() {
  const { points, symmetries } = session.board;
  const position = session.placed;
  const images = symmetries.map((symmetry) => writePosition(imageOf(position, points, symmetry), points));
  const others = [...new Set(images)].filter((text) => text !== session.position);
  const links = others.map((text, place) => link(text, place + 1));
  fill(
    byId("alike"),
    el("p", {}, link(writePosition(swapped(position), points), say("alike.swapped"))),
    el("p", {}, say("alike.count", { n: others.length }), " ", links.flatMap((node) => [node, " "])),
  );
}

function link(position, label) {
  return el(
    "a",
    {
      href: session.addressOf(position),
      title: position,
      click: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        session.show(position);
      },
    },
    label,
  );
}

function imageOf(position, points, symmetry) {
  const stones = {};
  points.forEach(({ name }, place) => {
    if (position.stones[name]) stones[symmetry[place]] = position.stones[name];
  });
  return { ...position, stones };
}
