"""Several phones, and a phone that the watch can get rid of: the menu, driven by buttons, against real phones.

What a phone cannot do to a watch, the watch does: it ends the link, keeps one phone away and lets another in.
"""

from __future__ import annotations

import pytest

from conformance import row
from conftest import SessionMaker
from phone.bond import PairingFailed
from phone.log import Kind
from phone.options import PhoneOptions
from pocket import Pocketed, choose, pair_another, pair_named, pocket, rename, take_out
from session import Session

WORK = "F0:99:B6:0A:0B:0C"
SHOWN_OUT = 0x13
"""Remote User Terminated Connection: what a phone hears when the watch ends the link."""
KEY_MISSING, MIC_FAILURE = 0x06, 0x3D


@pytest.fixture
async def anna(make_session: SessionMaker) -> Session:
    """One paired phone, called Anna."""
    session = await make_session(phone=PhoneOptions(name="Anna"))
    await pair_named(session)
    return session


async def is_shown_out(session: Session) -> None:
    """The phone may connect, but not stay."""
    mark, events = session.log.mark, session.watch.events.mark
    await session.phone.connect()
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    assert not session.watch.found("state", since=events, state="ready")


async def add_work(session: Session) -> Pocketed:
    """Pairs a second phone, called Work, and returns the first, which is in the pocket now."""
    first = pocket(session.phone)
    await choose(session, "pair new phone")
    await session.log.wait_for(Kind.PHONE, "disconnected", reason=SHOWN_OUT)
    await pair_another(session, WORK, "Work")
    return first


# -- Disconnect ------------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_a_phone_that_is_sent_away_stays_away_until_it_is_chosen(anna: Session) -> None:
    watch, mark = anna.watch, anna.log.mark
    await choose(anna, "disconnect")
    await watch.screen_is("note")
    await watch.glass_shows("Disconnected", "Anna", "may come back in")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    await watch.event("state", state="advertising", reason="phoneHeldOff")
    await is_shown_out(anna)
    await choose(anna, "phones")
    await watch.screen_is("phones")
    await watch.glass_shows("Any phone", "Anna")
    watch.press("decline")
    watch.press("accept")
    await watch.event("state", state="advertising", reason="noPhone", since=watch.events.mark)
    await anna.reconnect()


async def test_another_phone_may_come_while_one_is_held_off(anna: Session) -> None:
    first = await add_work(anna)
    second = pocket(anna.phone)
    await choose(anna, "disconnect")
    await anna.watch.event("state", state="advertising", reason="phoneHeldOff")
    take_out(anna.phone, first)
    await anna.reconnect()
    await anna.phone.disconnect()
    take_out(anna.phone, second)
    await is_shown_out(anna)


# -- Forget ----------------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_a_phone_is_forgotten_only_after_a_question(anna: Session) -> None:
    watch = anna.watch
    await choose(anna, "forget phone")
    await watch.screen_is("question")
    await watch.glass_shows("Forget?", "Anna", "Yes", "No")
    watch.press("decline")
    await watch.screen_is("menu")
    assert anna.phone.connection
    await choose(anna, "forget phone")
    mark = anna.log.mark
    watch.press("accept")
    await watch.screen_is("note")
    await watch.glass_shows("Anna", "On the phone:", "Settings >")
    watch.press("accept")
    await watch.glass_shows("Bluetooth > (i)", "> Forget This", "Device.")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    await watch.event("state", state="advertising", reason="notBonded")


async def test_who_was_forgotten_pairs_again_after_the_phone_forgot_too(anna: Session) -> None:
    await choose(anna, "forget phone")
    anna.watch.press("accept")
    await anna.watch.event("state", state="advertising", reason="notBonded")
    anna.phone.forget_watch()
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("status")
    await anna.pair()


async def test_of_two_phones_the_one_to_forget_is_picked(anna: Session) -> None:
    first = await add_work(anna)
    await choose(anna, "forget phone")
    await anna.watch.screen_is("phones")
    await anna.watch.glass_shows("Anna", "Work")
    # Work, which is here, is selected.
    anna.watch.press("up")
    anna.watch.press("accept")
    await anna.watch.screen_is("question")
    await anna.watch.glass_shows("Forget?", "Anna")
    anna.watch.press("accept")
    await anna.watch.screen_is("note")
    assert anna.phone.connection, "Work stays"
    await anna.phone.disconnect()
    take_out(anna.phone, first)
    mark = anna.log.mark
    await anna.phone.connect()
    await anna.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=KEY_MISSING)


# -- Pair another ----------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_another_phone_is_paired_while_one_is_connected(anna: Session) -> None:
    mark, events = anna.log.mark, anna.watch.events.mark
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("status")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    await anna.watch.event("state", state="advertising", reason="pairingWindowOpen", since=events)
    await anna.watch.glass_shows("Ready to pair")
    await pair_another(anna, WORK, "Work")
    await choose(anna, "phones")
    await anna.watch.glass_shows("Any phone", "Anna", "Work")


async def test_a_name_that_changes_is_read_on_the_next_link(anna: Session) -> None:
    await anna.phone.disconnect()
    rename(anna.phone, "\u202e蓝色\u2069")
    await anna.reconnect()
    await choose(anna, "phones")
    await anna.watch.glass_shows("蓝色")


async def test_a_long_name_is_read_in_parts(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(name="one two three four five six", mtu=23))
    await session.pair()
    await session.log.wait_for(Kind.ATT, "Read blob request")
    await choose(session, "forget phone")
    await session.watch.screen_is("question")
    await session.watch.glass_shows("one two three", "four five")


