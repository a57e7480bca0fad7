/** Keys that act on the page where no control has the focus, listed under `?`; they can be switched off. */

import { byId, el, fill } from "./dom.js";
import { keep, kept, say } from "./text.js";

const KEPT = "millbase.keys";
const CONTROLS = "input, select, textarea, button, a, [contenteditable], summary, dialog";

/**
 * Listen for keys.
 * @param {Object<string, [string, function()]>} actions By key: the name of its sentence, and what it does.
 */
export function listenForKeys(actions) {
  const dialog = byId("keys");
  const rows = Object.entries(actions).map(([key, [sentence]]) => [el("dt", {}, keyName(key)), el("dd", {}, say(sentence))]);
  fill(byId("keys-list"), rows, el("dt", {}, "?"), el("dd", {}, say("keys.help")));
  const on = byId("keys-on");
  on.checked = kept(KEPT) !== "off";
  on.addEventListener("change", () => keep(KEPT, on.checked ? "on" : "off"));
  byId("keys-open").addEventListener("click", () => dialog.showModal());
  byId("keys-close").addEventListener("click", () => dialog.close());
  document.addEventListener("keydown", (event) => {
    if (!on.checked || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.(CONTROLS)) return;
    if (event.key === "?") dialog.showModal();
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action[1]();
  });
}

function keyName(key) {
  return { ArrowLeft: "←", ArrowRight: "→", Home: "Home", End: "End", Escape: "Esc" }[key] ?? key;
}
