/** The panel of a game: read from a text or a file, judged, its curve, the next mistake, saved. */

import { showCurve } from "./curve.js";
import { byId } from "./dom.js";
import { knowledge } from "./knowledge.js";
import { IllegalMove, readGame, tagsOf, writeGame } from "./records.js";
import { review } from "./review.js";
import { saveFile } from "./save.js";
import { session } from "./session.js";
import { showSteps } from "./steps.js";
import { say } from "./text.js";
import { troubleWords, valueWords } from "./words.js";

const MOST = 65_536; // characters

export class GamePanel {
  #tags = {};
  #steps = null; // the game that was judged
  #found = null;

  constructor() {
    byId("game-read").addEventListener("click", () => this.#read(byId("game-text").value));
    byId("game-file").addEventListener("change", async ({ target }) => this.#read(await target.files[0].text()));
    byId("game-review").addEventListener("click", () => this.#review());
    byId("game-mistake").addEventListener("click", () => this.nextMistake());
    byId("game-save").addEventListener("click", () => this.#save());
  }

  /** Draw the moves and the curve. */
  show() {
    const judged = this.#judged;
    const remark = (place) => {
      const found = judged?.moves[place];
      return found?.mark ? { mark: found.mark, words: sentenceOf(found) } : null;
    };
    showSteps(byId("game-steps"), remark);
    showCurve(byId("game-curve"), judged?.values ?? []);
    const here = session.at ? judged?.moves[session.at - 1] : null;
    if (judged) this.#say(here?.mark ? sentenceOf(here) : say("game.mistakes", { n: mistakesIn(judged).length }));
    byId("game-mistake").disabled = !judged || !mistakesIn(judged).length;
    byId("game-review").disabled = !session.steps.length;
  }

  /** Go to the next move that gave something away, from the first after the last. */
  nextMistake() {
    const judged = this.#judged;
    const places = judged ? mistakesIn(judged) : [];
    if (places.length) session.go((places.find((place) => place + 1 > session.at) ?? places[0]) + 1);
  }

  get #judged() {
    return this.#steps === session.steps ? this.#found : null;
  }

  async #read(text) {
    if (text.length > MOST) {
      this.#say(say("game.too_long"));
      return;
    }
    try {
      const { beginning, steps } = await readGame(text);
      this.#tags = tagsOf(text);
      session.show(beginning, steps, 0);
      await this.#review();
    } catch (trouble) {
      this.#say(
        trouble instanceof IllegalMove ? say("game.illegal", { move: trouble.move, ply: trouble.ply }) : troubleWords(trouble),
      );
    }
  }

  async #review() {
    const steps = session.steps;
    this.#say(say("game.judging"));
    try {
      const found = await review();
      if (steps !== session.steps) return;
      [this.#steps, this.#found] = [steps, found];
      this.show();
    } catch (trouble) {
      this.#say(troubleWords(trouble));
    }
  }

  #save() {
    const judged = this.#judged;
    const remark = (place) => {
      const found = judged?.moves[place];
      return found?.mark ? `${found.mark} {${sentenceOf(found, "game.comment")}}` : "";
    };
    const ended = session.at === session.steps.length ? knowledge.legal?.over?.result : undefined;
    saveFile("game.pgn", writeGame(this.#tags, ended ?? this.#tags.Result ?? "*", remark), "text/plain");
  }

  #say(text) {
    byId("game-note").textContent = text;
  }
}

function mistakesIn(judged) {
  return judged.moves.flatMap((found, place) => (found?.mark ? [place] : []));
}

function sentenceOf({ before, after, best }, sentence = "game.mistake") {
  return say(sentence, { before: valueWords(before), after: valueWords(after), best: best.slice(0, 3).join(", ") });
}