async def test_the_ninth_phone_takes_the_place_of_one_that_the_user_gives_up(anna: Session) -> None:
    first = pocket(anna.phone)
    for number in range(2, 9):
        await choose(anna, "pair new phone")
        await pair_another(anna, f"F0:99:B6:0A:0B:{number:02}", f"No {number}")
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("question")
    await anna.watch.glass_shows("Replace?", "Anna")
    anna.watch.press("accept")
    await anna.watch.screen_is("status")
    await pair_another(anna, WORK, "Work")
    await anna.phone.disconnect()
    take_out(anna.phone, first)
    mark = anna.log.mark
    await anna.phone.connect()
    await anna.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=KEY_MISSING)


# -- Choose ----------------------------------------------------------------------------------------------------------

async def choose_first(session: Session) -> None:
    """Lets only the first phone connect."""
    await choose(session, "phones")
    session.watch.press("down")
    session.watch.press("select")


async def test_only_the_chosen_phone_may_connect(anna: Session) -> None:
    first = await add_work(anna)
    second, mark = pocket(anna.phone), anna.log.mark
    await choose_first(anna)
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    await is_shown_out(anna)
    take_out(anna.phone, first)
    await anna.reconnect()
    await anna.phone.disconnect()
    take_out(anna.phone, second)
    await choose(anna, "phones")
    anna.watch.press("up")
    anna.watch.press("select")
    await anna.reconnect()


async def test_the_choice_outlives_the_process(anna: Session) -> None:
    await add_work(anna)
    mark = anna.log.mark
    await choose_first(anna)
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=SHOWN_OUT)
    assert await anna.watch.stop() == 0
    await anna.start_watch()
    await is_shown_out(anna)
    anna.watch.press("decline")
    await anna.watch.screen_is("status")
    await anna.watch.glass_shows("No phone")


# -- A bond that only one side remembers -----------------------------------------------------------------------------

async def ask_for_a_lost_key(session: Session) -> None:
    """The phone comes with its bond, of which the watch knows nothing, and gives up."""
    mark = session.log.mark
    await session.phone.connect()
    await session.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=KEY_MISSING)
    await session.phone.disconnect()
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark)


@row("iPhone", "5.20 bonds half deleted")
async def test_a_watch_that_lost_its_bonds_says_what_to_do_and_is_healed_by_one_press(anna: Session) -> None:
    await anna.phone.disconnect()
    assert await anna.watch.stop() == 0
    for file in anna.state.iterdir():
        file.unlink()
    await anna.start_watch()
    watch = anna.watch
    await ask_for_a_lost_key(anna)
    assert watch.screen == "clock", "once may be an accident"
    await ask_for_a_lost_key(anna)
    await watch.event("state", reason="bondUnknownToWatch")
    await watch.screen_is("pairAgain")
    await watch.glass_shows("Pair again", "The watch forgot", "Pair", "More")
    for lines in (("On the phone:", "Settings >"), ("Bluetooth > (i)", "> Forget This"), ("press Pair.", "Later")):
        watch.press("decline")
        await watch.glass_shows(*lines)
    anna.phone.forget_watch()
    watch.press("accept")
    await watch.screen_is("status")
    await watch.glass_shows("Ready to pair")
    await anna.pair()
    assert "reason" not in watch.found("state")[-1]


@row("iPhone", "5.20 bonds half deleted")
async def test_a_phone_whose_key_differs_is_named_and_healed_by_one_press(anna: Session) -> None:
    await anna.phone.disconnect()
    assert anna.phone.bond
    anna.phone.bond.ltk = bytes(16)
    mark, watch = anna.log.mark, anna.watch
    await anna.phone.connect()
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=MIC_FAILURE)
    await watch.event("state", reason="bondUnknownToPhone")
    await watch.screen_is("pairAgain")
    await watch.glass_shows("Pair again", "Anna", "Pair", "Later")
    watch.press("accept")
    await watch.screen_is("status")
    anna.phone.forget_watch()
    await anna.pair()


async def test_the_advice_is_put_away_by_decline_and_stays_on_the_status(anna: Session) -> None:
    await anna.phone.disconnect()
    assert anna.phone.bond
    anna.phone.bond.ltk = bytes(16)
    watch = anna.watch
    await anna.phone.connect()
    await watch.screen_is("pairAgain")
    watch.press("decline")
    await watch.screen_is("clock")
    mark = anna.log.mark
    await anna.phone.connect()
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=MIC_FAILURE)
    watch.press("decline")
    assert await watch.screen_is("status", "pairAgain") == "status", "it is said once"
    await watch.glass_shows("Pair again")


async def test_a_phone_that_lost_its_bond_and_pairs_anew_sees_the_code_not_the_advice(anna: Session) -> None:
    await anna.phone.disconnect()
    anna.phone.forget_watch()
    mark = anna.watch.events.mark
    await anna.pair()
    assert not anna.watch.found("screen", since=mark, screen="pairAgain")


async def test_a_stranger_is_not_let_in_by_the_advice(anna: Session) -> None:
    await anna.phone.disconnect()
    first = pocket(anna.phone)
    anna.phone.become_another(WORK)
    await anna.phone.connect()
    with pytest.raises(PairingFailed):
        await anna.phone.pair()
    if anna.phone.connection:
        await anna.phone.disconnect()
    await anna.put_pairing_away()
    take_out(anna.phone, first)
    await anna.reconnect()
