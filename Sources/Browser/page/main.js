// The page: what its elements do with the room.

import { listenToButtons } from "./buttons.js";
import { Center } from "./center.js";
import { choosePhone, isDevelopmentServer, offerOwnPhone } from "./choice.js";
import { connectClock, setBattery } from "./clock.js";
import { connectComposer } from "./composer.js";
import { any, button, element, input, say, select } from "./elements.js";
import { Log } from "./log.js";
import { fetchModule } from "./modules.js";
import { Player, tracks } from "./music.js";
import { PanelView } from "./panel.js";
import { browserClock, Room } from "./room.js";
import { decodeState, encodeState } from "./share.js";
import { Speech } from "./speech.js";
import { memoryRecords, openRecords, reporting } from "./storage.js";

/**
 * @param {Room} room
 */
function connectWatch(room) {
  const panel = new PanelView(element("panel", HTMLCanvasElement));
  const speech = new Speech();
  const log = new Log(any("log"));
  let drawnOctets = -1;

  const showText = () => {
    const text = speech.text(room.watch.shownUid);
    if (any("spoken").textContent === text) return;
    any("spoken").textContent = text;
    any("panel").setAttribute("aria-label", `Display: ${text}`);
  };
  room.onoutput = () => {
    showText();
    any("led").classList.toggle("on", room.watch.isLEDLit);
    any("case").classList.toggle("shakes", room.watch.isMotorOn);
    any("motor").textContent = room.watch.isMotorOn ? "motor on" : "motor off";
    any("lamp").textContent = room.watch.isLEDLit ? "LED on" : "LED off";
    if (drawnOctets === room.counts.octets) return;
    drawnOctets = room.counts.octets;
    any("octets").textContent = `${room.counts.updateOctets} bytes per update`;
    panel.update(room.display);
  };
  room.onevent = (event) => {
    log.add(event);
    speech.hear(event);
  };
  room.onfault = (fault) => {
    const reason = fault instanceof Error ? fault.message : String(fault);
    log.add({ type: "fault", at: room.now, reason });
    say(`The watch has stopped: ${reason}. Save the log, then restart it.`, "until the next line");
  };
  listenToButtons(document.body, (name, isDown) => room.setButton(name, isDown), () => input("keys").checked);

  select("colour").addEventListener("change", () => {
    panel.colour = /** @type {import("./panel.js").Colour} */ (select("colour").value);
    panel.update(room.display);
  });
  button("restart").addEventListener("click", async () => {
    await room.restartWatch();
    speech.reset();
    say("");
    // A controller that loses its host ends the link.
    room.run();
  });
  button("skip").addEventListener("click", () => room.skip(60e6));
  button("save-log").addEventListener("click", () => log.save());
  return { panel, log };
}

/** @param {Player} player */
function connectMusic(player) {
  const list = select("track");
  list.append(...tracks.map((track, index) => new Option(`${track.title} – ${track.artist}`, String(index))));
  player.onchange = () => {
    list.value = String(player.index);
    any("playing").textContent = player.isPlaying ? "playing" : "paused";
    button("play").textContent = player.isPlaying ? "Pause" : "Play";
    input("volume").value = String(player.volume);
  };
  list.addEventListener("change", () => player.choose(Number(list.value)));
  button("play").addEventListener("click", () => player.use("toggle"));
  button("previous-track").addEventListener("click", () => player.use("previous"));
  button("next-track").addEventListener("click", () => player.use("next"));
  input("volume").addEventListener("input", () => player.setVolume(input("volume").valueAsNumber));
}

/**
 * @param {Room} room
 * @param {Center} center
 * @param {Player} player
 */
function connectPhone(room, center, player) {
  room.onreport = (report) => {
    showPairing(report);
    if (report.kind === "accepted" || report.kind === "declined") {
      // The phone answers after the turn that brought the action.
      queueMicrotask(() => center.act(report.value, report.kind === "accepted"));
    }
    if (report.kind === "mediaCommand") queueMicrotask(() => player.perform(report.value));
    showLink(room);
  };
  connectPairing(room);
  button("reboot").addEventListener("click", () => {
    center.clear();
    room.usePhone((phone) => phone.reboot());
  });
  for (const [name, set] of /** @type {const} */ ([
    ["sharing", (/** @type {boolean} */ isOn) => room.phone.setSharing(isOn)],
    ["airplane", (/** @type {boolean} */ isOn) => room.phone.setRadio(!isOn)],
    ["away", (/** @type {boolean} */ isOn) => room.phone.setRange(!isOn)],
  ])) {
    input(name).addEventListener("change", () => room.usePhone(() => set(input(name).checked)));
  }
  showLink(room);
}

/** @param {Room} room */
function showLink({ phone }) {
  any("link").textContent = phone.isSubscribed ? "connected" : phone.isConnected ? "connecting"
    : phone.hasBond ? "not connected" : "not paired";
  const hadFocus = document.activeElement === button("pair");
  button("pair").hidden = phone.hasBond;
  button("forget").hidden = !phone.hasBond;
  if (hadFocus && phone.hasBond) button("forget").focus();
}

