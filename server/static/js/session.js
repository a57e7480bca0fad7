/**
 * What the page is about: the rules, and a game up to a position. The address of the page says it, and the
 * browser's back and forward lead through it.
 */

import { readPosition, writePosition } from "./notation.js";
import { rulesOf } from "./options.js";
import { ask, queryOf } from "./server.js";

/**
 * @typedef {Object} Step A move and the position after it.
 * @property {string} move
 * @property {string} position
 */

/** The session of this page; tells `change` when anything of it is another. */
class Session extends EventTarget {
  /** The rules as parameters of an address. @type {Object<string, string>} */
  rules = {};
  /** The geometry of the board. */
  board = null;
  /** The rule set as `/api/variants` describes it. */
  variant = null;
  /** The first position of the game. */
  beginning = "";
  /** @type {Step[]} */
  steps = [];
  /** How many steps of the game lead to the position shown. */
  at = 0;

  #linked = "position";

  /** The text of the position shown. */
  get position() {
    return this.at ? this.steps[this.at - 1].position : this.beginning;
  }

  /** The position shown. */
  get placed() {
    return readPosition(this.position, this.board.points);
  }

  /** The move that led to the position shown, or null. */
  get lastMove() {
    return this.at ? this.steps[this.at - 1].move : null;
  }

  /** The positions of the game up to the one shown. */
  get path() {
    return [this.beginning, ...this.steps.slice(0, this.at).map((step) => step.position)];
  }

  /**
   * Begin with what the address of the page says.
   * @param {"position"|"beginning"} [linked] What the address names: the position shown, or the first of the game.
   */
  async begin(linked = "position") {
    this.#linked = linked;
    addEventListener("popstate", (event) => this.#restore(event.state));
    const parameters = Object.fromEntries(new URLSearchParams(location.search));
    try {
      await this.#takeRules(rulesOf(parameters));
    } catch (error) {
      if (error.code === "offline") throw error;
      await this.#takeRules({});
    }
    if (history.state?.beginning) {
      this.#take(history.state);
    } else {
      this.beginning = this.start;
      try {
        if (parameters.position) this.beginning = await this.#canonical(parameters.position);
      } catch {
        // an address that says no position begins a game
      }
    }
    this.#remember("replace");
    this.#changed();
  }

  /** The text of the empty board. */
  get start() {
    const empty = { stones: {}, side: "w", hands: this.variant.men, due: 0 };
    return writePosition(empty, this.board.points);
  }

  /** Make a move: what came after the position shown is forgotten, unless it is the same move. */
  play(step) {
    if (this.steps[this.at]?.move !== step.move) this.steps = [...this.steps.slice(0, this.at), step];
    this.at += 1;
    this.#remember("push");
    this.#changed();
  }

  /** Go to a place of the game, 0 being its first position. */
  go(at) {
    const place = Math.max(0, Math.min(at, this.steps.length));
    if (place === this.at) return;
    this.at = place;
    this.#remember("replace");
    this.#changed();
  }

  /** Go back to a place of the game, and forget what came after it. */
  cut(at) {
    this.steps = this.steps.slice(0, at);
    this.at = at;
    this.#remember("push");
    this.#changed();
  }

  /**
   * Show a position of a game.
   * @param {string} position The first of the game.
   * @param {Step[]} [steps] The game.
   * @param {number} [at] The place in it.
   * @param {"push"|"replace"} [how] Whether the browser's back leads to what was before.
   */
  show(position, steps = [], at = 0, how = "push") {
    Object.assign(this, { beginning: position, steps, at });
    this.#remember(how);
    this.#changed();
  }

  /** Change the rules; the position begins anew, unless it can stay. */
  async change(rules) {
    const [before, position] = [this.board, this.position];
    await this.#takeRules(rules);
    this.beginning = this.start;
    if (this.board.points.length === before.points.length) {
      try {
        this.beginning = await this.#canonical(position);
      } catch {
        // the position does not belong to these rules
      }
    }
    Object.assign(this, { steps: [], at: 0 });
    this.#remember("push");
    this.#changed();
  }

  /**
   * Show a game of other rules.
   * @param {Object<string, string>} rules As parameters of an address.
   * @param {string} beginning Its first position.
   * @param {Step[]} steps
   */
  async open(rules, beginning, steps) {
    await this.#takeRules(rules);
    this.show(beginning, steps);
  }

  /** The address of a position with the rules of the session. */
  addressOf(position) {
    return location.pathname + queryOf({ ...this.rules, position });
  }

  async #takeRules(rules) {
    const [board, variant] = await Promise.all([
      ask("board", rules),
      ask("variants", { ...rules, variant: null, name: rules.variant ?? "nine" }),
    ]);
    Object.assign(this, { rules, board, variant });
  }

  async #canonical(position) {
    return (await ask("moves", { ...this.rules, position })).position;
  }

  async #restore(state) {
    if (!state?.beginning) return;
    await this.#takeRules(state.rules);
    this.#take(state);
    this.#changed();
  }

  #take({ beginning, steps, at }) {
    Object.assign(this, { beginning, steps, at });
  }

  /** Put the game into the browser's history; where the address stays as it is, in the place of what is there. */
  #remember(how) {
    const { rules, beginning, steps, at } = this;
    const address = new URL(this.addressOf(this[this.#linked]) + location.hash, location);
    const stays = address.href === location.href;
    history[stays ? "replaceState" : `${how}State`]({ rules, beginning, steps, at }, "", address);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

export const session = new Session();
