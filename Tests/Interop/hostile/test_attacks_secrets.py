"""Public keys, nonces and check values that no honest initiator sends; and each octet of what it sends, with one bit
changed on the way."""

from __future__ import annotations

import random
from functools import partial

import pytest

from attacks.curve import BAD_POINTS, P, coordinates, key_with_leading_zero, wire
from attacks.field import Field
from attacks.initiator import LENGTHS, Code, Initiator, Reason
from attacks.room import Room
from attacks.table import Row, Table, carried_out

KEYS = Table()
CHECKS = Table()
HONEST = Table(bonds=True)
DEMANDS = {
    "zero": ("zero point", "SM/PER/KDU/BI-04-C"),
    "the debug key": ("debug key", "SM/PER/KDU/BI-02-C"),
    "the debug key's mirror image": ("debug key",),
}


# -- Public keys -------------------------------------------------------------------------------------------------------

async def key_is_refused(point: bytes, room: Room) -> None:
    peer = await room.stranger()
    await peer.through("request")
    peer.send(bytes((Code.PUBLIC_KEY,)) + point)
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED
    await peer.hears_nothing()


for name, point in BAD_POINTS.items():
    KEYS.add(name, partial(key_is_refused, point), "Attacks",
             *DEMANDS.get(name, ("invalid curve", "CVE-2018-5383", "SM/PER/KDU/BI-01-C")))


async def reflects_an_earlier_key(is_mirrored: bool, room: Room) -> None:
    """The watch's key is known only after ours was sent, so it can only be that of the pairing before."""
    first = await room.stranger()
    await first.through("key")
    theirs = first.their_key
    x, y = (int.from_bytes(octets, "little") for octets in (theirs[:32], theirs[32:]))
    first.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
    peer = await room.admitted()
    mark = room.watch.events.mark
    peer.send(bytes((Code.PUBLIC_KEY,)) + wire(x, P - y if is_mirrored else y))
    assert (await peer.receive(Code.PUBLIC_KEY))[:32] != theirs[:32], "the watch has used a key twice"
    await peer.receive(Code.CONFIRM)
    peer.send(bytes((Code.RANDOM,)) + peer.nonce)
    await peer.receive(Code.RANDOM)
    peer.send(bytes((Code.DHKEY_CHECK,)) + bytes(16))
    await room.watch.event("pairing", method="numericComparison", since=mark)
    room.watch.press("accept")
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED


KEYS.add("an earlier key of the watch", partial(reflects_an_earlier_key, False), "Attacks", "reflection",
         "CVE-2020-26558", "SM/PER/KDU/BI-03-C")
KEYS.add("its mirror image", partial(reflects_an_earlier_key, True), "Attacks", "reflection", "CVE-2021-37577")


@KEYS.row("keys and nonces are new each time", "Attacks", "secrets used once")
async def secrets_are_fresh(room: Room) -> None:
    first = await room.stranger()
    await first.through("nonce")
    await room.watch.screen_is("pairing")
    room.watch.press("decline")
    assert await first.reason() == Reason.NUMERIC_COMPARISON_FAILED
    second = await room.admitted()
    await second.through("nonce")
    assert second.their_key[:32] != first.their_key[:32] and second.their_nonce != first.their_nonce


@HONEST.row("a public key that begins with a zero", "SMP", "public key with a leading zero")
async def leading_zero(room: Room) -> None:
    peer = await room.stranger()
    peer.key = key_with_leading_zero()
    assert coordinates(peer.key)[0] < 1 << 248
    await peer.pair()


@HONEST.row("an all-zero nonce", "SMP", "unusual nonces")
async def zero_nonce(room: Room) -> None:
    peer = await room.stranger()
    peer.nonce = bytes(16)
    await peer.pair()


# -- Check values ------------------------------------------------------------------------------------------------------

async def check_is_wrong(is_user_first: bool, change: int, room: Room) -> None:
    peer = await room.stranger()
    await peer.through("nonce")
    peer.alter = lambda pdu: pdu[:-1] + bytes((pdu[-1] ^ change,))
    assert peer.code is not None
    if is_user_first:
        await room.say_yes(peer.code)
        peer.send_check()
    else:
        peer.send_check()
        await peer.hears_nothing()
        await room.say_yes(peer.code)
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED


for name, is_user_first, change in (
    ("one bit of the check, user first", True, 0x80), ("one bit of the check, user last", False, 0x80),
    ("another octet in the check, user first", True, 0xFF), ("another octet in the check, user last", False, 0x55),
):
    CHECKS.add(name, partial(check_is_wrong, is_user_first, change), "Attacks", "dhkey check wrong",
               "SM/PER/SCJW/BI-02-C", "SM/PER/SCPK/BI-03-C")


