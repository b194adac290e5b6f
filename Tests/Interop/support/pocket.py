"""Several phones, of which one at a time is switched on, and the way through the watch's menu to them."""

from __future__ import annotations

import pytest

from phone.log import Kind
from session import Session

MENU = ("pair new phone", "phones", "disconnect", "forget phone", "status", "music", "quiet now", "clear all", "timer",
        "stopwatch", "torch", "alarms", "settings", "face", "tutorial")
ENDED_BY_WATCH = 0x13
"""Remote User Terminated Connection: the reason that the phone gets when the watch ends the link."""
KEY_MISSING = 0x06
"""PIN or Key Missing: the watch has no bond with the phone."""


async def choose(session: Session, item: str) -> None:
    """Returns to the clock, holds decline for the menu, and chooses an entry."""
    watch = session.watch
    while watch.screen != "clock":
        mark = watch.events.mark
        watch.press("decline" if watch.screen == "pairing" else "back")
        await watch.event("screen", since=mark)
    watch.press("decline", "hold")
    await watch.screen_is("menu")
    for _ in range(MENU.index(item)):
        watch.press("decline")
    mark = watch.events.mark
    watch.press("accept")
    await watch.event("screen", since=mark)


async def pair_named(session: Session) -> None:
    """Pairs, and waits until the watch has read the name of the phone."""
    mark = session.log.mark
    await session.pair()
    await session.log.wait_for(Kind.ATT, "Read request", since=mark)


async def pair_another(session: Session, identity: str, name: str) -> None:
    """Pairs a second phone in an open pairing window."""
    session.phone.become_another(identity)
    session.phone.rename(name)
    await pair_named(session)


async def is_rejected(session: Session) -> None:
    """Connects the phone. Fails if the watch keeps the link, or reports a lost bond."""
    mark, events = session.log.mark, session.watch.events.mark
    await session.phone.connect()
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    assert not session.log.find(Kind.PHONE, "encryption failed", since=mark, status=KEY_MISSING)
    assert not session.watch.found("state", since=events, state="ready")


async def finds_nothing(session: Session) -> None:
    """Fails if the bonded phone recognises the watch under its present address."""
    mark = session.log.mark
    with pytest.raises(TimeoutError):
        await session.phone.connect(deadline=1.0)
    assert not session.log.find(Kind.LINK, "established", since=mark)


async def ask_for_a_lost_key(session: Session) -> None:
    """Connects the phone with a bond that the watch does not have, until the phone stops trying."""
    mark = session.log.mark
    await session.phone.connect()
    await session.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=KEY_MISSING)
    await session.phone.disconnect()
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark)
