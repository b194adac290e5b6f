// The iPhone of the page: an instance of its module.

import { Memory } from "./modules.js";

/**
 * @typedef {object} Notice a notification; missing texts are empty
 * @property {string} appName
 * @property {string} [appIdentifier]
 * @property {string} [title]
 * @property {string} [subtitle]
 * @property {string} [message]
 * @property {string} [date] `yyyyMMdd'T'HHmmSS`
 * @property {string} [positiveLabel] the label of the positive action; without it there is none
 * @property {string} [negativeLabel]
 * @property {number} [category] ANCS's CategoryID
 * @property {boolean} [isSilent]
 * @property {boolean} [isImportant]
 */

/**
 * @typedef {object} Music what the phone plays; seconds, and the volume in percent
 * @property {string} player
 * @property {string} title
 * @property {string} artist
 * @property {string} album
 * @property {boolean} isPlaying
 * @property {number} elapsed
 * @property {number} duration
 * @property {number} volume
 */

/** @typedef {{kind: typeof reportKinds[number], value: number}} Report */

const reportKinds = /** @type {const} */ ([
  "", "connected", "disconnected", "code", "bonded", "pairingFailed", "keyRefused", "subscribed", "accepted",
  "declined", "mediaCommand", "notListed", "notReached",
]);

const encoder = new TextEncoder();

/**
 * The octets of the exchange buffer, and the most that one text may have of them: the form takes messages of 1,500
 * characters, and UTF-8 has at most three octets for each that counts as one there.
 */
const bufferSize = 16_384;
const longestText = 4500;

export class Phone {
  /** @type {import("./modules.js").Functions} */
  #functions = {};
  #memory = new Memory(new WebAssembly.Memory({ initial: 0 }));
  #buffer = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {Uint8Array | undefined} record what an earlier phone kept
   */
  static async start(module, record) {
    const phone = new Phone();
    const devices = { fill_random: (/** @type {number} */ place, /** @type {number} */ count) =>
      phone.#memory.fillRandom(place, count) };
    const instance = await WebAssembly.instantiate(module, { belfry: devices });
    phone.#functions = /** @type {any} */ (instance.exports);
    phone.#memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
    phone.#buffer = phone.#functions.phone_buffer();
    if (record) {
      phone.#put(record);
      phone.#functions.phone_restore(record.length);
    }
    return phone;
  }

  /** @param {Uint8Array} octets */
  #put(octets) {
    this.#memory.write(this.#buffer, octets);
  }

  // The air.

  /**
   * @param {Uint8Array} packet
   * @param {number} now
   */
  receive(packet, now) {
    this.#put(packet);
    this.#functions.phone_receive(packet.length, now);
  }

  /** The next packet for the watch, or null. */
  takePacket() {
    const count = this.#functions.phone_take_packet();
    return count > 0 ? this.#memory.read(this.#buffer, count) : null;
  }

  /** @param {number} now */
  handleTimeout(now) {
    this.#functions.phone_handle_timeout(now);
  }

  /** When `handleTimeout` wants to be called; null: never. */
  get deadline() {
    const deadline = this.#functions.phone_deadline();
    return deadline < 0 ? null : deadline;
  }

  /** @returns {Report | null} */
  takeReport() {
    const kind = this.#functions.phone_take_report();
    return kind === 0 ? null : { kind: reportKinds[kind], value: this.#functions.phone_report_value() >>> 0 };
  }

  get isConnected() {
    return (this.#functions.phone_state() & 1) !== 0;
  }

  get hasBond() {
    return (this.#functions.phone_state() & 2) !== 0;
  }

  get isSubscribed() {
    return (this.#functions.phone_state() & 4) !== 0;
  }

  // The user.

  pair() {
    this.#functions.phone_pair();
  }

  /** @param {boolean} isConfirmed */
  answerCode(isConfirmed) {
    this.#functions.phone_answer_code(isConfirmed ? 1 : 0);
  }

  forgetWatch() {
    this.#functions.phone_forget_watch();
  }

  /** @param {boolean} isOn */
  setRadio(isOn) {
    this.#functions.phone_set_radio(isOn ? 1 : 0);
  }

  /** @param {boolean} isInRange */
  setRange(isInRange) {
    this.#functions.phone_set_range(isInRange ? 1 : 0);
  }

  /** @param {boolean} isOn */
  setSharing(isOn) {
    this.#functions.phone_set_sharing(isOn ? 1 : 0);
  }

  reboot() {
    this.#functions.phone_reboot();
  }

  /** @param {number} percent */
  setBattery(percent) {
    this.#functions.phone_set_battery(percent);
  }

  /**
   * @param {number} milliseconds since 1970, UTC
   * @param {number} zoneQuarters east of UTC, in quarters of an hour
   * @param {number} now
   */
  setTime(milliseconds, zoneQuarters, now) {
    this.#functions.phone_set_time(milliseconds, zoneQuarters, now);
  }

  /**
   * Adds a notification, or modifies the one with this UID.
   * @param {Notice} notice
   * @param {number} [uid]
   */
  notify(notice, uid = 0) {
    const flags = (notice.isSilent ? 1 : 0) | (notice.isImportant ? 2 : 0) | (notice.positiveLabel ? 8 : 0)
      | (notice.negativeLabel ? 16 : 0);
    const texts = [
      notice.appIdentifier ?? notice.appName, notice.appName, notice.title, notice.subtitle, notice.message,
      notice.date, notice.positiveLabel, notice.negativeLabel,
    ];
    return this.#functions.phone_notify(uid, flags, notice.category ?? 0, this.#putTexts(texts)) >>> 0;
  }

  /**
   * Tells the watch what the phone plays.
   * @param {Music} music
   * @param {number} now
   */
  setMusic(music, now) {
    const count = this.#putTexts([music.player, music.title, music.artist, music.album]);
    this.#functions.phone_set_music(music.isPlaying ? 1 : 0, music.elapsed, music.duration, music.volume, count, now);
  }

  /**
   * Puts texts into the buffer, each behind its length, and returns the number of octets. A text that is too long, or
   * for which the buffer has no room, is cut between characters.
   * @param {(string | undefined)[]} texts
   */
  #putTexts(texts) {
    const octets = new Uint8Array(bufferSize);
    let place = 0;
    for (const text of texts) {
      if (place + 2 > bufferSize) break;
      const room = octets.subarray(place + 2, place + 2 + longestText);
      const { written = 0 } = encoder.encodeInto(text ?? "", room);
      octets.set([written & 0xff, written >> 8], place);
      place += 2 + written;
    }
    this.#put(octets.subarray(0, place));
    return place;
  }

  /** @param {number} uid */
  remove(uid) {
    this.#functions.phone_remove(uid);
  }

  /** What the phone keeps when the page is closed. */
  get record() {
    const count = this.#functions.phone_record();
    return this.#memory.read(this.#buffer, count);
  }

  /** Octets of the module's memory, and of its heap that are in use. */
  get memorySize() {
    return { memory: this.#memory.memory.buffer.byteLength, heap: this.#functions.heap_used() };
  }
}
