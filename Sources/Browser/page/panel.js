// The view of the display: the panel's picture on a canvas, one pixel for each pixel of the panel.

/** The colours of lit pixels, from the top row on: the first row of each colour, and red, green, blue. */
const colours = {
  white: [{ row: 0, light: [238, 244, 255] }],
  blue: [{ row: 0, light: [72, 176, 255] }],
  // 16 rows of such panels are yellow; two dark rows of glass are not modelled.
  "yellow-blue": [{ row: 0, light: [255, 214, 64] }, { row: 16, light: [72, 176, 255] }],
};

/** @typedef {keyof typeof colours} Colour */

export const colourNames = /** @type {Colour[]} */ (Object.keys(colours));

export class PanelView {
  /** @type {Colour} */
  colour = "white";
  /**
   * How long the last frames took to draw, in milliseconds.
   * @type {number[]}
   */
  frameTimes = [];
  #isDue = false;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.image = this.context.createImageData(128, 64);
  }

  /**
   * Draws with the next frame of the browser.
   * @param {import("./display.js").Display} display
   */
  update(display) {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.measure(display);
    });
  }

  /**
   * Draws now, and notes how long it took.
   * @param {import("./display.js").Display} display
   */
  measure(display) {
    const start = performance.now();
    this.#draw(display);
    this.frameTimes.push(performance.now() - start);
    if (this.frameTimes.length > 500) this.frameTimes.shift();
  }

  /** @param {import("./display.js").Display} display */
  #draw(display) {
    const picture = display.picture;
    // The eye sees brightness as roughly the root of the current.
    const brightness = 0.25 + 0.75 * Math.sqrt(Math.min(1, display.state.contrast / 0xcf));
    const data = this.image.data;
    for (let row = 0; row < 64; row += 1) {
      const [red, green, blue] = lightOf(this.colour, row);
      for (let column = 0; column < 128; column += 1) {
        const isLit = (picture[(row >> 3) * 128 + column] >> (row & 7)) & 1;
        const place = (row * 128 + column) * 4;
        data[place] = isLit ? red * brightness : 0;
        data[place + 1] = isLit ? green * brightness : 0;
        data[place + 2] = isLit ? blue * brightness : 0;
        data[place + 3] = 255;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }
}

/**
 * @param {Colour} colour
 * @param {number} row
 */
function lightOf(colour, row) {
  const bands = colours[colour];
  return (bands.length > 1 && row >= bands[1].row ? bands[1] : bands[0]).light;
}
