/** Saving what is shown: the position as text, the picture, the game. */

import { byId } from "./dom.js";
import { pictureOf } from "./picture.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { copyButton } from "./trouble.js";

/** Let the buttons work. */
export function beginSaving() {
  byId("save-position").append(copyButton(() => session.position, say("copy.position")));
  byId("save-picture").addEventListener("click", () => {
    const drawing = byId("board").querySelector("svg");
    const picture = pictureOf(drawing, byId("status").textContent, session.position);
    saveFile("position.svg", picture, "image/svg+xml");
  });
}

/** Give the browser a file to save. */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
