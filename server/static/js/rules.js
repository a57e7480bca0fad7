/** The rule set: chosen from a menu, varied by options, told in sentences made of its facts. */

import { byId, el, fill } from "./dom.js";
import { ask } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { fillVariants, variantName } from "./variants.js";
import { sideName, troubleWords } from "./words.js";

const form = () => byId("rules");

/** Fill the menu, and change the rules when something is chosen. */
export async function beginRules() {
  await fillVariants(form().elements.variant);
  form().addEventListener("change", ({ target }) => change(target.name === "variant"));
  form().addEventListener("submit", (event) => event.preventDefault());
}

/** Show the rules of the session. */
export function showRules() {
  const { variant } = session;
  const { elements } = form();
  elements.variant.value = variant.variant;
  [elements.white.value, elements.black.value] = variant.men;
  elements.flying.checked = variant.flying;
  elements.protected.checked = variant.protected;
  elements.protected.disabled = variant.mill_wins;
  elements["take-two"].checked = variant.take_two;
  elements["take-two"].disabled = variant.mill_wins;
  elements["full-board"].value = variant.full_board;
  const fills = variant.men[0] + variant.men[1] >= variant.board.points;
  byId("rules-full-board").hidden = !fills || variant.mill_wins;
  fill(byId("rules-text"), sentences(variant).map((text) => el("p", {}, text)));
  byId("variant-name").textContent = variantName(variant.variant);
}

async function change(another) {
  const { elements } = form();
  const name = elements.variant.value;
  const rules = { variant: name };
  if (!another) {
    const { variants } = await ask("variants");
    const preset = variants.find(({ variant }) => variant === name);
    Object.assign(rules, changesOf(preset, elements));
  }
  if (rules.variant === "nine") delete rules.variant;
  try {
    await session.change(rules);
    byId("rules-fault").textContent = "";
  } catch (trouble) {
    byId("rules-fault").textContent = troubleWords(trouble);
  }
}

/** What the options of the form change of a preset. */
function changesOf(preset, elements) {
  const changes = {};
  const men = [elements.white.value, elements.black.value];
  if (men.join() !== preset.men.join()) changes.men = men[0] === men[1] ? men[0] : men.join();
  if (elements.flying.checked !== preset.flying) changes.flying = elements.flying.checked;
  if (elements.protected.checked !== preset.protected && !preset.mill_wins) {
    changes.protected = elements.protected.checked;
  }
  if (elements["take-two"].checked !== preset.take_two && !preset.mill_wins) {
    changes["take-two"] = elements["take-two"].checked;
  }
  const full = byId("rules-full-board").hidden ? preset.full_board : elements["full-board"].value;
  if (full !== preset.full_board) changes["full-board"] = full;
  return changes;
}

function sentences(facts) {
  const { board, men, known } = facts;
  const even = men[0] === men[1];
  return [
    say("rules.board", board),
    say(even ? "rules.men" : "rules.men_unequal", { n: men[0], white: men[0], black: men[1] }),
    say(facts.mixed ? "rules.turns_mixed" : "rules.turns"),
    say(facts.flying ? "rules.flying" : "rules.no_flying"),
    facts.mill_wins ? say("rules.mill_wins") : say(facts.protected ? "rules.mills_protected" : "rules.mills"),
    facts.take_two ? say("rules.take_two") : null,
    say(facts.mill_wins ? "rules.end_mill_wins" : "rules.end"),
    men[0] + men[1] >= board.points && !facts.mill_wins ? say(`rules.full_${facts.full_board}`) : null,
    known ? knownWords(known) : null,
  ].filter((text) => text !== null);
}

function knownWords({ value, plies, source }) {
  const winner = { win: sideName("w"), loss: sideName("b") }[value];
  if (!winner) return say("rules.known_draw", { source });
  return plies === null ? say("rules.known_win", { winner, source }) : say("rules.known_win_in", { winner, n: plies, source });
}
