"""The causes of prompts, and the effect of one press on each."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial

from bumble import hci

from attacks.field import Field
from attacks.initiator import Code, Initiator, Reason, features
from attacks.room import Room, stranger_address
from attacks.table import Row, Table
from phone.log import Kind
from pocket import choose
from watch import bonds

AUTHENTICATION_FAILURE, KEY_MISSING, MIC_FAILURE, USER_TERMINATED = 0x05, 0x06, 0x3D, 0x13
PUBLIC = 0
QUIET = 1.5
"""The time without a press after which a prompt accepts an answer, in seconds."""
SOME_KEY = bytes(range(16))

CLOSED = Table(is_bonded=True)
EAGER = Table(is_bonded=True, checks_itself=True)
UNPROVED = Table(is_bonded=True)
CLAIMS = Table(is_bonded=True, checks_itself=True)


# -- The window is closed ----------------------------------------------------------------------------------------------

def private_address(room: Room) -> hci.Address:
    """Returns an address that the bonded phone has used. Every radio can have heard it."""
    return room.phone.device.random_address


def identity_address(room: Room) -> hci.Address:
    """Returns the identity address of the bonded phone, which is not secret."""
    return room.phone.controller.public_address


def unknown_address(_: Room) -> hci.Address:
    """Returns an address that no phone uses."""
    return stranger_address()


ADDRESSES = {"private": private_address, "identity": identity_address, "unknown": unknown_address}


async def is_refused(address: str, body: bytes, room: Room) -> None:
    peer = await room.connect(ADDRESSES[address](room))
    peer.features = body
    for _ in range(2):
        peer.send(bytes((Code.PAIRING_REQUEST,)) + peer.features)
        assert await peer.reason() == Reason.PAIRING_NOT_SUPPORTED
    assert not room.watch.found("pairing", room.events_guarded, method="numericComparison")
    assert room.watch.screen == "clock"
    await is_explained(room, "pairingRequested", "A phone asked to", "pair. Open Menu")


for where in ("private", "identity", "unknown"):
    for what, request in (("a good request", features()), ("Just Works", features(io=3, auth=0x09))):
        CLOSED.add(f"{what} from the {where} address", partial(is_refused, where, request),
                   "Attacks", "pairing outside the window", "CVE-2021-3436")


@CLOSED.row("a request on the bonded phone's own link", "Attacks", "pairing outside the window", checks_itself=True)
async def secured_link(room: Room) -> None:
    assert room.phone.bond
    peer = await room.impostor()
    assert await peer.line.encrypt(room.phone.bond.ltk) == 0
    assert await peer.refusal("request") == Reason.PAIRING_NOT_SUPPORTED
    assert room.stored() == room.stored_guarded
    await room.serve_honest_phone()


# -- Signs without proof -----------------------------------------------------------------------------------------------

async def is_explained(room: Room, reason: str, *words: str) -> None:
    """Checks that the clock has a mark, that the status explains it, and that no button opens the window."""
    await room.clear()
    await room.watch.event("state", since=room.events_guarded, state="advertising", reason=reason)
    assert not room.watch.found("screen", room.events_guarded), "a stranger has changed the screen"
    # The first press only lights a display that is dark, and means nothing on the clock.
    room.watch.press("back")
    room.watch.press("decline")
    await room.watch.screen_is("status")
    picture = await room.watch.display_shows(*words)
    assert not picture.shows("Forget")
    for button in ("accept", "accept", "select"):
        room.watch.press(button)
    room.watch.press("decline")
    await room.watch.screen_is("clock")
    again = await room.stranger()
    assert await again.refusal("request") == Reason.PAIRING_NOT_SUPPORTED
    await room.clear()


@UNPROVED.row("two key requests from random addresses", "Attacks", "advice without proof")
async def key_requests(room: Room) -> None:
    for _ in range(2):
        peer = await room.stranger()
        assert await peer.line.encrypt(SOME_KEY) == KEY_MISSING
    await is_explained(room, "bondUnknownToWatch", "A phone that is", "not in Menu >")


@UNPROVED.row("a wrong key under the bonded phone's address", "Attacks", "advice without proof", checks_itself=True)
async def wrong_key(room: Room) -> None:
    peer = await room.impostor()
    assert await peer.line.encrypt(SOME_KEY) == MIC_FAILURE
    await is_explained(room, "bondUnknownToPhone", "A phone came", "without its key.")
    assert room.stored() == room.stored_guarded
    await room.serve_honest_phone()


@UNPROVED.row("a failed encryption under the bonded phone's address", "Attacks", "advice without proof")
async def failed_encryption(room: Room) -> None:
    await room.impostor()
    room.report_encryption(status=KEY_MISSING, is_on=False)
    await is_explained(room, "bondUnknownToPhone", "A phone came", "without its key.")


@UNPROVED.row("a link without encryption under the bonded phone's address", "Attacks", "advice without proof",
              is_slow=True)
async def no_encryption(room: Room) -> None:
    peer = await room.impostor()
    await peer.line.settle()
    assert await peer.line.lost(deadline=35) == USER_TERMINATED
    await is_explained(room, "bondUnknownToPhone", "A phone came", "without its key.")


# -- A press that was on its way ---------------------------------------------------------------------------------------

PAUSE, PRESSES = 0.45, 6
"""Seconds between presses, and their number."""


def press_in_a_row(room: Room, button: str) -> None:
    """Presses a button now, and goes on without a long pause."""
    loop = asyncio.get_running_loop()
    for number in range(PRESSES):
        loop.call_later(PAUSE * number, room.watch.press, button, "", 0)


async def presses_mean_nothing(room: Room, since: int) -> None:
    """Fails if the watch accepts an answer before 1.5 s without a press."""
    shown = room.watch.events.items[since]["t"]
    opened = await room.watch.event("prompt", since=since)
    assert opened["t"] - shown >= PAUSE * (PRESSES - 1) + QUIET - 0.1


async def eager_presses(button: str, room: Room) -> None:
    await room.open_window()
    peer, mark = await room.stranger(), room.watch.events.mark
    await peer.through("nonce")
    peer.send_check()
    shown = await room.watch.event("pairing", since=mark, method="numericComparison", code=f"{peer.code:06}")
    press_in_a_row(room, button)
    await room.watch.display_is(lambda picture: picture.shows("Read first") and not picture.shows("Yes"), "no labels")
    await presses_mean_nothing(room, room.watch.events.items.index(shown))
    await peer.hears_nothing()
    await room.watch.display_shows("Yes", "No")
    assert not room.watch.found("pairing", mark, result="failed")
    room.watch.press("decline")
    assert await peer.reason() == Reason.NUMERIC_COMPARISON_FAILED
    assert room.stored() == room.stored_guarded


for name in ("accept", "decline", "select"):
    EAGER.add(f"{name} every 0.45 s while a code is shown", partial(eager_presses, name), "Attacks", "eager presses")


# -- The identity of another phone -------------------------------------------------------------------------------------

def bonded_identity(room: Room) -> bytes:
    """Returns the identity that the bonded phone distributes."""
    return bytes((PUBLIC, *bytes(room.phone.controller.public_address)))


async def claim(room: Room, address: hci.Address, irk: bytes | None = None, pressed: str = "") -> Initiator:
    """Pairs a phone that claims the bonded identity, and waits for the question. `pressed` is pressed in a row then."""
    await room.open_window()
    peer, mark = await room.connect(address), room.watch.events.mark
    peer.identity = bonded_identity(room)
    peer.irk = irk or peer.irk
    await peer.pair()
    await room.watch.event("screen", since=mark, screen="question")
    if pressed:
        press_in_a_row(room, pressed)
    await room.watch.display_shows("Replace?")
    assert room.stored() == room.stored_guarded
    return peer


async def answer_is_no(address: str, room: Room) -> None:
    peer = await claim(room, ADDRESSES[address](room))
    room.watch.press("decline")
    assert await peer.reason() == Reason.UNSPECIFIED
    assert await peer.line.lost() == AUTHENTICATION_FAILURE
    assert room.stored() == room.stored_guarded
    await room.serve_honest_phone()


for where in ("private", "identity", "unknown"):
    CLAIMS.add(f"the bonded phone's identity from the {where} address, no", partial(answer_is_no, where),
               "Attacks", "claimed identity", "CVE-2021-3436")


@CLAIMS.row("the bonded phone's identity, no answer", "Attacks", "claimed identity", is_slow=True)
async def nobody_answers(room: Room) -> None:
    peer, mark = await claim(room, stranger_address()), room.watch.events.mark
    await room.watch.event("pairing", since=mark, deadline=40, result="failed", reason="timeout")
    await peer.line.lost()
    assert room.stored() == room.stored_guarded
    await room.serve_honest_phone()


@CLAIMS.row("the bonded phone's identity, presses in a row", "Attacks", "claimed identity")
async def presses_on_the_question(room: Room) -> None:
    mark = room.watch.events.mark
    peer = await claim(room, stranger_address(), pressed="accept")
    question = room.watch.found("screen", mark, screen="question")[-1]
    await presses_mean_nothing(room, room.watch.events.items.index(question))
    assert room.stored() == room.stored_guarded
    room.watch.press("decline")
    assert await peer.reason() == Reason.UNSPECIFIED
    await room.serve_honest_phone()


@CLAIMS.row("an erased iPhone, yes", "Attacks", "claimed identity")
async def erased_phone(room: Room) -> None:
    """It has a new identity resolving key and its old identity address."""
    assert room.phone.bond
    old = room.phone.bond.ltk
    room.phone.forget_watch()
    room.phone.device.irk = secrets.token_bytes(16)
    await room.open_window()
    mark = room.watch.events.mark
    await room.show_codes()
    room.watch.press("accept")
    await room.watch.event("screen", since=mark, screen="question")
    await room.watch.display_shows("Replace?", "Yes", "No")
    room.watch.press("accept")
    await room.watch.event("pairing", since=mark, result="bonded")
    await room.log.wait_for(Kind.PHONE, "paired")
    await room.watch.state_is("ready", since=mark)
    assert room.bond_count == 1 and room.phone.bond and room.phone.bond.ltk != old
    await room.put_pairing_away()
    await room.phone.disconnect()
    await room.serve_honest_phone()


@CLAIMS.row("the bonded phone's identity with another phone's key", "Attacks",
            "claimed identity with another phone's key")
async def two_phones_in_one(room: Room) -> None:
    """Each device that has paired with a phone knows that phone's key."""
    mark = room.watch.events.mark
    await room.open_window()
    other = await room.stranger()
    await other.pair()
    await room.watch.event("pairing", since=mark, result="bonded")
    await room.clear()
    before, mark = keys_of_bonds(room), room.watch.events.mark
    assert len(before) == 2
    await choose(room, "pair new phone")
    peer = await room.stranger()
    peer.identity, peer.irk = bonded_identity(room), other.irk
    await peer.pair()
    assert await peer.reason() == Reason.INVALID_PARAMETERS
    assert await peer.line.lost() == AUTHENTICATION_FAILURE
    assert not room.watch.found("screen", mark, screen="question")
    assert keys_of_bonds(room) == before
    await room.restart_watch()
    await room.reconnect()


