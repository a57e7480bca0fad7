/**
 * A puzzle: its side to move wins, or keeps the draw. Every move that wins soonest is right, a slower one is said
 * to be one; the defence is the tables', and plays for the longest game.
 */

import { knowledge } from "./knowledge.js";
import { readPosition } from "./notation.js";
import { givenAway } from "./play.js";
import { ask, Newest } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { sideName, troubleWords, turnsOf } from "./words.js";

const PAUSE = 600; // milliseconds before the tables move, or take back

export class Puzzle {
  /** What was said last about a move. */
  comment = "";
  /** Whether it has been solved. */
  solved = false;
  /** Whether the solution is being shown. */
  showing = false;

  #asked = new Newest();
  #beginning = null;
  #answer = null; // about the beginning
  #changed;

  /** @param {function()} changed Called when something is to be said. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The side that solves it. */
  get side() {
    return readPosition(session.beginning, session.board.points).side;
  }

  /** Whether the player is to move. */
  get isTurn() {
    return Boolean(this.#answer) && !this.solved && !this.showing && session.placed.side === this.side;
  }

  /** What is to be done, as a headline. */
  get task() {
    const side = sideName(this.side);
    if (!this.#answer) return say("status.turn", { side });
    if (this.solved) return say("puzzle.solved");
    const { value } = this.#answer;
    const turns = turnsOf(this.#answer);
    if (value === "win") return turns ? say("puzzle.wins", { side, n: turns }) : say("puzzle.wins_somehow", { side });
    return say(value === "draw" ? "puzzle.draws" : "puzzle.lost", { side });
  }

  /** Look at what was done last, and answer it. */
  async follow() {
    if (this.#beginning !== session.beginning) await this.#begin();
    else if (this.showing || this.solved || session.at === 0) return;
    else if (session.placed.side !== this.side || knowledge.legal.over) await this.#judge();
  }

  /** Play the solution. */
  async show() {
    this.#say("");
    session.go(0);
    this.showing = true;
    try {
      const { line } = await ask("line", { ...session.rules, position: session.beginning, plies: 1 });
      for (const { move, position } of line) {
        await this.#pause();
        session.play({ move, position });
      }
      this.#say(say("puzzle.shown"));
    } catch (trouble) {
      this.#say(troubleWords(trouble));
    }
  }

  async #begin() {
    const position = session.beginning;
    Object.assign(this, { solved: false, showing: false, comment: "" });
    [this.#beginning, this.#answer] = [position, null];
    try {
      this.#answer = await this.#asked.ask((signal) => ask("query", { ...session.rules, position }, signal));
    } catch (trouble) {
      this.comment = troubleWords(trouble);
    }
    this.#changed();
  }

  /** Say what the player's move was, and answer it with the best one, or take it back. */
  async #judge() {
    const [before, { move, position }] = [session.path[session.at - 1], session.steps[session.at - 1]];
    const answer = await this.#ask(before);
    const made = answer?.moves.find((one) => one.move === move);
    if (!made) return;
    if (made.value !== answer.value || made.plies !== answer.plies) {
      this.#say(made.value === answer.value ? say("puzzle.slower", { move, n: turnsOf(made) }) : givenAway(answer, move));
      if (await this.#pause(position)) session.cut(session.at - 1);
    } else if (knowledge.legal.over || made.plies === null) {
      this.solved = true;
      this.#say("");
    } else {
      this.#say(say("puzzle.right"));
      const reply = (await this.#ask(position))?.moves[0];
      if (reply && (await this.#pause(position))) session.play({ move: reply.move, position: reply.position });
    }
  }

  async #ask(position) {
    try {
      return await ask("query", { ...session.rules, position });
    } catch (trouble) {
      this.#say(troubleWords(trouble));
      return null;
    }
  }

  /** Wait a moment; whether the same position is shown still. */
  async #pause(position) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return session.position === position;
  }

  #say(text) {
    this.comment = text;
    this.#changed();
  }
}
