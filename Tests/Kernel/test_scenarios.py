"""The watch on Linux's own interfaces: user channel, i2c-dev, the GPIO character device."""

from __future__ import annotations

from bench import KernelSession, golden
from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification


async def test_from_pairing_to_a_call_and_a_reconnection(session: KernelSession) -> None:
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

    call = Call(phone.ancs, "Mum", positive="Accept")
    await watch.screen_is("call")
    await watch.glass_is(lambda picture: picture == golden("call"), "the call's golden picture")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    await watch.screen_is("activeCall")
    call.end()
    await watch.screen_is("clock")

    watch.press("decline", "hold")
    await watch.screen_is("menu")
    await watch.glass_is(lambda picture: picture == golden("menu"), "the menu's golden picture")
    watch.press("decline", "hold")
    await watch.screen_is("clock")

    await phone.disconnect()
    await watch.state_is("disconnected")
    await session.reconnect()
    assert (await session.deliver(Notification("com.tencent.mqq", "QQ", "在吗？")))["message"] == "在吗？"
