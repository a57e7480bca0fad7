/**
 * Sentences in the language of whoever reads: one file a language, in `sentences/`.
 *
 * A sentence has places such as `{plies}`. One that depends on a number is an object by plural category, as
 * `Intl.PluralRules` names them, and `n` is the number.
 */

const LANGUAGES = ["en", "de"];
const KEPT = "millbase.language";
let sentences = {};
let plural = null;

/** The language in use: `en` or `de`. */
export let language = "en";

/** Load the sentences of the language that was chosen, or that the browser prefers. */
export async function loadSentences() {
  language = chosen();
  const response = await fetch(`/static/sentences/${language}.json`);
  sentences = await response.json();
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  sayAll(document);
}

/**
 * A sentence.
 * @param {string} key Its name in the files.
 * @param {Object<string, *>} [facts] What goes in its places.
 */
export function say(key, facts = {}) {
  let sentence = sentences[key];
  if (sentence === undefined) throw new Error(`no sentence is called ${key}`);
  if (typeof sentence === "object") sentence = sentence[plural.select(facts.n)] ?? sentence.other;
  return sentence.replace(/\{(\w+)\}/g, (place, name) => {
    const fact = facts[name];
    return typeof fact === "number" ? number(fact) : (fact ?? place);
  });
}

/** Whether there is a sentence of that name. */
export function hasSentence(key) {
  return key in sentences;
}

/** A number as the language writes it. */
export function number(value, options = {}) {
  return value.toLocaleString(language, options);
}

/** Put the sentences in elements that name them: `data-say` as text, `data-say-label` as label. */
export function sayAll(root) {
  for (const node of root.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of root.querySelectorAll("[data-say-label]")) {
    node.setAttribute("aria-label", say(node.dataset.sayLabel));
    if (node.matches("button.icon")) node.title = say(node.dataset.sayLabel);
  }
}

/** Change to another language, for good. */
export function chooseLanguage(name) {
  keep(KEPT, name);
  location.reload();
}

/** What was kept under a name in this browser, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser may refuse to keep anything
  }
}

/** Keep a text under a name in this browser. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // then it holds until the page is left
  }
}

function chosen() {
  const wanted = [kept(KEPT), ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find((name) => LANGUAGES.includes(name)) ?? "en";
}
