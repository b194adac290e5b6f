"""The one scenario that also runs on a board's binary: from power-on to a reconnection, with every layer in it."""

from __future__ import annotations

import pytest

from phone.calls import Call
from phone.log import Kind
from steps import come_again, read_message
from session import Session


@pytest.mark.board
@pytest.mark.timeout(180)
async def test_the_main_scenario(session: Session) -> None:
    await run(session)


async def run(session: Session) -> None:
    """Every step of it."""
    watch, phone = session.watch, session.phone
    await session.pair()
    message = await read_message(session)

    call = Call(phone.ancs, "Mai")
    await watch.screen_is("call")
    await watch.glass_shows("Mai")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    call.end()

    uid = message.uid
    phone.ancs.remove(message)
    await watch.event("notification", op="removed", uid=uid)

    await come_again(session)
