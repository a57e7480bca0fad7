/** The best line from the position shown: to look at step by step, or to play out. */

import { byId, el, fill } from "./dom.js";
import { ask, Newest } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { troubleWords } from "./words.js";

const STEP = 700; // milliseconds, while it is played out
const PLIES = 40;

export class BestLine {
  #newest = new Newest();
  #timer = null;

  constructor() {
    byId("line-show").addEventListener("click", () => this.show());
    byId("line-play").addEventListener("click", () => (this.#timer ? this.stop() : this.play()));
  }

  /** Put the line after the position shown, as the game goes on from here. */
  async show() {
    const position = session.position;
    try {
      const found = await this.#newest.ask((signal) =>
        ask("line", { ...session.rules, position, plies: PLIES }, signal),
      );
      if (!found || session.position !== position) return;
      const steps = found.line.map(({ move, position: after }) => ({ move, position: after }));
      session.show(session.beginning, [...session.steps.slice(0, session.at), ...steps], session.at);
      fill(byId("line-note"), steps.length ? say("line.there", { n: steps.length }) : say("line.none"));
    } catch (trouble) {
      fill(byId("line-note"), el("span", {}, troubleWords(trouble)));
    }
  }

  /** Play the line out, move by move. */
  async play() {
    if (session.at === session.steps.length) await this.show();
    byId("line-play").textContent = say("line.stop");
    this.#timer = setInterval(() => {
      if (session.at < session.steps.length) session.go(session.at + 1);
      else this.stop();
    }, STEP);
  }

  /** Stop playing it out. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    byId("line-play").textContent = say("line.play");
  }
}
