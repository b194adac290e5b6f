// The display: the model of the panel, in an instance of the phone's module of which nothing else is used.

import { Memory } from "./modules.js";

export class Display {
  /** @type {import("./modules.js").Functions} */
  #functions = {};
  #memory = new Memory(new WebAssembly.Memory({ initial: 0 }));
  #buffer = 0;

  /** @param {WebAssembly.Module} module */
  static async start(module) {
    const display = new Display();
    const devices = { fill_random: (/** @type {number} */ place, /** @type {number} */ count) =>
      display.#memory.fillRandom(place, count) };
    const instance = await WebAssembly.instantiate(module, { belfry: devices });
    display.#functions = /** @type {any} */ (instance.exports);
    display.#memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
    display.#buffer = display.#functions.phone_buffer();
    return display;
  }

  /**
   * Takes one message on the I2C bus.
   * @param {Uint8Array} message
   */
  receive(message) {
    this.#memory.write(this.#buffer, message);
    this.#functions.panel_receive(message.length);
  }

  /** 1,024 octets, page after page, bit 0 the topmost row of a page. */
  get picture() {
    this.#functions.panel_picture();
    return this.#memory.read(this.#buffer, 1024);
  }

  get state() {
    const state = this.#functions.panel_state() >>> 0;
    return { contrast: state & 0xff, isOn: (state & 0x100) !== 0, isInverted: (state & 0x200) !== 0,
      refusedCount: state >>> 16 };
  }

  /** Octets of the module's memory, and of its heap that are in use. */
  get memorySize() {
    return { displayMemory: this.#memory.memory.buffer.byteLength, displayHeap: this.#functions.heap_used() };
  }
}
