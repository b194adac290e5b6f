// The watch's buttons: by mouse, finger and keyboard, pressed as long as they are.

/** @typedef {import("./watch.js").ButtonName} ButtonName */

/**
 * By the letter or the name of a key, in lower case.
 * @type {Record<string, ButtonName>}
 */
const keys = {
  a: "accept", d: "decline", k: "up", j: "down", b: "back",
  arrowup: "up", arrowdown: "down", enter: "select", escape: "back",
};

/**
 * By a key's place, for keyboards that write other scripts.
 * @type {Record<string, ButtonName>}
 */
const places = { KeyA: "accept", KeyD: "decline", KeyK: "up", KeyJ: "down", KeyB: "back" };

/** How long a click without a pointer presses a button, in milliseconds. */
const clickTime = 100;

/**
 * @param {HTMLElement} page
 * @param {(name: ButtonName, isDown: boolean) => void} set
 * @param {() => boolean} areKeysOn whether keys press buttons that do not have the focus
 */
export function listenToButtons(page, set, areKeysOn) {
  const pressed = new PressedButtons(set);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-button]"))) {
    listenToPointer(element, pressed);
  }
  page.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const own = activatedButton(event);
    const name = own ?? (!areKeysOn() || usesKeys(event.target, event.key) ? undefined : buttonOf(event));
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) pressed.press(name, own ? "focus" : placeOf(event));
  });
  page.addEventListener("keyup", (event) => {
    const own = activatedButton(event);
    if (own) {
      // Firefox clicks when the space bar is released.
      event.preventDefault();
      pressed.release(own, "focus");
    }
    pressed.releaseAll(placeOf(event));
  });
  // A key or finger that is lifted elsewhere is not seen here.
  window.addEventListener("blur", () => pressed.releaseAll());
}

/**
 * The button of the watch that a key stands for.
 * @param {KeyboardEvent} event
 * @returns {ButtonName | undefined}
 */
function buttonOf({ key, code }) {
  return /^[\x20-\x7e]+$/.test(key) ? keys[key.toLowerCase()] : places[code];
}

/**
 * The key that is pressed, by its place: what it writes may change while it is down. A keyboard on a screen has no
 * places.
 * @param {KeyboardEvent} event
 */
const placeOf = ({ key, code }) => `key ${code || key.toLowerCase()}`;

/** The buttons that are pressed, each by one key or finger. */
class PressedButtons {
  /**
   * What holds each pressed button.
   * @type {Map<ButtonName, string>}
   */
  #held = new Map();
  /** @type {Map<ButtonName, HTMLElement>} */
  #elements = new Map();
  #set;

  /** @param {(name: ButtonName, isDown: boolean) => void} set */
  constructor(set) {
    this.#set = set;
  }

  /**
   * Shows on `element` whether its button is pressed.
   * @param {ButtonName} name
   * @param {HTMLElement} element
   */
  show(name, element) {
    this.#elements.set(name, element);
  }

  /**
   * @param {ButtonName} name
   * @param {string} by
   */
  press(name, by) {
    if (this.#held.has(name)) return;
    this.#held.set(name, by);
    this.#elements.get(name)?.classList.add("down");
    this.#set(name, true);
  }

  /**
   * @param {ButtonName} name
   * @param {string} by
   */
  release(name, by) {
    if (this.#held.get(name) !== by) return;
    this.#held.delete(name);
    this.#elements.get(name)?.classList.remove("down");
    this.#set(name, false);
  }

  /** @param {string} [holder] releases the buttons that this holds; without it, all buttons */
  releaseAll(holder) {
    for (const [name, by] of [...this.#held]) if (!holder || by === holder) this.release(name, by);
  }
}

/**
 * @param {HTMLElement} element
 * @param {PressedButtons} pressed
 */
function listenToPointer(element, pressed) {
  const name = /** @type {ButtonName} */ (element.dataset.button);
  pressed.show(name, element);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pressed.press(name, `pointer ${event.pointerId}`);
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    element.addEventListener(type, (event) => pressed.release(name, `pointer ${event.pointerId}`));
  }
  // Screen readers, voice control and switches click without a pointer.
  element.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    pressed.press(name, "click");
    setTimeout(() => pressed.release(name, "click"), clickTime);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("blur", () => pressed.release(name, "focus"));
}

/**
 * The button that has the focus, if this is a key that presses it.
 * @param {KeyboardEvent} event
 * @returns {ButtonName | undefined}
 */
function activatedButton({ key, target }) {
  if (!(target instanceof HTMLElement) || (key !== " " && key !== "Enter")) return undefined;
  return /** @type {ButtonName | undefined} */ (target.dataset.button);
}

/**
 * Whether the focused element, or the browser, needs the key itself. Arrows scroll the page unless the watch has the
 * focus.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function usesKeys(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input:not([type=checkbox]), textarea, select")) return true;
  if (key.startsWith("Arrow")) return !target.closest("#case");
  return key === "Enter" && target.matches("button:not([data-button]), summary, a");
}
