"""Several phones, and a phone that the watch can get rid of: the menu, driven by buttons, against real phones.

What a phone cannot do to a watch, the watch does: it ends the link, keeps one phone away and lets another in.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from measuring.reconnects import public_options
from phone.bond import PairingFailed
from phone.identity import Identity
from phone.log import Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from pocket import ENDED_BY_WATCH, ask_for_a_lost_key, choose, finds_nothing, is_rejected, pair_another, pair_named
from session import Session
from watch import bonds
from watch.control import ControlClient

WORK = "F0:99:B6:0A:0B:0C"
MIC_FAILURE = 0x3D


@pytest.fixture
async def anna(make_session: SessionMaker) -> Session:
    """One paired phone, called Anna."""
    session = await make_session(phone=PhoneOptions(name="Anna"))
    await pair_named(session)
    return session


async def add_work(session: Session) -> Identity:
    """Pairs a second phone, Work, and returns the first one, which is off now."""
    first = session.phone.remember()
    await choose(session, "pair new phone")
    await session.log.wait_for(Kind.PHONE, "disconnected", reason=ENDED_BY_WATCH)
    await pair_another(session, WORK, "Work")
    return first


# -- Disconnect ------------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_a_phone_that_is_sent_away_stays_away_until_it_is_chosen(anna: Session) -> None:
    watch, mark = anna.watch, anna.log.mark
    await choose(anna, "disconnect")
    await watch.screen_is("note")
    await watch.display_shows("Disconnected", "Anna", "may come back in")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await watch.event("state", state="advertising", reason="phoneHeldOff")
    await finds_nothing(anna)
    await choose(anna, "phones")
    await watch.screen_is("phones")
    await watch.display_shows("Any phone", "Anna")
    watch.press("decline")
    watch.press("accept")
    await watch.event("state", state="advertising", reason="noPhone", since=watch.events.mark)
    await anna.reconnect()


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_another_phone_may_come_while_one_is_held_off(anna: Session) -> None:
    first = await add_work(anna)
    second = anna.phone.remember()
    await choose(anna, "disconnect")
    await anna.watch.event("state", state="advertising", reason="phoneHeldOff")
    anna.phone.become_again(first)
    await anna.reconnect()
    await anna.phone.disconnect()
    anna.phone.become_again(second)
    await finds_nothing(anna)


# -- Forget ----------------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_a_phone_is_forgotten_only_after_a_question(anna: Session) -> None:
    watch = anna.watch
    await choose(anna, "forget phone")
    await watch.screen_is("question")
    await watch.display_shows("Forget?", "Anna", "Yes", "No")
    watch.press("decline")
    await watch.screen_is("menu")
    assert anna.phone.connection
    await choose(anna, "forget phone")
    mark, events = anna.log.mark, watch.events.mark
    watch.press("accept")
    await watch.screen_is("note")
    await watch.display_shows("Anna", "On the phone:", "Settings >")
    watch.press("accept")
    await watch.display_shows("Bluetooth > (i)", "> Forget This", "Device.")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await watch.event("state", state="advertising", reason="notBonded", since=events)


async def test_a_forgotten_phone_pairs_again_after_it_forgot_the_watch(anna: Session) -> None:
    await choose(anna, "forget phone")
    mark = anna.watch.events.mark
    anna.watch.press("accept")
    await anna.watch.event("state", state="advertising", reason="notBonded", since=mark)
    anna.phone.forget_watch()
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("status")
    await anna.pair()


async def test_of_two_phones_the_one_to_forget_is_picked(anna: Session) -> None:
    first = await add_work(anna)
    await choose(anna, "forget phone")
    await anna.watch.screen_is("phones")
    await anna.watch.display_shows("Anna", "Work")
    # Work, which is here, is selected.
    anna.watch.press("up")
    anna.watch.press("accept")
    await anna.watch.screen_is("question")
    await anna.watch.display_shows("Forget?", "Anna")
    anna.watch.press("accept")
    await anna.watch.screen_is("note")
    assert anna.phone.connection, "Work stays"
    await anna.phone.disconnect()
    anna.phone.become_again(first)
    await finds_nothing(anna)


@pytest.fixture
async def listed(make_session: SessionMaker, tmp_path: Path) -> tuple[Session, ControlClient]:
    """One paired phone, called Anna, that has sent a message, and a program that can read the list."""
    path = tmp_path / "control"
    session = await make_session("--control", str(path), phone=PhoneOptions(name="Anna"))
    await pair_named(session)
    await session.put_pairing_away()
    await session.deliver(Notification("com.apple.mobilemail", "Anna", "a secret"))
    client = await ControlClient.connect(path)
    assert [one["title"] for one in await client.listed()] == ["Anna"]
    return session, client


async def test_the_notifications_of_a_forgotten_phone_are_gone(listed: tuple[Session, ControlClient]) -> None:
    session, client = listed
    await choose(session, "forget phone")
    mark = session.watch.events.mark
    session.watch.press("accept")
    await session.watch.event("state", state="advertising", reason="notBonded", since=mark)
    assert await client.listed() == []


async def test_another_phone_does_not_find_the_notifications_of_the_last(
    listed: tuple[Session, ControlClient],
) -> None:
    session, client = listed
    await choose(session, "pair new phone")
    await session.log.wait_for(Kind.PHONE, "disconnected", reason=ENDED_BY_WATCH)
    session.phone.ancs.notifications.clear()  # Work does not have them.
    await pair_another(session, WORK, "Work")
    assert await client.listed() == []
    await session.deliver(Notification("com.apple.mobilemail", "Bert", "not for Anna"))
    assert [one["title"] for one in await client.listed()] == ["Bert"]


# -- Pair another ----------------------------------------------------------------------------------------------------

@row("iPhone", "5.21 the remedy is on the watch")
async def test_another_phone_is_paired_while_one_is_connected(anna: Session) -> None:
    mark, events = anna.log.mark, anna.watch.events.mark
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("status")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await anna.watch.event("state", state="advertising", reason="pairingWindowOpen", since=events)
    await anna.watch.display_shows("Ready to pair")
    await pair_another(anna, WORK, "Work")
    await choose(anna, "phones")
    await anna.watch.display_shows("Any phone", "Anna", "Work")


async def test_choosing_a_paired_phone_takes_pair_new_phone_back(anna: Session) -> None:
    mark, events = anna.log.mark, anna.watch.events.mark
    await choose(anna, "pair new phone")
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await anna.watch.event("state", state="advertising", reason="pairingWindowOpen", since=events)
    events = anna.watch.events.mark
    await choose_first(anna)
    await anna.watch.event("state", state="advertising", reason="noPhone", since=events)
    await anna.reconnect()


async def test_a_name_that_changes_is_read_on_the_next_link(anna: Session) -> None:
    await anna.phone.disconnect()
    anna.phone.rename("\u202e蓝色\u2069")
    await anna.reconnect()
    await choose(anna, "phones")
    await anna.watch.display_shows("蓝色")


async def test_a_long_name_is_read_in_parts(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(name="one two three four five six", mtu=23))
    await session.pair()
    await session.log.wait_for(Kind.ATT, "Read blob request")
    await choose(session, "forget phone")
    await session.watch.screen_is("question")
    await session.watch.display_shows("one two three", "four fi…")


async def test_the_ninth_phone_takes_the_place_of_one_that_the_user_gives_up(anna: Session) -> None:
    first = anna.phone.remember()
    for number in range(2, 9):
        await choose(anna, "pair new phone")
        await pair_another(anna, f"F0:99:B6:0A:0B:{number:02}", f"No {number}")
    await choose(anna, "pair new phone")
    await anna.watch.screen_is("question")
    await anna.watch.display_shows("Replace?", "Anna")
    anna.watch.press("accept")
    await anna.watch.screen_is("status")
    await pair_another(anna, WORK, "Work")
    await anna.phone.disconnect()
    anna.phone.become_again(first)
    await finds_nothing(anna)


# -- Choose ----------------------------------------------------------------------------------------------------------

async def choose_first(session: Session) -> None:
    """Lets only the first phone connect."""
    await choose(session, "phones")
    session.watch.press("down")
    session.watch.press("select")


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_only_the_chosen_phone_may_connect(anna: Session) -> None:
    first = await add_work(anna)
    second, mark = anna.phone.remember(), anna.log.mark
    await choose_first(anna)
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await finds_nothing(anna)
    anna.phone.become_again(first)
    await anna.reconnect()
    await anna.phone.disconnect()
    anna.phone.become_again(second)
    await choose(anna, "phones")
    anna.watch.press("up")
    anna.watch.press("select")
    await anna.reconnect()


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_a_phone_that_recognises_the_watch_is_rejected_after_ever_longer_pauses(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    """All phones recognise the identity address."""
    anna = await make_session(*public_options(tmp_path), phone=PhoneOptions(name="Anna"))
    await pair_named(anna)
    first = await add_work(anna)
    mark = anna.log.mark
    await choose_first(anna)
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    ends = []
    for _ in range(4):
        await is_rejected(anna)
        ends.append(anna.log.items[-1].seconds)
    # Immediately, after one second, after two seconds.
    assert ends[2] - ends[1] > 0.9 and ends[3] - ends[2] > 1.9
    anna.phone.become_again(first)
    await anna.phone.connect(deadline=10.0)
    await anna.watch.state_is("ready")


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_a_phone_without_a_key_of_its_own_may_still_pair_a_sister(anna: Session) -> None:
    """A bond of an earlier version has the key that all bonds shared; a new bond beside it has its own."""
    await anna.phone.disconnect()
    assert await anna.watch.stop() == 0
    bonds.share_watch_key(anna.state)
    anna.phone.bond.irk = bonds.stored(anna.state).identity[6:]
    await anna.start_watch()
    await anna.reconnect()
    first = await add_work(anna)
    second = anna.phone.remember()
    assert first.bond and second.bond and first.bond.irk != second.bond.irk
    await anna.phone.disconnect()
    for phone in (first, second):
        anna.phone.become_again(phone)
        await anna.reconnect()
        await anna.phone.disconnect()
    assert await anna.watch.stop() == 0, "it has saved the bonds"
    assert [bond.watch_key for bond in bonds.stored(anna.state).bonds] == [bytes(16), second.bond.irk]


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_the_choice_outlives_the_process(anna: Session) -> None:
    await add_work(anna)
    mark = anna.log.mark
    await choose_first(anna)
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    assert await anna.watch.stop() == 0
    await anna.start_watch()
    await finds_nothing(anna)
    anna.watch.press("decline")
    await anna.watch.screen_is("status")
    await anna.watch.display_shows("No phone")


# -- A bond that only one side remembers -----------------------------------------------------------------------------

@row("iPhone", "5.20 bonds half deleted")
async def test_a_watch_that_lost_its_bonds_says_what_to_do_and_leads_to_the_menu(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    anna = await make_session(*public_options(tmp_path), phone=PhoneOptions(name="Anna"))
    await pair_named(anna)
    await anna.phone.disconnect()
    assert await anna.watch.stop() == 0
    bonds.forget_all(anna.state)
    await anna.start_watch()
    watch = anna.watch
    await ask_for_a_lost_key(anna)
    assert watch.screen == "clock", "once may be an accident"
    await ask_for_a_lost_key(anna)
    await watch.event("state", reason="bondUnknownToWatch")
    await watch.screen_is("pairAgain")
    await watch.display_shows("Pair again", "The watch forgot", "Menu", "More")
    for lines in (("On the phone:", "Settings >"), ("Bluetooth > (i)", "> Forget This"), ("Pair new phone.", "Later")):
        watch.press("decline")
        await watch.display_shows(*lines)
    anna.phone.forget_watch()
    watch.press("accept")
    await watch.screen_is("menu")
    watch.press("accept")
    await watch.screen_is("status")
    await watch.display_shows("Ready to pair")
    await anna.pair()
    assert "reason" not in watch.found("state")[-1]


@row("iPhone", "5.20 bonds half deleted")
async def test_the_menu_explains_and_repairs_a_phone_with_another_key(anna: Session) -> None:
    await anna.phone.disconnect()
    assert anna.phone.bond
    anna.phone.bond.ltk = bytes(16)
    mark, watch = anna.log.mark, anna.watch
    await anna.phone.connect()
    await anna.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=MIC_FAILURE)
    await watch.event("state", state="advertising", reason="bondUnknownToPhone")
    assert watch.screen == "clock"
    watch.press("decline")
    await watch.screen_is("status")
    await watch.display_shows("Key missing", "A phone came")
    watch.press("decline")
    anna.phone.forget_watch()
    await choose(anna, "pair new phone")
    await anna.pair()
    assert "reason" not in watch.found("state")[-1]


async def test_a_phone_that_forgot_the_watch_is_refused_and_the_status_says_what_to_do(anna: Session) -> None:
    await anna.phone.disconnect()
    anna.phone.forget_watch()
    watch, mark = anna.watch, anna.watch.events.mark
    await anna.phone.connect()
    with pytest.raises(PairingFailed):
        await anna.phone.pair()
    if anna.phone.connection:
        await anna.phone.disconnect()
    await watch.event("state", since=mark, state="advertising", reason="pairingRequested")
    assert not watch.found("screen", since=mark)
    watch.press("decline")
    await watch.screen_is("status")
    await watch.display_shows("Asked to pair", "A phone asked to", "pair. Open Menu")
    watch.press("decline")
    await choose(anna, "pair new phone")
    await anna.pair()
    assert not watch.found("screen", since=mark, screen="pairAgain")
    assert not watch.found("screen", since=mark, screen="question")


async def test_a_stranger_is_not_let_in_by_the_advice(anna: Session) -> None:
    await anna.phone.disconnect()
    first = anna.phone.remember()
    anna.phone.become_another(WORK)
    await anna.phone.connect()
    with pytest.raises(PairingFailed):
        await anna.phone.pair()
    if anna.phone.connection:
        await anna.phone.disconnect()
    await anna.put_pairing_away()
    anna.phone.become_again(first)
    await anna.reconnect()
