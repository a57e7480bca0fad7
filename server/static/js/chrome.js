/** What every page has at its top: the menu of pages, and the switch of the language. */

import { byId } from "./dom.js";
import { chooseLanguage, language } from "./text.js";

/** Mark this page in the menu, and let the switch work. */
export function beginChrome() {
  document.querySelector(`.top nav a[href="${location.pathname}"]`).setAttribute("aria-current", "page");
  const select = byId("language");
  select.value = language;
  select.addEventListener("change", () => chooseLanguage(select.value));
}
