/** The board as a picture of its own: an SVG with the colours that it has on the page, and no style sheet. */

import { svg } from "./dom.js";

const PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
const SIZE = 600; // pixels

/**
 * The text of the picture.
 * @param {SVGElement} drawing The board on the page.
 * @param {string} title What the position is worth, in words.
 * @param {string} description The text of the position.
 */
export function pictureOf(drawing, title, description) {
  const copy = drawing.cloneNode(true);
  const [originals, copies] = [drawing, copy].map((root) => [...root.querySelectorAll("*")]);
  originals.forEach((original, place) => dress(copies[place], getComputedStyle(original)));
  for (const name of ["aria-hidden", "focusable"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", SIZE);
  copy.setAttribute("height", SIZE);
  copy.prepend(svg("title", {}, title), svg("desc", {}, description));
  return new XMLSerializer().serializeToString(copy);
}

function dress(node, style) {
  for (const name of PROPERTIES) node.setAttribute(name, style.getPropertyValue(name));
  if (style.transform !== "none" && !node.hasAttribute("transform")) node.setAttribute("transform", style.transform);
  node.removeAttribute("style");
  node.removeAttribute("class");
}
