"""The steps that all complete scenarios share."""

from __future__ import annotations

from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification
from session import Session


async def read_message(session: Session) -> Notification:
    """Sends a message, opens it on the watch and leaves it."""
    watch = session.watch
    message = Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL)
    seen = await session.deliver(message)
    assert (seen["appName"], seen["title"], seen["message"]) == ("WeChat", "王小明", "今晚七点一起吃饭吗？")
    await watch.screen_is("alert")
    await watch.display_shows("王小明")
    watch.press("accept")
    await watch.screen_is("detail")
    watch.press("decline")
    await watch.screen_is("clock")
    return message


async def come_again(session: Session) -> None:
    """Disconnects the phone, connects it again and sends a message."""
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    await session.reconnect()
    assert (await session.deliver(Notification("com.tencent.mqq", "QQ", "在吗？")))["message"] == "在吗？"



async def main_scenario(session: Session) -> None:
    """Plays a complete scenario, from power-on to a reconnection."""
    watch, phone = session.watch, session.phone
    await session.pair()
    message = await read_message(session)

    call = Call(phone.ancs, "Mai")
    await watch.screen_is("call")
    await watch.display_shows("Mai")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    call.end()

    uid = message.uid
    phone.ancs.remove(message)
    await watch.event("notification", op="removed", uid=uid)

    await come_again(session)
