/** What every page has at its top: the switch of the language. */

import { byId } from "./dom.js";
import { chooseLanguage, language } from "./text.js";

/** Let the switch work. */
export function beginChrome() {
  const select = byId("language");
  select.value = language;
  select.addEventListener("change", () => chooseLanguage(select.value));
}
