/** The page for programs: every address with an example, which a click asks and shows. */

import { beginChrome } from "./chrome.js";
import { byId, el, fill } from "./dom.js";
import { loadSentences, say } from "./text.js";
import { copyButton } from "./trouble.js";

const MOST = 4000; // characters of an answer that are shown
const BODY = { variant: "three", positions: ["......../. w 3,3", "WW....../. b 1,3"] };
const EXAMPLES = [
  ["api.query", "/api/query?position=BWWW.W../.B....../...B...._w"],
  ["api.line", "/api/line?position=......../._w_3,3&variant=three"],
  ["api.moves", "/api/moves?position=......../......../........_w_9,9"],
  ["api.stats", "/api/stats?subspace=3-3"],
  ["api.variants", "/api/variants?name=five&men=6"],
  ["api.board", "/api/board?variant=three"],
  ["api.queries", "/api/query", BODY],
  ["api.values", "/api/values", BODY],
  ["api.review", "/api/review", { variant: "three", game: "1. b2 a3 2. b3 b1 *" }],
  ["api.check", "/api/check", { variant: "three", puzzles: 'position,turns,best\n"......../. w 3,3",4,b2' }],
  ["api.health", "/api/health"],
];

await loadSentences();
beginChrome();
document.title = `${say("api.title")} · millbase`;
fill(byId("examples"), EXAMPLES.map(([sentence, address, body]) => example(sentence, address, body)));

function example(sentence, address, body) {
  const answer = el("pre.answer", { hidden: true, tabindex: "0", "aria-label": say("api.answer") });
  return el(
    "section.example",
    {},
    el("h2", {}, el("code", {}, `${body ? "POST" : "GET"} ${address.split("?")[0]}`)),
    el("p", {}, say(sentence)),
    el("p.command", {}, el("code", {}, commandOf(address, body)), copyButton(() => commandOf(address, body))),
    el("button", { type: "button", click: () => show(answer, address, body) }, say("api.try")),
    answer,
  );
}

function commandOf(address, body) {
  const sent = body ? ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'` : "";
  return `curl '${location.origin}${address}'${sent}`;
}

async function show(node, address, body) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, body ? sent : {});
    const text = JSON.stringify(await response.json(), null, 1);
    node.textContent = `${response.status}\n${text.length > MOST ? `${text.slice(0, MOST)} …` : text}`;
  } catch {
    node.textContent = say("trouble.offline");
  }
  node.hidden = false;
}
