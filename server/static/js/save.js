/** Saving what is shown: the position as text, and as the picture that the server draws. */

import { byId } from "./dom.js";
import { queryOf } from "./server.js";
import { session } from "./session.js";
import { say } from "./text.js";
import { copyButton } from "./trouble.js";

const PIXELS = 1200; // the width of a picture in pixels

/** Let the buttons work. */
export function beginSaving() {
  byId("save-position").append(copyButton(() => session.position, say("copy.position")));
  byId("save-png").addEventListener("click", async () => saveFile("position.png", await inPixels(addressOf({ size: PIXELS }))));
}

/** Let the link to the picture lead to that of the position shown. */
export function showSaving() {
  byId("save-svg").href = addressOf({});
}

/** Give the browser a file to save. */
export function saveFile(name, content) {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function addressOf(how) {
  return `/api/board.svg${queryOf({ ...session.rules, position: session.position, ...how })}`;
}

/** A picture as a PNG. */
async function inPixels(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
