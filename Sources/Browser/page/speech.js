// What the display says, in words, for screen readers: made from the watch's events, since the display has pixels only.

const screens = /** @type {Record<string, string>} */ ({
  clock: "Clock", list: "List of notifications", status: "Status", menu: "Menu", phones: "Phones", note: "Note",
  question: "Question", pairAgain: "Pair again?", mute: "Mute", music: "Music", activeCall: "Call in progress",
});

export class Speech {
  #pairing = "";
  #screen = "clock";
  #isOff = false;
  /** @type {Map<number, string>} */
  #texts = new Map();
  #latest = 0;
  #music = "";

  /**
   * Takes an event and returns the display's text.
   * @param {import("./watch.js").WatchEvent} event
   */
  hear(event) {
    if (event.type === "pairing") this.#hearPairing(event);
    if (event.type === "screen") this.#screen = String(event.screen);
    if (event.type === "glass") this.#isOff = event.light === "off";
    if (event.type === "notification") this.#hearNotification(event);
    if (event.type === "music") this.#hearMusic(event);
    return this.text;
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
      this.#texts.delete(uid);
    } else if (event.title !== undefined) {
      this.#texts.set(uid, [event.appName, event.title, event.message].filter(Boolean).join(": "));
      this.#latest = uid;
    }
  }

  get text() {
    if (this.#isOff) return "The display is off.";
    const notification = this.#texts.get(this.#latest) ?? "";
    switch (this.#screen) {
      case "pairing": return this.#pairing;
      case "alert": return `New: ${notification}`;
      case "call": return `Incoming call: ${notification}`;
      case "detail": return `Message: ${notification}`;
      case "music": return this.#music ? `Music. ${this.#music}` : "Music. Nothing is playing.";
      default: return screens[this.#screen] ?? this.#screen;
    }
  }
}
