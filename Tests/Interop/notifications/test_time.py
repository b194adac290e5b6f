"""The phone's time, charge and model on the watch."""

from __future__ import annotations

import ctypes
import datetime
import os
import shutil
from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.att import ErrorCode
from phone.log import Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.sisters import TIME_ZONE, SisterOptions, current_time_octets
from session import Session
from watch.watch import Event, belfry_command

TABLE = "iPhone"
TIME_ROW = "6.7 no time and battery sync"
HOUR = datetime.timedelta(hours=1)
STA_UNSYNC = 0x40
BATTERY = Path("/sys/class/rtc/rtc0/hctosys")
HAS_CLOCK_BATTERY = BATTERY.exists() and BATTERY.read_text().startswith("1")


def configured(folder: Path, *lines: str) -> tuple[str, ...]:
    """Returns the options for a watch without a time of its own, with these additional lines."""
    file = folder / "belfry.ini"
    file.write_text("\n".join(["[watch]", "trust-system-clock = off", *lines, ""]))
    return "--config", str(file)


async def a_watch(make_session: SessionMaker, folder: Path, options: SisterOptions | None = None) -> Session:
    """A paired watch with only the phone's time."""
    session = await make_session(*configured(folder), phone=PhoneOptions(sisters=options or SisterOptions()))
    await session.pair()
    return session


def is_now(session: Session, event: Event) -> bool:
    """Whether an event has the phone's time, with a tolerance for a loaded machine."""
    local = datetime.datetime.fromisoformat(event["local"])
    return abs(local - session.phone.sisters.now) < datetime.timedelta(seconds=20)


def message() -> Notification:
    """A notification whose texts the watch fetches."""
    return Notification("com.tencent.xin", "Anna", "hello")


@row(TABLE, TIME_ROW)
async def test_the_clock_shows_the_phones_time_once_it_is_there(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*configured(tmp_path))
    assert not session.watch.found("time")
    await session.pair()
    event = await session.watch.event("time", source="phone", utcOffset=0)
    assert is_now(session, event)
    weekday_and_date = f"{session.phone.sisters.now:%a} {session.phone.sisters.now.day} {session.phone.sisters.now:%b}"
    if session.watch.screen == "status":
        session.watch.press("back")
    await session.watch.display_shows(weekday_and_date)


@row(TABLE, TIME_ROW)
async def test_notifications_go_before_the_time(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path)
    time = await session.log.wait_for(Kind.PHONE, "current time subscribed")
    source = session.log.find(Kind.ANCS, "notification source subscribed")[0]
    assert session.log.items.index(source) < session.log.items.index(time)


@row(TABLE, TIME_ROW)
async def test_a_journey_west_is_followed(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path)
    await session.watch.event("time", source="phone", utcOffset=0)
    mark = session.watch.events.mark
    assert session.phone.sisters.set_clock(-5 * HOUR, TIME_ZONE, bytes((0xEC, 0)))
    event = await session.watch.event("time", source="phone", utcOffset=-300, since=mark)
    assert is_now(session, event)


@row(TABLE, TIME_ROW)
async def test_the_time_outlives_the_link(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path)
    await session.watch.event("time", source="phone", utcOffset=0)
    await session.log.wait_for(Kind.PHONE, "battery level subscribed")
    entries, mark = session.log.mark, session.watch.events.mark
    session.phone.link.lose()
    await session.watch.state_is("disconnected", since=mark)
    await session.reconnect()
    await session.log.wait_for(Kind.PHONE, "time read", since=entries)
    await session.deliver(message())
    # It went on: there was nothing to tell.
    assert not session.watch.found("time", since=mark)


