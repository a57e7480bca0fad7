/** The page of statistics: all tables as bars, and one of them by plies. */

import { beginChrome } from "./chrome.js";
import { byId, el, fill } from "./dom.js";
import { showHistogram } from "./histogram.js";
import { rulesOf } from "./options.js";
import { ask, queryOf } from "./server.js";
import { loadSentences, number, say } from "./text.js";
import { commandLine, troubleBox } from "./trouble.js";
import { beginVariants } from "./variants.js";

const parameters = Object.fromEntries(new URLSearchParams(location.search));
const rules = rulesOf(parameters);

await loadSentences();
beginChrome();
document.title = `${say("nav.stats")} · millbase`;
await beginVariants(byId("variant"));
try {
  if (parameters.subspace) await showTable(parameters);
  else await showTables();
} catch (trouble) {
  fill(byId("tables"), troubleBox(trouble));
}

async function showTables() {
  const { subspaces, totals } = await ask("stats", rules);
  if (!subspaces.length) {
    fill(byId("tables"), el("p", {}, say("stats.none")), commandLine(commandFor(rules)));
    return;
  }
  const positions = totals.moving.positions + totals.placing.positions;
  byId("totals").textContent = say("stats.totals", { n: subspaces.length, positions });
  const placing = subspaces.filter(({ subspace }) => subspace.includes("+"));
  const moving = subspaces.filter((table) => !placing.includes(table));
  fill(
    byId("tables"),
    moving.length ? [el("h2", {}, say("stats.moving")), tableOf(moving)] : null,
    placing.length ? el("details", { open: !moving.length }, el("summary", {}, say("stats.placing", { n: placing.length })), tableOf(placing)) : null,
  );
}

function tableOf(subspaces) {
  const names = [["stats.subspace"], ["stats.positions", "number"], ["stats.shares"], ["stats.longest", "number"]];
  const cells = names.map(([name, kind]) => el(`th${kind ? `.${kind}` : ""}`, { scope: "col" }, say(name)));
  return el("table.bars", {}, el("thead", {}, el("tr", {}, cells)), el("tbody", {}, subspaces.map(row)));
}

function row(table) {
  const address = `/stats${queryOf({ ...rules, subspace: table.subspace })}`;
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("a", { href: address }, table.subspace)),
    el("td.number", {}, number(table.positions)),
    el("td.wide-cell", {}, bar(table)),
    el("td.number", {}, table.longest_win === null ? "–" : say("plies", { n: table.longest_win })),
  );
}

/** Wins, draws and losses as one bar, and as text. */
function bar({ positions, wins, draws, losses }) {
  const shares = [["win", wins], ["draw", draws], ["loss", losses]].map(([name, count]) => [name, count / positions]);
  const parts = shares.map(([name, share]) => {
    const part = el(`span.${name}`);
    part.style.width = `${share * 100}%`;
    return part;
  });
  const words = shares.map(([, share]) => number(share, { style: "percent", maximumFractionDigits: 1 })).join(" · ");
  return [el("span.bar", { "aria-hidden": "true" }, parts), el("span.shares", {}, words)];
}

async function showTable({ subspace }) {
  const table = await ask("stats", { ...rules, subspace });
  byId("totals").textContent = say("stats.table", { subspace, positions: table.positions });
  const back = el("a", { href: `/stats${queryOf(rules)}` }, say("stats.all"));
  const longest = ["longest_win", "longest_loss"].map((name) => longestOf(table, name));
  fill(byId("tables"), el("p", {}, bar(table)), longest, el("p", {}, back));
  byId("table").hidden = false;
  showHistogram(byId("table"), table.histogram, Number(parameters.plies ?? NaN));
}

/** A link to a position that takes longest to win or to lose. */
function longestOf(table, name) {
  const position = table[`${name}_position`];
  if (!position) return null;
  return el("p", {}, el("a", { href: `/${queryOf({ ...rules, position })}` }, say(`stats.${name}`, { n: table[name] })));
}

function commandFor({ variant }) {
  return variant && variant !== "nine" ? `millbase solve --variant ${variant}` : "millbase build --stones 8";
}