/** Closes the dialog. The focus goes back to the button that began the pairing. */
function closePairing() {
  const hadFocus = any("pairing").contains(document.activeElement);
  any("pairing").hidden = true;
  if (hadFocus) button("pair").focus();
}

/** @param {import("./phone.js").Report} report */
function showPairing(report) {
  if (report.kind === "code") {
    const digits = String(report.value).padStart(6, "0");
    any("code").textContent = `${digits.slice(0, 3)} ${digits.slice(3)}`;
    any("pairing").hidden = false;
    button("code-yes").focus();
  }
  if (report.kind === "bonded" || report.kind === "pairingFailed") closePairing();
  const text = notes[report.kind];
  if (text !== undefined) note(text);
}

/**
 * What the phone says after a report.
 * @type {Partial<Record<import("./phone.js").Report["kind"], string>>}
 */
const notes = {
  code: "", bonded: "", subscribed: "",
  pairingFailed: "The pairing failed.",
  keyRefused: "The watch does not know this phone: forget it in both places, and pair again.",
  notReached: "The phone cannot reach the watch: turn its Bluetooth on, and bring it into range.",
  notListed: "The watch is not listed: choose Pair new phone in its menu, then pair within two minutes.",
};

/**
 * Shows a line beside the phone's buttons for Bluetooth.
 * @param {string} text
 */
function note(text) {
  any("phone-note").textContent = text;
}

/** @param {Room} room */
function connectPairing(room) {
  const answer = (/** @type {boolean} */ isConfirmed) => {
    room.usePhone((phone) => phone.answerCode(isConfirmed));
    closePairing();
  };
  button("code-yes").addEventListener("click", () => answer(true));
  button("code-no").addEventListener("click", () => answer(false));
  button("pair").addEventListener("click", () => {
    note("");
    room.usePhone((phone) => phone.pair());
  });
  button("forget").addEventListener("click", () => {
    room.usePhone((phone) => phone.forgetWatch());
    void room.storePhone();
    note("");
    showLink(room);
    button("pair").focus();
  });
}

/** @param {{room: Room, center: Center, clock: import("./clock.js").PhoneClock, panel: PanelView}} parts */
function connectState({ room, center, clock, panel }) {
  button("link-state").addEventListener("click", async () => {
    const hash = encodeState({
      colour: panel.colour, battery: input("battery").valueAsNumber, zone: clock.zoneQuarters,
      sharing: input("sharing").checked, notices: center.notices,
    });
    history.replaceState(null, "", hash);
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is in the clipboard.");
    } catch {
      say("The link is in the address bar.");
    }
  });
  button("erase").addEventListener("click", async () => {
    await room.records.clear().catch(() => {});
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  });
  // Someone opens another link to a state in this tab.
  window.addEventListener("hashchange", () => {
    if (decodeState(location.hash)) location.reload();
  });
  const state = decodeState(location.hash);
  if (!state) return;
  if (state.colour) {
    select("colour").value = state.colour;
    select("colour").dispatchEvent(new Event("change"));
  }
  if (state.battery !== undefined) setBattery(room, state.battery);
  if (state.zone !== undefined) clock.setZone(state.zone);
  if (state.sharing === false) input("sharing").click();
  for (const notice of state.notices ?? []) center.add(notice);
}

/** The records of this page. Another page on the same host has others. */
async function openStorage() {
  const warn = () => say("This browser stores nothing: the bond ends with the page.", "until the next line");
  try {
    return reporting(await openRecords(`belfry-${new URL("./", location.href).pathname}`), warn);
  } catch {
    warn();
    return memoryRecords();
  }
}

async function open() {
  const [watch, phone, remote] = await Promise.all([
    fetchModule("watch.wasm.gz"), fetchModule("phone.wasm.gz"), choosePhone(),
  ]);
  // The phone of the tests forgets its bond with the page, so the watch must forget it too.
  const records = remote ? memoryRecords() : await openStorage();
  const room = await Room.open({ watch, phone }, records, browserClock(), remote);
  const { panel, log } = connectWatch(room);
  /** @type {import("./clock.js").PhoneClock | null} */
  let clock = null;
  const center = new Center(room, any("center"), () => clock?.local ?? new Date());
  const player = new Player(room);
  connectPhone(room, center, player);
  connectMusic(player);
  clock = connectClock(room);
  room.onskip = () => {
    clock?.show();
    player.waitForTheEnd();
  };
  connectComposer(center);
  connectState({ room, center, clock, panel });
  if (remote) {
    remote.onend = (reason) => {
      showLink(room);
      say(`The phone of the tests has gone: ${reason}. Load the page again.`, "until the next line");
    };
  }
  room.run();
  any("start").hidden = true;
  any("room").inert = false;
  // For the console, for bug reports and for the tests.
  Object.assign(window, { belfry: { room, panel, log, center, player } });
  if ("serviceWorker" in navigator && !isDevelopmentServer()) {
    void navigator.serviceWorker.register("service-worker.js").catch(() => {});
  }
}

open().catch((error) => {
  any("start").textContent = `The watch does not start: ${error instanceof Error ? error.message : error}. `;
  offerOwnPhone(any("start"));
});
