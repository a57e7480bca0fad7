/** Making a move on the board, point by point: a stone, where it goes, what it removes. */

import { midway, readMove } from "./notation.js";

/** A move that is being made among those that are legal. */
export class Moving {
  /** @param {{move: string, position: string}[]} moves */
  constructor(moves = []) {
    this.moves = moves.map((step) => ({ ...readMove(step.move), step }));
    this.clear();
  }

  /** Take back what has been chosen. */
  clear() {
    this.source = null;
    this.target = null;
    this.removed = [];
  }

  /** Whether part of a move has been chosen. */
  get begun() {
    return Boolean(this.source || this.target || this.removed.length);
  }

  /** Whether a mill has been closed, and its removal is what is chosen next. */
  get removing() {
    return this.moves.length > 0 && this.#next.every(({ kind }) => kind === "removable");
  }

  /** The points that can be chosen next, each with what for: `source`, `target` or `removable`. */
  get choices() {
    return new Map(this.#next.map(({ point, kind }) => [point, kind]));
  }

  /** The moves that agree with what has been chosen. */
  get candidates() {
    return this.moves.filter(
      (move) =>
        (!this.source || move.source === this.source) &&
        (!this.target || (move.target === this.target && move.source === this.source)) &&
        this.removed.every((point) => move.removed.includes(point)),
    );
  }

  /** The position as it stands while the move is being made. */
  shown(position) {
    const { source, target, removed } = this;
    return this.target || this.removed.length ? midway(position, { source, target, removed }) : position;
  }

  /**
   * Choose a point.
   * @returns {?{move: string, position: string}} The move if it is complete.
   */
  choose(point) {
    const kind = this.choices.get(point);
    if (kind === undefined) {
      if (this.source && !this.target) this.#chooseAnother(point);
      return null;
    }
    if (kind === "source") this.source = point;
    else if (kind === "target") this.target = point;
    else this.removed.push(point);
    return this.#complete();
  }

  #chooseAnother(point) {
    const chosen = this.source;
    this.source = null;
    if (point !== chosen && this.choices.get(point) === "source") this.source = point;
  }

  #complete() {
    if (!this.target && !this.removed.length) return null;
    const whole = this.candidates.filter((move) => move.removed.length === this.removed.length);
    return whole.length === 1 && this.candidates.length === 1 ? whole[0].step : this.#same(whole);
  }

  /** Two removals in either order are one move; whichever is listed is the one that is made. */
  #same(whole) {
    const most = Math.max(0, ...this.candidates.map((move) => move.removed.length));
    return whole.length && most === this.removed.length ? whole[0].step : null;
  }

  get #next() {
    const found = [];
    for (const move of this.candidates) {
      if (!this.source && !this.target && move.source) found.push({ point: move.source, kind: "source" });
      else if (!this.target && move.target) found.push({ point: move.target, kind: "target" });
      else {
        const left = move.removed.filter((point) => !this.removed.includes(point));
        found.push(...left.map((point) => ({ point, kind: "removable" })));
      }
    }
    return found;
  }
}
