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
import { Moving } from "./moving.js";
import { readMove } from "./notation.js";
import { Play } from "./play.js";
import { beginRules, showRules } from "./rules.js";
import { beginSaving } from "./save.js";
import { session } from "./session.js";
import { SetUp } from "./setup.js";
import { showHands, showStatus } from "./status.js";
import { showSteps } from "./steps.js";
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
let moving = new Moving();
let shownLegal = null;
let early = null; // a point that was pressed before the moves were known

/** Draw everything as it is now. */
function draw() {
  const settingUp = tabs.chosen === "setup" && setup.draft;
  const placed = settingUp ? setup.draft : moving.shown(session.placed);
  const hidden = tabs.chosen === "play" && play.hides;
  view.show(placed);
  if (settingUp) view.mark([]);
  else view.mark(rings(), hidden || !byId("values").checked ? [] : valuesOn(moving));
  showHands(placed);
  showStatus({ moving, hidden, settingUp, ending: tabs.chosen === "play" ? play.ending : null });
}

function rings() {
  const found = [];
  const { lastMove } = session;
  if (lastMove && !moving.begun) found.push([readMove(lastMove).target ?? readMove(lastMove).removed[0], "last"]);
  if (moving.source && !moving.target) found.push([moving.source, "chosen"]);
  for (const [point, kind] of moving.choices) {
    if (kind === "removable" || (kind === "target" && moving.source)) found.push([point, kind]);
  }
  return found;
}

/** Take the moves of the position that has become known. */
function takeMoves() {
  if (knowledge.legal !== shownLegal) {
    shownLegal = knowledge.legal;
    const mayMove = tabs.chosen !== "play" || (play.plays(session.placed.side) && !play.ending);
    moving = new Moving(mayMove ? (knowledge.legal?.moves ?? []) : []);
    const pressed = early;
    early = null;
    if (pressed && knowledge.legal) press(pressed);
  }
}

function press(name) {
  if (tabs.chosen === "setup") {
    setup.press(name);
    return;
  }
  if (!knowledge.legal) early = name;
  const step = moving.choose(name);
  if (step) session.play(step);
  else draw();
}

function drag(from, to) {
  if (tabs.chosen === "setup") setup.drag(from, to);
  else if (to && to !== from) {
    moving.clear();
    moving.choose(from);
    press(to);
  }
}

function takeBackHalf() {
  moving.clear();
  draw();
}

/** A tab was opened. */
function opened(name) {
  if (name === "setup") setup.open();
  shownLegal = null;
  takeMoves();
  draw();
  if (name === "play") play.follow();
}

view.onPoint = press;
view.onDrag = drag;
view.canDrag = (name) =>
  tabs.chosen === "setup" ? Boolean(setup.draft.stones[name]) : moving.moves.some(({ source }) => source === name);
byId("board").addEventListener("keydown", (event) => {
  const { point } = event.target.dataset;
  if (event.key === "Escape" && moving.begun) takeBackHalf();
  else if (tabs.chosen === "setup" && point && setup.key(event.key, point)) event.preventDefault();
});

session.addEventListener("change", () => {
  moving = new Moving();
  shownLegal = null;
  view.setBoard(session.board);
  view.preview(null);
  showRules();
  showAlike();
  for (const list of document.querySelectorAll(".steps")) showSteps(list);
  game.show();
  draw();
});
knowledge.addEventListener("change", () => {
  takeMoves();
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
  Escape: ["keys.escape", takeBackHalf],
  l: ["keys.line", () => line.show()],
  n: ["keys.mistake", () => game.nextMistake()],
  p: ["keys.play", () => byId("line-play").click()],
  v: ["keys.values", () => byId("values").click()],
});
await beginRules();
await session.begin();
tabs.open(tabs.named ?? "moves");
