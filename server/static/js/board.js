/**
 * The board of the page: a drawing, and over it a real button for each point, of which one is a tab stop.
 * Arrow keys lead along the lines.
 */

import { drawBoard, drawMove, drawRing, drawStone, drawValue, moved, Places } from "./drawing.js";
import { el, fill, svg } from "./dom.js";
import { say } from "./text.js";

const DRAGGED = 6; // pixels from which on a press is a drag
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const STONE_NAMES = { W: "board.white_stone", B: "board.black_stone", undefined: "board.empty" };

export class BoardView {
  /** Called with the name of a point that was pressed. */
  onPoint = () => {};
  /** Called with the points where a drag began and ended; the latter is null off the board. */
  onDrag = () => {};
  /** Whether the stone of a point may be dragged. */
  canDrag = () => false;
  /** The points, as they are drawn. @type {Places} */
  places = null;

  #host;
  #board = null;
  #stones = new Map();
  #buttons = new Map();
  #layers = {};
  #press = null;
  #marks = new Map();

  constructor(host) {
    this.#host = host;
    host.addEventListener("keydown", (event) => this.#walk(event));
    document.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, (event) => this.#drop(event));
    }
  }

  /** Draw a board, without stones. */
  setBoard(board) {
    if (this.#board && this.#board.segments.join() === board.segments.join()) return;
    this.#board = board;
    this.places = new Places(board);
    this.#stones.clear();
    const { half } = this.places;
    for (const name of ["rings", "stones", "values", "preview"]) this.#layers[name] = svg(`g.${name}`);
    const size = 2 * half;
    const drawing = svg(
      "svg",
      { viewBox: `${-half} ${-half} ${size} ${size}`, "aria-hidden": "true", focusable: "false" },
      drawBoard(board, this.places),
      Object.values(this.#layers),
    );
    this.#buttons = new Map(board.points.map(({ name }) => [name, this.#button(name)]));
    this.#buttons.values().next().value.tabIndex = 0;
    fill(this.#host, drawing, [...this.#buttons.values()]);
  }

  /** Put stones on the board; one that has only changed its point moves there. */
  show({ stones }) {
    const [gone, come] = [new Map(), new Map()];
    for (const [name, { colour }] of this.#stones) {
      if (stones[name] !== colour) gone.set(name, colour);
    }
    for (const [name, colour] of Object.entries(stones)) {
      if (this.#stones.get(name)?.colour !== colour) come.set(name, colour);
    }
    const kept = new Map([...this.#stones].filter(([name]) => gone.has(name)));
    for (const name of gone.keys()) this.#stones.delete(name);
    for (const [name, colour] of come) {
      const from = [...kept].find(([, stone]) => stone.colour === colour);
      const group = from ? from[1].group : this.#layers.stones.appendChild(drawStone(colour));
      if (from) kept.delete(from[0]);
      this.#stones.set(name, { colour, group: moved(group, this.places.of(name)) });
    }
    for (const { group } of kept.values()) group.remove();
    this.#label();
  }

  /**
   * Mark points.
   * @param {[string, string][]} rings Points, each with the kind of its ring.
   * @param {[string, {outcome: string, best: boolean, text: string, words: string}][]} values Points with values.
   */
  mark(rings, values = []) {
    fill(this.#layers.rings, rings.map(([name, kind]) => drawRing(kind, this.places.of(name))));
    fill(
      this.#layers.values,
      values.map(([name, value]) => drawValue(value, this.places.of(name))),
    );
    this.#marks = new Map();
    for (const [name, kind] of rings) if (kind !== "last") this.#addMark(name, say(`board.${kind}`));
    for (const [name, { words }] of values) this.#addMark(name, words);
    this.#label();
  }

  /** Show a move that could be made, or none. */
  preview(move, colour) {
    fill(this.#layers.preview, move ? drawMove(move, colour, this.places) : null);
  }

  /** Put the focus on a point. */
  focus(name) {
    this.#tabStop(name);
    this.#buttons.get(name).focus();
  }

  /** Whether a point of the board has the focus. */
  get hasFocus() {
    return this.#host.contains(document.activeElement);
  }

  #addMark(name, words) {
    this.#marks.set(name, [...(this.#marks.get(name) ?? []), words]);
  }

  #button(name) {
    const [left, top] = this.places.percent(name);
    const button = el("button.point", {
      type: "button",
      tabindex: "-1",
      "data-point": name,
      pointerdown: (event) => this.#grab(event, name),
      click: () => this.#pressed(name),
      focus: () => this.#tabStop(name),
    });
    const width = (this.places.unit / (2 * this.places.half)) * 92;
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%` });
    return button;
  }

  #label() {
    for (const [name, button] of this.#buttons) {
      const words = [name, say(STONE_NAMES[this.#stones.get(name)?.colour]), ...(this.#marks.get(name) ?? [])];
      button.setAttribute("aria-label", words.join(", "));
    }
  }

  #tabStop(name) {
    for (const [other, button] of this.#buttons) button.tabIndex = other === name ? 0 : -1;
  }

  #pressed(name) {
    if (this.#press?.dragged) return;
    this.#press = null;
    this.onPoint(name);
  }

  /** Go to the neighbour in the direction of an arrow key or, where there is none, to the next point there. */
  #walk(event) {
    const direction = ARROWS[event.key];
    const from = event.target.dataset?.point;
    if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [x, y] = this.places.of(from);
    const near = this.#board.neighbours[from];
    const ahead = [...this.places.points]
      .map(([name, [px, py]]) => {
        const along = (px - x) * direction[0] + (py - y) * direction[1];
        const aside = Math.abs((px - x) * direction[1]) + Math.abs((py - y) * direction[0]);
        return { name, along, cost: along + 2 * aside + (near.includes(name) && !aside ? 0 : this.places.half) };
      })
      .filter(({ along }) => along > 0)
      .sort((one, two) => one.cost - two.cost);
    if (ahead.length) this.focus(ahead[0].name);
  }

  #grab(event, name) {
    this.#press = null;
    if (event.button !== 0 || !this.canDrag(name)) return;
    this.#press = { name, x: event.clientX, y: event.clientY, dragged: false };
  }

  #drag(event) {
    const press = this.#press;
    if (!press || !event.buttons) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAGGED) press.dragged = true;
    const stone = this.#stones.get(press.name);
    if (!press.dragged || !stone) return;
    const [x, y] = this.#percentOf(event).map((share) => ((share - 50) / 50) * this.places.half);
    stone.group.classList.add("dragged");
    moved(stone.group, [x, y]);
    stone.group.parentNode.append(stone.group);
  }

  #drop(event) {
    const press = this.#press;
    if (!press?.dragged) return;
    const stone = this.#stones.get(press.name);
    if (stone) moved(stone.group, this.places.of(press.name)).classList.remove("dragged");
    const to = event.type === "pointerup" ? this.places.nearest(...this.#percentOf(event)) : press.name;
    this.onDrag(press.name, to);
    setTimeout(() => (this.#press = null)); // after the click that may follow
  }

  #percentOf(event) {
    const { left, top, width, height } = this.#host.getBoundingClientRect();
    return [((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100];
  }
}
