// The room in which the watch and the phone are: it carries packets, moves time on, and wakes when something is due.

import { Display } from "./display.js";
import { Phone } from "./phone.js";
import { Watch } from "./watch.js";

/**
 * @typedef {object} Clock
 * @property {() => number} now microseconds
 * @property {(microseconds: number, wake: () => void) => void} wakeAfter replaces an earlier call
 */

/** @typedef {{watch: WebAssembly.Module, phone: WebAssembly.Module}} Modules */
/** @typedef {Phone | import("./remote.js").RemotePhone} AnyPhone */

/**
 * The browser's clock.
 * @returns {Clock}
 */
export function browserClock() {
  const start = performance.now();
  let timer = 0;
  return {
    now: () => (performance.now() - start) * 1000 + 1_000_000,
    wakeAfter: (microseconds, wake) => {
      clearTimeout(timer);
      if (microseconds < 1e12) timer = setTimeout(wake, Math.min(Math.ceil(microseconds / 1000), 0x7fffffff));
    },
  };
}

/** One octet on a bus of 400 kHz, in microseconds. */
const octetTime = 9 / 0.4;

export class Room {
  /** The moment up to which the room has run, in microseconds: as the watch and the phone see it. */
  now = 0;
  /** Microseconds that were skipped. */
  #skipped = 0;
  #busIsFreeAt = 0;
  #isRunning = false;
  #hasFault = false;
  /** The number of turns, of octets on the bus, and the octets of the last update of the display. */
  counts = { turns: 0, octets: 0, updateOctets: 0 };
  /**
   * The durations of the last turns, in milliseconds.
   * @type {number[]}
   */
  turnTimes = [];

  /**
   * Is called with each event of the watch.
   * @type {(event: import("./watch.js").WatchEvent) => void}
   */
  onevent = () => {};
  /**
   * Is called with each report of the phone.
   * @type {(report: import("./phone.js").Report) => void}
   */
  onreport = () => {};
  /** Is called when the display, the motor or the LED may have changed. */
  onoutput = () => {};
  /** Is called when time was skipped. */
  onskip = () => {};
  /**
   * Is called when a module has trapped. Nothing happens in the room any more until the watch is restarted.
   * @type {(fault: unknown) => void}
   */
  onfault = () => {};

  /**
   * @param {Modules} modules
   * @param {import("./storage.js").Records} records
   * @param {Clock} clock
   */
  constructor(modules, records, clock) {
    this.modules = modules;
    this.records = records;
    this.clock = clock;
  }

  /**
   * @param {Modules} modules
   * @param {import("./storage.js").Records} records
   * @param {Clock} clock
   * @param {import("./remote.js").RemotePhone | null} remote a phone elsewhere; null: the phone's module
   */
  static async open(modules, records, clock, remote = null) {
    const room = new Room(modules, records, clock);
    room.now = clock.now();
    room.display = await Display.start(modules.phone);
    room.phone = remote ?? await Phone.start(modules.phone, records.get("phone"));
    await room.storePhone();
    await room.restartWatch();
    if (remote) {
      remote.onnews = () => room.run();
      remote.beforenews = () => room.run();
    }
    return room;
  }

  /** @type {Display} */
  display = /** @type {any} */ (null);
  /** @type {AnyPhone} */
  phone = /** @type {any} */ (null);
  /** @type {Watch} */
  watch = /** @type {any} */ (null);

  /** Switches the watch off and on. */
  async restartWatch() {
    const watch = await Watch.start(this.modules.watch, this.records, this.now);
    watch.onnews = () => this.run();
    this.watch = watch;
    this.#hasFault = false;
  }

  /** Stores the phone's record. A browser that stores nothing has a phone nevertheless. */
  async storePhone() {
    await this.records.set("phone", this.phone.record).catch(() => {});
  }

  /**
   * Lets the user of the phone do something.
   * @template Result
   * @param {(phone: AnyPhone) => Result} action
   */
  usePhone(action) {
    this.run();
    const result = action(this.phone);
    this.run();
    return result;
  }

  /**
   * @param {import("./watch.js").ButtonName} name
   * @param {boolean} isDown
   */
  setButton(name, isDown) {
    // The watch handles an input at the time up to which it has run.
    this.run();
    this.watch.setButton(name, isDown);
    this.run();
  }

  /** The moment up to which the room would run now. `now` stays behind it while nothing happens. */
  get time() {
    return this.clock.now() + this.#skipped;
  }

  /** Does all that is due, then waits for what is due next. */
  run() {
    if (this.#hasFault) return;
    try {
      this.#runUntil(this.time);
    } catch (fault) {
      this.#hasFault = true;
      return this.onfault(fault);
    }
    const due = this.#due();
    if (due !== null) this.clock.wakeAfter(Math.max(0, due - this.time), () => this.run());
  }

  /**
   * Lets time pass without waiting for it.
   * @param {number} microseconds
   */
  skip(microseconds) {
    this.#skipped += microseconds;
    this.run();
    this.onskip();
  }

  /** @param {number} end */
  #runUntil(end) {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let due = this.#due(); due !== null && due <= end; due = this.#due()) {
        this.now = Math.max(this.now, due);
        this.#step();
      }
      this.now = Math.max(this.now, end);
    } finally {
      this.#isRunning = false;
    }
    this.onoutput();
  }

  /** When the next step is due; null: never. A transfer on the bus keeps the watch waiting, as on the board. */
  #due() {
    this.#carry();
    const watchDue = this.watch.hasInput ? this.now : this.watch.nextTurn;
    const turn = watchDue === null ? Infinity : Math.max(watchDue, this.#busIsFreeAt);
    const due = Math.min(turn, this.phone.deadline ?? Infinity);
    return due === Infinity ? null : due;
  }

  #step() {
    const deadline = this.phone.deadline;
    if (deadline !== null && deadline <= this.now) this.phone.handleTimeout(this.now);
    this.#carry();
    if (this.now < this.#busIsFreeAt) return;
    const start = performance.now();
    this.watch.turn(this.now);
    this.turnTimes.push(performance.now() - start);
    if (this.turnTimes.length > 500) this.turnTimes.shift();
    this.counts.turns += 1;
    for (const packet of this.watch.outgoing.splice(0)) this.phone.receive(packet, this.now);
    this.#carry();
    this.#sendToPanel();
    for (const event of this.watch.events.splice(0)) this.onevent(event);
    this.#takeReports();
  }

  #carry() {
    for (let packet = this.phone.takePacket(); packet; packet = this.phone.takePacket()) {
      this.watch.incoming.push(packet);
    }
    this.#takeReports();
  }

  #takeReports() {
    for (let report = this.phone.takeReport(); report; report = this.phone.takeReport()) {
      if (report.kind === "bonded") void this.storePhone();
      this.onreport(report);
    }
  }

  #sendToPanel() {
    let octets = 0;
    for (const message of this.watch.panelMessages.splice(0)) {
      this.display.receive(message);
      octets += message.length + 1;
    }
    if (octets === 0) return;
    // Messages that follow each other at once belong to one update.
    if (this.now - this.#busIsFreeAt > 1000) this.counts.updateOctets = 0;
    this.counts.updateOctets += octets;
    this.counts.octets += octets;
    this.#busIsFreeAt = this.now + octets * octetTime;
  }
}
