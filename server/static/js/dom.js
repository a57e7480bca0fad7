/**
 * Making nodes. Whatever is not a node becomes a text node, so nothing that comes from elsewhere is ever read
 * as markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @param {string} name Its tag, with classes after dots: `button.quiet`.
 * @param {Object<string, *>} [attributes] A function is a listener, `true` an attribute without a value; what is
 *   false or null is left out.
 * @param {...*} children Nodes, texts, or lists of them; null is left out.
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElement(tag), classes, attributes, children);
}

/** An SVG element; the arguments are those of {@link el}. */
export function svg(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElementNS(SVG, tag), classes, attributes, children);
}

/** Put children in the place of what a node has. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** The element with an id, which has to be there. */
export function byId(id) {
  return document.getElementById(id);
}

function filled(node, classes, attributes, children) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  return fill(node, ...children);
}
