"""Attacks that remove a bond, replace it by a weaker one, or replace its phone."""

from __future__ import annotations

from functools import partial

from bumble import hci

from attacks.field import Field
from attacks.initiator import STATES, Code, Reason, features
from attacks.room import Room, stranger_address
from attacks.table import Row, Table

AUTHENTICATION_FAILURE, KEY_MISSING = 0x05, 0x06
PUBLIC, RANDOM = 0, 1

BONDED = Table(is_bonded=True)
OWN = Table(checks_itself=True)
KEYS = Table()


# -- A bond that is there ----------------------------------------------------------------------------------------------

async def weaker_pairing_is_refused(body: bytes, reason: Reason, room: Room) -> None:
    peer = await room.visitor()
    peer.features = body
    assert await peer.refusal("request") == reason


MODEL = Reason.AUTHENTICATION_REQUIREMENTS
for name, body, reason in (
    ("Just Works", features(io=3, auth=0x09), MODEL), ("legacy", features(auth=0x05), MODEL),
    ("legacy Just Works", features(io=3, auth=0x01), MODEL), ("passkey", features(io=2), MODEL),
    ("out-of-band", features(oob=1), Reason.OOB_NOT_AVAILABLE), ("no bonding", features(auth=0x0C), MODEL),
    ("7 octets", features(max_key=7), Reason.ENCRYPTION_KEY_SIZE),
):
    BONDED.add(f"{name} under the bonded phone's address", partial(weaker_pairing_is_refused, body, reason),
               "Attacks", "bond overwritten by a weaker pairing", "CVE-2026-8676")


@BONDED.row("a stranger asks to pair", "Attacks", "closed window")
async def window_is_closed(room: Room) -> None:
    peer = await room.stranger()
    assert await peer.refusal("request") == Reason.PAIRING_NOT_SUPPORTED
    assert await peer.refusal("request") == Reason.PAIRING_NOT_SUPPORTED


async def pairing_breaks_off(state: str, room: Room) -> None:
    peer = await room.visitor()
    await peer.reach(state)
    room.guard()
    await room.clear()


async def pairing_is_failed(state: str, room: Room) -> None:
    peer = await room.visitor()
    await peer.reach(state)
    room.guard()
    peer.send(bytes((Code.FAILED, Reason.UNSPECIFIED)))
    await peer.hears_nothing()


for state in STATES:
    BONDED.add(f"new pairing under its address, link ends when {state}", partial(pairing_breaks_off, state),
               "Attacks", "bond overwritten by a pairing that breaks off", "CVE-2021-3436")
    BONDED.add(f"new pairing under its address, fails when {state}", partial(pairing_is_failed, state),
               "Attacks", "bond overwritten by a pairing that breaks off", "CVE-2025-62235")


@BONDED.row("the user says no to a new pairing under its address", "Attacks",
            "bond overwritten by a pairing that breaks off")
async def user_says_no(room: Room) -> None:
    peer = await room.visitor()
    await peer.reach("checked")
    await room.watch.event("pairing", method="numericComparison", code=f"{peer.code:06}")
    room.watch.press("decline")
    assert await peer.reason() == Reason.NUMERIC_COMPARISON_FAILED


@BONDED.row("a bad public key under its address", "Attacks", "bond overwritten by a pairing that breaks off")
async def bad_key(room: Room) -> None:
    peer = await room.visitor()
    await peer.through("request")
    peer.send(bytes((Code.PUBLIC_KEY,)) + bytes(64))
    assert await peer.reason() == Reason.DHKEY_CHECK_FAILED


# -- Identities --------------------------------------------------------------------------------------------------------