def keys_of_bonds(room: Room) -> list[tuple[str, bytes, bytes]]:
    """Returns the identity and the keys of each bond in the store."""
    return [(bond.identity, bond.irk, bond.ltk) for bond in bonds.stored(room.state).bonds]


@CLAIMS.row("a phone that only forgot the watch", "Attacks", "claimed identity")
async def same_phone(room: Room) -> None:
    """Its private address and the key for it prove its identity, so the watch does not ask."""
    room.phone.forget_watch()
    await room.open_window()
    mark = room.watch.events.mark
    await room.pair()
    assert not room.watch.found("screen", mark, screen="question")
    assert room.bond_count == 1
    await room.phone.disconnect()
    await room.serve_honest_phone()


@CLOSED.test
async def test_no_phone_pairs_outside_the_window(row: Row, field: Field) -> None:
    await field.outcome(row)


@UNPROVED.test
async def test_an_unproven_claim_is_only_explained(row: Row, field: Field) -> None:
    await field.outcome(row)


@EAGER.test
async def test_a_press_that_was_on_its_way_answers_nothing(row: Row, field: Field) -> None:
    await field.outcome(row)


@CLAIMS.test
async def test_a_bond_is_replaced_by_its_own_phone_or_with_consent(row: Row, field: Field) -> None:
    await field.outcome(row)
