// The phone's clock and battery, and their controls.

import { any, button, input, select } from "./elements.js";

/** The zones that are no whole hours from UTC, in quarters of an hour: of today's places, with summer time. */
const oddZones = [-38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55];

/**
 * Two digits.
 * @param {number} number
 */
const two = (number) => String(number).padStart(2, "0");

/** The browser's zone. */
const ownZone = () => Math.round(-new Date().getTimezoneOffset() / 15);

/** The phone's clock: a time at a moment of the room, and a zone. */
export class PhoneClock {
  #milliseconds = Date.now();
  #since = 0;
  #timer = 0;
  zoneQuarters = ownZone();

  /** @param {import("./room.js").Room} room */
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
    return new Date(this.#milliseconds + (this.room.time - this.#since) / 1000 + this.zoneQuarters * 900_000);
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
    const zone = String(this.zoneQuarters);
    if (![...select("zone").options].some((option) => option.value === zone)) addZone(this.zoneQuarters);
    select("zone").value = zone;
  }
}

/** @param {number} quarters */
function addZone(quarters) {
  const minutes = Math.abs(quarters) * 15;
  const name = `UTC${quarters < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  select("zone").append(new Option(name, String(quarters)));
}

/** @param {import("./room.js").Room} room */
export function connectClock(room) {
  for (let quarters = -48; quarters <= 56; quarters += 1) {
    if (quarters % 4 === 0 || oddZones.includes(quarters)) addZone(quarters);
  }
  const clock = new PhoneClock(room);
  select("zone").addEventListener("change", () => clock.setZone(Number(select("zone").value)));
  button("set-time").addEventListener("click", () => {
    const local = Date.parse(`${input("time").value}Z`);
    if (!Number.isNaN(local)) clock.set(local - clock.zoneQuarters * 900_000);
  });
  button("real-time").addEventListener("click", () => {
    clock.zoneQuarters = ownZone();
    clock.set(Date.now());
  });
  input("battery").addEventListener("input", () => setBattery(room, input("battery").valueAsNumber));
  any("clock-head").addEventListener("click", () => clock.fillForm());
  return clock;
}

/**
 * @param {import("./room.js").Room} room
 * @param {number} percent
 */
export function setBattery(room, percent) {
  input("battery").value = String(percent);
  any("phone-battery").textContent = `${percent} %`;
  room.usePhone((phone) => phone.setBattery(percent));
}
