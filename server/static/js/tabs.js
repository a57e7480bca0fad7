/** Panels of which one is open; the address remembers which after its `#`. */

export class Tabs {
  /** The name of the open panel. */
  chosen = "moves";

  #tabs;
  #opened;

  /**
   * @param {HTMLElement} list The tab list; each tab names its panel in `aria-controls`, as `panel-NAME`.
   * @param {function(string)} opened Called with the name of a panel that was opened.
   */
  constructor(list, opened) {
    this.#tabs = [...list.querySelectorAll("[role=tab]")];
    this.#opened = opened;
    for (const tab of this.#tabs) tab.addEventListener("click", () => this.open(nameOf(tab)));
    list.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** The panel that the address names, or undefined. */
  get named() {
    return this.#tabs.map(nameOf).find((name) => `#${name}` === location.hash);
  }

  /** Open a panel. */
  open(name) {
    this.chosen = name;
    for (const tab of this.#tabs) {
      const isChosen = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    const hash = name === "moves" ? "" : `#${name}`;
    history.replaceState(history.state, "", location.pathname + location.search + hash);
    this.#opened(name);
  }

  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const place = this.#tabs.findIndex((tab) => nameOf(tab) === this.chosen);
    const tab = this.#tabs[(place + step + this.#tabs.length) % this.#tabs.length];
    this.open(nameOf(tab));
    tab.focus();
  }
}

function nameOf(tab) {
  return tab.getAttribute("aria-controls").replace("panel-", "");
}
