"""Table 6.3 of the ATT client: a server that answers the watch with what no phone answers.

The watch looks for the phone's GATT service, then for ANCS. Most answers are put into the first search, of which only
Service Changed depends: whatever it ends with, the next request looks for ANCS, which the phone then shows honestly.
"""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
import pytest_asyncio

from chips import on_both_chips
from conformance import row
from conftest import SessionMaker
from malformed.steps import (
    ATT,
    comes_back,
    connect_plainly,
    echo,
    ends_link,
    has_asked_all,
    is_request,
    octets,
    secure,
    seen,
    still_works,
)
from phone.att import CCCD
from phone.log import Entry, Kind
from phone.media import AMS_UUID
from phone.options import PhoneOptions
from session import Session

pytestmark = on_both_chips

TABLE = "ATT client"
MTU, FIND_INFORMATION, FIND_BY_TYPE_VALUE, READ_BY_TYPE, WRITE = 0x02, 0x04, 0x06, 0x08, 0x12
GATT, ANCS = octets("0118"), octets("d0002d121e4b0fa4994eceb531f40579")
CONFIRMATION = b"\x1e"


@pytest_asyncio.fixture
async def room(make_session: SessionMaker) -> AsyncIterator[Session]:
    """A watch with a bond and without a link; afterwards it is served on an honest one."""
    session = await make_session(phone=PhoneOptions(mtu=23))
    await secure(session)
    await session.phone.disconnect()
    session.phone.options.browses = False
    yield session
    session.phone.server.script = None
    await comes_back(session)


def notification_source_configuration(room: Session) -> int:
    """The handle of the Notification Source's Client Characteristic Configuration."""
    return next(found.handle for found in room.phone.ancs.service.attributes if found.type == CCCD)


class Once:
    """A script: sends these octets as the answer to the first such request, and honest answers otherwise."""

    def __init__(self, opcode: int, *answers: bytes, about: bytes = b"", is_then_honest: bool = False) -> None:
        self.opcode, self.answers, self.about, self.is_then_honest = opcode, answers, about, is_then_honest
        self.is_done = False
        self.server: Callable[[bytes], None] | None = None

    def __call__(self, request: bytes) -> Sequence[bytes] | None:
        if self.is_done or request[0] != self.opcode or not request.endswith(self.about):
            return None
        self.is_done = True
        if not self.is_then_honest or not self.server:
            return self.answers
        for answer in self.answers:
            self.server(answer)
        return None


async def serve(session: Session, script: Callable[[bytes], Sequence[bytes] | None]) -> int:
    """Connects with the bond and answers by `script`. Returns the length of the log before."""
    mark = session.log.mark
    if isinstance(script, Once):
        script.server = session.phone.server.send
    session.phone.server.script = script
    await session.phone.connect()
    return mark


async def request_after(session: Session, is_wanted: Callable[[bytes], bool], since: int) -> bytes:
    """Returns the watch's first request after the expected one."""
    def is_behind(entry: Entry) -> bool:
        requests = seen(session, is_request, since)
        return is_request(entry) and any(is_wanted(request) for request in requests[:-1])

    return (await session.log.wait(is_behind, "another request", session.log.mark)).details["pdu"]


def gatt_range(session: Session) -> tuple[int, int]:
    """The handles of the phone's GATT service: declaration, Service Changed, its value, its configuration."""
    return session.phone.gatt.start, session.phone.gatt.end


# -- Discovery -------------------------------------------------------------------------------------------------------

BEFORE, START, FIRST, VALUE = "{before}", "{start}", "{first}", "{value}"
LAST, BEHIND, FAR = "{last}", "{behind}", "{far}"
"""The handles before, in and behind the phone's GATT service, whose last attribute is a configuration."""


