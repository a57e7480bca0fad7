/** The parts of a drawn board, as SVG: its surface, lines and names, stones, marks and arrows. */

import { svg } from "./dom.js";

const STONE = 36;
const MARGIN = 76;
const UNITS = { 3: 100, 2: 130, 1: 200 }; // between two points, by the radius of the board

/** Where the points of a board are on the drawing, whose middle is (0, 0). */
export class Places {
  /** @param {{points: {name: string, x: number, y: number}[]}} board */
  constructor(board) {
    this.radius = Math.max(...board.points.map(({ x }) => x));
    this.unit = UNITS[this.radius];
    this.half = this.radius * this.unit + MARGIN;
    this.points = new Map(board.points.map(({ name, x, y }) => [name, [x * this.unit, -y * this.unit]]));
  }

  /** The place of a point, as x and y. */
  of(name) {
    return this.points.get(name);
  }

  /** The place of a point in per cent of the drawing, from its top left corner. */
  percent(name) {
    return this.of(name).map((value) => ((value + this.half) / (2 * this.half)) * 100);
  }

  /** The point nearest to a place in per cent, or null if none is near. */
  nearest(x, y) {
    const reach = (this.unit / (2 * this.half)) * 50;
    const distances = [...this.points.keys()].map((name) => {
      const [px, py] = this.percent(name);
      return [Math.hypot(px - x, py - y), name];
    });
    const [distance, name] = distances.sort((one, two) => one[0] - two[0])[0];
    return distance <= reach ? name : null;
  }
}

/** The empty board. */
export function drawBoard(board, places) {
  const { half, radius, unit } = places;
  const edge = half - 4;
  const lines = board.segments.map((points) =>
    svg("polyline", { points: points.map((name) => places.of(name).join(",")).join(" ") }),
  );
  const dots = [...places.points.values()].map(([cx, cy]) => svg("circle", { cx, cy, r: 7 }));
  const names = [];
  for (let step = -radius; step <= radius; step += 1) {
    const file = String.fromCharCode(97 + step + radius);
    names.push(svg("text", { x: step * unit, y: half - 16 }, file));
    names.push(svg("text", { x: 22 - half, y: 6 - step * unit }, step + radius + 1));
  }
  return [
    svg("rect.surface", { x: -edge, y: -edge, width: 2 * edge, height: 2 * edge, rx: 20 }),
    svg("g.lines", {}, lines),
    svg("g.dots", {}, dots),
    svg("g.coordinates", {}, names),
  ];
}

/** A stone of `W` or `B`, in the middle of its own group. */
export function drawStone(colour) {
  return svg(
    `g.stone.${colour === "W" ? "white" : "black"}`,
    {},
    svg("circle.shadow", { cx: 2, cy: 4, r: STONE }),
    svg("circle.body", { r: STONE }),
    svg("circle.groove", { r: STONE * 0.62 }),
  );
}

/** A ring around a point. `kind` says what for: `target`, `chosen`, `removable` or `last`. */
export function drawRing(kind, [cx, cy]) {
  return svg(`circle.ring.${kind}`, { cx, cy, r: kind === "target" ? 15 : STONE + 5 });
}

/** A small board with a value: letter and plies; the best ones stand out. */
export function drawValue({ outcome, best, text }, [x, y]) {
  const height = outcome === "draw" ? 34 : 42;
  const width = Math.max(height, 20 + 15 * text.length);
  return svg(
    `g.value.${outcome}${best ? ".best" : ""}`,
    { transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: outcome === "draw" ? height / 2 : 12 }),
    svg("text", { y: height / 5 }, text),
  );
}

/** A move: an arrow, or a stone that appears; and a cross on what it removes. */
export function drawMove({ source, target, removed }, colour, places) {
  const parts = removed.map((name) => drawCross(places.of(name)));
  if (target && source) parts.push(drawArrow(places.of(source), places.of(target)));
  else if (target) parts.push(moved(drawStone(colour), places.of(target)));
  return svg("g.preview", {}, parts);
}

/** Put a group at a place. */
export function moved(group, [x, y]) {
  group.style.transform = `translate(${x}px, ${y}px)`;
  return group;
}

function drawCross([x, y]) {
  const reach = STONE * 0.5;
  return svg("path.cross", {
    d: `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}`,
  });
}

function drawArrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [tipX, tipY] = [x2 - dx * 6, y2 - dy * 6];
  const [baseX, baseY] = [tipX - dx * 30, tipY - dy * 30];
  const corners = [
    [tipX, tipY],
    [baseX - dy * 18, baseY + dx * 18],
    [baseX + dy * 18, baseY - dx * 18],
  ];
  return svg(
    "g.arrow",
    {},
    svg("line", { x1: x1 + dx * STONE, y1: y1 + dy * STONE, x2: baseX, y2: baseY }),
    svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }),
  );
}
