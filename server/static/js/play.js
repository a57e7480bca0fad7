/**
 * Playing against the tables: they move for the sides that nobody plays. Values are hidden, and what a move
 * gave away is said after it; a repetition or a limit ends the game.
 */

import { byId } from "./dom.js";
import { knowledge } from "./knowledge.js";
import { readMove, readPosition } from "./notation.js";
import { ask, Newest } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { troubleWords, valueWords } from "./words.js";

const PAUSE = 450; // milliseconds before the tables move, so that one sees it
const REPETITIONS = 3;

export class Play {
  #reply = new Newest();
  #form = byId("play");
  #judged = 0;

  /** @param {function()} changed Called when something has changed that is not the session's. */
  constructor(changed) {
    this.#form.addEventListener("change", () => {
      changed();
      this.follow();
    });
    byId("play-new").addEventListener("click", () => session.show(session.start));
    byId("play-back").addEventListener("click", () => this.takeBack());
    byId("play-hint").addEventListener("click", () => this.hint());
  }

  /** Whether values are to be hidden. */
  get hides() {
    return !this.#form.elements.values.checked;
  }

  /** Whether somebody plays a side, `w` or `b`. */
  plays(side) {
    const chosen = this.#form.elements.you.value;
    return chosen === "both" || chosen === side;
  }

  /** How the game has ended, as `/api/moves` says it, or by a rule of games; null if it goes on. */
  get ending() {
    if (!knowledge.legal) return null;
    return knowledge.legal.over ?? this.#drawn();
  }

  /** Say what the last move of a player gave away, and let the tables move if it is their turn. */
  async follow() {
    this.#reply.stop();
    const { side } = session.placed;
    if (!this.plays(side) && !this.ending && session.at === session.steps.length) await this.#answer();
    else await this.#judge();
  }

  /** Go back to where the player was to move the last time. */
  takeBack() {
    this.#reply.stop();
    let at = session.at - 1;
    while (at > 0 && !this.plays(sideAt(at))) at -= 1;
    if (at >= 0) session.cut(at);
  }

  /** Say the best move. */
  async hint() {
    try {
      const answer = await ask("query", { ...session.rules, position: session.position });
      const [best] = answer.moves;
      this.#say(best ? say("play.hint", { move: best.move, value: valueWords(best) }) : "");
    } catch (trouble) {
      this.#say(troubleWords(trouble));
    }
  }

  async #answer() {
    const position = session.position;
    const question = (signal) => ask("query", { ...session.rules, position }, signal);
    try {
      const answer = await this.#reply.ask(question, PAUSE);
      if (answer?.moves.length && session.position === position) {
        const { move, position: after } = answer.moves[0];
        session.play({ move, position: after });
      }
    } catch (trouble) {
      this.#say(say("play.stuck", { reason: troubleWords(trouble) }));
    }
  }

  /** Say what the player's last move gave away, if the tables know it. */
  async #judge() {
    const at = lastOf((side) => this.plays(side));
    const asked = (this.#judged += 1);
    this.#say("");
    if (at === null) return;
    const [before, { move }] = [session.path[at], session.steps[at]];
    try {
      const answer = await ask("query", { ...session.rules, position: before });
      if (asked === this.#judged) this.#say(givenAway(answer, move));
    } catch {
      // without tables there is nothing to say
    }
  }

  #drawn() {
    const { path } = session;
    if (path.filter((position) => position === session.position).length >= REPETITIONS) {
      return { result: "1/2-1/2", reason: "", cause: "repetition" };
    }
    const limit = Number(this.#form.elements.limit.value);
    return limit && quietPlies() >= 2 * limit ? { result: "1/2-1/2", reason: "", cause: "limit" } : null;
  }

  #say(text) {
    byId("play-comment").textContent = text;
  }
}

/** What a move gave away, in a sentence; empty if it gave away nothing. */
export function givenAway(answer, move) {
  const made = answer.moves.find((other) => other.move === move);
  if (!made || made.value === null || answer.value === null) return "";
  const facts = { move, before: valueWords(answer), after: valueWords(made) };
  if (made.value !== answer.value) return say("play.gave_away", facts);
  if (made.plies === answer.plies) return say("play.best", facts);
  return say(made.value === "win" ? "play.slower" : "play.sooner", facts);
}

function sideAt(at) {
  return readPosition(session.path[at], session.board.points).side;
}

/** The place of the last step up to the one shown that was made by a side; null if there is none. */
function lastOf(isWanted) {
  for (let at = session.at - 1; at >= 0; at -= 1) if (isWanted(sideAt(at))) return at;
  return null;
}

/** How many plies, up to the position shown, nothing was placed or removed in. */
function quietPlies() {
  const steps = session.steps.slice(0, session.at).map((step) => readMove(step.move));
  let plies = 0;
  for (const { source, removed } of steps) plies = source && !removed.length ? plies + 1 : 0;
  return plies;
}
