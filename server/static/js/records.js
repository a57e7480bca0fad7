/** Games as text: what the server reads, whichever form it has, and judges. */

import { send } from "./server.js";
import { session } from "./session.js";

const NAMES_RULES = /^\s*\[\s*(Variant|Rules)\s/m;
const PEOPLES = ["Event", "Site", "Date", "Round", "White", "Black"];

/** The moves of the session and what they begin with, as text. */
export function gameText() {
  const begins = session.beginning === session.start ? "" : `[Position "${session.beginning}"]\n\n`;
  return begins + session.steps.map((step) => step.move).join(" ");
}

/** Tags that say who played, as text; they stand before the game. */
export function tagsText(tags) {
  const lines = PEOPLES.filter((name) => name in tags).map((name) => `[${name} "${escaped(tags[name])}"]\n`);
  return lines.join("");
}

/**
 * Have a game read and judged: the answer of `/api/review`.
 * @param {string} text In any form. Rules that it names go before those of the session.
 * @param {number} [number] Which game of the text, from 1, if there are several.
 */
export function review(text, number) {
  return send("review", { ...(NAMES_RULES.test(text) ? {} : session.rules), game: text, number });
}

/** The rules of an answer as the session takes them. */
export function rulesOfAnswer({ variant, options }) {
  const rules = variant === "nine" ? {} : { variant };
  for (const [name, setting] of Object.entries(options)) rules[name] = String(setting);
  return rules;
}

function escaped(text) {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
