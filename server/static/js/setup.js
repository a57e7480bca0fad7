/** Setting up a position: a palette, hands, side, removal due; and at once the sentence why it is not legal. */

import { byId } from "./dom.js";
import { other, readPosition, writePosition } from "./notation.js";
import { ask, Newest } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { troubleWords } from "./words.js";

const KEYS = { w: "W", b: "B", x: "", Delete: "", Backspace: "" };

export class SetUp {
  /** The position as it stands, legal or not. @type {?import("./notation.js").Placed} */
  draft = null;

  #newest = new Newest();
  #changed;

  /** @param {function()} changed Called when the draft is another. */
  constructor(changed) {
    this.#changed = changed;
    const form = byId("setup");
    form.addEventListener("input", ({ target }) => {
      if (target.id !== "setup-text" && target.name !== "palette") this.#fromForm();
    });
    form.addEventListener("submit", (event) => this.#paste(event));
    byId("setup-clear").addEventListener("click", () => this.#edit({ stones: {}, due: 0 }));
    byId("setup-start").addEventListener("click", () => this.#take(session.start));
    byId("setup-swap").addEventListener("click", () => this.#edit(swapped(this.draft)));
  }

  /** Begin with the position of the session. */
  open() {
    this.draft = session.placed;
    this.#toForm();
    this.#tell(null);
  }

  /** Put the chosen stone on a point or, where it stands already, take it away. */
  press(name) {
    const chosen = byId("setup").elements.palette.value;
    this.#put(name, this.draft.stones[name] === chosen ? "" : chosen);
  }

  /** Put `W`, `B` or nothing on a point by its key. Whether it is one is returned. */
  key(key, name) {
    if (!(key in KEYS)) return false;
    this.#put(name, KEYS[key]);
    return true;
  }

  /** Whether there is a stone on a point. */
  canDrag(name) {
    return name in this.draft.stones;
  }

  /** Move a stone, off the board if there is no point. */
  drag(from, to) {
    if (from === to) return;
    const stones = { ...this.draft.stones };
    if (to) stones[to] = stones[from];
    delete stones[from];
    this.#edit({ stones });
  }

  #put(name, stone) {
    const stones = { ...this.draft.stones };
    if (stone) stones[name] = stone;
    else delete stones[name];
    this.#edit({ stones });
  }

  #edit(changes) {
    this.draft = { ...this.draft, ...changes };
    this.#toForm();
    this.#changed();
    this.#judge();
  }

  #fromForm() {
    const { side, white, black, due } = byId("setup").elements;
    const number = (field) => Math.max(0, Math.min(99, Math.trunc(Number(field.value)) || 0));
    this.draft = { ...this.draft, side: side.value, hands: [number(white), number(black)], due: number(due) };
    byId("setup-text").value = this.#text;
    this.#changed();
    this.#judge();
  }

  #toForm() {
    const { side, white, black, due } = byId("setup").elements;
    side.value = this.draft.side;
    [white.value, black.value] = this.draft.hands;
    due.value = this.draft.due;
    due.max = session.variant.take_two ? 2 : 1;
    due.disabled = session.variant.mill_wins;
    byId("setup-text").value = this.#text;
  }

  get #text() {
    return writePosition(this.draft, session.board.points);
  }

  async #paste(event) {
    event.preventDefault();
    const text = byId("setup-text").value.trim();
    try {
      const found = await this.#newest.ask((signal) => ask("moves", { ...session.rules, position: text }, signal));
      if (found) this.#take(found.position);
    } catch (trouble) {
      this.#tell(trouble);
    }
  }

  #take(text) {
    this.#edit(readPosition(text, session.board.points));
  }

  /** Ask whether the draft is legal; if it is, it is the position of the session. */
  async #judge() {
    const position = this.#text;
    try {
      const found = await this.#newest.ask((signal) => ask("moves", { ...session.rules, position }, signal), 60);
      if (!found) return;
      this.#tell(null);
      session.show(found.position, [], 0, "replace");
    } catch (trouble) {
      this.#tell(trouble);
    }
  }

  #tell(trouble) {
    byId("setup-fault").textContent = trouble ? troubleWords(trouble) : say("setup.legal");
    byId("setup-fault").classList.toggle("bad", trouble !== null);
  }
}

/** A position with the colours exchanged. */
export function swapped({ stones, side, hands, due }) {
  const exchanged = Object.entries(stones).map(([name, stone]) => [name, stone === "W" ? "B" : "W"]);
  return { stones: Object.fromEntries(exchanged), side: other(side), hands: [...hands].reverse(), due };
}
