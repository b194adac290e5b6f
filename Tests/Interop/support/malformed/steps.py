"""What is done to the watch, and how its reaction is seen.

Links keep their order: whatever the watch has to say to a PDU, it says before it answers the request that followed.
So silence is shown by an echo, not by waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from phone.controller import StrictController
from phone.log import Entry, Kind
from phone.media import AMS_UUID
from phone.notification import Notification
from phone.phone import SimulatedPhone
from session import Session

ATT, SIGNALLING, SMP = 4, 5, 6
ECHO, ECHOED = bytes.fromhex("0a0100"), bytes.fromhex("0b0018")
"""Reading which service is the watch's first: anybody may, on any link and at any time."""


def octets(text: str) -> bytes:
    """Returns the octets of hexadecimal digits."""
    return bytes.fromhex(text)


# -- ATT -------------------------------------------------------------------------------------------------------------


def is_response(entry: Entry) -> bool:
    """Whether this is a response of the watch's server."""
    return entry.kind == Kind.ATT and entry.details["pdu"][0] & 0x41 == 0x01 and entry.details["pdu"][0] < 0x1B


def is_request(entry: Entry) -> bool:
    """Whether this is a request of the watch's client."""
    return entry.kind == Kind.ATT and entry.details["pdu"][0] & 0x41 == 0 and entry.details["pdu"][0] < 0x1B


def seen(session: Session, is_wanted: Callable[[Entry], bool], since: int) -> list[bytes]:
    """The PDUs of these entries."""
    return [entry.details["pdu"] for entry in session.log.items[since:] if is_wanted(entry)]


async def ask(session: Session, request: bytes) -> bytes:
    """Sends a request, valid or not, and returns the one response."""
    mark = session.log.mark
    session.phone.send_frame(ATT, request)
    return (await session.log.wait(is_response, "a response", mark)).details["pdu"]


async def echo(session: Session, since: int, expected: tuple[bytes, ...] = ()) -> None:
    """Requests an answer, and fails if the server sent anything else than `expected` since `mark`."""
    session.phone.send_frame(ATT, ECHO)
    await session.log.wait(lambda entry: is_response(entry) and entry.details["pdu"] == ECHOED, "the echo", since)
    assert seen(session, is_response, since) == [*expected, ECHOED]


async def expect_silence(session: Session, *requests: bytes) -> None:
    """Sends PDUs. Fails if one is answered, or if the link ends."""
    mark = session.log.mark
    for request in requests:
        session.phone.send_frame(ATT, request)
    await echo(session, mark)


# -- Signalling ------------------------------------------------------------------------------------------------------


def signals(session: Session, since: int) -> list[str]:
    """Returns the watch's signalling PDUs, without its requests for other connection parameters."""
    return [
        entry.details["pdu"].hex() for entry in session.log.find(Kind.SIGNALLING, since=since)
        if entry.details["code"] != 0x12]


async def signal(session: Session, pdu: bytes) -> list[str]:
    """Sends a signalling PDU, and returns the answers."""
    mark = session.log.mark
    session.phone.send_frame(SIGNALLING, pdu)
    await echo(session, mark)
    return signals(session, mark)


# -- Links -----------------------------------------------------------------------------------------------------------


async def connect_plainly(session: Session) -> None:
    """Connects a phone that does nothing by itself."""
    mark = session.watch.events.mark
    session.phone.options.greets = False
    await session.phone.connect()
    await session.watch.state_is("connected", since=mark)


async def secure(session: Session) -> None:
    """Pairs, and waits until watch and phone are idle."""
    mark = session.log.mark
    await session.pair()
    await session.log.wait_for(Kind.PHONE, "browsed", since=mark)
    await has_asked_all(session, mark)


async def has_asked_all(session: Session, since: int) -> None:
    """Waits for the last request of the watch's client on a new link, which searches for the media service."""
    await session.log.wait(
        lambda entry: is_request(entry) and entry.details["pdu"].endswith(AMS_UUID), "the last search", since)


async def still_works(session: Session) -> None:
    """Fails if a notification does not arrive on this link."""
    link = session.phone.link
    notification = Notification("com.apple.mobilemail", "Anna", "still here")
    assert (await session.deliver(notification))["complete"]
    session.phone.ancs.remove(notification)
    assert session.phone.link is link


async def comes_back(session: Session) -> None:
    """Connects the phone again with its bond. Fails if a notification does not arrive."""
    session.phone.options.greets = True
    if session.phone.connection:
        await session.phone.disconnect()
    mark = session.log.mark
    await session.reconnect()
    assert not session.log.find(Kind.PHONE, "code", since=mark)
    await still_works(session)


async def ends_link(session: Session, reason: int, since: int) -> None:
    """Waits until the watch has ended the link for this reason."""
    command = await session.log.wait_for(Kind.COMMAND, "disconnect", since=since)
    assert command.details["parameters"][2] == reason
    await session.log.wait_for(Kind.PHONE, "disconnected", since=since, reason=reason)


async def starts_over(session: Session, since: int, deadline: float = 10.0) -> None:
    """Waits until the watch has closed the transport, opened it again and set up the controller."""
    left = await session.log.wait_for(Kind.LINK, "host left", since=since, deadline=deadline)
    after = session.log.items.index(left)
    await session.log.wait_for(Kind.LINK, "host came", since=after)
    await session.log.wait_for(Kind.COMMAND, "reset", since=after)
    await session.log.wait_for(Kind.COMMAND, "le_set_advertising_enable", since=after, parameters=b"\x01")


# -- The controller under the watch ----------------------------------------------------------------------------------


def controller(session: Session) -> StrictController:
    """The watch's."""
    return session.harness.controller


def handle(session: Session) -> int:
    """Of the link, on the watch's side."""
    return session.phone.link.peripheral.handle


async def credits_returned(session: Session) -> None:
    """Waits until the watch's controller holds no data of the watch."""
    while sum(controller(session).outstanding.values()):
        await asyncio.sleep(0)
    # The last one counts as returned when its event is about to be sent.
    await asyncio.sleep(0)


def event(code: int, parameters: bytes | str = b"") -> bytes:
    """An HCI event."""
    body = bytes.fromhex(parameters) if isinstance(parameters, str) else parameters
    return bytes((4, code, len(body))) + body


def le_event(subevent: int, parameters: bytes) -> bytes:
    """An LE Meta event."""
    return event(0x3E, bytes((subevent,)) + parameters)


def acl(word: int, data: bytes) -> bytes:
    """An ACL packet; `word` is the handle with the flags."""
    return b"\x02" + word.to_bytes(2, "little") + len(data).to_bytes(2, "little") + data


def frame(channel: int, payload: bytes) -> bytes:
    """An L2CAP frame."""
    return len(payload).to_bytes(2, "little") + channel.to_bytes(2, "little") + payload


def name_of(phone: SimulatedPhone) -> bytes:
    """The phone's address on this link, as an event carries it: type, then six octets."""
    assert phone.connection
    return b"\x01" + bytes(phone.connection.self_address)
