// The page: what its elements do with the room.

import { listenToButtons } from "./buttons.js";
import { Center } from "./center.js";
import { choosePhone, isDevelopmentServer } from "./choice.js";
import { Log } from "./log.js";
import { prepared } from "./messages.js";
import { fetchModule } from "./modules.js";
import { Player, tracks } from "./music.js";
import { PanelView } from "./panel.js";
import { browserClock, Room } from "./room.js";
import { decodeState, encodeState } from "./share.js";
import { Speech } from "./speech.js";
import { memoryRecords, openRecords } from "./storage.js";

/**
 * An element by its identifier.
 * @template {HTMLElement} Kind
 * @param {string} name
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function element(name, kind) {
  const found = document.getElementById(name);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the name ${name}`);
  return found;
}

const button = (/** @type {string} */ name) => element(name, HTMLButtonElement);
const input = (/** @type {string} */ name) => element(name, HTMLInputElement);
const select = (/** @type {string} */ name) => element(name, HTMLSelectElement);
const any = (/** @type {string} */ name) => element(name, HTMLElement);

/**
 * Two digits.
 * @param {number} number
 */
const two = (number) => String(number).padStart(2, "0");

/**
 * @param {Room} room
 */
function connectWatch(room) {
  const panel = new PanelView(element("panel", HTMLCanvasElement));
  const speech = new Speech();
  const log = new Log(any("log"));
  let drawnOctets = -1;

  room.onoutput = () => {
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
    const text = speech.hear(event);
    if (any("spoken").textContent === text) return;
    any("spoken").textContent = text;
    any("panel").setAttribute("aria-label", `Display: ${text}`);
  };
  listenToButtons(document.body, (name, isDown) => room.setButton(name, isDown));

  select("colour").addEventListener("change", () => {
    panel.colour = /** @type {import("./panel.js").Colour} */ (select("colour").value);
    panel.update(room.display);
  });
  button("restart").addEventListener("click", async () => {
    await room.restartWatch();
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
  button("pair").hidden = phone.hasBond;
  button("forget").hidden = !phone.hasBond;
}

/** @param {import("./phone.js").Report} report */
function showPairing(report) {
  if (report.kind === "code") {
    const digits = String(report.value).padStart(6, "0");
    any("code").textContent = `${digits.slice(0, 3)} ${digits.slice(3)}`;
    any("pairing").hidden = false;
    button("code-yes").focus();
  }
  if (report.kind === "bonded" || report.kind === "pairingFailed") any("pairing").hidden = true;
  if (report.kind === "pairingFailed") say("The pairing failed.");
  if (report.kind === "keyRefused") say("The watch does not know this phone: forget it in both places, and pair again.");
}

/** @param {Room} room */
function connectPairing(room) {
  const answer = (/** @type {boolean} */ isConfirmed) => {
    room.usePhone((phone) => phone.answerCode(isConfirmed));
    any("pairing").hidden = true;
  };
  button("code-yes").addEventListener("click", () => answer(true));
  button("code-no").addEventListener("click", () => answer(false));
  button("pair").addEventListener("click", () => room.usePhone((phone) => phone.pair()));
  button("forget").addEventListener("click", () => {
    room.usePhone((phone) => phone.forgetWatch());
    void room.records.set("phone", room.phone.record);
    showLink(room);
    button("pair").focus();
  });
}

/** @param {Center} center */
function connectComposer(center) {
  const list = select("prepared");
  list.append(new Option("Choose…", ""), ...prepared.map(({ name }, index) => new Option(name, String(index))));
  list.addEventListener("change", () => {
    if (list.value !== "") writeNotice(prepared[Number(list.value)].notice);
  });
  element("composer", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const notice = readNotice();
    center.add({ ...notice, date: input("date").value ? notice.date : center.dateNow() });
  });
  center.onchoice = (notice) => {
    button("modify").disabled = !notice;
    if (notice) writeNotice(notice);
  };
  button("modify").addEventListener("click", () => center.modifyChosen({ ...readNotice(), date: center.dateNow() }));
  button("ring").addEventListener("click", () => center.ring(input("caller").value));
  button("hang-up").addEventListener("click", () => center.hangUp());
  writeNotice(prepared[0].notice);
}

/** The notification in the fields of the composer. */
function readNotice() {
  return {
    appName: input("app").value,
    category: Number(select("category").value),
    title: input("title").value,
    message: element("message", HTMLTextAreaElement).value,
    positiveLabel: input("positive").value,
    negativeLabel: input("negative").value,
    date: input("date").value.replaceAll(/[-:]/g, "").padEnd(15, "0").slice(0, 15),
    isSilent: input("silent").checked,
    isImportant: input("important").checked,
  };
}

/** @param {import("./phone.js").Notice} notice */
function writeNotice(notice) {
  input("app").value = notice.appName;
  select("category").value = String(notice.category ?? 0);
  input("title").value = notice.title ?? "";
  element("message", HTMLTextAreaElement).value = notice.message ?? "";
  input("positive").value = notice.positiveLabel ?? "";
  input("negative").value = notice.negativeLabel ?? "Clear";
  input("silent").checked = notice.isSilent ?? false;
  input("important").checked = notice.isImportant ?? false;
}

/** The phone's clock: a time at a moment of the room, and a zone. */
class PhoneClock {
  #milliseconds = Date.now();
  #since = 0;
  #timer = 0;
  zoneQuarters = Math.round(-new Date().getTimezoneOffset() / 15);

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.set(Date.now());
  }

  /** @param {number} milliseconds since 1970, UTC */
  set(milliseconds) {
    this.#milliseconds = milliseconds;
    this.room.run();
    this.#since = this.room.now;
    this.room.usePhone((phone) => phone.setTime(milliseconds, this.zoneQuarters, this.#since));
    this.show();
    this.fillForm();
  }

  /** Milliseconds since 1970 by local time: read its parts in UTC. */
  get local() {
    return new Date(this.#milliseconds + (this.room.now - this.#since) / 1000 + this.zoneQuarters * 900_000);
  }

  /** @param {number} zoneQuarters */
  setZone(zoneQuarters) {
    const utc = this.local.getTime() - this.zoneQuarters * 900_000;
    this.zoneQuarters = zoneQuarters;
    this.set(utc);
  }

  /** Shows the time now, and again when the minute has passed. */
  show() {
    const local = this.local;
    any("phone-time").textContent = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show(), 60_000 - (local.getTime() % 60_000));
  }

  /** Writes the time into the form, where the user may change it. */
  fillForm() {
    input("time").value = this.local.toISOString().slice(0, 19);
    select("zone").value = String(this.zoneQuarters);
  }
}

/** @param {Room} room */
function connectClock(room) {
  for (let quarters = -48; quarters <= 56; quarters += 1) {
    const isUsed = quarters % 4 === 0 || [-14, 14, 18, 22, 23, 26, 38, 42].includes(quarters);
    if (!isUsed) continue;
    const minutes = Math.abs(quarters) * 15;
    const name = `UTC${quarters < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    select("zone").append(new Option(name, String(quarters)));
  }
  const clock = new PhoneClock(room);
  select("zone").addEventListener("change", () => clock.setZone(Number(select("zone").value)));
  button("set-time").addEventListener("click", () => {
    const local = Date.parse(`${input("time").value}Z`);
    if (!Number.isNaN(local)) clock.set(local - clock.zoneQuarters * 900_000);
  });
  button("real-time").addEventListener("click", () => {
    clock.zoneQuarters = Math.round(-new Date().getTimezoneOffset() / 15);
    clock.set(Date.now());
  });
  input("battery").addEventListener("input", () => setBattery(room, input("battery").valueAsNumber));
  any("clock-head").addEventListener("click", () => clock.fillForm());
  button("skip").addEventListener("click", () => clock.show());
  return clock;
}

/**
 * @param {Room} room
 * @param {number} percent
 */
function setBattery(room, percent) {
  input("battery").value = String(percent);
  any("phone-battery").textContent = `${percent} %`;
  room.usePhone((phone) => phone.setBattery(percent));
}

/**
 * Shows a line to the user.
 * @param {string} text
 */
function say(text) {
  any("message-line").textContent = text;
}

/**
 * @param {Room} room
 * @param {Center} center
 * @param {PhoneClock} clock
 */
function connectState(room, center, clock) {
  button("link-state").addEventListener("click", async () => {
    location.hash = encodeState({
      colour: select("colour").value, battery: input("battery").valueAsNumber, zone: clock.zoneQuarters,
      sharing: input("sharing").checked, notices: center.notices,
    });
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is in the clipboard.");
    } catch {
      say("The link is in the address bar.");
    }
  });
  button("erase").addEventListener("click", async () => {
    await room.records.clear();
    location.hash = "";
    location.reload();
  });
  const state = decodeState(location.hash);
  if (!state) return;
  if (typeof state.colour === "string") {
    select("colour").value = state.colour;
    select("colour").dispatchEvent(new Event("change"));
  }
  if (typeof state.battery === "number") setBattery(room, state.battery);
  if (typeof state.zone === "number") clock.setZone(state.zone);
  if (state.sharing === false) input("sharing").click();
  if (Array.isArray(state.notices)) for (const notice of state.notices) center.add(notice);
}

async function open() {
  const [watch, phone, remote] = await Promise.all([
    fetchModule("watch.wasm.gz"), fetchModule("phone.wasm.gz"), choosePhone(),
  ]);
  // The phone of the tests forgets its bond with the page, so the watch must forget it too.
  const records = remote ? memoryRecords() : await openRecords("belfry").catch(memoryRecords);
  const room = await Room.open({ watch, phone }, records, browserClock(), remote);
  const { panel, log } = connectWatch(room);
  /** @type {PhoneClock | null} */
  let clock = null;
  const center = new Center(room, any("center"), () => clock?.local ?? new Date());
  const player = new Player(room);
  connectPhone(room, center, player);
  connectMusic(player);
  clock = connectClock(room);
  connectComposer(center);
  connectState(room, center, clock);
  if (remote) {
    remote.onend = (reason) => {
      showLink(room);
      say(`The phone of the tests has gone: ${reason}. Load the page again.`);
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
  any("start").textContent = `The watch does not start: ${error instanceof Error ? error.message : error}`;
});
