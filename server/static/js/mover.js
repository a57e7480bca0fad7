/** Making moves with the board: what pressing a point and dragging a stone does, and what is marked. */

import { knowledge } from "./knowledge.js";
import { Moving } from "./moving.js";
import { readMove } from "./notation.js";
import { session } from "./session.js";

export class Mover {
  /** The move that is being made. */
  moving = new Moving();

  #changed;
  #mayMove;
  #legal = null; // what the move is made of
  #early = null; // a point that was pressed before the moves were known

  /**
   * @param {function()} changed Called when part of a move was made, or taken back.
   * @param {function(): boolean} mayMove Whether the side to move is played here.
   */
  constructor(changed, mayMove) {
    this.#changed = changed;
    this.#mayMove = mayMove;
  }

  /** Begin anew. */
  reset() {
    this.moving = new Moving();
    this.#legal = null;
  }

  /** Take the moves of the position once they are known. */
  take() {
    if (knowledge.legal === this.#legal) return;
    this.#legal = knowledge.legal;
    this.moving = new Moving(this.#mayMove() ? (knowledge.legal?.moves ?? []) : []);
    const pressed = this.#early;
    this.#early = null;
    if (pressed && knowledge.legal) this.press(pressed);
  }

  /** Choose a point. */
  press(name) {
    if (!knowledge.legal) this.#early = name;
    const step = this.moving.choose(name);
    if (step) session.play(step);
    else this.#changed();
  }

  /** Move a stone. */
  drag(from, to) {
    if (!to || to === from) return;
    this.moving.clear();
    this.moving.choose(from);
    this.press(to);
  }

  /** Whether the stone of a point may be dragged. */
  canDrag(name) {
    return this.moving.moves.some(({ source }) => source === name);
  }

  /** Take back the half of a move. */
  clear() {
    this.moving.clear();
    this.#changed();
  }

  /** The points to mark, as {@link import("./board.js").BoardView.mark} takes them. */
  get rings() {
    const found = [];
    const { moving } = this;
    if (session.lastMove && !moving.begun) {
      const { target, removed } = readMove(session.lastMove);
      found.push([target ?? removed[0], "last"]);
    }
    if (moving.source && !moving.target) found.push([moving.source, "chosen"]);
    for (const [point, kind] of moving.choices) {
      if (kind === "removable" || (kind === "target" && moving.source)) found.push([point, kind]);
    }
    return found;
  }
}
