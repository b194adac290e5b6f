// The phone's music player: a few tracks, and what the wearer's and the user's commands do.

/** @typedef {{title: string, artist: string, album: string, duration: number}} Track the duration is in seconds */

/** @type {Track[]} */
export const tracks = [
  { title: "Clair de lune", artist: "Claude Debussy", album: "Suite bergamasque", duration: 301 },
  { title: "茉莉花", artist: "江苏民歌", album: "中国民歌集", duration: 184 },
  { title: "Подмосковные вечера", artist: "Василий Соловьёв-Седой", album: "Песни", duration: 172 },
  { title: "さくらさくら", artist: "日本古謡", album: "箏曲集", duration: 158 },
  { title: "لما بدا يتثنى", artist: "موشح أندلسي", album: "موشحات", duration: 246 },
];

/** What Apple Media Service calls a RemoteCommandID, by number. */
const commands = /** @type {const} */ ([
  "play", "pause", "toggle", "next", "previous", "volumeUp", "volumeDown",
]);
/** @typedef {typeof commands[number]} MusicCommand */

/** iOS goes to the track before only within the first seconds of a track. */
const restartAfter = 3;
const volumeStep = 6;

export class Player {
  #index = 0;
  #isPlaying = false;
  /** Whether a player is open: without one the phone has nothing to play. */
  #isOpen = false;
  /** Seconds of the track at the moment `#since`, in microseconds of the room. */
  #elapsed = 0;
  #since = 0;
  #volume = 50;
  #timer = 0;

  /** Is called when something has changed. */
  onchange = () => {};

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  get track() {
    return tracks[this.#index];
  }

  get index() {
    return this.#index;
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  get volume() {
    return this.#volume;
  }

  /** Seconds of the track that have been played. */
  get elapsed() {
    const passed = this.#isPlaying ? (this.room.time - this.#since) / 1e6 : 0;
    return Math.min(this.#elapsed + passed, this.track.duration);
  }

  /** @param {number} number a RemoteCommandID; others than those above are ignored */
  perform(number) {
    const command = commands[number];
    if (command) this.use(command);
  }

  /** @param {MusicCommand} command */
  use(command) {
    switch (command) {
      case "play": return this.#change({ isPlaying: true });
      case "pause": return this.#change({ isPlaying: false });
      case "toggle": return this.#change({ isPlaying: !this.#isPlaying });
      case "next": return this.choose(this.#index + 1);
      case "previous": return this.choose(this.elapsed > restartAfter ? this.#index : this.#index - 1);
      case "volumeUp": return this.setVolume(this.#volume + volumeStep);
      case "volumeDown": return this.setVolume(this.#volume - volumeStep);
    }
  }

  /** @param {number} index counted on past either end of the list */
  choose(index) {
    this.#index = (index + tracks.length) % tracks.length;
    this.#change({ elapsed: 0 });
  }

  /**
   * Opens no player: without one, the volume is that of the first track.
   * @param {number} percent
   */
  setVolume(percent) {
    this.#volume = Math.max(0, Math.min(100, percent));
    if (this.#isOpen) this.#change({});
  }

  /** @param {{isPlaying?: boolean, elapsed?: number}} what */
  #change({ isPlaying = this.#isPlaying, elapsed = this.elapsed }) {
    this.room.run();
    this.#isOpen = true;
    this.#elapsed = elapsed;
    this.#since = this.room.now;
    this.#isPlaying = isPlaying;
    this.#tell();
    this.onchange();
  }

  #tell() {
    if (!this.#isOpen) return;
    const music = { player: "Music", ...this.track, isPlaying: this.#isPlaying, elapsed: Math.floor(this.#elapsed),
      volume: this.#volume };
    this.room.usePhone((phone) => phone.setMusic(music, this.room.now));
    this.waitForTheEnd();
  }

  /** Begins the next track when this one is over. Call it after time was skipped, too. */
  waitForTheEnd() {
    clearTimeout(this.#timer);
    if (!this.#isPlaying) return;
    const rest = this.track.duration - this.elapsed;
    if (rest <= 0) return this.use("next");
    this.#timer = setTimeout(() => this.waitForTheEnd(), rest * 1000);
  }
}
