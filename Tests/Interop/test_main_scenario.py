"""The one scenario that also runs on a board's binary: from power-on to a reconnection, with every layer in it."""

from __future__ import annotations

import pytest

from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification
from session import Session


@pytest.mark.board
@pytest.mark.timeout(180)
async def test_the_main_scenario(session: Session) -> None:
    await run(session)


async def run(session: Session) -> None:
    """Every step of it."""
    watch, phone = session.watch, session.phone
    await session.pair()

    message = Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL)
    seen = await session.deliver(message)
    assert (seen["appName"], seen["title"], seen["message"]) == ("WeChat", "王小明", "今晚七点一起吃饭吗？")
    await watch.screen_is("alert")
    await watch.glass_shows("王小明")
    watch.press("accept")
    await watch.screen_is("detail")
    watch.press("decline")
    await watch.screen_is("clock")

    call = Call(phone.ancs, "Mai")
    await watch.screen_is("call")
    await watch.glass_shows("Mai")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    call.end()

    uid = message.uid
    phone.ancs.remove(message)
    await watch.event("notification", op="removed", uid=uid)

    await phone.disconnect()
    await watch.state_is("disconnected")
    await session.reconnect()
    assert (await session.deliver(Notification("com.tencent.mqq", "QQ", "在吗？")))["message"] == "在吗？"
