"""Movements on the display: turned pages, new alerts, and names that are longer than a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import settings
from conftest import SessionMaker
from phone.notification import Category, Notification
from session import Session

# These tests see movements, which a busy machine shortens.
pytestmark = pytest.mark.alone

APP = "com.apple.MobileSMS"
STORY = " ".join(f"This is line {number:02}." for number in range(1, 40))
LONGEST_MESSAGE = 129
"""Control octet and data: with the address octet 2.9 ms at 400 kHz, for which the radio waits."""


@pytest.fixture
async def smooth(make_session: SessionMaker, tmp_path: Path) -> Session:
    """A paired watch whose pictures move in small steps."""
    session = await make_session("--config", str(settings(tmp_path, "[watch]", "power = fast")))
    await session.pair()
    return session


def payloads(session: Session, mark: int) -> list[bytes]:
    """Returns the messages to the panel from there on."""
    return [payload(line) for line in session.watch.frames.items[mark:]]


def payload(line: bytes) -> bytes:
    """Returns the message to the panel in a line of the trace."""
    return bytes.fromhex(line.decode().split()[2])


def start_lines(messages: list[bytes]) -> list[int]:
    """Returns the display start lines that were set, in order."""
    return [message[1] & 0x3F for message in messages if message[0] == 0x00 and message[1] & 0xC0 == 0x40]


async def test_a_page_is_turned_by_the_start_line(smooth: Session) -> None:
    await smooth.deliver(Notification(APP, "Anna", STORY))
    await smooth.watch.screen_is("alert")
    smooth.watch.press("accept")
    await smooth.watch.display_shows("line 01.")
    mark = smooth.watch.frames.mark
    smooth.watch.press("accept")
    await smooth.watch.display_shows("line 03.")
    messages = payloads(smooth, mark)
    assert len(set(start_lines(messages))) >= 2, "in steps"
    assert max(map(len, messages)) <= LONGEST_MESSAGE


async def test_an_alert_comes_in_from_below(smooth: Session) -> None:
    # The text comes late, because it ends the movement.
    smooth.phone.ancs.hold_after = 0
    mark = smooth.watch.frames.mark
    smooth.phone.ancs.add(Notification(APP, "Anna", "Are you there?"))
    await smooth.watch.screen_is("alert")
    await smooth.watch.frames.wait(lambda line: bool(start_lines([payload(line)])), "the start line moved", mark)
    smooth.phone.ancs.resume()
    await smooth.watch.display_shows("Anna", "Are you there?")
    messages = payloads(smooth, mark)
    first = start_lines(messages)[0]
    assert first % 16 == 0 and max(map(len, messages)) <= LONGEST_MESSAGE


async def test_without_small_steps_an_alert_comes_at_once(paired: Session) -> None:
    mark = paired.watch.frames.mark
    await paired.deliver(Notification(APP, "Anna", "Are you there?"))
    await paired.watch.display_shows("Anna", "Are you there?")
    assert not start_lines(payloads(paired, mark))


@pytest.mark.parametrize("name", ["Maximiliane von Hohenstein-Waldburg"])
async def test_a_name_that_is_too_long_runs_through_the_call_screen(paired: Session, name: str) -> None:
    await paired.deliver(Notification(
        "com.apple.mobilephone", name, category=Category.INCOMING_CALL, positive="Accept", negative="Decline"))
    await paired.watch.display_shows(name[:8], "Accept", "Decline")
    await paired.watch.display_shows(name[-4:], "Accept", "Decline")
