// The page's state in the address: enough to show on another computer what the user saw.

import { colourNames } from "./panel.js";

/** @typedef {import("./phone.js").Notice} Notice */

/**
 * @typedef {object} State
 * @property {import("./panel.js").Colour} colour
 * @property {number} battery
 * @property {number} zone
 * @property {boolean} sharing
 * @property {Notice[]} notices
 */

/** @param {State} state */
export function encodeState(state) {
  const octets = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
  return `#state=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * A link may come from anywhere, so values that the page cannot have are left out.
 * @param {string} hash
 * @returns {Partial<State> | null} null if there is none, or if it cannot be read
 */
export function decodeState(hash) {
  const found = /^#state=([\w-]+)$/.exec(hash);
  if (!found) return null;
  try {
    const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const state = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    return isObject(state) ? checked(state) : null;
  } catch {
    return null;
  }
}

const mostNotices = 200;
/** The longest text, in characters. The form takes fewer. */
const longestText = 1500;

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {Record<string, unknown>} state
 * @returns {Partial<State>}
 */
function checked(state) {
  const notices = Array.isArray(state.notices) ? state.notices : [];
  return {
    colour: colourNames.find((name) => name === state.colour),
    battery: whole(state.battery, 0, 100),
    zone: whole(state.zone, -48, 56),
    sharing: typeof state.sharing === "boolean" ? state.sharing : undefined,
    notices: notices.filter(isObject).slice(0, mostNotices).map(checkedNotice),
  };
}

/**
 * @param {Record<string, unknown>} notice
 * @returns {Notice}
 */
function checkedNotice(notice) {
  const date = text(notice.date);
  return {
    appName: text(notice.appName) ?? "App",
    appIdentifier: text(notice.appIdentifier),
    title: text(notice.title),
    subtitle: text(notice.subtitle),
    message: text(notice.message),
    date: date && /^\d{8}T\d{6}$/.test(date) ? date : undefined,
    positiveLabel: text(notice.positiveLabel),
    negativeLabel: text(notice.negativeLabel),
    category: whole(notice.category, 0, 255),
    isSilent: notice.isSilent === true,
    isImportant: notice.isImportant === true,
  };
}

/**
 * A whole number in a range; undefined for all else.
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
const whole = (value, least, most) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;

/**
 * A text, cut between characters; undefined if it is empty or no text.
 * @param {unknown} value
 */
const text = (value) => (typeof value === "string" && value ? [...value].slice(0, longestText).join("") : undefined);