def lists() -> list[object]:
    """Row, request, the answer with handles by name, what is wrong."""
    uuid128 = "00" * 16
    cases = {
        "find information response": (FIND_INFORMATION, [
            ("format 3", f"0503{LAST}0229"), ("no entry", "0501"), ("remainder", f"0501{LAST}0229ff"),
            ("below the range", f"0501{VALUE}0229"), ("beyond the range", f"0501{BEHIND}0229"),
            ("falling", f"0501{LAST}0229{LAST}0229"), ("handle 0", "050100000229"),
            ("long type cut", f"0502{LAST}" + "00" * 14)]),
        "find by type value response": (FIND_BY_TYPE_VALUE, [
            ("no entry", "07"), ("remainder", f"07{START}{LAST}ff"), ("end before start", f"07{LAST}{START}"),
            ("falling", f"07{LAST}{LAST}{START}{START}"), ("overlapping", f"07{START}{LAST}{LAST}{BEHIND}"),
            ("handle 0", f"070000{LAST}")]),
        "read by type response": (READ_BY_TYPE, [
            ("no entry", "0907"), ("length 0", "0900"), ("length 1", f"0901{FIRST}"),
            ("length 6", f"0906{FIRST}20{VALUE}05"), ("length 8", f"0908{FIRST}20{VALUE}052a00"),
            ("remainder", f"0907{FIRST}20{VALUE}052aff"), ("below the range", f"0907{BEFORE}20{VALUE}052a"),
            ("beyond the range", f"0907{BEHIND}20{FAR}052a"),
            ("falling", f"0907{VALUE}20{LAST}052a{FIRST}20{VALUE}052a"),
            ("value at its declaration", f"0907{FIRST}20{FIRST}052a"),
            ("value beyond the service", f"0915{FIRST}20{BEHIND}{uuid128}")]),
    }
    return [
        pytest.param(opcode, answer, marks=row(TABLE, name), id=f"{name}, {what}")
        for name, (opcode, answers) in cases.items() for what, answer in answers]


def with_handles(answer: str, start: int, end: int) -> bytes:
    """Replaces names by handles."""
    names = {
        "before": start - 1, "start": start, "first": start + 1, "value": start + 2, "last": end, "behind": end + 1,
        "far": end + 2}
    return octets(answer.format(**{name: struct.pack("<H", value).hex() for name, value in names.items()}))


@pytest.mark.parametrize(("opcode", "answer"), lists())
async def test_a_malformed_list_ends_the_procedure(room: Session, opcode: int, answer: str) -> None:
    script = Once(opcode, with_handles(answer, *gatt_range(room)))
    mark = await serve(room, script)
    assert (await request_after(room, lambda pdu: pdu[0] == opcode, mark)).endswith(ANCS)
    assert script.is_done and not written(room, mark, room.phone.gatt.end)
    await room.watch.state_is("ready", since=room.watch.events.mark - 1)
    await still_works(room)


def written(session: Session, since: int, at: int) -> list[bytes]:
    """Returns the watch's writes to this handle."""
    return [pdu for pdu in seen(session, is_request, since) if pdu[0] == WRITE and pdu[1:3] == struct.pack("<H", at)]


@pytest.mark.parametrize(("opcode", "answer"), [
    (FIND_BY_TYPE_VALUE, "0700000000"), (READ_BY_TYPE, "0915"), (FIND_INFORMATION, "0503ffff0229")],
    ids=["service", "characteristics", "descriptors"])
@row(TABLE, "malformed ANCS discovery")
async def test_invented_attributes_of_ancs_are_not_subscribed(room: Session, opcode: int, answer: str) -> None:
    events, mark = room.watch.events.mark, room.log.mark

    def is_about_ancs(request: bytes) -> bool:
        is_begun = any(pdu.endswith(ANCS) for pdu in seen(room, is_request, mark))
        return is_begun and request[0] == opcode

    await serve(room, lambda request: [octets(answer)] if is_about_ancs(request) else None)
    await room.log.wait(lambda entry: is_request(entry) and is_about_ancs(entry.details["pdu"]), "it", mark)
    await echo(room, room.log.mark)
    assert not written(room, mark, notification_source_configuration(room))
    assert room.watch.found("state", since=events)[-1]["state"] == "discovering"
    room.phone.server.script = None
    room.phone.indicate_service_changed()
    await room.watch.state_is("ready", since=events)
    await still_works(room)


@row(TABLE, "answers without end")
async def test_a_procedure_takes_64_answers_at_most(room: Session) -> None:
    def script(request: bytes) -> Sequence[bytes] | None:
        return [b"\x07" + request[1:3] * 2] if request[0] == FIND_BY_TYPE_VALUE and request.endswith(GATT) else None

    mark = await serve(room, script)
    await room.log.wait(lambda entry: is_request(entry) and entry.details["pdu"].endswith(ANCS), "ANCS", mark)
    assert len([pdu for pdu in seen(room, is_request, mark) if pdu.endswith(GATT)]) == 64


@row(TABLE, "discovery", "GATT/CL/GAD/BV-02-C", "GATT/CL/GAD/BV-04-C", "GATT/CL/GAD/BV-06-C", "GATT/CL/GAW/BV-08-C")
@row(TABLE, "exchange MTU", "GATT/CL/GAC/BV-01-C")
async def test_an_honest_server_is_found_step_by_step(room: Session) -> None:
    mark, events = await serve(room, lambda _: None), room.watch.events.mark
    await room.watch.state_is("ready", since=events - 1)
    requests = seen(room, is_request, mark)
    assert [pdu[0] for pdu in requests[:2]] == [MTU, FIND_BY_TYPE_VALUE]
    assert len([pdu for pdu in requests if pdu[0] == MTU]) == 1
    assert all(len(pdu) <= 23 for pdu in requests)
    assert written(room, mark, room.phone.gatt.end)


