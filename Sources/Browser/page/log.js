// The event log: the lines of `--events`, newest first on the page.

/** More lines are kept out of the page. */
const shownLines = 200;

export class Log {
  /** @type {string[]} */
  lines = [];

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /** @param {import("./watch.js").WatchEvent} event */
  add(event) {
    const { type, at, ...fields } = event;
    const line = JSON.stringify({ type, at: Math.round(at) / 1e6, ...fields });
    this.lines.push(line);
    if (this.lines.length > 10_000) this.lines.shift();
    const item = document.createElement("li");
    item.textContent = line;
    this.list.prepend(item);
    if (this.list.childElementCount > shownLines) this.list.lastElementChild?.remove();
  }

  /** Offers the lines as a file. */
  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${this.lines.join("\n")}\n`], { type: "application/x-ndjson" }));
    link.download = "belfry-events.jsonl";
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
