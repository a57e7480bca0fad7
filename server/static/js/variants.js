/** Names of rule sets. */

import { hasSentence, say } from "./text.js";

/** The name of a preset as people know it. */
export function variantName(name) {
  return hasSentence(`variant.${name}`) ? say(`variant.${name}`) : name;
}
