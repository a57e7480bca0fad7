/**
 * The options of the rules, by which presets are varied: named as in an address, shown as far as the server has
 * them.
 */

/**
 * @typedef {Object} Option
 * @property {string} name
 * @property {"truth"|"number"|string[]} kind What it is set to: one of some words, if it is a list.
 * @property {function(Object): boolean} matters Whether it can matter in a rule set, as `/api/variants` describes it.
 */

/** All options but the numbers of men. @type {Option[]} */
export const OPTIONS = [
  { name: "flying", kind: "truth", matters: () => true },
  { name: "protected", kind: "truth", matters: ({ mill_wins }) => !mill_wins },
  { name: "take-two", kind: "truth", matters: ({ mill_wins }) => !mill_wins },
  { name: "limit", kind: "number", matters: () => true },
  {
    name: "full-board",
    kind: ["draw", "loss"],
    matters: ({ men, board, mill_wins }) => men[0] + men[1] >= board.points && !mill_wins,
  },
];

const RULES = ["variant", "men", ...OPTIONS.map(({ name }) => name)];

/** The rules among parameters. */
export function rulesOf(parameters) {
  return Object.fromEntries(RULES.filter((name) => name in parameters).map((name) => [name, parameters[name]]));
}

/** Whether the server knows an option. */
export function isKnown({ name }, variant) {
  return keyOf(name) in variant;
}

/** What an option is set to in a rule set. */
export function settingOf({ name }, variant) {
  return variant[keyOf(name)];
}

function keyOf(name) {
  return name.replaceAll("-", "_");
}
