// The elements of the page, by their identifiers.

/**
 * An element by its identifier.
 * @template {HTMLElement} Kind
 * @param {string} name
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function element(name, kind) {
  const found = document.getElementById(name);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the name ${name}`);
  return found;
}

export const button = (/** @type {string} */ name) => element(name, HTMLButtonElement);
export const input = (/** @type {string} */ name) => element(name, HTMLInputElement);
export const select = (/** @type {string} */ name) => element(name, HTMLSelectElement);
export const any = (/** @type {string} */ name) => element(name, HTMLElement);

/** How long a line that needs no action is shown, in milliseconds. */
const shownFor = 15_000;
let timer = 0;

/**
 * Shows a line to the user at the lower edge of the window.
 * @param {string} text
 * @param {"briefly" | "until the next line"} [duration]
 */
export function say(text, duration = "briefly") {
  clearTimeout(timer);
  any("message-line").textContent = text;
  if (duration === "briefly") timer = setTimeout(() => say("", "until the next line"), shownFor);
}
