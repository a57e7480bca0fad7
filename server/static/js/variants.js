/** Names of rule sets, and the menu of them. */

import { el, fill } from "./dom.js";
import { ask, queryOf } from "./server.js";
import { hasSentence, say } from "./text.js";

/** The name of a preset as people know it. */
export function variantName(name) {
  return hasSentence(`variant.${name}`) ? say(`variant.${name}`) : name;
}

/** Fill a menu with the presets. */
export async function fillVariants(menu) {
  const { variants } = await ask("variants");
  fill(menu, variants.map(({ variant }) => el("option", { value: variant }, variantName(variant))));
}

/** Let a menu of the presets lead to this page about another. */
export async function beginVariants(menu) {
  await fillVariants(menu);
  menu.value = new URLSearchParams(location.search).get("variant") ?? "nine";
  menu.addEventListener("change", () => (location.search = queryOf({ variant: menu.value })));
}
