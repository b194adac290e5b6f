// The watch's buttons: by mouse, finger and keyboard, pressed as long as they are.

/** @typedef {import("./watch.js").ButtonName} ButtonName */

/** @type {Record<string, ButtonName>} */
const keys = {
  a: "accept", d: "decline", k: "up", j: "down", b: "back",
  ArrowUp: "up", ArrowDown: "down", Enter: "select", Escape: "back",
};

/**
 * @param {HTMLElement} page
 * @param {(name: ButtonName, isDown: boolean) => void} set
 */
export function listenToButtons(page, set) {
  const pressed = new PressedButtons(set);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-button]"))) {
    listenToPointer(element, pressed);
  }
  page.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const own = ownButton(event);
    if (own && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      pressed.press(own, "focus");
    } else if (keys[event.key] && !usesKeys(event.target, event.key)) {
      event.preventDefault();
      pressed.press(keys[event.key], event.key);
    }
  });
  page.addEventListener("keyup", (event) => {
    const own = ownButton(event);
    if (own && (event.key === " " || event.key === "Enter")) pressed.release(own, "focus");
    if (keys[event.key]) pressed.release(keys[event.key], event.key);
  });
  // A key or finger that is lifted elsewhere is not seen here.
  window.addEventListener("blur", () => pressed.releaseAll());
}

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

  releaseAll() {
    for (const [name, by] of [...this.#held]) this.release(name, by);
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
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("blur", () => pressed.release(name, "focus"));
}

/**
 * The button that has the focus.
 * @param {KeyboardEvent} event
 * @returns {ButtonName | undefined}
 */
function ownButton(event) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  return /** @type {ButtonName | undefined} */ (target?.dataset.button);
}

/**
 * Whether the focused element needs the key itself.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function usesKeys(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input:not([type=checkbox]), textarea, select")) return true;
  return key === "Enter" && target.matches("button:not([data-button]), summary, a");
}