IMPOSSIBLE = {
    "29 February 2026": (bytes((0xEA, 7, 2, 29, 1, 2, 3, 0, 0, 0)), "impossible"),
    "hour 24": (bytes((0xEA, 7, 11, 20, 24, 0, 0, 5, 0, 0)), "impossible"),
    "no year": (bytes((0, 0, 11, 20, 23, 0, 0, 5, 0, 0)), "unset"),
    "1970": (current_time_octets(datetime.datetime(1970, 1, 1)), "implausible"),
    "2106": (current_time_octets(datetime.datetime(2106, 2, 7)), "implausible"),
    "9 octets": (current_time_octets(datetime.datetime(2026, 11, 20))[:9], "length"),
    "11 octets": (current_time_octets(datetime.datetime(2026, 11, 20)) + b"\0", "length"),
    "none": (b"", "length"),
    "the longest": (bytes(512), "length"),
}


@pytest.mark.parametrize("value", IMPOSSIBLE)
@row(TABLE, TIME_ROW)
async def test_a_time_that_cannot_be_is_never_shown(make_session: SessionMaker, tmp_path: Path, value: str) -> None:
    octets, reason = IMPOSSIBLE[value]
    session = await a_watch(make_session, tmp_path, SisterOptions(current_time=octets))
    await session.watch.event("time", refused=reason)
    await session.watch.event("phone", battery=80, model="iPhone16,1")
    assert (await session.deliver(message()))["complete"]
    assert not session.watch.found("time", source="phone")


@row(TABLE, TIME_ROW)
async def test_a_time_that_is_another_each_time_is_given_up(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*configured(tmp_path))
    sisters = session.phone.sisters
    honest = sisters.current_time.value
    assert callable(honest)

    def restless() -> bytes:
        sisters.shift += HOUR
        return honest()

    next(each for each in sisters.time.attributes if each.handle == sisters.current_time.value_handle).value = restless
    await session.pair()
    await session.watch.event("time", refused="unsteady")
    assert (await session.deliver(message()))["complete"]
    assert len(session.log.find(Kind.PHONE, "time read")) == 5
    assert not session.watch.found("time", source="phone")


@row(TABLE, TIME_ROW)
async def test_a_phone_without_the_additional_services_works(make_session: SessionMaker, tmp_path: Path) -> None:
    options = PhoneOptions(
        sisters=SisterOptions(has_current_time=False, has_battery=False, has_device_information=False))
    session = await make_session(*configured(tmp_path), phone=options)
    await session.pair()
    assert (await session.deliver(message()))["complete"]
    assert not session.watch.found("time") and not session.watch.found("phone")


@pytest.mark.parametrize("code", [
    ErrorCode.INSUFFICIENT_AUTHENTICATION, ErrorCode.INSUFFICIENT_ENCRYPTION, ErrorCode.UNLIKELY_ERROR],
    ids=["authentication", "encryption", "unlikely"])
@row(TABLE, TIME_ROW)
async def test_a_refusal_that_passes_is_tried_again(make_session: SessionMaker, tmp_path: Path, code: int) -> None:
    # The subscription and the reading, the first time.
    session = await a_watch(make_session, tmp_path, SisterOptions(time_errors=(code, code)))
    await session.watch.event("time", source="phone", utcOffset=0)
    assert len(session.log.find(Kind.PHONE, "time refused")) == 2


@row(TABLE, TIME_ROW)
async def test_a_time_that_must_not_be_read_is_asked_for_once(make_session: SessionMaker, tmp_path: Path) -> None:
    code = ErrorCode.READ_NOT_PERMITTED
    session = await a_watch(make_session, tmp_path, SisterOptions(time_errors=(code,) * 9))
    await session.watch.event("phone", battery=80)
    assert (await session.deliver(message()))["complete"]
    assert len(session.log.find(Kind.PHONE, "time refused")) == 2