@row(TABLE, "attribute not found for everything")
async def test_a_phone_that_has_nothing_is_left_in_peace(room: Session) -> None:
    events = room.watch.events.mark
    mark = await serve(room, lambda pdu: [b"\x01" + pdu[:1] + pdu[1:3] + b"\x0a"])
    await room.log.wait(lambda entry: is_request(entry) and entry.details["pdu"].endswith(AMS_UUID), "AMS", mark)
    await echo(room, room.log.mark)
    assert room.watch.found("state", since=events)[-1]["state"] == "discovering"
    # The MTU, and one search for each service.
    assert len(seen(room, is_request, mark)) == 8


@row(TABLE, "no ANCS until Service Changed", "GATT/CL/GAS/BV-01-C")
async def test_ancs_is_found_when_service_changed_says_so(room: Session) -> None:
    room.phone.server.remove_service(room.phone.ancs.service)
    mark, events = await serve(room, lambda _: None), room.watch.events.mark
    await room.log.wait(lambda entry: is_request(entry) and entry.details["pdu"].endswith(ANCS), "ANCS", mark)
    await echo(room, room.log.mark)
    room.phone.publish_ancs()
    await room.watch.state_is("ready", since=events)
    await still_works(room)


@pytest.mark.parametrize("code", [
    *[pytest.param(code, marks=row(TABLE, "refused subscription", *mirrored), id=f"{code:02X}") for code, mirrored in (
        (0x01, ["GATT/CL/GAW/BI-02-C"]), (0x03, ["GATT/CL/GAW/BI-03-C"]), (0x05, ["GATT/CL/GAW/BI-05-C"]),
        (0x0E, []), (0x80, []))],
    pytest.param(0x00, marks=row(TABLE, "error code 0"), id="00"),
])
async def test_a_refused_subscription_is_tried_again(room: Session, code: int) -> None:
    configuration = notification_source_configuration(room)
    at = struct.pack("<H", configuration)
    refused: list[bytes] = []

    def script(request: bytes) -> Sequence[bytes] | None:
        if request[0] != WRITE or request[1:3] != at or refused:
            return None
        refused.append(request)
        return [b"\x01\x12" + at + bytes((code,))]

    events = room.watch.events.mark
    mark = await serve(room, script)
    await room.watch.state_is("ready", since=events)
    assert len(written(room, mark, configuration)) == 2
    await still_works(room)


# -- Responses that answer nothing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["0b00", "010a01000a"], ids=["response", "error"])
@row(TABLE, "response without a request")
async def test_two_responses_that_nobody_asked_for_are_ignored(room: Session, answer: str) -> None:
    await ready(room)
    mark = room.log.mark
    for _ in range(2):
        room.phone.send_frame(ATT, octets(answer))
    await echo(room, mark)
    await still_works(room)


async def ready(session: Session) -> None:
    """Connects with the bond, honestly, and waits until the watch has subscribed."""
    session.phone.server.script = None
    mark = session.log.mark
    await session.reconnect()
    await has_asked_all(session, mark)


@pytest.mark.parametrize("answer", ["0b00", "010a01000a", "11060100ffff0118"])
@row(TABLE, "three faults")
async def test_the_third_response_that_nobody_asked_for_ends_the_link(room: Session, answer: str) -> None:
    await ready(room)
    mark = room.log.mark
    for _ in range(3):
        room.phone.send_frame(ATT, octets(answer))
    await ends_link(room, 0x13, mark)


WRONG = [
    pytest.param("0b00", marks=row(TABLE, "response to another request"), id="response to another"),
    pytest.param("010801000a", marks=row(TABLE, "error of another request"), id="error of another"),
    pytest.param("0106010a", marks=row(TABLE, "error of another request"), id="error cut"),
    pytest.param("1105010009000118", marks=row(TABLE, "read by group type response"), id="groups of 5"),
    pytest.param("110701000900011800", marks=row(TABLE, "read by group type response"), id="value of 3"),
    pytest.param("07" + "01000900" * 6, marks=row(TABLE, "response beyond the MTU"), id="25 octets"),
]


@pytest.mark.parametrize("answer", WRONG)
async def test_a_wrong_response_does_not_take_the_place_of_the_right_one(room: Session, answer: str) -> None:
    events = room.watch.events.mark
    mark = await serve(room, Once(FIND_BY_TYPE_VALUE, octets(answer), is_then_honest=True))
    await room.watch.state_is("ready", since=events)
    assert written(room, mark, room.phone.gatt.end), "Service Changed was found by the right response"
    await still_works(room)


