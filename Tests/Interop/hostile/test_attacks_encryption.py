"""Encryption that is requested in the wrong state or with the wrong key, that ends, or that never begins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from attacks.field import Field
from attacks.initiator import STATES, Code, Initiator, Reason
from attacks.room import Room
from attacks.table import Row, Table
from phone.att import REQUEST_RESPONSES, Opcode
from phone.log import Kind
from phone.notification import Notification
from phone.stack import ATT_CID, SMP_CID

KEY_MISSING, MIC_FAILURE, AUTHENTICATION_FAILURE, USER_TERMINATED = 0x06, 0x3D, 0x05, 0x13
SOME_KEY = bytes(range(16))

STRANGER = Table()
BONDED = Table(is_bonded=True)
PLAIN = Table(is_bonded=True)


# -- Long Term Key Requests --------------------------------------------------------------------------------------------

async def gets_no_key(state: str, rand: bytes, ediv: int, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    room.guard()
    # From the nonces on, the initiator knows the very key that the watch will have.
    assert await peer.line.encrypt(peer.ltk, rand, ediv) == KEY_MISSING


SKIPPED = {"comparing", "checked", "confirmed"}
for state in STATES:
    for name, rand, ediv in (("0, 0", bytes(8), 0), ("0, 1", bytes(8), 1), ("1, 0", b"\x01" + bytes(7), 0)):
        if state != "proven" or name != "0, 0":
            demand = ("dhkey check skipped", "CVE-2020-13593") if state in SKIPPED else ("ltk request in every state",)
            STRANGER.add(f"LTK request {name} when {state}", partial(gets_no_key, state, rand, ediv),
                         "Attacks", *demand)


@STRANGER.row("all-zero key before any of it is computed", "Attacks", "zero ltk", "CVE-2019-19194")
async def zero_key(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("key")
    assert await peer.line.encrypt(bytes(16)) == KEY_MISSING
    assert await peer.line.encrypt(bytes(16)) == KEY_MISSING
    await peer.hears_nothing()


@STRANGER.row("the key of a pairing that has failed", "Attacks", "ltk request in every state")
async def key_of_a_failure(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("check")
    peer.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
    assert await peer.line.encrypt(peer.ltk) == KEY_MISSING


@STRANGER.row("the key of a pairing whose link has ended", "Attacks", "ltk request in every state")
async def key_of_another_link(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("check")
    again = await room.connect(peer.line.endpoint.address)
    assert await again.line.encrypt(peer.ltk) == KEY_MISSING


@STRANGER.row("another key than the pairing's", "SMP", "encryption fails", checks_itself=True)
async def another_key(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("check")
    assert await peer.line.encrypt(SOME_KEY) == MIC_FAILURE
    await room.watch.event("pairing", result="failed")
    assert room.bond_count == 0
    await room.serve_honest_phone()


@STRANGER.row("encryption that the controller reports as failed", "SMP", "encryption fails")
async def fails_at_the_controller(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("check")
    room.report_encryption(status=KEY_MISSING, is_on=False)
    await room.watch.event("pairing", result="failed")
    assert await peer.line.encrypt(peer.ltk) == KEY_MISSING


@STRANGER.row("encryption ends before the keys are there", "Attacks", "encryption off")
async def ends_before_the_keys(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("encrypted")
    room.guard()
    room.report_encryption(status=0, is_on=False)
    peer.send(bytes((Code.IDENTITY_INFORMATION,)) + peer.irk)
    peer.send(bytes((Code.IDENTITY_ADDRESS,)) + peer.identity)
    assert await peer.line.lost() == AUTHENTICATION_FAILURE


async def ends_within(peer: Initiator, seconds: float) -> bool:
    """Whether the watch ends the link after this time, and not much sooner."""
    begin = asyncio.get_running_loop().time()
    assert await peer.line.lost(deadline=seconds + 2) == USER_TERMINATED
    return asyncio.get_running_loop().time() - begin > seconds - 0.5


# -- The bonded phone's address ----------------------------------------------------------------------------------------

async def bonded_key_while_pairing(state: str, room: Room) -> None:
    """A new Pairing Request gives up the key of the bond."""
    assert room.phone.bond
    peer = await room.visitor()
    await peer.reach(state)
    room.guard()
    assert await peer.line.encrypt(room.phone.bond.ltk) == KEY_MISSING


for state in STATES:
    if state not in ("idle", "proven"):
        BONDED.add(f"the bond's key when {state}", partial(bonded_key_while_pairing, state),
                   "Attacks", "ltk request in every state")


async def bonded_key_by_another_name(rand: bytes, ediv: int, room: Room) -> None:
    assert room.phone.bond
    peer = await room.impostor()
    for _ in range(2):
        assert await peer.line.encrypt(room.phone.bond.ltk, rand, ediv) == KEY_MISSING


BONDED.add("the bond's key with EDIV", partial(bonded_key_by_another_name, bytes(8), 1),
           "Attacks", "ltk request in every state")
BONDED.add("the bond's key with Rand", partial(bonded_key_by_another_name, b"\x80" * 8, 0),
           "Attacks", "ltk request in every state")


@BONDED.row("the bond's key under a strange address", "Attacks", "ltk request in every state")
async def bonded_key_of_a_stranger(room: Room) -> None:
    assert room.phone.bond
    peer = await room.stranger()
    assert await peer.line.encrypt(room.phone.bond.ltk) == KEY_MISSING


async def impostor_guesses(key: bytes, room: Room) -> None:
    peer = await room.impostor()
    assert await peer.line.encrypt(key) == MIC_FAILURE
    assert not room.watch.found("state", room.events_guarded, state="encrypted")
    assert room.stored() == room.stored_guarded
    await room.serve_honest_phone()


BONDED.add("all-zero key for a bond", partial(impostor_guesses, bytes(16)), "Attacks", "zero ltk", "CVE-2019-19194",
           checks_itself=True)
BONDED.add("a guessed key for a bond", partial(impostor_guesses, SOME_KEY), "Attacks", "zero ltk", checks_itself=True)


@BONDED.row("encryption of a bonded link ends", "Attacks", "encryption off", checks_itself=True)
async def bonded_link_loses_encryption(room: Room) -> None:
    await room.reconnect()
    entries, events = room.log.mark, room.watch.events.mark
    room.report_encryption(status=0, is_on=False)
    room.phone.ancs.add(Notification("com.apple.MobileSMS", "Anna", "not to be believed"))
    await room.log.wait_for(Kind.PHONE, "disconnected", since=entries, reason=AUTHENTICATION_FAILURE)
    await room.watch.state_is("advertising", since=events)
    assert not room.watch.found("notification", events)
    await room.reconnect()


# -- Links that stay plain ---------------------------------------------------------------------------------------------

async def is_not_believed(is_impostor: bool, room: Room) -> None:
    """Notifications of every handle, and responses to every request of the watch."""
    peer = await (room.impostor() if is_impostor else room.stranger())
    mark = room.log.mark
    added = bytes.fromhex("0000040100000000")
    for handle in range(1, 0x60):
        for opcode in (Opcode.HANDLE_VALUE_NOTIFICATION, Opcode.HANDLE_VALUE_INDICATION):
            peer.line.send(ATT_CID, bytes((opcode,)) + handle.to_bytes(2, "little") + added)
        await peer.line.settle()
    asked = [entry for entry in room.log.find(Kind.ATT, since=mark) if entry.details["pdu"][0] in REQUEST_RESPONSES]
    assert not asked, "the watch asks somebody whom it does not know"
    assert not room.watch.found("notification", room.events_guarded)


PLAIN.add("values under the bonded phone's address", partial(is_not_believed, True),
          "Attacks", "plain link of a bonded phone", "CVE-2020-9770")
PLAIN.add("values from a stranger", partial(is_not_believed, False), "Attacks", "values on a plain link",
          "CVE-2021-31615", "CVE-2026-2411")


@PLAIN.row("the bonded phone's address and no key", "Attacks", "replayed address", is_slow=True)
async def stays_plain(room: Room) -> None:
    peer = await room.impostor()
    assert await ends_within(peer, 6.0)
    assert not peer.line.smp.items[:-1], "the watch has sent more than a Security Request"


@PLAIN.row("a stranger who only stays", "Attacks", "replayed address", is_slow=True)
async def stranger_stays(room: Room) -> None:
    peer = await room.stranger()
    assert await ends_within(peer, 3.0)


@STRANGER.row("a stranger who only stays while the window is open", "Attacks", "replayed address", is_slow=True)
async def stranger_stays_in_the_window(room: Room) -> None:
    peer = await room.stranger()
    assert await ends_within(peer, 8.0)


@PLAIN.row("ten silent links", "Attacks", "silent links", is_slow=True)
async def silent_links(room: Room) -> None:
    """A stranger can cause these. The watch then tests the controller, and does not reset it."""
    mark = room.log.mark
    for _ in range(10):
        peer = await room.stranger()
        assert await peer.line.lost() == USER_TERMINATED
    assert len(room.log.find(Kind.COMMAND, "read_bd_addr", since=mark)) == 2
    assert not room.log.find(Kind.COMMAND, "reset", since=mark)
    assert not room.watch.found("controller", room.events_guarded)


QUESTIONS = [(ATT_CID, bytes.fromhex(pdu)) for pdu in (
    "0a0300", "0a1b00", "121c000100", "021700", "0a0500", "080100ffff002a", "0e03000500")]
QUESTIONS += [(SMP_CID, bytes.fromhex("0101000000000000000000000000000000")), (SMP_CID, b"\x0c" + bytes(64))]


async def answers(connect: Callable[[], Awaitable[Initiator]]) -> list[bytes]:
    """What the watch says before encryption, on a link that lasted long enough for all questions.

    The answers to the last reads are left out: they belong to `settle`, and one of them may still be on its way.
    """
    while True:
        peer = await connect()
        for channel, pdu in QUESTIONS:
            peer.line.send(channel, pdu)
            await peer.line.settle()
        if peer.line.end_reason is None:
            spoken = [pdu for pdu in peer.line.att.items if pdu]
            while spoken[-1][0] == Opcode.READ_RESPONSE:
                spoken.pop()
            return [*spoken, *(pdu for pdu in peer.line.smp.items if pdu)]


@PLAIN.row("the same questions under both addresses", "Attacks", "answers tell no address")
async def answers_tell_no_address(room: Room) -> None:
    stranger = await answers(room.stranger)
    assert stranger == await answers(room.impostor)
    assert stranger[0] == bytes.fromhex("010a030005"), "the name can be read"


@STRANGER.row("seven aborted pairings", "Attacks", "aborted pairings")
async def aborted_pairings(room: Room) -> None:
    for _ in range(7):
        peer = await room.stranger()
        await peer.through("nonce")
        peer.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
        await peer.line.settle()
    peer = await room.stranger()
    await peer.through("request")
    peer.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
    await peer.line.settle()


@STRANGER.test
async def test_a_stranger_gets_no_key(row: Row, field: Field) -> None:
    await field.outcome(row)


@BONDED.test
async def test_the_bonded_phones_key_is_given_for_its_bond_only(row: Row, field: Field) -> None:
    await field.outcome(row)


@PLAIN.test
async def test_a_plain_link_counts_for_nothing(row: Row, field: Field) -> None:
    await field.outcome(row)
