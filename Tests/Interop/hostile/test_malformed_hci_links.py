"""Table 6.3 of HCI: events about links that do not exist, or are not the watch's."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from chips import on_both_chips
from conformance import row
from malformed.events import NOBODY, connection_complete, key_request, replaced, u16
from malformed.steps import (
    ask,
    comes_back,
    connect_plainly,
    controller,
    ends_link,
    event,
    handle,
    le_event,
    name_of,
    octets,
    still_works,
)
from phone.log import Kind
from session import Session

pytestmark = on_both_chips


@pytest.mark.parametrize("status", [0x3C, 0x3E])
@row("HCI", "connection that failed")
async def test_after_a_failed_connection_the_watch_advertises_afresh(room: Session, status: int) -> None:
    mark = room.log.mark
    await room.phone.disconnect()
    await room.log.wait_for(Kind.COMMAND, "le_set_advertising_enable", since=mark, parameters=b"\x01")
    mark, events = room.log.mark, room.watch.events.mark
    controller(room).inject(connection_complete(0, bytes(7), status))
    await room.log.wait_for(Kind.COMMAND, "le_set_advertising_enable", since=mark, parameters=b"\x01")
    assert not room.watch.found("state", since=events, state="connected")
    await comes_back(room)


@pytest.mark.parametrize("role", [
    pytest.param(0, marks=row("HCI", "connection as central"), id="central"),
    pytest.param(1, marks=row("HCI", "second connection"), id="second"),
])
async def test_another_link_is_ended_and_the_first_goes_on(room: Session, role: int) -> None:
    mark = room.log.mark
    controller(room).inject(connection_complete(NOBODY, b"\x00" + octets("0605040302f0"), role=role))
    command = await room.log.wait_for(Kind.COMMAND, "disconnect", since=mark)
    assert command.details["parameters"] == u16(NOBODY) + b"\x13"
    await still_works(room)


@row("HCI", "connection with a live handle")
async def test_nothing_of_the_old_link_is_left_on_one_with_its_handle(room: Session) -> None:
    assert (await ask(room, octets("0a1b00")))[0] == 0x0B
    room.phone.options.greets = False
    events = room.watch.events.mark
    controller(room).inject(connection_complete(handle(room), name_of(room.phone)))
    await room.watch.state_is("connected", since=events)
    assert await ask(room, octets("0a1b00")) == octets("01 0a 1b00 05")
    await comes_back(room)


@row("HCI", "connection with timing 0")
async def test_a_link_with_timing_of_zero_is_a_link(room: Session) -> None:
    def without_timing(packet: bytes) -> Iterable[bytes]:
        is_complete = packet[:2] == b"\x04\x3e" and packet[3] == 0x01
        return (packet[:-7] + bytes(6) + packet[-1:],) if is_complete else (packet,)

    controller(room).tamper = without_timing
    await comes_back(room)


@row("HCI", "key request of an unknown link")
async def test_a_key_request_without_a_link_is_refused(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(key_request(NOBODY))
    reply = await room.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    assert reply.details["parameters"] == u16(NOBODY)
    await still_works(room)


@row("HCI", "parameter request of an unknown link")
async def test_a_parameter_request_without_a_link_is_refused(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(le_event(0x06, u16(NOBODY, 24, 40, 0, 600)))
    reply = await room.log.wait_for(
        Kind.COMMAND, "le_remote_connection_parameter_request_negative_reply", since=mark)
    assert reply.details["parameters"] == u16(NOBODY) + b"\x3b"
    await still_works(room)


@row("HCI", "two key requests")
async def test_each_of_two_key_requests_is_answered_once(room: Session) -> None:
    await room.phone.disconnect()
    mark = room.log.mark
    controller(room).tamper = lambda packet: (packet,) * (2 if packet[1:4] == b"\x3e\x0d\x05" else 1)
    await comes_back(room)
    replies = [entry for entry in room.log.find(Kind.COMMAND, since=mark) if "long_term_key" in entry.name]
    assert len(replies) == 2
    assert room.log.forgive("no Long Term Key was asked for") == 1


@pytest.mark.parametrize("claim", [
    pytest.param(0x08, id="encryption change"), pytest.param(0x30, id="key refresh")])
@row("HCI", "encryption without our key")
async def test_encryption_without_our_key_is_not_believed(room: Session, claim: int) -> None:
    await room.phone.disconnect()
    await connect_plainly(room)
    mark, events = room.log.mark, room.watch.events.mark
    controller(room).inject(event(claim, b"\x00" + u16(handle(room)) + (b"\x01" if claim == 0x08 else b"")))
    await ends_link(room, 0x05, mark)
    assert not room.watch.found("state", state="encrypted", since=events)
    await comes_back(room)


@row("HCI", "answer too short while running")
async def test_a_key_reply_that_was_not_confirmed_makes_no_secured_link(room: Session) -> None:
    await room.phone.disconnect()
    mark = room.log.mark
    controller(room).tamper = lambda packet: (replaced(packet, {0x201A: "00"}),)
    await room.phone.connect()
    await ends_link(room, 0x05, mark)
    controller(room).tamper = None
    await comes_back(room)


@row("HCI", "data buffer overflow")
async def test_an_overflow_ends_the_link(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(event(0x1A, "01"))
    await ends_link(room, 0x13, mark)
    await comes_back(room)
