"""The database of an iPhone, its answers to the MTU, its calls and its player, as captures show them."""

from __future__ import annotations

import asyncio

import pytest

from conformance import row
from conftest import SessionMaker
from phone.calls import Call
from phone.log import Kind
from phone.media import MediaOptions
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.services import Layout
from session import Session

TABLE = "iPhone"
NUMBER = "+49 151 23456789"
SEVERAL_REPLIES = "The quick brown fox jumps over the lazy dog. " * 24


def message() -> Notification:
    """A message that takes several packets at every MTU."""
    return Notification("com.tencent.xin", "Anna", SEVERAL_REPLIES)


# -- The database ----------------------------------------------------------------------------------------------------


@row(TABLE, "5.23 the order of the services")
@pytest.mark.parametrize("layout", Layout, ids=lambda layout: layout.name)
async def test_every_service_is_found_in_either_order(make_session: SessionMaker, layout: Layout) -> None:
    session = await make_session(phone=PhoneOptions(layout=layout, media=MediaOptions()))
    session.phone.media.play()
    await session.pair()
    await session.log.wait_for(Kind.PHONE, "battery level subscribed")
    await session.log.wait_for(Kind.PHONE, "current time subscribed")
    await session.watch.event("music", title="Heroes")
    assert (await session.deliver(Notification("com.tencent.xin", "Anna", "hello")))["complete"]
    # Extended Properties stand where a careless client looks for the configuration.
    for characteristic in (session.phone.media.remote_command, session.phone.media.entity_update):
        assert characteristic.cccd == 1


# -- The MTU ---------------------------------------------------------------------------------------------------------


@row(TABLE, "5.24 answers to the MTU")
@pytest.mark.parametrize("mtu", [158, 185, 244, 527])
async def test_texts_are_whole_at_the_mtu_that_the_phone_answers(make_session: SessionMaker, mtu: int) -> None:
    session = await make_session(phone=PhoneOptions(mtu=mtu, asks_mtu=False))
    await session.pair()
    seen = await session.deliver(message())
    assert session.phone.server.mtu == min(mtu, 517) and seen["complete"]


@row(TABLE, "5.24 answers to the MTU")
async def test_the_watch_is_browsed_while_its_own_request_waits(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(mtu=185, asks_mtu=False))
    await session.pair()
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    session.phone.options.answers_mtu_late = True
    mark = session.log.mark
    await session.reconnect()
    held = await session.log.wait_for(Kind.PHONE, "MTU answer held", since=mark)
    await session.log.wait_for(Kind.PHONE, "discovered", since=session.log.items.index(held))
    seen = await session.deliver(message())
    assert session.phone.server.mtu == 185 and seen["complete"]


# -- Calls -----------------------------------------------------------------------------------------------------------


@row(TABLE, "5.25 what calls say")
@pytest.mark.parametrize("details", [{"date": ""}, {"subtitle": "mobile"}], ids=["without a date", "with a subtitle"])
async def test_the_number_of_a_call_is_shown_without_its_marks(paired: Session, details: dict[str, str]) -> None:
    call = Call(paired.phone.ancs, f"\u202d{NUMBER}\u202c", **details)
    await paired.watch.screen_is("call")
    await paired.watch.display_shows(NUMBER)
    paired.watch.press("decline")
    await paired.log.wait_for(Kind.PHONE, "call missed")
    assert call.missed
    seen = await paired.watch.event("notification", op="content", uid=call.missed.uid, category="missedCall")
    assert seen["complete"] and NUMBER in seen["title"]
    await paired.watch.screen_is("clock")
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    await paired.watch.display_shows(NUMBER[:8])


# -- Music -----------------------------------------------------------------------------------------------------------


@row(TABLE, "music: a player without a name")
async def test_a_player_without_a_name_is_shown(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(media=MediaOptions(has_player_name=False)))
    session.phone.media.play()
    await session.pair()
    await session.watch.event("music", title="Heroes", artist="David Bowie", state="playing", player="")
    mark = session.watch.events.mark
    session.phone.media.change(number=1)
    await session.watch.event("music", title="Low", state="playing", since=mark)


@row(TABLE, "music: a player without a name")
async def test_a_phone_that_crashed_at_the_players_name_is_not_asked_for_it_again(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(media=MediaOptions()))
    crashes: list[asyncio.Handle] = []

    def crash() -> None:
        crashes.append(asyncio.get_running_loop().call_soon(session.phone.link.lose))

    session.phone.media.options.on_player_name = crash
    session.phone.media.play()
    await session.pair()
    await session.log.wait_for(Kind.PHONE, "disconnected", reason=0x08)
    mark = session.log.mark
    await session.reconnect()
    await session.log.wait_for(Kind.PHONE, "attributes registered", since=mark)
    assert len(crashes) == 1
