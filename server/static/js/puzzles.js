/** The page of puzzles: one by its address, otherwise one drawn by lot. */

import { BoardView } from "./board.js";
import { beginChrome } from "./chrome.js";
import { byId, el, fill } from "./dom.js";
import { drawPuzzle } from "./drawn.js";
import { knowledge } from "./knowledge.js";
import { Mover } from "./mover.js";
import { Puzzle } from "./puzzle.js";
import { queryOf } from "./server.js";
import { session } from "./session.js";
import { showHands } from "./status.js";
import { showSteps } from "./steps.js";
import { loadSentences, say } from "./text.js";
import { copyButton, troubleBox } from "./trouble.js";
import { beginVariants } from "./variants.js";

await loadSentences();
beginChrome();
const view = new BoardView(byId("board"));
const puzzle = new Puzzle(draw);
const mover = new Mover(draw, () => puzzle.isTurn);
const { elements } = byId("choice");

function draw() {
  const placed = mover.moving.shown(session.placed);
  view.show(placed);
  view.mark(mover.rings);
  showHands(placed);
  byId("status").textContent = puzzle.task;
  byId("comment").textContent = puzzle.comment;
  document.title = `${puzzle.task} · millbase`;
}

/**
 * Show a puzzle that has not been there.
 * @param {"push"|"replace"} [how] Whether the browser's back leads to what was before.
 */
async function next(how = "push") {
  fill(byId("comment"), say("puzzle.drawing"));
  try {
    session.show(await drawPuzzle(Number(elements.turns.value)), [], 0, how);
  } catch (trouble) {
    byId("status").textContent = say("nav.puzzles");
    fill(byId("comment"), trouble.command ? troubleBox(trouble) : trouble.message);
  }
}

view.onPoint = (name) => mover.press(name);
view.onDrag = (from, to) => mover.drag(from, to);
view.canDrag = (name) => mover.canDrag(name);
byId("board").addEventListener("keydown", ({ key }) => {
  if (key === "Escape") mover.clear();
});
session.addEventListener("change", () => {
  mover.reset();
  view.setBoard(session.board);
  showSteps(byId("steps"));
  byId("analyse").href = `/${queryOf({ ...session.rules, position: session.position })}`;
  draw();
});
knowledge.addEventListener("change", async () => {
  if (!knowledge.legal || knowledge.settled) return;
  await puzzle.follow();
  mover.take();
  draw();
});
byId("link").append(copyButton(() => location.href, say("copy.link")));
byId("next").addEventListener("click", () => next());
byId("solution").addEventListener("click", () => puzzle.show());
elements.turns.addEventListener("change", () => next());
await beginVariants(elements.variant);
const isLinked = new URLSearchParams(location.search).has("position");
await session.begin("beginning");
if (!isLinked) await next("replace");
