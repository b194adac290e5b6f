// The watch: an instance of its module, and the five devices of its board.

import { Memory } from "./modules.js";

/** @typedef {{type: string, at: number, [field: string]: string | number}} WatchEvent */
/** @typedef {import("./storage.js").Records} Records */

/** The buttons in the order of their numbers. */
export const buttonNames = /** @type {const} */ (["accept", "decline", "up", "down", "select", "back"]);
/** @typedef {typeof buttonNames[number]} ButtonName */

/**
 * The name of a stored record: the bonds' two copies are 0 and 1, the choices' are 2 and 3.
 * @param {number} number
 */
const recordName = (number) => (number < 2 ? `bonds${number}` : `choices${number - 2}`);

export class Watch {
  /**
   * Packets of the controller that the watch has not read.
   * @type {Uint8Array[]}
   */
  incoming = [];
  /**
   * Packets of the watch that the controller has not read.
   * @type {Uint8Array[]}
   */
  outgoing = [];
  /**
   * Messages on the I2C bus that the panel has not read.
   * @type {Uint8Array[]}
   */
  panelMessages = [];
  /**
   * Events that were not taken.
   * @type {WatchEvent[]}
   */
  events = [];
  /**
   * When the next turn is due, in microseconds; null: never.
   * @type {number | null}
   */
  nextTurn = null;
  isMotorOn = false;
  isLEDLit = false;

  /** @type {number[]} */
  #presses = [];
  /** @type {WatchEvent | null} */
  #event = null;
  #now = 0;
  /** When the watch's time began: a second before its start, in whole microseconds. */
  #origin = 0;
  #hasNews = false;

  /**
   * @param {WebAssembly.Module} module
   * @param {Records} records where the bonds are kept
   * @param {number} now microseconds
   */
  static async start(module, records, now) {
    const watch = new Watch();
    const instance = await WebAssembly.instantiate(module, { belfry: watch.#devices(records) });
    watch.#functions = /** @type {any} */ (instance.exports);
    watch.#memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
    watch.#now = now;
    watch.#origin = Math.round(now) - 1_000_000;
    watch.#functions.watch_start(now - watch.#origin);
    watch.nextTurn = now;
    return watch;
  }

  /** @type {import("./modules.js").Functions} */
  #functions = {};
  #memory = new Memory(new WebAssembly.Memory({ initial: 0 }));

  /** Whether a turn is due at once. */
  get hasInput() {
    return this.incoming.length > 0 || this.#presses.length > 0 || this.#hasNews;
  }

  /** The UID of the notification that the display shows, or that is selected in the list; null without one. */
  get shownUid() {
    const uid = this.#functions.watch_shown_uid();
    return uid < 0 ? null : uid;
  }

  /** Octets of the module's memory. */
  get memorySize() {
    return this.#memory.memory.buffer.byteLength;
  }

  /**
   * @param {ButtonName} name
   * @param {boolean} isDown
   */
  setButton(name, isDown) {
    this.#presses.push(buttonNames.indexOf(name) * 2 + (isDown ? 0 : 1));
  }

  /**
   * One turn of the watch.
   * @param {number} now microseconds
   */
  turn(now) {
    this.#now = now;
    this.#hasNews = false;
    const next = this.#functions.watch_turn(now - this.#origin);
    this.nextTurn = next < 0 ? null : next + this.#origin;
    const outputs = this.#functions.watch_outputs();
    this.isMotorOn = (outputs & 1) !== 0;
    this.isLEDLit = (outputs & 2) !== 0;
  }

  /**
   * @param {Records} records
   * @returns {Record<string, (...numbers: number[]) => number | void>}
   */
  #devices(records) {
    const memory = () => this.#memory;
    let saving = 1;
    return {
      receive_packet: (place) => {
        const packet = this.incoming.shift();
        if (packet) memory().write(place, packet);
        return packet?.length ?? 0;
      },
      send_packet: (place, count) => void this.outgoing.push(memory().read(place, count)),
      write_panel: (place, count) => void this.panelMessages.push(memory().read(place, count)),
      next_button: () => this.#presses.shift() ?? -1,
      fill_random: (place, count) => memory().fillRandom(place, count),
      load_record: (copy, place, capacity) => {
        const record = records.get(recordName(copy));
        if (!record || record.length > capacity) return 0;
        memory().write(place, record);
        return record.length;
      },
      save_record: (copy, place, count) => {
        saving = 0;
        const end = (/** @type {number} */ state) => {
          saving = state;
          this.#hasNews = true;
          this.onnews();
        };
        records.set(recordName(copy), memory().read(place, count)).then(() => end(1), () => end(2));
      },
      remove_record: (copy) => void records.remove(recordName(copy)).catch(() => {}),
      finish_saving: () => saving,
      ...this.#eventLog(),
    };
  }

  /**
   * The functions that take the watch's events.
   * @returns {Record<string, (...numbers: number[]) => number | void>}
   */
  #eventLog() {
    const memory = () => this.#memory;
    return {
      begin_event: (place, count) => {
        this.#event = { type: memory().text(place, count), at: this.#now };
      },
      event_text: (name, nameCount, place, count) => {
        if (this.#event) this.#event[memory().text(name, nameCount)] = memory().text(place, count);
      },
      event_number: (name, nameCount, number) => {
        if (this.#event) this.#event[memory().text(name, nameCount)] = number;
      },
      end_event: () => {
        if (this.#event) this.events.push(this.#event);
        this.#event = null;
      },
    };
  }

  /** Is called when a device has news outside a turn. */
  onnews = () => {};
}
