// The phone's notification centre: what is there, and what becomes of it when the wearer or the user acts.

/** @typedef {import("./phone.js").Notice} Notice */
/**
 * The notice, its row, and the button in the row.
 * @typedef {{uid: string, row: number, number: number}} FocusedAction
 */

const incomingCall = 1;
const missedCall = 2;
const activeCall = 12;

export class Center {
  /**
   * By UID, oldest first.
   * @type {Map<number, Notice>}
   */
  #notices = new Map();
  /** @type {number | null} */
  #chosen = null;

  /**
   * Is called with the notice that is chosen, or null.
   * @type {(notice: Notice | null) => void}
   */
  onchoice = () => {};

  /**
   * @param {import("./room.js").Room} room
   * @param {HTMLElement} list
   * @param {() => Date} localTime the phone's local time, whose parts are read in UTC
   */
  constructor(room, list, localTime) {
    this.room = room;
    this.list = list;
    this.localTime = localTime;
    this.#show();
  }

  get notices() {
    return [...this.#notices.values()];
  }

  /** The phone's time as ANCS writes it. */
  dateNow() {
    return this.localTime().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  }

  /** @param {Notice} notice */
  add(notice) {
    const uid = this.room.usePhone((phone) => phone.notify(notice));
    this.#notices.set(uid, notice);
    this.#show();
    return uid;
  }

  /** @param {number} uid */
  remove(uid) {
    this.#take(uid);
    this.#show();
  }

  /**
   * Removes a notice. The caller shows the list.
   * @param {number} uid
   */
  #take(uid) {
    this.#notices.delete(uid);
    if (this.#chosen === uid) this.#choose(null);
    this.room.usePhone((phone) => phone.remove(uid));
  }

  clear() {
    this.#notices.clear();
    this.#choose(null);
    this.#show();
  }

  /** @param {Notice} notice */
  modifyChosen(notice) {
    const uid = this.#chosen;
    if (uid === null || !this.#notices.has(uid)) return;
    // iOS keeps the date of a notification that is replaced.
    const changed = { ...notice, date: notice.date ?? this.#notices.get(uid)?.date };
    this.#notices.set(uid, changed);
    this.room.usePhone((phone) => phone.notify(changed, uid));
    this.#show();
  }

  /** @param {string} caller */
  ring(caller) {
    return this.add({
      appName: "Phone", appIdentifier: "com.apple.mobilephone", title: caller, message: "Incoming Call",
      category: incomingCall, positiveLabel: "Answer", negativeLabel: "Decline", date: this.dateNow(),
    });
  }

  /** The caller of the last call hangs up. A call without an answer is missed. */
  hangUp() {
    const call = this.#last(isCall);
    if (call !== undefined) this.act(call, false);
  }

  /** The user answers the last call that rings. */
  answer() {
    const call = this.#last(isRinging);
    if (call !== undefined) this.act(call, true);
  }

  /**
   * The UID of the latest notice of a kind.
   * @param {(notice: Notice) => boolean} isWanted
   */
  #last(isWanted) {
    return [...this.#notices].filter(([, notice]) => isWanted(notice)).pop()?.[0];
  }

  /**
   * The wearer or the user has performed an action. A call is answered by the positive one, and missed after the other.
   * @param {number} uid
   * @param {boolean} isPositive
   */
  act(uid, isPositive) {
    const notice = this.#notices.get(uid);
    if (!notice) return;
    this.#take(uid);
    if (!isRinging(notice)) return this.#show();
    // The list is shown once, with both changes: the focus then goes to the button that ends the answered call.
    this.add(isPositive
      ? { ...notice, category: activeCall, message: "Call in progress", positiveLabel: "", negativeLabel: "End" }
      : { ...notice, category: missedCall, message: "Missed Call", positiveLabel: "Dial", negativeLabel: "Clear" });
  }

  /**
   * Chooses a notice. The caller shows the list.
   * @param {number | null} uid
   */
  #choose(uid) {
    this.#chosen = uid;
    this.onchoice(uid === null ? null : this.#notices.get(uid) ?? null);
  }

  #show() {
    const focused = this.#focusedAction();
    const items = [...this.#notices].reverse().map(([uid, notice]) => this.#item(uid, notice));
    this.list.replaceChildren(...items);
    setText("count", String(items.length));
    document.getElementById("empty")?.toggleAttribute("hidden", items.length > 0);
    const hasCall = this.notices.some(isCall);
    enable("hang-up", hasCall, "ring");
    enable("answer", this.notices.some(isRinging), hasCall ? "hang-up" : "ring");
    if (focused) this.#focus(focused);
  }

  /**
   * Where in the list the keyboard's focus is, or null.
   * @returns {FocusedAction | null}
   */
  #focusedAction() {
    const row = [...this.list.children].findIndex((item) => item.contains(document.activeElement));
    const item = this.list.children[row];
    if (!(item instanceof HTMLElement)) return null;
    const number = [...item.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    return { uid: item.dataset.uid ?? "", row, number };
  }

  /**
   * Moves the focus to the same action of the same notice. If that is gone, of the one that is in its place now.
   * @param {FocusedAction} action
   */
  #focus({ uid, row, number }) {
    const same = this.list.querySelector(`[data-uid="${uid}"]`);
    const item = same ?? this.list.children[Math.min(row, this.list.children.length - 1)];
    const target = item?.querySelectorAll("button")[number] ?? document.getElementById("empty");
    target?.focus();
  }

  /**
   * @param {number} uid
   * @param {Notice} notice
   */
  #item(uid, notice) {
    const item = document.createElement("li");
    item.dataset.uid = String(uid);
    const texts = document.createElement("div");
    for (const text of [notice.title || notice.appName, notice.message ?? ""]) {
      const line = document.createElement("p");
      line.dir = "auto";
      line.textContent = text;
      texts.append(line);
    }
    const acts = document.createElement("div");
    acts.className = "acts";
    const isChosen = this.#chosen === uid;
    const name = notice.title || notice.appName;
    acts.append(
      action("Choose", `Choose ${name}`, () => {
        this.#choose(isChosen ? null : uid);
        this.#show();
      }, isChosen),
      action("Remove", `Remove ${name}`, () => this.remove(uid)));
    item.append(texts, acts);
    return item;
  }
}

/** @param {Notice} notice */
const isRinging = (notice) => notice.category === incomingCall;

/** @param {Notice} notice */
const isCall = (notice) => isRinging(notice) || notice.category === activeCall;

/**
 * @param {string} name
 * @param {string} text
 */
function setText(name, text) {
  const found = document.getElementById(name);
  if (found) found.textContent = text;
}

/**
 * Enables a button or disables it. A disabled button loses the focus, so another button gets it.
 * @param {string} name
 * @param {boolean} isEnabled
 * @param {string} other
 */
function enable(name, isEnabled, other) {
  const found = document.getElementById(name);
  if (!isEnabled && found === document.activeElement) document.getElementById(other)?.focus();
  found?.toggleAttribute("disabled", !isEnabled);
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 * @param {boolean} [isPressed]
 */
function action(text, label, act, isPressed) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  // Firefox has `ariaLabel` only since version 119.
  button.setAttribute("aria-label", label);
  if (isPressed !== undefined) button.setAttribute("aria-pressed", String(isPressed));
  button.addEventListener("click", act);
  return button;
}
