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
  /**
   * What holds each pressed button.
   * @type {Map<ButtonName, string>}
   */
  const held = new Map();
  /** @type {Map<ButtonName, HTMLElement>} */
  const elements = new Map();

  const press = (/** @type {ButtonName} */ name, /** @type {string} */ by) => {
    if (held.has(name)) return;
    held.set(name, by);
    elements.get(name)?.classList.add("down");
    set(name, true);
  };
  const release = (/** @type {ButtonName} */ name, /** @type {string} */ by) => {
    if (held.get(name) !== by) return;
    held.delete(name);
    elements.get(name)?.classList.remove("down");
    set(name, false);
  };

  for (const element of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-button]"))) {
    const name = /** @type {ButtonName} */ (element.dataset.button);
    elements.set(name, element);
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      press(name, `pointer ${event.pointerId}`);
    });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      element.addEventListener(type, (event) => release(name, `pointer ${event.pointerId}`));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("blur", () => release(name, "focus"));
  }

  page.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const own = ownButton(event);
    if (own && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      press(own, "focus");
    } else if (keys[event.key] && !usesKeys(event.target, event.key)) {
      event.preventDefault();
      press(keys[event.key], event.key);
    }
  });
  page.addEventListener("keyup", (event) => {
    const own = ownButton(event);
    if (own && (event.key === " " || event.key === "Enter")) release(own, "focus");
    if (keys[event.key]) release(keys[event.key], event.key);
  });
  // A key or finger that is lifted elsewhere is not seen here.
  window.addEventListener("blur", () => {
    for (const [name, by] of [...held]) release(name, by);
  });
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
