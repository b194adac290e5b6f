// The screen's name and its message, call, track or code in words, for screen readers: made from the watch's events,
// since the display has pixels only.

/**
 * The words for each screen. A screen about a notification has its texts behind them.
 * @type {Record<string, string>}
 */
export const screens = {
  clock: "Clock", alert: "New", list: "List of notifications", detail: "Message", call: "Incoming call",
  pairing: "Pairing", status: "Status", menu: "Menu", phones: "Phones", question: "Question", note: "Note",
  pairAgain: "Pair again?", activeCall: "Call in progress", mute: "Mute", music: "Music", quiet: "Quiet now",
  timer: "Timer", stopwatch: "Stopwatch", torch: "Torch", ring: "The time of the timer is over",
  alarm: "An alarm rings", missedAlarm: "An alarm was missed", alarms: "Alarms", editAlarm: "Change an alarm",
  settings: "Settings", setting: "Values of a setting", tutorial: "Tutorial",
};

export class Speech {
  #pairing = "";
  #screen = "clock";
  #isOff = false;
  /** @type {Map<number, string>} */
  #texts = new Map();
  #music = "";

  /** The watch was restarted. */
  reset() {
    this.#pairing = this.#music = "";
    this.#screen = "clock";
    this.#isOff = false;
    this.#texts.clear();
  }

  /** @param {import("./watch.js").WatchEvent} event */
  hear(event) {
    if (event.type === "pairing") this.#hearPairing(event);
    if (event.type === "screen") this.#screen = String(event.screen);
    if (event.type === "glass") this.#isOff = event.light === "off";
    if (event.type === "notification") this.#hearNotification(event);
    if (event.type === "music") this.#hearMusic(event);
  }

  /** @param {import("./watch.js").WatchEvent} event */
  #hearMusic(event) {
    const track = [event.title, event.artist].filter(Boolean).join(", ");
    this.#music = event.state === "playing" ? `Playing: ${track}` : event.state === "paused" ? `Paused: ${track}` : "";
  }

  /** @param {import("./watch.js").WatchEvent} event */
  #hearPairing(event) {
    const code = String(event.code).padStart(6, "0");
    this.#pairing = event.result === "bonded" ? "Paired." : event.result ? "The pairing failed."
      : `Pairing. Code ${code}. Accept if the phone shows the same code.`;
  }

  /** @param {import("./watch.js").WatchEvent} event */
  #hearNotification(event) {
    const uid = Number(event.uid);
    if (event.op === "removed") {
      // The watch's history still shows a notification that it keeps.
      if (!event.kept) this.#texts.delete(uid);
    } else if (event.op === "added") {
      // The phone may use the UID of an earlier notification again.
      this.#texts.delete(uid);
    } else if (event.title !== undefined) {
      this.#texts.set(uid, [event.appName, event.title, event.message].filter(Boolean).join(": "));
    }
  }

  /**
   * The display's text.
   * @param {number | null} uid the notification that is shown, or that is selected in the list
   */
  text(uid) {
    if (this.#isOff) return "The display is off.";
    if (this.#screen === "pairing" && this.#pairing) return this.#pairing;
    const name = screens[this.#screen] ?? this.#screen;
    if (this.#screen === "music") return `${name}. ${this.#music || "Nothing is playing."}`;
    const notification = uid === null ? undefined : this.#texts.get(uid);
    return notification ? `${name}: ${notification}` : name;
  }
}
