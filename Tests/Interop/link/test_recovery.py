"""Controllers that fail, in every way and wherever the watch stands: it says so once, and the phone is served again.

After each loss: one line on standard error, one event `lost` and one `recovered`, the bond is as it was, the phone
reconnects without pairing, and a notification arrives.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from conftest import SessionMaker
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from phone.transport import HciServer
from session import Session

MAIL = "com.apple.mobilemail"
RESET, READ_BD_ADDR, PARAMETER_REPLY = 0x0C03, 0x1009, 0x2020
HARDWARE_ERROR = bytes.fromhex("04100142")
GARBAGE = bytes.fromhex("5a5a5a5a")
NO_MORE_COMMANDS = bytes.fromhex("040e03000000")
SILENT_LINKS, SILENCE = 3, 6.0
WINDOW = str(round(6 * SLOWNESS))
"""The length of the pairing window, in seconds."""
READ_BD_ADDR = 0x1009

Break = Callable[[Session], None]


@pytest.fixture
async def paired(make_session: SessionMaker) -> Session:
    """A watch and its phone; a pairing window soon closes."""
    session = await make_session("--pairing-window", WINDOW)
    await session.pair()
    return session


# -- Ways to fail --------------------------------------------------------------------------------------------------


def close(session: Session) -> None:
    """The stream is cut, as by a program that ends."""
    assert isinstance(session.harness.wire, HciServer)
    session.harness.wire.drop_host()


def report_hardware_error(session: Session) -> None:
    """The chip reports a hardware error."""
    session.harness.controller.inject(HARDWARE_ERROR)


def send_garbage(session: Session) -> None:
    """Sends octets that do not begin a packet."""
    session.harness.controller.inject(GARBAGE)


def answer_no_more(session: Session) -> None:
    """The next command gets no answer."""
    session.harness.controller.faults.unanswered[PARAMETER_REPLY] = 1
    provoke_command(session)


def take_no_more(session: Session) -> None:
    """No command may be sent any more."""
    session.harness.controller.inject(NO_MORE_COMMANDS)
    provoke_command(session)


def provoke_command(session: Session) -> None:
    """Reports a request of the phone for other connection parameters, which the watch must answer."""
    handle = next(iter(session.harness.controller.endpoints))
    session.harness.controller.inject(
        bytes.fromhex("043e0b06") + handle.to_bytes(2, "little") + bytes.fromhex("1800280003005802"))


# -- Places to fail at -----------------------------------------------------------------------------------------------


async def advertise(session: Session) -> None:
    """Without a link."""
    await session.phone.disconnect()
    await session.watch.state_is("advertising", since=session.watch.events.mark)


async def compare_codes(session: Session) -> None:
    """In the middle of a pairing of the phone that is bonded already: the wearer has opened the window for it."""
    await session.phone.disconnect()
    bond, session.phone.bond = session.phone.bond, None
    await session.open_pairing_window()
    await session.show_codes()
    session.phone.bond = bond


async def discover(session: Session) -> None:
    """Encrypted again, and looking for the services."""
    await session.phone.disconnect()
    mark = session.watch.events.mark
    await session.phone.connect()
    await session.watch.state_is("encrypted", since=mark)


async def be_ready(_: Session) -> None:
    """Subscribed."""


# -- Requirements afterwards -----------------------------------------------------------------------------------------


async def is_lost(session: Session, since: int, reason: str) -> None:
    """Waits until the watch reports the loss."""
    assert (await session.watch.event("controller", state="lost", since=since))["reason"] == reason


async def is_served_again(session: Session, since: int) -> None:
    """Waits until the controller is back, reconnects the phone with its bond, and delivers a notification."""
    await session.watch.event("controller", state="recovered", since=since)
    entries = session.log.mark
    if session.phone.connection:
        await session.log.wait_for(Kind.PHONE, "disconnected", since=entries)
    session.phone.answer = True
    advertising = await session.watch.event("state", since=since, state="advertising")
    if advertising["reason"] == "pairingWindowOpen":
        # It is open for new phones only, and closes by itself.
        await session.watch.event("state", since=since, state="advertising", reason="noPhone")
    await session.reconnect()
    assert not session.log.find(Kind.PHONE, "code", since=entries)
    assert (await session.deliver(Notification(MAIL, "Anna", "after the outage")))["complete"]


async def ends_with(session: Session, losses: int, since: int = 0) -> list[str]:
    """Ends the watch. Fails if a loss was not reported once in both ways. Returns the lines on standard error."""
    assert await session.watch.stop() == 0
    states = [event["state"] for event in session.watch.found("controller", since=since)]
    assert states == ["lost", "recovered"] * losses
    lines = session.watch.errors.splitlines()
    assert len(lines) == losses, lines
    return lines


@pytest.mark.parametrize(("place", "way", "reason", "line"), [
    (be_ready, close, "closed", "start the program that emulates the controller"),
    (be_ready, report_hardware_error, "hardwareError", "the controller reports hardware error 0x42"),
    (be_ready, send_garbage, "garbled", "received invalid data from the Bluetooth controller"),
    (be_ready, answer_no_more, "commandTimeout", "the controller did not answer command 0x2020"),
    (be_ready, take_no_more, "noCommandCredits", "the controller took no command for 4 s"),
    (advertise, close, "closed", ""),
    (advertise, report_hardware_error, "hardwareError", ""),
    (compare_codes, close, "closed", ""),
    (compare_codes, report_hardware_error, "hardwareError", ""),
    (compare_codes, answer_no_more, "commandTimeout", ""),
    (discover, close, "closed", ""),
    (discover, report_hardware_error, "hardwareError", ""),
])
async def test_a_lost_controller_is_reported_once_and_the_phone_is_served_again(
    paired: Session, place: Callable[[Session], Awaitable[None]], way: Break, reason: str, line: str,
) -> None:
    await place(paired)
    mark = paired.watch.events.mark
    way(paired)
    await is_lost(paired, mark, reason)
    await is_served_again(paired, mark)
    assert line in (await ends_with(paired, losses=1))[0]


async def test_a_unix_stream_that_is_cut_is_opened_again(make_session: SessionMaker) -> None:
    session = await make_session(wire="unix")
    await session.pair()
    mark = session.watch.events.mark
    close(session)
    await is_lost(session, mark, "closed")
    await is_served_again(session, mark)
    await ends_with(session, losses=1)


async def test_a_failing_controller_ends_a_pairing(paired: Session) -> None:
    await compare_codes(paired)
    mark = paired.watch.events.mark
    report_hardware_error(paired)
    await paired.watch.event("pairing", result="failed", reason="disconnected", since=mark)
    await is_served_again(paired, mark)


async def test_a_controller_that_dies_in_bring_up_is_tried_again_and_told_of_once(paired: Session) -> None:
    paired.harness.controller.faults.unanswered = {READ_BD_ADDR: 2}
    mark, entries = paired.watch.events.mark, paired.log.mark
    close(paired)
    await is_served_again(paired, mark)
    assert len(paired.log.find(Kind.LINK, "host came", since=entries)) == 3
    await ends_with(paired, losses=1)


async def test_a_controller_that_does_not_come_up_at_start_is_reported_once(make_session: SessionMaker) -> None:
    session = await make_session()
    assert await session.watch.stop() == 0
    session.harness.controller.faults.unanswered = {READ_BD_ADDR: 2}
    await session.start_watch()
    await ends_with(session, losses=1)


async def test_a_reset_that_is_swallowed_is_repeated(paired: Session) -> None:
    paired.harness.controller.faults.unanswered = {RESET: 1}
    mark, entries = paired.watch.events.mark, paired.log.mark
    close(paired)
    await is_served_again(paired, mark)
    resets = paired.log.find(Kind.COMMAND, "reset", since=entries)
    assert len(resets) == 2 and 0.2 <= resets[1].seconds - resets[0].seconds <= 1 + SLOWNESS
    assert len(paired.log.find(Kind.LINK, "host came", since=entries)) == 1
    await ends_with(paired, losses=1)


async def test_two_losses_are_two_lines(paired: Session) -> None:
    for way in (report_hardware_error, close):
        mark = paired.watch.events.mark
        way(paired)
        await is_served_again(paired, mark)
    await ends_with(paired, losses=2)


async def connect_in_silence(session: Session, count: int) -> None:
    """Connects the phone without encryption. Fails if a notification arrives."""
    session.phone.options.heeds_security_request = False
    for _ in range(count):
        entries = session.log.mark
        await session.phone.connect()
        begin = session.log.items[-1].seconds
        end = await session.log.wait_for(Kind.PHONE, "disconnected", since=entries)
        assert end.details["reason"] == 0x13 and end.seconds - begin > SILENCE - 0.5


async def test_a_controller_that_carries_no_data_but_answers_is_kept(paired: Session) -> None:
    await paired.phone.disconnect()
    paired.harness.controller.faults.is_deaf = True
    mark = paired.log.mark
    await connect_in_silence(paired, SILENT_LINKS)
    await paired.log.wait_for(Kind.COMMAND, "read_bd_addr", since=mark)
    assert not paired.log.find(Kind.COMMAND, "reset", since=mark)
    paired.harness.controller.faults.is_deaf = False
    await paired.reconnect()
    await ends_with(paired, losses=0)


async def test_a_controller_that_carries_no_data_and_does_not_answer_is_started_afresh(paired: Session) -> None:
    await paired.phone.disconnect()
    paired.harness.controller.faults.is_deaf = True
    await connect_in_silence(paired, SILENT_LINKS - 1)
    mark = paired.watch.events.mark
    paired.harness.controller.faults.unanswered[READ_BD_ADDR] = 1
    await paired.phone.connect()
    await is_lost(paired, mark, "commandTimeout")
    paired.harness.controller.faults.is_deaf = False
    await is_served_again(paired, mark)
    await ends_with(paired, losses=1)


# -- Links, with a controller that does as it should -----------------------------------------------------------------


async def test_a_link_lost_while_codes_are_compared_lets_the_phone_pair_again(session: Session) -> None:
    session.phone.answer = None
    mark = session.watch.events.mark
    await session.show_codes()
    session.phone.link.lose()
    await session.watch.event("pairing", result="failed", reason="disconnected", since=mark)
    await session.put_pairing_away()
    session.phone.answer = True
    await session.pair()
    assert await session.watch.stop() == 0
    assert session.watch.errors == ""


async def test_a_link_lost_while_services_are_looked_for_is_taken_up_again(paired: Session) -> None:
    await discover(paired)
    paired.phone.link.lose()
    await paired.reconnect()
    assert (await paired.deliver(Notification(MAIL, "Anna", "again")))["complete"]
    await ends_with(paired, losses=0)


async def test_timing_that_the_phone_changes_by_itself_is_asked_for_once_more(paired: Session) -> None:
    def asked() -> list[float]:
        return [entry.seconds for entry in paired.log.find(Kind.PHONE, "parameters asked", since=link)]

    # Pairing takes longer than the watch waits before its first request.
    await paired.phone.disconnect()
    link = paired.log.mark
    await paired.reconnect()
    await paired.log.wait_for(Kind.LINK, "parameters", since=link, timeout=600)
    assert len(asked()) == 1
    entries = paired.log.mark
    await paired.phone.change_timing(interval=24, latency=0, timeout=72)
    changed = await paired.log.wait_for(Kind.LINK, "parameters", since=entries, timeout=72)
    again = await paired.log.wait_for(Kind.PHONE, "parameters asked", since=entries)
    assert again.seconds - changed.seconds > 4.5
    await paired.log.wait_for(Kind.LINK, "parameters", since=entries, timeout=600)
    assert len(asked()) == 2
