/** The page of statistics: all tables as bars, and one of them by plies. */

import { beginChrome } from "./chrome.js";
import { byId, el, fill } from "./dom.js";
import { showHistogram } from "./histogram.js";
import { ask, queryOf, rulesOf } from "./server.js";
import { loadSentences, number, say } from "./text.js";
import { commandLine, troubleBox } from "./trouble.js";
import { variantName } from "./variants.js";

const parameters = Object.fromEntries(new URLSearchParams(location.search));
const rules = rulesOf(parameters);

await loadSentences();
beginChrome();
document.title = `${say("nav.stats")} · millbase`;
await beginMenu();
try {
  if (parameters.subspace) await showTable(parameters);
  else await showTables();
} catch (trouble) {
  fill(byId("tables"), troubleBox(trouble));
}

async function beginMenu() {
  const { variants } = await ask("variants");
  const menu = byId("variant");
  fill(menu, variants.map(({ variant }) => el("option", { value: variant }, variantName(variant))));
  menu.value = rules.variant ?? "nine";
  menu.addEventListener("change", () => (location.search = queryOf({ variant: menu.value })));
}

async function showTables() {
  const { subspaces, totals } = await ask("stats", rules);
  if (!subspaces.length) {
    fill(byId("tables"), el("p", {}, say("stats.none")), commandLine(commandFor(rules)));
    return;
  }
  const positions = totals.moving.positions + totals.placing.positions;
  byId("totals").textContent = say("stats.totals", { n: subspaces.length, positions });
  fill(byId("tables"), el("table.bars", {}, heading(), el("tbody", {}, subspaces.map(row))));
}

function heading() {
  const names = ["stats.subspace", "stats.positions", "stats.shares", "stats.longest"];
  return el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, say(name)))));
}

function row(table) {
  const address = `/stats${queryOf({ ...rules, subspace: table.subspace })}`;
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("a", { href: address }, table.subspace)),
    el("td.number", {}, number(table.positions)),
    el("td.wide-cell", {}, bar(table)),
    el("td.number", {}, table.longest_win ?? "–"),
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
  const longest = table.longest_win_position
    ? el(
        "p",
        {},
        el("a", { href: `/${queryOf({ ...rules, position: table.longest_win_position })}` }, say("stats.longest_win", { n: table.longest_win })),
      )
    : null;
  fill(byId("tables"), el("p", {}, bar(table)), longest, el("p", {}, back));
  byId("table").hidden = false;
  showHistogram(byId("table"), table.histogram, Number(parameters.plies ?? NaN));
}

function commandFor({ variant }) {
  return variant && variant !== "nine" ? `millbase solve --variant ${variant}` : "millbase build --stones 8";
}
