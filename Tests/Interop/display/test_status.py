"""The reasons why nothing arrives: each step that can fail, in the state events and on the status screen."""

from __future__ import annotations

import pytest
from bumble import hci

from conformance import row
from conftest import SessionMaker
from phone.att import CCCD, AttError, ErrorCode
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch.picture import Picture

STEPS = ("radio", "advertising", "connected", "secured", "service", "subscribed", "authorized", "recent")
ICON_SIDE = 16


def icons(picture: Picture) -> str:
    """The row below the bar: `#` done, `x` failed, `?` under way, `.` not reached."""
    return "".join(_icon(picture, index) for index in range(len(STEPS)))


def _icon(picture: Picture, index: int) -> str:
    rows = [f"{row:0128b}"[index * ICON_SIDE:(index + 1) * ICON_SIDE] for row in picture.rows[16:32]]
    lit = sum(row.count("1") for row in rows)
    if lit == 4:
        return "."
    if lit == 12:
        return "?"
    # The box of a failed one is lit down both its sides.
    return "x" if all(row[0] == row[-1] == "1" for row in rows[3:14]) else "#"


async def open_status(session: Session) -> None:
    """On the clock, decline opens the status."""
    await session.put_pairing_away()
    if session.watch.screen != "status":
        session.watch.press("decline")
    await session.watch.screen_is("status")


async def status_is(session: Session, headline: str, expected: str) -> None:
    """Waits until the status screen shows this."""
    await open_status(session)
    await session.watch.display_is(
        lambda picture: picture.shows(headline) and icons(picture) == expected, f"{headline} {expected}")


async def pair_until(session: Session, **state: str) -> None:
    """Pairs, and waits until the watch has reached this state."""
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await session.watch.event("state", **state)


async def test_all_is_well(paired: Session) -> None:
    assert "reason" not in paired.watch.found("state")[-1]
    await status_is(paired, "Connected", "#######?")
    await paired.watch.display_shows("8/8: recent", "Nothing came yet")


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_watch_without_a_bond_says_how_to_pair(session: Session) -> None:
    assert session.watch.found("state")[-1]["reason"] == "notBonded"
    await status_is(session, "Ready to pair", "###x....")
    await session.watch.display_shows("On the phone:", "Settings >")


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_watch_whose_window_is_closed_says_how_to_open_it(make_session: SessionMaker) -> None:
    session = await make_session("--pairing-window", "0")
    await session.watch.event("state", state="advertising", reason="notBonded")
    await status_is(session, "Not paired", "###x....")


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_phone_that_is_not_paired_is_no_link(make_session: SessionMaker) -> None:
    session = await make_session()
    session.phone.options.browses = False
    mark = session.watch.events.mark
    await session.phone.connect()
    assert (await session.watch.state_is("connected", since=mark))["reason"] == "notBonded"


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_phone_that_went_away_is_missed(paired: Session) -> None:
    mark = paired.watch.events.mark
    await paired.phone.disconnect()
    assert (await paired.watch.state_is("disconnected", since=mark))["reason"] == "noPhone"
    assert (await paired.watch.state_is("advertising", since=mark))["reason"] == "noPhone"
    await status_is(paired, "No phone", "##x.....")
    await paired.watch.display_shows("Bring it near,", "Bluetooth on.")
    await paired.reconnect()
    await status_is(paired, "Connected", "#######?")
    assert "reason" not in paired.watch.found("state")[-1]


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_controller_that_is_gone_is_a_radio_that_is_off(make_session: SessionMaker) -> None:
    session = await make_session(wire="unix")
    await open_status(session)
    await session.harness.wire.stop()
    await session.watch.event("state", state="recovering", reason="radioOff")
    await status_is(session, "Radio is off", "x.......")
    mark = session.watch.events.mark
    await session.harness.wire.start()
    await session.watch.state_is("advertising", since=mark)
    await status_is(session, "Ready to pair", "###x....")


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_controller_that_fails_is_told_apart(paired: Session) -> None:
    mark = paired.watch.events.mark
    paired.harness.controller.send_hci_packet(hci.HCI_Event(bytes([0x42]), event_code=hci.HCI_HARDWARE_ERROR_EVENT))
    await paired.watch.event("state", reason="controllerFailed", since=mark)
    assert (await paired.watch.state_is("advertising", since=mark))["reason"] == "noPhone"


@row("iPhone", "6.1 nothing arrives and nothing says why")
async def test_a_phone_without_the_service_is_reported(session: Session) -> None:
    session.phone.server.remove_service(session.phone.ancs.service)
    await pair_until(session, state="discovering", reason="noService")
    await status_is(session, "No service", "####x...")
    mark = session.watch.events.mark
    session.phone.publish_ancs()
    assert "reason" not in await session.watch.state_is("ready", since=mark)


@row("iPhone", "6.1 nothing arrives and nothing says why")
@row("iPhone", "5.17 three strikes")
async def test_a_phone_that_refuses_the_subscription_is_reported(session: Session) -> None:
    def refuse(_: bytes) -> None:
        raise AttError(ErrorCode.INSUFFICIENT_AUTHENTICATION)

    for attribute in session.phone.ancs.service.attributes:
        if attribute.type == CCCD:
            attribute.on_write = refuse
    await pair_until(session, reason="notSubscribed")
    await status_is(session, "Refused", "#####x..")


@row("iPhone", "6.1 nothing arrives and nothing says why")
@row("iPhone", "5.1 subscribed is not authorized")
async def test_a_phone_that_keeps_its_notifications_is_reported(session: Session) -> None:
    session.phone.ancs.is_authorized = False
    await pair_until(session, state="unauthorized", reason="notAuthorized")
    await status_is(session, "Not allowed", "######x.")
    await session.watch.display_shows("On the phone:", "Settings >")
    mark = session.watch.events.mark
    session.phone.ancs.is_authorized = True
    assert "reason" not in await session.watch.state_is("ready", since=mark)
    await status_is(session, "Connected", "#######?")


async def test_the_status_names_the_step_that_is_not_done(paired: Session) -> None:
    await status_is(paired, "Connected", "#######?")
    await paired.watch.display_shows("8/8: recent")
    await paired.phone.disconnect()
    await status_is(paired, "No phone", "##x.....")
    paired.watch.press("accept")
    await paired.watch.display_shows("3/8: connected")


async def test_the_last_event_lights_the_last_icon(paired: Session) -> None:
    await paired.deliver(Notification("com.apple.mobilemail", "Anna", "hello"))
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
    await status_is(paired, "Connected", "########")
    await paired.watch.display_shows("Last: just now", "iPhone")


@pytest.mark.parametrize("button", ["select", "accept", "down"])
async def test_the_rest_of_the_remedy_is_scrolled_to(session: Session, button: str) -> None:
    await status_is(session, "Ready to pair", "###x....")
    session.watch.press(button)
    await session.watch.display_shows("Bluetooth, then")
    assert not session.log.find(Kind.PHONE, "connected")
