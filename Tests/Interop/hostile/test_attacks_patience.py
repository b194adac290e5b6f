"""Attackers that retry without end, or stop answering."""

from __future__ import annotations

import asyncio
from functools import partial

from attacks.field import Field
from attacks.initiator import Code, Initiator, Reason, Refused, features
from attacks.radio import LinkLost
from attacks.room import INTERVAL, Room
from attacks.table import Row, Table
from phone.journal import SLOWNESS

ROWS = Table()
USER_TERMINATED = 0x13
SECURE_CONNECTIONS = 0x08
"""The bit of AuthReq."""
SLACK = 0.1 * SLOWNESS
"""The largest difference between the watch's time and the test's, in seconds."""


async def fail(room: Room, peer: Initiator) -> float:
    """Fails a pairing after the wearer's confirmation, so that it counts. Returns the time of the failure."""
    await peer.through("nonce")
    assert peer.code is not None
    mark = room.watch.events.mark
    await room.say_yes(peer.code)
    peer.send(bytes((Code.DHKEY_CHECK,)) + bytes(16))
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED
    await room.watch.event("pairing", result="failed", since=mark)
    return asyncio.get_running_loop().time()


async def wait_out(room: Room, peer: Initiator) -> tuple[Initiator, float, int]:
    """Sends pairing requests until the answer is not Repeated Attempts.

    Outside the window the watch ends a stranger's link after 3 s. The stranger then connects again.
    Returns the stranger, the time of the answer and its reason; the reason 0 stands for a Pairing Response.
    """
    reason: int = Reason.REPEATED_ATTEMPTS
    while reason == Reason.REPEATED_ATTEMPTS:
        peer.line.endpoint.link.shape(latency=INTERVAL)
        try:
            await peer.do_request()
            peer.begin_anew()
            reason = 0
        except Refused as refusal:
            reason = refusal.reason
        except LinkLost:
            peer = await room.stranger()
    return peer, asyncio.get_running_loop().time(), reason


@ROWS.row("three failures: 1 s, 2 s, 4 s, then the window is closed", "Attacks", "repeated attempts",
          is_slow=True, checks_itself=True)
async def attempts_are_slowed_down(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("request")
    for seconds, expected in ((1, 0), (2, 0), (4, Reason.PAIRING_NOT_SUPPORTED)):
        failed = await fail(room, peer)
        peer, admitted, reason = await wait_out(room, peer)
        assert reason == expected
        assert admitted - failed > seconds - SLACK
    room.check_unharmed()
    await room.open_window()
    await room.serve_honest_phone()


@ROWS.row("a new address and a new link do not help", "Attacks", "repeated attempts")
async def address_does_not_matter(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("request")
    await fail(room, peer)
    other = await room.stranger()
    assert await other.refusal("request") == Reason.REPEATED_ATTEMPTS


async def confirm_values(body: bytes, room: Room) -> None:
    """A confirm value without its nonce tries no passkey, so it must not close the window."""
    for _ in range(5):
        peer, mark = await room.stranger(), room.watch.events.mark
        peer.features = body
        await peer.through("request")
        if peer.features[2] & SECURE_CONNECTIONS:
            peer.send(bytes((Code.PUBLIC_KEY,)) + peer.key.x[::-1] + peer.key.y[::-1])
            await peer.receive(Code.PUBLIC_KEY)
        peer.send(bytes((Code.CONFIRM,)) + bytes(16))
        await peer.receive(Code.CONFIRM)
        await room.watch.event("pairing", method="passkeyEntry", since=mark)
        await room.clear()
        await room.watch.event("pairing", result="failed", since=mark)


for how, request in (("legacy", features(auth=0x05)), ("Secure Connections", features(io=2))):
    ROWS.add(f"five {how} pairings that end after the confirm value", partial(confirm_values, request),
             "Attacks", "passkeys that are not tried", settings="security = compatible")


@ROWS.row("1000 Pairing Requests", "Attacks", "request loop")
async def thousand_requests(room: Room) -> None:
    """The watch ends a link on which requests arrive faster than the link carries the answers."""
    peer = await room.stranger()
    for _ in range(1000):
        peer.send(bytes((Code.PAIRING_REQUEST,)) + features())
    await peer.line.settle()
    said = [pdu[:2] for pdu in peer.line.smp.items if pdu]
    # The response to the first is not sent any more if the second has come by then.
    refusals = said[1:3] if said[0][0] == Code.PAIRING_RESPONSE else said[:2]
    assert refusals == [bytes((Code.FAILED, reason)) for reason in (Reason.UNSPECIFIED, Reason.REPEATED_ATTEMPTS)]
    assert set(said) <= {bytes((Code.PAIRING_RESPONSE, 1)), bytes((Code.FAILED, Reason.UNSPECIFIED)),
                         bytes((Code.FAILED, Reason.REPEATED_ATTEMPTS)),
                         bytes((Code.FAILED, Reason.PAIRING_NOT_SUPPORTED))}
    assert said.count(bytes((Code.PAIRING_RESPONSE, 1))) <= 3
    assert peer.line.end_reason in (None, USER_TERMINATED)
    assert len(room.watch.found("pairing")) <= 6, "each request is told of"


@ROWS.row("silence in the middle", "SMP", "timeout", "SM/PER/PROT/BV-02-C", is_slow=True)
async def silence(room: Room) -> None:
    """After the timeout, the watch answers no pairing PDU on this link, not even a valid DHKey check."""
    peer = await room.stranger()
    await peer.through("nonce")
    assert peer.code is not None
    await room.say_yes(peer.code)
    peer.line.endpoint.peer.outgoing.latency = 1.0
    await room.watch.event("pairing", deadline=35, result="failed", reason="timeout")
    peer.send_check()
    assert await peer.line.lost() == USER_TERMINATED
    assert not [pdu for pdu in peer.line.smp.items[peer.heard:] if pdu], "something was said after the timeout"


@ROWS.test
async def test_patience(row: Row, field: Field) -> None:
    await field.outcome(row)