async def identity_is_refused(identity: bytes, room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("encrypted")
    room.guard()
    peer.identity = identity
    await peer.do_identity()
    assert await peer.reason() == Reason.INVALID_PARAMETERS
    assert await peer.line.lost() == AUTHENTICATION_FAILURE


for name, identity in (
    ("a resolvable address", bytes((RANDOM, 1, 2, 3, 4, 5, 0x46))),
    ("a non-resolvable address", bytes((RANDOM, 1, 2, 3, 4, 5, 0x06))),
    ("a reserved kind of random address", bytes((RANDOM, 1, 2, 3, 4, 5, 0x86))),
    ("the address 00:00:00:00:00:00", bytes((PUBLIC, *bytes(6)))),
    ("the address FF:FF:FF:FF:FF:FF", bytes((PUBLIC, *b"\xff" * 6))),
    ("an address of type 2", bytes((2, 1, 2, 3, 4, 5, 6))), ("an address of type 255", bytes((255, 1, 2, 3, 4, 5, 6))),
):
    KEYS.add(f"identity: {name}", partial(identity_is_refused, identity), "Attacks", "identity address")


@KEYS.row("identity: the watch's own", "Attacks", "identity address")
async def own_identity(room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("encrypted")
    room.guard()
    peer.identity = peer.their_identity
    await peer.do_identity()
    assert await peer.reason() == Reason.INVALID_PARAMETERS
    assert await peer.line.lost() == AUTHENTICATION_FAILURE


async def keys_are_refused(codes: tuple[Code, ...], room: Room) -> None:
    peer = await room.stranger()
    await peer.reach("encrypted")
    room.guard()
    for code in codes:
        peer.send(bytes((code,)) + (peer.identity if code == Code.IDENTITY_ADDRESS else bytes(range(16))))
    assert await peer.reason() == Reason.UNSPECIFIED
    assert await peer.line.lost() == AUTHENTICATION_FAILURE


IRK, ADDRESS = Code.IDENTITY_INFORMATION, Code.IDENTITY_ADDRESS
for name, codes in (
    ("the address before the IRK", (ADDRESS, IRK)), ("the IRK twice", (IRK, IRK)),
    ("a signing key", (IRK, Code.SIGNING_INFORMATION)), ("a long term key", (IRK, Code.ENCRYPTION_INFORMATION)),
):
    KEYS.add(name, partial(keys_are_refused, codes), "Attacks", "keys out of order", "SM/PER/KDU/BV-03-C")


@KEYS.row("an identity before encryption", "Attacks", "keys before encryption")
async def identity_before_encryption(room: Room) -> None:
    peer = await room.stranger()
    await peer.through("check")
    peer.send(bytes((IRK,)) + peer.irk)
    assert await peer.reason() == Reason.UNSPECIFIED
    peer.send(bytes((ADDRESS,)) + peer.identity)
    assert await peer.line.encrypt(peer.ltk) == KEY_MISSING


@OWN.row("an all-zero IRK resolves nobody", "Attacks", "identity resolving key")
async def zero_irk(room: Room) -> None:
    phone = await room.stranger()
    phone.irk = bytes(16)
    await phone.pair()
    await room.watch.event("pairing", result="bonded")
    anybody = await room.connect(hci.Address.generate_private_address(bytes(16)))
    assert await anybody.line.encrypt(phone.ltk) == KEY_MISSING
    assert await anybody.refusal("request") == Reason.PAIRING_NOT_SUPPORTED
    again = await room.connect(phone.line.endpoint.address)
    assert await again.line.encrypt(phone.ltk) == 0


@OWN.row("an IRK that another phone has", "Attacks", "identity resolving key", is_bonded=True)
async def shared_irk(room: Room) -> None:
    """Each device that has paired with a phone knows its IRK, and can send it as its own."""
    await room.open_window()
    thief = await room.stranger()
    thief.irk = room.phone.device.irk
    mark = room.watch.events.mark
    await thief.through("encryption")
    await thief.do_identity()
    await room.watch.event("screen", since=mark, screen="question")
    await room.watch.display_shows("Replace?")
    room.watch.press("decline")
    assert await thief.reason() == Reason.UNSPECIFIED
    assert room.bond_count == 1
    await room.serve_honest_phone()


@OWN.row("a new pairing under a bonded identity replaces its bond", "Attacks", "identity address", "CVE-2021-3436",
         is_bonded=True)
async def one_bond_for_each_identity(room: Room) -> None:
    assert room.phone.bond
    old = room.phone.bond.ltk
    room.phone.forget_watch()
    await room.open_window()
    await room.bond()
    assert room.bond_count == 1
    peer = await room.impostor()
    assert await peer.line.encrypt(room.phone.bond.ltk, bytes(8), 0) == 0
    await room.clear()
    assert room.phone.bond.ltk != old
    await room.reconnect()


@OWN.row("a bond without our identity, from a static address", "Attacks", "identity address")
async def static_address_is_the_identity(room: Room) -> None:
    phone = await room.connect(stranger_address())
    phone.features = features(sends=0)
    await phone.pair()
    await room.watch.event("pairing", result="bonded")
    again = await room.connect(phone.line.endpoint.address)
    assert await again.line.encrypt(phone.ltk) == 0


@BONDED.test
async def test_a_bond_stays_until_a_better_one_is_finished(row: Row, field: Field) -> None:
    await field.outcome(row)


@KEYS.test
async def test_bad_identities_are_refused(row: Row, field: Field) -> None:
    await field.outcome(row)


@OWN.test
async def test_recognised_phones(row: Row, field: Field) -> None:
    await field.outcome(row)
