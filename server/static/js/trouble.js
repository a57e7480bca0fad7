/** A box about what is missing: which table, and the command that builds it, to copy. */

import { el } from "./dom.js";
import { say } from "./text.js";
import { troubleWords } from "./words.js";

/** The box for a trouble. */
export function troubleBox(trouble) {
  return el("div.trouble", {}, el("p", {}, troubleWords(trouble)), trouble.command ? commandLine(trouble.command) : null);
}

/** A command with a button that copies it. */
export function commandLine(command) {
  return el("div.command", {}, el("code", {}, command), copyButton(() => command));
}

/** A button that copies a text, and says that it did. */
export function copyButton(text, label = say("copy")) {
  return el(
    "button.quiet",
    {
      type: "button",
      click: async ({ currentTarget: button }) => {
        await navigator.clipboard.writeText(text());
        button.textContent = say("copied");
        setTimeout(() => (button.textContent = label), 1500);
      },
    },
    label,
  );
}
