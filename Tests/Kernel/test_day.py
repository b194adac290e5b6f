"""The scripted day, its meter and its model; and an hour of it in virtual time."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from pathlib import Path

import pytest

from metering import Amounts, connection_events, wakeups_and_calls
from phone.log import Entry, Kind
from power_model import BOARDS, estimates
from virtual_day import AWAY, BACK, BURST_LENGTH, timetable
from virtual_files import read_file, write_file
from virtual_guest import WALL_SECONDS, told

MORNING_HOUR = 8, 9


def link(seconds: float, name: str, **details: object) -> Entry:
    """An entry of the watch's controller."""
    return Entry(seconds, Kind.LINK, name, {"controller": "watch", **details})


def test_the_day_has_what_it_promises() -> None:
    day = timetable()
    names = Counter(entry.name for entry in day)
    assert names["burst"] * BURST_LENGTH == 200
    assert (names["call"], names["glance"], names["music"], names["silence"]) == (10, 120, 1, 1)
    assert [entry.name for entry in day if AWAY <= entry.second < BACK and entry.name != "glance"] == ["away"]
    assert BACK - AWAY == 2 * 3600


def test_ended_waits_are_wakeups_and_everything_else_is_a_call() -> None:
    record = [
        "12 epoll_wait(5, [{events=EPOLLIN, data={u32=0, u64=0}}], 8, -1) = 1",
        "12 epoll_wait(5, [], 8, 0) = 0", "12 clock_gettime(CLOCK_MONOTONIC, {tv_sec=1, tv_nsec=2}) = 0",
        '12 read(6, ""..., 2048) = 14', "12 --- SIGTERM {si_signo=SIGTERM} ---", "12 read(6, ) = -1 EAGAIN (no)",
    ]
    assert wakeups_and_calls(record) == (1, 2)


def test_events_follow_the_parameters_of_the_link() -> None:
    entries = [
        link(0, "established"), link(30, "parameters", interval=24, latency=3),
        link(60, "parameters", interval=80, latency=4), Entry(61, Kind.LINK, "ended", {"controller": "phone"}),
        link(90, "ended")]
    connected, listened, possible = connection_events(entries, "watch", 30, 120)
    assert connected == pytest.approx(60)
    assert possible == pytest.approx(1000 + 300)
    assert listened == pytest.approx(250 + 60)


def test_a_busier_watch_needs_more_of_each_part() -> None:
    quiet = Amounts(seconds=3600, wakeups=60, connection_events=1000)
    busy = Amounts(
        seconds=3600, wakeups=600, connection_events=9000, advertising_events=9, display_on=60, lit=9,
        panel_octets=9000)
    for board in BOARDS:
        less, least, most = estimates(quiet, board)
        more, *_ = estimates(busy, board)
        assert less.board == more.board
        assert less.processor < more.processor and less.panel < more.panel and less.radio < more.radio
        assert most.hours(500) < less.hours(500) < least.hours(500)


def test_amounts_are_read_as_they_were_written() -> None:
    amounts = Amounts(seconds=3600, wakeups=61, lit=2.5)
    assert Amounts.parse(f"Fri 19:30:00 something\n{amounts.line()}\n") == amounts


def test_a_file_passes_through_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    octets = bytes(range(256)) * 100
    write_file("capture", octets)
    write_file("events", b"{}\n")
    log = "Fri 19:30:00 something\n" + capsys.readouterr().out.replace("\n", "\r\n")
    assert (read_file("capture", log), read_file("events", log)) == (octets, b"{}\n")


@pytest.mark.timeout(2 * WALL_SECONDS)
async def test_an_hour_is_the_same_twice_and_slow_connections_have_fewer_events(tmp_path: Path) -> None:
    runs = [("first", "day-balanced"), ("second", "day-balanced"), ("fast", "day-fast")]
    first, second, fast = [
        Amounts.parse(log) for log in await asyncio.gather(
            *(told(tmp_path / name, scenario, *MORNING_HOUR) for name, scenario in runs))]
    # Two runs have differed by two wake-ups and two calls; all else is the same.
    assert abs(first.wakeups - second.wakeups) <= 4 and abs(first.calls - second.calls) <= 8
    assert dataclasses.replace(first, wakeups=0, calls=0) == dataclasses.replace(second, wakeups=0, calls=0)
    assert first.connection_events < fast.connection_events * 2 / 3
    # Fifteen messages, eight glances, and two texts that are read to their end. A watch that woke for each minute in
    # the dark would wake 330 times, one that read the buttons in each turn would call 3,500 times, and small steps of
    # moving texts would send 46,000 octets.
    assert 0 < first.display_on < 600
    assert first.wakeups < 300 and first.calls < 2_600 and first.panel_octets < 35_000
