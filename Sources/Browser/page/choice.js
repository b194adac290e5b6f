// The choice between the page's own iPhone and that of the tests, which only `make web-serve` offers.

import { RemotePhone } from "./remote.js";

const bumble = "bumble";

/** The controls that have no effect on the phone of the tests. */
const unavailable = ["skip", "sharing"];

/**
 * Shows the choice if the server offers one, and connects to the phone of the tests if it is chosen.
 * @returns {Promise<RemotePhone | null>} null: the page's own phone
 */
export async function choosePhone() {
  const path = document.querySelector("meta[name=phone-socket]")?.getAttribute("content");
  const list = document.getElementById("phone-kind");
  if (!path || !(list instanceof HTMLSelectElement)) return null;
  const parameters = new URLSearchParams(location.search);
  const isChosen = parameters.get("phone") === bumble;
  list.value = isChosen ? bumble : "page";
  list.addEventListener("change", () => void location.assign(list.value === bumble ? `?phone=${bumble}` : "./"));
  document.getElementById("phone-choice")?.removeAttribute("hidden");
  if (!isChosen) return null;
  disableControls();
  const address = new URL(path, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return RemotePhone.open(new WebSocket(address));
}

/**
 * Offers the page's own phone if that of the tests was chosen: without a phone, the page has no choice.
 * @param {HTMLElement} place
 */
export function offerOwnPhone(place) {
  if (new URLSearchParams(location.search).get("phone") !== bumble) return;
  const link = document.createElement("a");
  link.href = "./";
  link.textContent = "Use the page's own iPhone.";
  place.append(link);
}

/** Disables what this phone cannot do, and shows why. */
function disableControls() {
  document.getElementById("phone-limits")?.removeAttribute("hidden");
  for (const name of unavailable) {
    document.getElementById(name)?.setAttribute("disabled", "");
    document.getElementById(name)?.setAttribute("aria-describedby", "phone-limits");
  }
}

/** Whether this server offers the phone of the tests, and therefore the newest files. */
export const isDevelopmentServer = () =>
  Boolean(document.querySelector("meta[name=phone-socket]")?.getAttribute("content"));
