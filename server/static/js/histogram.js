/** A table's positions by plies, on a scale of powers of ten; the row of the shown position is marked. */

import { el, fill } from "./dom.js";
import { number, say } from "./text.js";

/**
 * Draw the histogram.
 * @param {HTMLElement} node
 * @param {Object<string, number>} histogram Positions by plies; `draw` is left out.
 * @param {number} marked The plies of the position shown; NaN for none.
 */
export function showHistogram(node, histogram, marked) {
  const rows = Object.entries(histogram)
    .filter(([plies, count]) => plies !== "draw" && count)
    .map(([plies, count]) => [Number(plies), count]);
  if (!rows.length) return;
  const most = Math.log10(Math.max(...rows.map(([, count]) => count)) + 1);
  const body = rows.map(([plies, count]) => {
    const kind = plies % 2 ? "win" : "loss";
    const part = el(`span.${kind}`);
    part.style.width = `${(Math.log10(count + 1) / most) * 100}%`;
    return el(
      `tr${plies === marked ? ".marked" : ""}`,
      { "aria-current": plies === marked ? "true" : null },
      el("th.number", { scope: "row" }, plies),
      el("td", {}, say(`value.${plies ? kind : "lost"}`)),
      el("td.wide-cell", {}, el("span.bar", { "aria-hidden": "true" }, part)),
      el("td.number", {}, number(count)),
    );
  });
  const names = [["stats.plies", "number"], ["stats.value"], ["stats.log"], ["stats.positions", "number"]];
  const cells = names.map(([name, kind]) => el(`th${kind ? `.${kind}` : ""}`, { scope: "col" }, say(name)));
  const heading = el("thead", {}, el("tr", {}, cells));
  fill(node, el("h2", {}, say("stats.by_plies")), el("table.bars", {}, heading, el("tbody", {}, body)));
}
