/** The page with the board: puts its parts together. */

import { showAlike } from "./alike.js";
import { BoardView } from "./board.js";
import { beginChrome } from "./chrome.js";
import { byId } from "./dom.js";
import { GamePanel } from "./game.js";
import { listenForKeys } from "./keys.js";
import { knowledge } from "./knowledge.js";
import { BestLine } from "./line.js";
import { showMoves } from "./moves.js";
import { Mover } from "./mover.js";
import { Play } from "./play.js";
import { beginRules, showRules } from "./rules.js";
import { beginSaving, showSaving } from "./save.js";
import { session } from "./session.js";
import { SetUp } from "./setup.js";
import { showHands, showStatus } from "./status.js";
import { showSteps } from "./steps.js";
import { showTable } from "./table.js";
import { Tabs } from "./tabs.js";
import { keep, kept, loadSentences, say } from "./text.js";
import { copyButton } from "./trouble.js";
import { valuesOn } from "./values.js";

const KEPT_VALUES = "millbase.values";

await loadSentences();
beginChrome();
const view = new BoardView(byId("board"));
const tabs = new Tabs(byId("tabs"), opened);
const setup = new SetUp(draw);
const play = new Play(draw);
const line = new BestLine();
const game = new GamePanel();
const mover = new Mover(draw, () => tabs.chosen !== "play" || (play.plays(session.placed.side) && !play.ending));

/** Draw everything as it is now. */
function draw() {
  const { moving } = mover;
  const settingUp = tabs.chosen === "setup" && setup.draft;
  const placed = settingUp ? setup.draft : moving.shown(session.placed);
  const hidden = tabs.chosen === "play" && play.hides;
  view.show(placed);
  if (settingUp) view.mark([]);
  else view.mark(mover.rings, hidden || !byId("values").checked ? [] : valuesOn(moving));
  showHands(placed);
  showStatus({ moving, hidden, settingUp, ending: tabs.chosen === "play" ? play.ending : null });
}

/** A tab was opened. */
function opened(name) {
  if (name === "setup") setup.open();
  mover.reset();
  mover.take();
  draw();
  if (name === "play") play.follow();
}

view.onPoint = (name) => (tabs.chosen === "setup" ? setup : mover).press(name);
view.onDrag = (from, to) => (tabs.chosen === "setup" ? setup : mover).drag(from, to);
view.canDrag = (name) => (tabs.chosen === "setup" ? setup : mover).canDrag(name);
byId("board").addEventListener("keydown", (event) => {
  const { point } = event.target.dataset;
  if (event.key === "Escape" && mover.moving.begun) mover.clear();
  else if (tabs.chosen === "setup" && point && setup.key(event.key, point)) event.preventDefault();
});

session.addEventListener("change", () => {
  mover.reset();
  view.setBoard(session.board);
  view.preview(null);
  showRules();
  showAlike();
  showSaving();
  for (const list of document.querySelectorAll(".steps")) showSteps(list);
  game.show();
  draw();
});
knowledge.addEventListener("change", () => {
  mover.take();
  showTable();
  showMoves((move) => view.preview(move, session.placed.side === "w" ? "W" : "B"));
  draw();
  if (tabs.chosen === "play" && knowledge.legal && !knowledge.settled) play.follow();
});

byId("values").checked = kept(KEPT_VALUES) !== "off";
byId("values").addEventListener("change", ({ target }) => {
  keep(KEPT_VALUES, target.checked ? "on" : "off");
  draw();
});
byId("first").addEventListener("click", () => session.go(0));
byId("back").addEventListener("click", () => session.go(session.at - 1));
byId("forward").addEventListener("click", () => session.go(session.at + 1));
byId("last").addEventListener("click", () => session.go(session.steps.length));
byId("link").append(copyButton(() => location.href.replace(location.hash, ""), say("copy.link")));
beginSaving();
listenForKeys({
  ArrowLeft: ["keys.back", () => session.go(session.at - 1)],
  ArrowRight: ["keys.forward", () => session.go(session.at + 1)],
  Home: ["keys.first", () => session.go(0)],
  End: ["keys.last", () => session.go(session.steps.length)],
  Escape: ["keys.escape", () => mover.clear()],
  l: ["keys.line", () => line.show()],
  n: ["keys.mistake", () => game.nextMistake()],
  p: ["keys.play", () => byId("line-play").click()],
  v: ["keys.values", () => byId("values").click()],
});
await beginRules();
await session.begin();
tabs.open(tabs.named ?? "moves");
