"""The watch on Linux's own interfaces: user channel, i2c-dev, the GPIO character device."""

from __future__ import annotations

from bench import KernelSession, golden
from phone.calls import Call
from phone.log import Kind
from steps import come_again, read_message


async def test_from_pairing_to_a_call_and_a_reconnection(session: KernelSession) -> None:
    watch, phone = session.watch, session.phone
    await session.pair()
    await read_message(session)

    call = Call(phone.ancs, "Mum", positive="Accept")
    await watch.screen_is("call")
    await watch.display_is(lambda picture: picture == golden("call"), "the call's golden picture")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    await watch.screen_is("activeCall")
    call.end()
    await watch.screen_is("clock")

    watch.press("decline", "hold")
    await watch.screen_is("menu")
    await watch.display_is(lambda picture: picture == golden("menu"), "the menu's golden picture")
    watch.press("decline", "hold")
    await watch.screen_is("clock")

    await come_again(session)
