/** The panel of moves: in groups by what they are worth, best first; pointing at one shows it on the board. */

import { byId, el, fill } from "./dom.js";
import { knowledge } from "./knowledge.js";
import { readMove } from "./notation.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { troubleBox } from "./trouble.js";
import { valueWords } from "./words.js";

const GROUPS = ["win", "draw", "loss", "unknown"];
let pointed = null; // the position after the move that is pointed at, or has the focus

/**
 * Draw the panel.
 * @param {function(?Object)} preview Called with a move to show on the board, or null.
 */
export function showMoves(preview) {
  const { legal, answer, trouble } = knowledge;
  const moves = answer?.moves ?? legal?.moves ?? [];
  const focused = document.activeElement?.dataset.after;
  const groups = GROUPS.map((outcome) => [
    outcome,
    moves.filter((move) => (move.value ?? "unknown") === outcome),
  ]).filter(([, found]) => found.length);
  const parts = groups.map(([outcome, found]) => group(outcome, found, preview));
  fill(byId("moves"), trouble ? troubleBox(trouble) : null, parts);
  byId("moves").querySelector(`[data-after="${focused}"]`)?.focus();
  const still = moves.find(({ position }) => position === pointed);
  preview(still ? readMove(still.move) : null);
}

function group(outcome, moves, preview) {
  const title = el("h2", {}, say(`moves.${outcome}`), el("span.count", {}, moves.length));
  return el(`section.group.${outcome}`, {}, title, el("ul", {}, moves.map((move) => row(move, preview))));
}

function row(move, preview) {
  const show = () => {
    pointed = move.position;
    preview(readMove(move.move));
  };
  const hide = () => {
    pointed = null;
    preview(null);
  };
  const button = el(
    "button",
    {
      type: "button",
      "data-after": move.position,
      click: () => {
        hide();
        session.play({ move: move.move, position: move.position });
      },
      pointerenter: show,
      pointerleave: hide,
      focus: show,
      blur: hide,
    },
    el("span.name", {}, move.move),
    move.alike?.length ? el("span.alike", { title: move.alike.join(", ") }, say("moves.alike", { n: move.alike.length })) : null,
    el("span.plies", {}, pliesText(move)),
  );
  return el("li", {}, button);
}

function pliesText(move) {
  if (move.value === undefined) return "";
  if (move.value === null) return valueWords(move);
  return move.plies === null ? "" : say("plies", { n: move.plies });
}
