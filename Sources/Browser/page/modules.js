// The two WebAssembly modules: how they are fetched, and how octets get in and out.

/** @typedef {Record<string, (...numbers: number[]) => number>} Functions */

const decoder = new TextDecoder();

/**
 * Fetches a gzipped module and compiles it while it arrives.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function fetchModule(address) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: the server answers ${response.status}`);
  // A server may have unpacked it already. A module starts with a zero, a gzip file with 0x1F.
  const octets = new Uint8Array(await response.arrayBuffer());
  if (octets[0] === 0) return WebAssembly.compile(octets);
  const { DecompressionStream } = streams();
  if (!DecompressionStream) {
    throw new Error("this browser is too old. Use Chrome 102, Firefox 113, Safari 16.4 or later");
  }
  const unpacked = new Blob([octets]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/**
 * TypeScript 4.8 does not know this class, which all browsers have had since 2023.
 * @returns {{DecompressionStream?: new (format: string) => ReadableWritablePair<Uint8Array, BufferSource>}}
 */
function streams() {
  return /** @type {any} */ (globalThis);
}

/** The memory of an instance, which may move when it grows. */
export class Memory {
  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.memory = memory;
  }

  /**
   * A copy of octets.
   * @param {number} place
   * @param {number} count
   */
  read(place, count) {
    return new Uint8Array(this.memory.buffer, place, count).slice();
  }

  /**
   * @param {number} place
   * @param {Uint8Array} octets
   */
  write(place, octets) {
    new Uint8Array(this.memory.buffer, place, octets.length).set(octets);
  }

  /**
   * @param {number} place
   * @param {number} count
   */
  text(place, count) {
    return decoder.decode(new Uint8Array(this.memory.buffer, place, count));
  }

  /**
   * Fills octets with random numbers fit for keys.
   * @param {number} place
   * @param {number} count
   */
  fillRandom(place, count) {
    crypto.getRandomValues(new Uint8Array(this.memory.buffer, place, count));
  }
}
