"""PDUs in the wrong state, of the wrong length, on the wrong channel, and links that end in between."""

from __future__ import annotations

from functools import partial

from attacks.field import Field
from attacks.initiator import AWAITED, LENGTHS, STATES, Code, Initiator, Reason, bare
from attacks.room import Room
from attacks.table import Row, Table

PAIRING_STATES = [state for state in STATES if state != "idle"]
KEYS = range(Code.ENCRYPTION_INFORMATION, Code.SIGNING_INFORMATION + 1)
FOR_INITIATORS = (Code.PAIRING_RESPONSE, Code.SECURITY_REQUEST)
HARMLESS_CODES = (Code.FAILED, Code.KEYPRESS)
AUTHENTICATION_FAILURE = 0x05

WRONG_STATE = Table()
IDLE = Table()
LENGTH = Table()
IGNORED = Table(bonds=True)
ENDED = Table()


# -- A known code in the wrong state -----------------------------------------------------------------------------------

async def ends_the_pairing(code: Code, reason: Reason, state: str, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    room.guard()
    peer.send(bare(code))
    assert await peer.reason() == reason
    if state == "encrypted":
        assert await peer.line.lost() == AUTHENTICATION_FAILURE


def demand_of(code: Code, state: str) -> tuple[str, ...]:
    if code in FOR_INITIATORS:
        return "SMP", "pdu for an initiator"
    if code in KEYS:
        return "Attacks", "keys before encryption" if state != "encrypted" else "keys out of order"
    if code == Code.DHKEY_CHECK:
        return "Attacks", "dhkey check early"
    if code == Code.PUBLIC_KEY:
        return "SMP", "public key in the wrong state", "CVE-2019-17520"
    if code == Code.CONFIRM:
        return "SMP", "confirm value"
    return "SMP", "known code, wrong state"


for state in PAIRING_STATES:
    for code in Code:
        if code not in (*HARMLESS_CODES, AWAITED.get(state)):
            reason = Reason.COMMAND_NOT_SUPPORTED if code in FOR_INITIATORS else Reason.UNSPECIFIED
            WRONG_STATE.add(
                f"{code.name} when {state}", partial(ends_the_pairing, code, reason, state), *demand_of(code, state))


async def is_answered_once(code: Code, reason: Reason | None, room: Room) -> None:
    peer = await room.stranger()
    peer.send(bare(code))
    if reason:
        assert await peer.reason() == reason
    peer.send(bare(code))
    await peer.hears_nothing()


for code in Code:
    if code in FOR_INITIATORS:
        IDLE.add(f"{code.name} when idle", partial(is_answered_once, code, Reason.COMMAND_NOT_SUPPORTED),
                 "SMP", "pdu for an initiator")
    elif code in (Code.CONFIRM, Code.RANDOM, Code.PUBLIC_KEY, Code.DHKEY_CHECK):
        IDLE.add(f"{code.name} when idle", partial(is_answered_once, code, Reason.UNSPECIFIED),
                 "SMP", "known code when idle")
    elif code in HARMLESS_CODES or code in KEYS:
        IDLE.add(f"{code.name} when idle", partial(is_answered_once, code, None), "SMP", "known code when idle")


# -- Lengths -----------------------------------------------------------------------------------------------------------

async def wrong_length_ends_the_pairing(pdu: bytes, state: str, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    room.guard()
    peer.send(pdu)
    assert await peer.reason() == Reason.INVALID_PARAMETERS


async def wrong_length_is_not_answered(pdu: bytes, room: Room) -> None:
    peer = await room.stranger()
    peer.send(pdu)
    await peer.hears_nothing()


async def short_request_is_refused(length: int, room: Room) -> None:
    peer = await room.stranger()
    peer.send(bare(Code.PAIRING_REQUEST, length))
    assert await peer.reason() == Reason.INVALID_PARAMETERS


for code, length in LENGTHS.items():
    for wrong in {1, length - 1, length + 1} - {66}:
        LENGTH.add(f"{code.name} of {wrong} when asked",
                   partial(wrong_length_ends_the_pairing, bare(code, wrong), "asked"), "SMP", "length in a pairing")
    if code != Code.PAIRING_REQUEST:
        LENGTH.add(f"{code.name} of {length - 1} when idle",
                   partial(wrong_length_is_not_answered, bare(code, length - 1)), "SMP", "length when idle")

for state, code in AWAITED.items():
    LENGTH.add(f"{code.name} of {LENGTHS[code] - 1} when {state}",
               partial(wrong_length_ends_the_pairing, bare(code, LENGTHS[code] - 1), state),
               "SMP", "length in a pairing")

for length in (1, 6, 8, 65):
    LENGTH.add(f"PAIRING_REQUEST of {length} when idle", partial(short_request_is_refused, length),
               "SMP", "length of a request")


# -- What changes nothing ----------------------------------------------------------------------------------------------

async def is_not_heard(channel: int, pdu: bytes, state: str, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    peer.line.send(channel, pdu)
    await peer.hears_nothing()
    await peer.pair()


for code in (0x00, 0x0F, 0x10, 0x7F, 0x80, 0xFF):
    for state in ("idle", "keys"):
        IGNORED.add(f"code {code:02X} when {state}", partial(is_not_heard, 6, bytes((code,)) * 17, state),
                    "SMP", "reserved code")

for length in (66, 67, 255, 512):
    for state, code in (("idle", Code.PAIRING_REQUEST), ("asked", Code.PUBLIC_KEY), ("keys", Code.RANDOM)):
        IGNORED.add(f"{code.name} of {length} octets", partial(is_not_heard, 6, bare(code, length), state),
                    "SMP", "more than 65 octets", "CVE-2019-16336")

for state in ("idle", "asked", "keys", "comparing"):
    IGNORED.add(f"keypress when {state}", partial(is_not_heard, 6, bare(Code.KEYPRESS), state), "SMP", "keypress")
    IGNORED.add(f"empty frame when {state}", partial(is_not_heard, 6, b"", state), "SMP", "length in a pairing")

for channel in (0x0000, 0x0001, 0x0002, 0x0003, 0x0007, 0x003A, 0x0040, 0xFFFF):
    IGNORED.add(f"Pairing Failed on channel {channel:04X}",
                partial(is_not_heard, channel, bytes((Code.FAILED, 8)), "keys"), "SMP", "wrong channel")


@IGNORED.row("the check comes before the user's answer", "SMP", "check before or after the user", "SM/PER/SCJW/BV-02-C")
async def check_first(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("checked")
    await peer.hears_nothing()
    assert peer.code is not None
    await room.say_yes(peer.code)
    await finish(peer)


@IGNORED.row("the check comes after the user's answer", "SMP", "check before or after the user")
async def answer_first(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("confirmed")
    await peer.hears_nothing()
    peer.send_check()
    await finish(peer)


async def finish(peer: Initiator) -> None:
    await peer.receive_check()
    await peer.do_encryption()
    await peer.do_identity()


# -- The end in between ------------------------------------------------------------------------------------------------

async def link_ends(state: str, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    room.guard()
    await room.clear()


async def initiator_says_failed(state: str, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach(state)
    room.guard()
    mark = room.watch.events.mark
    peer.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
    await room.watch.event("pairing", result="failed", since=mark)
    await peer.hears_nothing()


for state in STATES:
    ENDED.add(f"link ends when {state}", partial(link_ends, state), "SMP", "link ends in each state")
for state in PAIRING_STATES:
    ENDED.add(f"Pairing Failed when {state}", partial(initiator_says_failed, state), "SMP", "pairing failed received")


@ENDED.row("the user accepts when the link is gone", "SMP", "user's answer after the end")
async def answers_too_late(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("checked")
    await room.clear()
    await room.watch.event("pairing", result="failed", reason="disconnected")
    room.watch.press("accept")
    await room.put_pairing_away()


@ENDED.row("the user accepts what has failed", "SMP", "user's answer after the end")
async def answers_a_failure(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("checked")
    peer.send(bytes((Code.FAILED, Reason.NUMERIC_COMPARISON_FAILED)))
    await room.watch.event("pairing", result="failed")
    room.watch.press("accept")
    await room.put_pairing_away()
    await peer.hears_nothing()


@WRONG_STATE.test
async def test_a_pdu_in_the_wrong_state_ends_the_pairing(row: Row, field: Field) -> None:
    await field.outcome(row)


@IDLE.test
async def test_a_pdu_without_a_pairing_is_answered_at_most_once(row: Row, field: Field) -> None:
    await field.outcome(row)


@LENGTH.test
async def test_a_wrong_length_is_refused(row: Row, field: Field) -> None:
    await field.outcome(row)


@IGNORED.test
async def test_attempts_that_change_nothing(row: Row, field: Field) -> None:
    await field.outcome(row)


@ENDED.test
async def test_a_pairing_that_is_broken_off_leaves_nothing(row: Row, field: Field) -> None:
    await field.outcome(row)