@row(TABLE, TIME_ROW)
async def test_a_slow_answer_holds_up_a_notification_no_longer_than_it_takes(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    session = await make_session(*configured(tmp_path))
    session.phone.sisters.answer_late(1.0, session.phone.sisters.current_time)
    await session.pair()
    await session.log.wait_for(Kind.PHONE, "time read")
    assert (await session.deliver(message()))["complete"]
    await session.watch.event("time", source="phone", utcOffset=0)


@row(TABLE, TIME_ROW)
async def test_the_charge_is_followed(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path)
    await session.watch.event("phone", battery=80, model="iPhone16,1", manufacturer="Apple Inc.")
    assert session.phone.sisters.set_battery(bytes((42,)))
    await session.watch.event("phone", battery=42)
    if session.watch.screen != "status":
        session.watch.press("decline")
    await session.watch.screen_is("status")
    await session.watch.display_shows("8/8: recent")
    session.watch.press("down")
    session.watch.press("down")
    await session.watch.display_shows("42% iPhone 15 Pro")


@pytest.mark.parametrize("value", [bytes((101,)), bytes((255,)), b"", bytes((50, 0))], ids=bytes.hex)
@row(TABLE, TIME_ROW)
async def test_an_invalid_charge_changes_nothing(make_session: SessionMaker, tmp_path: Path, value: bytes) -> None:
    session = await a_watch(make_session, tmp_path)
    await session.watch.event("phone", manufacturer="Apple Inc.", battery=80)
    mark = session.watch.events.mark
    assert session.phone.sisters.set_battery(value)
    assert session.phone.sisters.set_battery(bytes((79,)))
    await session.watch.event("phone", battery=79, since=mark)
    assert len(session.watch.found("phone", since=mark)) == 1


@row(TABLE, TIME_ROW)
async def test_a_charge_that_is_not_notified_is_read(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path, SisterOptions(battery_notifies=False, battery=bytes((33,))))
    await session.watch.event("phone", battery=33)


def is_clock_kept_right() -> bool:
    """Whether the kernel reports that the clock of this machine is synchronised."""
    state = ctypes.create_string_buffer(512)
    is_known = ctypes.CDLL(None).adjtimex(state) != -1
    status = int.from_bytes(state.raw[40:44], "little") if ctypes.sizeof(ctypes.c_long) == 8 else STA_UNSYNC
    return is_known and not status & STA_UNSYNC


@pytest.mark.skipif(is_clock_kept_right(), reason="a clock that is kept right is left alone")
async def test_a_system_clock_that_may_not_be_set_is_said_once(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*configured(tmp_path, "set-system-clock = on"))
    await session.watch.stop()
    # The watch must not have the permission, whichever user runs the test.
    drop = ["setpriv", "--bounding-set=-sys_time", "--inh-caps=-sys_time"] if os.geteuid() == 0 else []
    await session.start_watch([*drop, *belfry_command()])
    session.phone.sisters.shift = HOUR
    await session.pair()
    await session.watch.event("time", systemClock="refused")
    mark = session.watch.events.mark
    assert session.phone.sisters.set_clock(2 * HOUR)
    await session.watch.event("time", source="phone", utcOffset=0, since=mark)
    await session.watch.stop()
    assert session.watch.errors.count("cannot set the system clock") == 1
    assert len(session.watch.found("time", systemClock="refused")) == 1


@pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")
@pytest.mark.parametrize("is_told", [False, True])
async def test_in_a_sandbox_the_time_services_file_tells_that_the_clock_is_right(
    make_session: SessionMaker, tmp_path: Path, is_told: bool,
) -> None:
    calls = ["?adjtimex,?clock_adjtime:error=EPERM", f"?access,?faccessat:{'retval=0' if is_told else 'error=ENOENT'}"]
    injections = [word for call in calls for word in ("-e", f"inject={call}")]
    session = await make_session()
    await session.watch.stop()
    await session.start_watch(["strace", "-D", "-qqq", "-o", str(tmp_path / "calls"), *injections, *belfry_command()])
    await session.watch.state_is("advertising")
    assert bool(session.watch.found("time", source="system")) == (is_told or HAS_CLOCK_BATTERY)
