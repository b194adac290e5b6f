// The iPhone of the tests, behind a WebSocket: packets as binary messages, commands and reports as JSON.

/** @typedef {import("./phone.js").Report} Report */

/**
 * What the server says of its phone.
 * @typedef {object} Message
 * @property {Report["kind"]} kind "": nothing has happened
 * @property {number} value
 * @property {{isConnected: boolean, hasBond: boolean, isSubscribed: boolean}} state
 */

/** The same methods as `Phone`. The phone itself lives in the server, in real time. */
export class RemotePhone {
  #socket;
  /** @type {Uint8Array[]} */
  #packets = [];
  /** @type {Report[]} */
  #reports = [];
  #state = { isConnected: false, hasBond: false, isSubscribed: false };
  /** The phone's own UIDs change with each connection. These don't. */
  #nextUid = 1;

  /** Is called when there are packets or reports to take. */
  onnews = () => {};
  /** Is called before news arrives, so that the watch gets it at the present time. */
  beforenews = () => {};
  /**
   * Is called when the socket was closed.
   * @type {(reason: string) => void}
   */
  onend = () => {};

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#take(data));
    socket.addEventListener("close", ({ reason }) => {
      this.#state = { ...this.#state, isConnected: false, isSubscribed: false };
      this.onend(reason || "the server does not answer");
    });
  }

  /**
   * Connects to the server, and waits for the first message of the phone.
   * @param {WebSocket} socket
   * @returns {Promise<RemotePhone>}
   */
  static open(socket) {
    const phone = new RemotePhone(socket);
    return new Promise((resolve, reject) => {
      phone.onend = (reason) => reject(new Error(`the phone of the tests: ${reason}`));
      phone.onnews = () => resolve(phone);
    });
  }

  /** @param {string | ArrayBuffer} data */
  #take(data) {
    this.beforenews();
    if (typeof data === "string") {
      const message = /** @type {Message} */ (JSON.parse(data));
      this.#state = message.state;
      if (message.kind) this.#reports.push({ kind: message.kind, value: message.value });
    } else {
      this.#packets.push(new Uint8Array(data));
    }
    this.onnews();
  }

  /**
   * @param {string} command
   * @param {object} [fields]
   */
  #send(command, fields = {}) {
    if (this.#socket.readyState === 1) this.#socket.send(JSON.stringify({ command, ...fields }));
  }

  // The air.

  /** @param {Uint8Array} packet */
  receive(packet) {
    if (this.#socket.readyState === 1) this.#socket.send(packet);
  }

  takePacket() {
    return this.#packets.shift() ?? null;
  }

  handleTimeout() {}

  /** @returns {number | null} the server watches the phone's deadlines */
  get deadline() {
    return null;
  }

  takeReport() {
    return this.#reports.shift() ?? null;
  }

  get isConnected() {
    return this.#state.isConnected;
  }

  get hasBond() {
    return this.#state.hasBond;
  }

  get isSubscribed() {
    return this.#state.isSubscribed;
  }

  // The user.

  pair() {
    this.#send("pair");
  }

  /** @param {boolean} isConfirmed */
  answerCode(isConfirmed) {
    this.#send("answerCode", { isConfirmed });
  }

  forgetWatch() {
    this.#state.hasBond = false;
    this.#send("forget");
  }

  /** @param {boolean} isOn */
  setRadio(isOn) {
    this.#send("radio", { isOn });
  }

  /** @param {boolean} isInRange */
  setRange(isInRange) {
    this.#send("range", { isInRange });
  }

  /**
   * This phone always shares its notifications: the page disables the control.
   * @param {boolean} isOn
   */
  setSharing(isOn) {
    if (!isOn) throw new Error("the phone of the tests always shares its notifications");
  }

  reboot() {
    this.#send("reboot");
  }

  /** @param {number} percent */
  setBattery(percent) {
    this.#send("battery", { percent });
  }

  /**
   * @param {number} milliseconds since 1970, UTC
   * @param {number} zoneQuarters east of UTC, in quarters of an hour
   */
  setTime(milliseconds, zoneQuarters) {
    this.#send("time", { milliseconds: Math.round(milliseconds), zoneQuarters });
  }

  /**
   * Adds a notification, or modifies the one with this UID.
   * @param {import("./phone.js").Notice} notice
   * @param {number} [uid]
   */
  notify(notice, uid = 0) {
    const own = uid || this.#nextUid++;
    this.#send("notify", { uid: own, ...notice, appIdentifier: notice.appIdentifier ?? notice.appName });
    return own;
  }

  /** @param {number} uid */
  remove(uid) {
    this.#send("remove", { uid });
  }

  /** @param {import("./phone.js").Music} music */
  setMusic(music) {
    this.#send("music", music);
  }

  /** This phone forgets everything when the page is closed. */
  get record() {
    return new Uint8Array(0);
  }

  /** This phone needs no memory here. */
  get memorySize() {
    return { memory: 0, heap: 0 };
  }
}
