// The page's side of the phone of the tests, with a socket made by hand.

import assert from "node:assert/strict";
import test from "node:test";

const folder = process.env.BELFRY_WEB ?? new URL("../../build/web/", import.meta.url).pathname;
const { RemotePhone } = await import(`${folder}/remote.js`);

class FakeSocket extends EventTarget {
  readyState = 1;
  sent = [];

  send(message) {
    this.sent.push(message);
  }

  receive(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  close(reason) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { reason }));
  }
}

const report = (kind, value, state) => JSON.stringify({ kind, value, state });
const off = { isConnected: false, hasBond: false, isSubscribed: false };
const on = { isConnected: true, hasBond: true, isSubscribed: true };

async function openPhone() {
  const socket = new FakeSocket();
  const opening = RemotePhone.open(socket);
  socket.receive(report("", 0, off));
  return { socket, phone: await opening };
}

test("a phone whose socket is refused says why", async () => {
  const socket = new FakeSocket();
  const opening = RemotePhone.open(socket);
  socket.close("another page uses the phone");
  await assert.rejects(opening, /another page uses the phone/);
});

test("reports and packets are taken in their order", async () => {
  const { socket, phone } = await openPhone();
  assert.equal(phone.takeReport(), null);
  socket.receive(report("code", 123456, off));
  socket.receive(report("subscribed", 0, on));
  socket.receive(new Uint8Array([4, 0x0e]).buffer);
  assert.deepEqual([phone.takeReport(), phone.takeReport(), phone.takeReport()],
    [{ kind: "code", value: 123456 }, { kind: "subscribed", value: 0 }, null]);
  assert.deepEqual([phone.takePacket(), phone.takePacket()], [new Uint8Array([4, 0x0e]), null]);
  assert.deepEqual([phone.isConnected, phone.hasBond, phone.isSubscribed], [true, true, true]);
});

test("each notification has a number of its own, and a change keeps it", async () => {
  const { socket, phone } = await openPhone();
  const first = phone.notify({ appName: "Mail" });
  const second = phone.notify({ appName: "Mail" });
  assert.notEqual(first, second);
  assert.equal(phone.notify({ appName: "Mail", title: "Anna" }, first), first);
  assert.deepEqual(socket.sent.map((message) => JSON.parse(message).uid), [first, second, first]);
  assert.equal(JSON.parse(socket.sent[0]).appIdentifier, "Mail");
});

test("a closed socket ends the link, and takes no more messages", async () => {
  const { socket, phone } = await openPhone();
  let reason = "";
  phone.onend = (text) => { reason = text; };
  socket.receive(report("connected", 0, on));
  socket.close("");
  assert.deepEqual([phone.isConnected, phone.isSubscribed, reason], [false, false, "the server does not answer"]);
  phone.receive(new Uint8Array(4));
  phone.pair();
  assert.deepEqual(socket.sent, []);
});
