/** The line that says whose turn it is and what the position is worth, and the hands of both sides. */

import { byId, el, fill } from "./dom.js";
import { knowledge } from "./knowledge.js";
import { count } from "./notation.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { endingWords, sideName, troubleWords, verdict } from "./words.js";

/**
 * Draw the line and the title of the page.
 * @param {Object} facts
 * @param {import("./moving.js").Moving} facts.moving The move that is being made.
 * @param {boolean} facts.hidden Whether values are hidden.
 * @param {*} facts.settingUp Whether a position is being set up.
 * @param {?Object} facts.ending How a game that is played has ended.
 */
export function showStatus({ moving, hidden, settingUp, ending }) {
  const { side, due } = session.placed;
  const words = headline({ moving, hidden, settingUp, ending, side, due });
  if (byId("status").textContent !== words) byId("status").textContent = words;
  document.title = `${title(words, hidden)} · millbase`;
}

/** Draw what each side has in hand, and mark the one to move. */
export function showHands({ hands, side }) {
  const most = session.variant.men;
  for (const [place, colour] of ["w", "b"].entries()) {
    const node = byId(`hand-${colour}`);
    node.classList.toggle("turn", side === colour);
    const stones = Array.from({ length: Math.min(hands[place], most[place]) }, () => el("i", { "aria-hidden": "true" }));
    fill(
      node,
      el("b", {}, sideName(colour)),
      stones.length ? el("span.stones", {}, stones) : null,
      hands[place] ? el("span.number", {}, say("hand", { n: hands[place] })) : null,
    );
  }
}

function headline({ moving, hidden, settingUp, ending, side, due }) {
  const { legal, answer, trouble } = knowledge;
  const name = sideName(side);
  if (settingUp) return say("status.setup");
  if (moving.begun && moving.removing) return say("status.mill", { side: name });
  if (ending ?? legal?.over) return endingWords(ending ?? legal.over);
  if (answer && !hidden) return verdict(answer, side);
  if (trouble?.code === "offline") return troubleWords(trouble);
  return say(due ? "status.remove" : "status.turn", { side: name });
}

function title(words, hidden) {
  const [white, black] = ["W", "B"].map((colour) => count(session.placed, colour));
  return hidden ? `${white}-${black}` : `${white}-${black}, ${words}`;
}