@pytest.mark.parametrize("answer", [
    *[pytest.param(answer, marks=row(TABLE, "MTU response below 23")) for answer in ("030000", "031600")],
    *[pytest.param(answer, marks=row(TABLE, "MTU response of another length")) for answer in ("03b9", "03b90000")],
])
async def test_an_invalid_mtu_leaves_the_smallest(room: Session, answer: str) -> None:
    room.phone.options.greets = False
    events = room.watch.events.mark
    await serve(room, Once(MTU, octets(answer)))
    await room.phone.encrypt()
    await room.watch.state_is("ready", since=events)
    mark = room.log.mark
    room.phone.send_frame(ATT, octets("040100ffff"))
    response = await room.log.wait(
        lambda entry: entry.kind == Kind.ATT and entry.details["pdu"][0] == 0x05, "a response", mark)
    assert len(response.details["pdu"]) == 22


# -- Values ----------------------------------------------------------------------------------------------------------

UNWANTED = [
    pytest.param("1b", marks=row(TABLE, "notification cut"), id="1 octet"),
    pytest.param("1bNN", marks=row(TABLE, "notification cut"), id="2 octets"),
    pytest.param(
        "1bffff" + "0000000100000000", marks=row(TABLE, "notification of an unknown handle"), id="unknown handle"),
    pytest.param(
        "23NNNN0800" + "0000000100000000", marks=row(TABLE, "several values in one notification"), id="several"),
]


@pytest.mark.parametrize("pdu", UNWANTED)
async def test_a_notification_of_no_use_is_dropped(room: Session, pdu: str) -> None:
    await ready(room)
    mark, events = room.log.mark, room.watch.events.mark
    source = struct.pack("<H", room.phone.ancs.source.value_handle).hex()
    room.phone.send_frame(ATT, octets(pdu.replace("NNNN", source).replace("NN", source[:2])))
    await echo(room, mark)
    assert not room.watch.found("notification", since=events)
    await still_works(room)


@pytest.mark.parametrize("pdu", ["1dffff00", "1d", "1d01"])
@row(TABLE, "indication of an unknown handle", "GATT/CL/GAI/BV-01-C")
async def test_an_indication_of_no_use_is_confirmed(room: Session, pdu: str) -> None:
    await ready(room)
    mark = room.log.mark
    room.phone.send_frame(ATT, octets(pdu))
    await room.log.wait_for(Kind.ATT, since=mark, pdu=CONFIRMATION)
    await echo(room, mark)
    assert not seen(room, is_request, mark)
    await still_works(room)


@row(TABLE, "indication before the confirmation", "GATT/CL/GAI/BI-01-C")
async def test_indications_that_do_not_wait_are_confirmed_one_by_one(room: Session) -> None:
    await ready(room)
    mark = room.log.mark
    for _ in range(2):
        room.phone.send_frame(ATT, octets("1dffff00"))
    await echo(room, mark)
    confirmations = room.log.find(Kind.ATT, since=mark, pdu=CONFIRMATION)
    assert 1 <= len(confirmations) <= 2
    room.log.forgive("ATT: a confirmation without an indication")
    await still_works(room)


@pytest.mark.parametrize("pdu", [
    pytest.param("1bNNNN" + "0000000100000000", marks=row(TABLE, "notification before encryption"), id="notification"),
    pytest.param("1dGGGG" + "0100ffff", marks=row(TABLE, "indication before encryption"), id="indication"),
])
async def test_a_plain_link_is_not_believed(room: Session, pdu: str) -> None:
    await connect_plainly(room)
    mark, events = room.log.mark, room.watch.events.mark
    source = struct.pack("<H", room.phone.ancs.source.value_handle).hex()
    changed = struct.pack("<H", room.phone.gatt.start + 2).hex()
    room.phone.send_frame(ATT, octets(pdu.replace("NNNN", source).replace("GGGG", changed)))
    await echo(room, mark)
    assert not room.watch.found("notification", since=events) and not seen(room, is_request, mark)


@row(TABLE, "notification and indication", "GATT/CL/GAN/BV-01-C", "GATT/CL/GAI/BV-01-C")
async def test_subscribed_values_are_accepted(room: Session) -> None:
    await ready(room)
    await still_works(room)
    mark, events = room.log.mark, room.watch.events.mark
    room.phone.indicate_service_changed()
    await room.log.wait_for(Kind.ATT, since=mark, pdu=CONFIRMATION)
    await room.watch.state_is("ready", since=events)
