/** The curve of a game: what each position is worth to White, by ply; a press goes there. */

import { el, fill, svg } from "./dom.js";
import { session } from "./session.js";
import { say } from "./text.js";

const [WIDTH, HEIGHT] = [400, 90];

/**
 * Draw the curve.
 * @param {HTMLElement} node
 * @param {?number[]} values From 1, White wins soon, to -1; null where it is not known.
 */
export function showCurve(node, values) {
  if (values.length < 2 || values.every((value) => value === null)) {
    fill(node);
    return;
  }
  const x = (place) => (place / (values.length - 1)) * WIDTH;
  const y = (value) => HEIGHT / 2 - value * (HEIGHT / 2 - 6);
  const parts = [];
  values.forEach((value, place) => {
    if (value !== null) parts.push(`${place && values[place - 1] !== null ? "L" : "M"}${x(place)} ${y(value)}`);
  });
  const here = values[session.at];
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("line.middle", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("path.curve", { d: parts.join("") }),
    svg("line.here", { x1: x(session.at), x2: x(session.at), y1: 0, y2: HEIGHT }),
    here === null || here === undefined ? null : svg("circle.here", { cx: x(session.at), cy: y(here), r: 4 }),
  );
  const slider = el("input", {
    type: "range",
    min: 0,
    max: values.length - 1,
    step: 1,
    "aria-label": say("game.ply"),
    input: ({ target }) => session.go(Number(target.value)),
  });
  const kept = node.querySelector("input");
  if (kept && Number(kept.max) === values.length - 1) {
    kept.value = session.at;
    node.firstChild.replaceWith(drawing);
    return;
  }
  slider.value = session.at;
  fill(node, drawing, slider, el("p.note", {}, say("game.curve")));
}
