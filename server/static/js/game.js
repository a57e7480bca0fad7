/** The panel of a game: read from a text or a file, judged, its curve, the next mistake, saved. */

import { showCurve } from "./curve.js";
import { byId, el, fill } from "./dom.js";
import { other } from "./notation.js";
import { gameText, review, rulesOfAnswer, tagsText } from "./records.js";
import { saveFile } from "./save.js";
import { session } from "./session.js";
import { showSteps } from "./steps.js";
import { say } from "./text.js";
import { troubleWords, valueWords } from "./words.js";

export class GamePanel {
  #tags = {}; // of the game that was read last
  #judged = null; // the answer of the server about a game
  #text = ""; // that game

  constructor() {
    byId("game-read").addEventListener("click", () => this.#read());
    byId("game-file").addEventListener("change", async ({ target }) => {
      byId("game-text").value = await target.files[0].text();
      await this.#read();
    });
    byId("game-review").addEventListener("click", () => this.#review());
    byId("game-mistake").addEventListener("click", () => this.nextMistake());
    byId("game-save").addEventListener("click", () => this.#save());
  }

  /** Draw the moves and the curve. */
  show() {
    if (!session.steps.length) this.#tags = {};
    const judged = this.#current;
    const moves = judged?.moves ?? [];
    showSteps(byId("game-steps"), (place) => moves[place] && remarkOn(moves[place]));
    showCurve(byId("game-curve"), judged ? curveOf(judged) : []);
    if (judged) this.#say(session.at && moves[session.at - 1].mark ? mistakeWords(moves[session.at - 1]) : summary(judged));
    byId("game-mistake").disabled = !moves.some((move) => move.mark);
    byId("game-review").disabled = !session.steps.length || Boolean(judged);
    byId("game-save").disabled = !session.steps.length;
  }

  /** Go to the next move that gave something away, from the first after the last. */
  nextMistake() {
    const places = (this.#current?.moves ?? []).filter((move) => move.mark).map((move) => move.ply);
    if (places.length) session.go(places.find((place) => place > session.at) ?? places[0]);
  }

  /** What is known of the game of the session, or null. */
  get #current() {
    return this.#judged && gameText() === this.#text ? this.#judged : null;
  }

  /** Take the game of the text field, or one of them by its number. */
  async #read(number) {
    const judged = await this.#ask(byId("game-text").value, number);
    if (!judged) return;
    this.#tags = judged.tags;
    const steps = judged.moves.map(({ move, position }) => ({ move, position }));
    await session.open(rulesOfAnswer(judged), judged.position, steps);
    this.#take(judged);
  }

  /** Have the game of the session judged. */
  async #review() {
    const text = gameText();
    const judged = await this.#ask(tagsText(this.#tags) + text);
    if (judged && gameText() === text) this.#take(judged);
  }

  async #ask(text, number) {
    this.#say(say("game.judging"));
    try {
      const judged = await review(text, number);
      if (!number) fill(byId("game-which"));
      return judged;
    } catch (trouble) {
      this.#say(troubleWords(trouble));
      if (trouble.games) this.#offer(trouble.games);
      return null;
    }
  }

  /** Let one of several games be chosen. */
  #offer(games) {
    this.#say("");
    const buttons = Array.from({ length: games }, (_, place) =>
      el("button", { type: "button", click: () => this.#read(place + 1) }, place + 1),
    );
    fill(byId("game-which"), el("span", {}, say("game.which", { n: games })), buttons);
  }

  #take(judged) {
    [this.#judged, this.#text] = [judged, gameText()];
    this.show();
  }

  async #save() {
    if (!this.#current) await this.#review();
    if (this.#current) saveFile("game.pgn", new Blob([this.#current.annotated], { type: "text/plain" }));
  }

  #say(text) {
    byId("game-note").textContent = text;
  }
}

/** A move's mark, or what the game itself says of it. */
function remarkOn(move) {
  const glyphs = move.glyphs.filter((glyph) => !glyph.startsWith("$")).join("");
  return { mark: move.mark ?? glyphs, words: move.mark ? mistakeWords(move) : null, comment: move.comments.join(" ") };
}

function summary({ moves }) {
  const marked = moves.filter((move) => move.mark).length;
  const unknown = moves.filter((move) => move.value === null).length;
  const mistakes = say("game.mistakes", { n: marked });
  return unknown ? `${mistakes} ${say("game.unjudged", { n: unknown })}` : mistakes;
}

function mistakeWords({ value, plies, best }) {
  const facts = { before: valueWords(best), after: valueWords({ value, plies }), best: best.moves.slice(0, 3).join(", ") };
  return say("game.mistake", facts);
}

/** What each position is worth to White: from 1, a quick win, over 0, a draw, to -1; null if it is not known. */
function curveOf({ position, value, plies, moves }) {
  let side = position.split(" ")[1];
  const values = [forWhite(side, value, plies)];
  for (const move of moves) {
    values.push(forWhite(side, move.value, move.plies));
    side = other(side);
  }
  return values;
}

function forWhite(side, value, plies) {
  if (value === null) return null;
  const size = plies === null ? 1 : 1 / (1 + plies / 40);
  return { win: size, draw: 0, loss: -size }[value] * (side === "w" ? 1 : -1);
}
