/** What is known of the position shown: the moves that are legal, and what the tables say. */

import { ask, Newest } from "./server.js";
import { session } from "./session.js";

const PAUSE = 120; // milliseconds before tables are asked, while one hurries through a game

/** Tells `change` when it knows more. */
class Knowledge extends EventTarget {
  /** The answer of `/api/moves`, or null while it is not there. */
  legal = null;
  /** The answer of `/api/query`, or null if there is none. */
  answer = null;
  /** Why there is no answer. @type {?import("./server.js").Trouble} */
  trouble = null;

  #moves = new Newest();
  #query = new Newest();

  /** Ask about the position of the session. */
  async refresh() {
    Object.assign(this, { legal: null, answer: null, trouble: null });
    const parameters = { ...session.rules, position: session.position };
    this.#query.stop();
    await this.#look(this.#moves, "legal", (signal) => ask("moves", parameters, signal));
    if (this.legal?.position !== session.position) return;
    await this.#look(
      this.#query,
      "answer",
      (signal) => ask("query", { ...parameters, unique: true }, signal),
      PAUSE,
    );
  }

  /** Whether all that can be known about the position is known. */
  get settled() {
    return this.answer !== null || this.trouble !== null;
  }

  async #look(newest, name, question, wait) {
    try {
      const found = await newest.ask(question, wait);
      if (found === null) return;
      this[name] = found;
    } catch (trouble) {
      this.trouble = trouble;
    }
    this.dispatchEvent(new Event("change"));
  }
}

export const knowledge = new Knowledge();

session.addEventListener("change", () => knowledge.refresh());
