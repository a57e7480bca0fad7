/** The rule set: chosen from a menu, varied by options, told in sentences made of its facts. */

import { byId, el, fill } from "./dom.js";
import { isKnown, OPTIONS, settingOf } from "./options.js";
import { ask } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { fillVariants, variantName } from "./variants.js";
import { sideName, troubleWords } from "./words.js";

const form = () => byId("rules");

/** Fill the menu, and change the rules when something is chosen. */
export async function beginRules() {
  await fillVariants(form().elements.variant);
  const { variants } = await ask("variants");
  const known = OPTIONS.filter((option) => isKnown(option, variants[0]));
  fill(byId("rules-options"), known.map(control));
  form().addEventListener("change", ({ target }) => change(target.name === "variant"));
  form().addEventListener("submit", (event) => event.preventDefault());
}

/** Show the rules of the session. */
export function showRules() {
  const { variant } = session;
  const { elements } = form();
  elements.variant.value = variant.variant;
  [elements.white.value, elements.black.value] = variant.men;
  for (const option of OPTIONS.filter(({ name }) => name in elements)) {
    const field = elements[option.name];
    const setting = settingOf(option, variant);
    if (option.kind === "truth") field.checked = setting;
    else field.value = setting ?? "";
    field.closest("label").hidden = !option.matters(variant);
  }
  fill(byId("rules-text"), sentences(variant).map((text) => el("p", {}, text)));
  byId("variant-name").textContent = variantName(variant.variant);
}

/** The control of an option. */
function control({ name, kind }) {
  const words = el("span", {}, say(`rules.option_${name}`));
  if (kind === "truth") return el("label.check", {}, el("input", { type: "checkbox", name }), words);
  if (kind === "number") return el("label", {}, words, el("input", { type: "number", name, min: 1, inputmode: "numeric" }));
  return el("label", {}, words, el("select", { name }, kind.map((word) => el("option", { value: word }, say(`rules.${name}_${word}`)))));
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
  for (const option of OPTIONS.filter(({ name }) => name in elements)) {
    const field = elements[option.name];
    const setting = option.kind === "truth" ? field.checked : field.value;
    const matters = option.matters({ ...preset, men: men.map(Number) });
    if (matters && String(setting) !== String(settingOf(option, preset) ?? "")) changes[option.name] = setting;
  }
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
