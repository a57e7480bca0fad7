/** Values and sides in words. */

import { hasSentence, say } from "./text.js";

/** "White" or "Black", of `w` or `b`. */
export function sideName(side) {
  return say(side === "w" ? "white" : "black");
}

/** A value for the side to move, as a sentence's end: "win in 5 plies", "draw", "lost". */
export function valueWords({ value, plies, at_least, at_most }) {
  if (value === null) {
    return say("value.between", { least: say(`value.${at_least}`), most: say(`value.${at_most}`) });
  }
  if (plies === 0) return say("value.lost");
  return plies === null ? say(`value.${value}`) : say(`value.${value}_in`, { n: plies });
}

/** A value in a few characters: "W 5", "D", "L 12". */
export function valueMark({ value, plies }) {
  const letter = say(`letter.${value ?? "unknown"}`);
  return plies === null || plies === undefined ? letter : `${letter} ${plies}`;
}

/** How many turns of the side to move a win takes, as puzzles count them; null if that is not known. */
export function turnsOf({ plies }) {
  return plies === null ? null : (plies + 1) / 2;
}

/** What a position is worth to its side to move, as a headline. */
export function verdict(answer, side) {
  const name = sideName(side);
  if (answer.plies === 0) return say("verdict.lost", { side: name });
  return say("verdict", { side: name, value: valueWords(answer) });
}

/** How a game has ended. */
export function endingWords({ result, reason, cause }) {
  const winner = { "1-0": say("ending.white"), "0-1": say("ending.black"), "1/2-1/2": say("ending.draw") }[result];
  const why = `cause.${cause}`;
  return `${winner} ${hasSentence(why) ? say(why) : `${reason}.`}`;
}

/** Why something could not be answered. */
export function troubleWords(trouble) {
  const kinds = [`fault.${trouble.fault}`, `trouble.${trouble.code}`];
  const key = kinds.find(hasSentence);
  if (!key) return trouble.message;
  const colours = Object.entries(trouble).filter(([, fact]) => fact === "White" || fact === "Black");
  const names = Object.fromEntries(colours.map(([name, fact]) => [name, sideName(fact === "White" ? "w" : "b")]));
  return say(key, { ...trouble, message: trouble.message, ...names });
}
