// The page's state in the address: enough to see on another computer what somebody saw.

/**
 * @typedef {object} State
 * @property {string} colour
 * @property {number} battery
 * @property {number} zone
 * @property {boolean} sharing
 * @property {import("./phone.js").Notice[]} notices
 */

/** @param {State} state */
export function encodeState(state) {
  const octets = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
  return `#state=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * @param {string} hash
 * @returns {Partial<State> | null} null if there is none, or if it cannot be read
 */
export function decodeState(hash) {
  const found = /^#state=([\w-]+)$/.exec(hash);
  if (!found) return null;
  try {
    const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const state = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    return typeof state === "object" ? state : null;
  } catch {
    return null;
  }
}