@CHECKS.row("the watch's confirm value sent back as check", "Attacks", "dhkey check wrong")
async def confirm_reflected(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("nonce")
    peer.send(bytes((Code.DHKEY_CHECK,)) + peer.their_confirm)
    assert peer.code is not None
    await room.say_yes(peer.code)
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED


@CHECKS.row("the user says no", "Attacks", "numbers differ")
async def user_declines(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("checked")
    await room.watch.event("pairing", method="numericComparison", code=f"{peer.code:06}")
    room.watch.press("decline")
    assert await peer.reason() == Reason.NUMERIC_COMPARISON_FAILED


# -- The number --------------------------------------------------------------------------------------------------------

async def leads_with_zeros(room: Room) -> None:
    """The watch is bound to a nonce that nobody can foresee, so nobody can choose the number, or give the nonce back:
    we ask until the number is small."""
    for _ in range(200):
        peer = await room.stranger()
        await peer.through("nonce")
        assert peer.code is not None
        if peer.code < 100_000:
            break
        await room.restart_watch()
    code = f"{peer.code:06}"
    await room.watch.event("pairing", method="numericComparison", code=code)
    await room.watch.display_is(
        lambda picture: picture.shows(code) or picture.lit > 200, "the number with its zeros")
    await peer.pair()


HONEST.add("a number below 100000", leads_with_zeros, "SMP", "number with leading zeros")


# -- One bit -----------------------------------------------------------------------------------------------------------

FLIPPED = {
    "request": (Code.PAIRING_REQUEST, range(5)), "key": (Code.PUBLIC_KEY, range(LENGTHS[Code.PUBLIC_KEY])),
    "nonce": (Code.RANDOM, range(LENGTHS[Code.RANDOM])), "check": (Code.DHKEY_CHECK, range(LENGTHS[Code.DHKEY_CHECK])),
}
"""Each step's PDU and the octets of it that a pairing protects. The last two of a Pairing Request, the key
distribution, go into no check value: `UNPROTECTED`."""
UNPROTECTED = range(5, 7)
IDENTITY_OF_WATCH = (6, 1)
"""The octet and the bit that ask for the watch's identity key. Without it the phone could not resolve the watch's
address, so the watch refuses."""
DIFFERENT = (Reason.DHKEY_CHECK_FAILED, Reason.INVALID_PARAMETERS, Reason.AUTHENTICATION_REQUIREMENTS,
             Reason.ENCRYPTION_KEY_SIZE, Reason.OOB_NOT_AVAILABLE, Reason.UNSPECIFIED, Reason.COMMAND_NOT_SUPPORTED)


def flip(peer: Initiator, code: Code, octet: int, bit: int) -> None:
    """Changes one bit of one PDU on its way, without the knowledge of the initiator."""
    def change(pdu: bytes) -> bytes:
        if pdu[0] != code:
            return pdu
        return pdu[:octet] + bytes((pdu[octet] ^ 1 << bit,)) + pdu[octet + 1:]

    peer.alter = change


async def flipped_bit_never_bonds(step: str, octet: int, bit: int, room: Room) -> None:
    """Plays a pairing with one changed bit, and accepts every question of the watch."""
    code = FLIPPED[step][0]
    peer = await room.stranger()
    steps = list(FLIPPED)
    if step != "request":
        await peer.through(steps[steps.index(step) - 1])
    flip(peer, code, octet, bit)
    if octet == 0:
        return await changed_code_leads_nowhere(peer, code)
    peer.compare = partial(accept_anything, room)
    assert await peer.refusal("encryption") in DIFFERENT


async def changed_code_leads_nowhere(peer: Initiator, code: Code) -> None:
    peer.send(bytes((code,)).ljust(LENGTHS[code], b"\x01"))
    await peer.line.settle()
    answers = peer.line.smp.items[peer.heard:]
    assert all(answer is None or answer[0] == Code.FAILED for answer in answers)


async def accept_anything(room: Room, _: int) -> None:
    await room.watch.event("pairing", method="numericComparison")
    room.watch.press("accept")


async def flipped_distribution_changes_no_secret(octet: int, bit: int, room: Room) -> None:
    peer = await room.stranger()
    flip(peer, Code.PAIRING_REQUEST, octet, bit)
    if (octet, bit) == IDENTITY_OF_WATCH:
        assert await peer.refusal("request") == Reason.AUTHENTICATION_REQUIREMENTS
    else:
        await peer.pair()


def flips(every_bit: bool) -> Table:
    """Chooses one bit of each octet, another one in each run, or all bits."""
    table = Table(is_quick=True)
    chosen = random.Random()
    for step, (_, octets) in FLIPPED.items():
        for octet in octets:
            for bit in range(8) if every_bit else [chosen.randrange(8)]:
                table.add(f"{step}, octet {octet}" + f", bit {bit}" * every_bit,
                          partial(flipped_bit_never_bonds, step, octet, bit), "Attacks", "one bit changed")
    for octet in UNPROTECTED:
        for bit in range(8) if every_bit else [chosen.randrange(8)]:
            table.add(f"request, octet {octet}" + f", bit {bit}" * every_bit,
                      partial(flipped_distribution_changes_no_secret, octet, bit),
                      "Attacks", "one bit of the key distribution changed", bonds=(octet, bit) != IDENTITY_OF_WATCH)
    return table


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.function is test_one_changed_bit:
        metafunc.parametrize("row", flips(metafunc.config.getoption("--every-bit")).cases)


@KEYS.test
async def test_a_bad_public_key_is_refused(row: Row, field: Field) -> None:
    await field.outcome(row)


@CHECKS.test
async def test_a_wrong_check_value_is_refused(row: Row, field: Field) -> None:
    await field.outcome(row)


@HONEST.test
async def test_what_is_rare_and_honest_bonds(row: Row, field: Field) -> None:
    await field.outcome(row)


@carried_out
async def test_one_changed_bit(row: Row, field: Field) -> None:
    """Fails if both sides do not agree on the bond."""
    await field.outcome(row)
