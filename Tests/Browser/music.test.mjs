// The phone's music player without a page, in a room that passes what the player reports to the test.

import assert from "node:assert/strict";
import test from "node:test";

const folder = process.env.BELFRY_WEB ?? new URL("../../build/web/", import.meta.url).pathname;
const { Player } = await import(`${folder}/music.js`);

function openPlayer() {
  /** @type {any[]} */
  const reports = [];
  const phone = { setMusic: (music) => reports.push(music) };
  const player = new Player({ now: 0, time: 0, run: () => {}, usePhone: (use) => use(phone) });
  return { player, reports };
}

test("the volume alone opens no player", () => {
  const { player, reports } = openPlayer();
  let changes = 0;
  player.onchange = () => (changes += 1);
  player.setVolume(80);
  assert.equal(player.volume, 80);
  // The page says "stopped" until the first change.
  assert.deepEqual([reports, changes], [[], 0]);
  player.choose(0);
  assert.deepEqual(reports.map((music) => music.volume), [80]);
});

test("the volume of an open player is reported", () => {
  const { player, reports } = openPlayer();
  player.choose(0);
  player.setVolume(200);
  assert.deepEqual(reports.map((music) => music.volume), [50, 100]);
});
