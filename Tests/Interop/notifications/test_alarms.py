"""Alarms: they ring by the phone's time, with and without a link, and survive a restart."""

from __future__ import annotations

import datetime
from pathlib import Path

from conftest import SessionMaker
from phone.calls import Call
from phone.options import PhoneOptions
from phone.sisters import SisterOptions
from pocket import choose
from session import Session
from watch.control import ControlClient

QUIET = "quiet-hours = 00:00-23:59"


class AlarmRoom:
    """A paired watch with only the phone's time, and a program that sets its alarms."""

    def __init__(self, session: Session, client: ControlClient) -> None:
        self.session = session
        self.watch = session.watch
        self.client = client
        # An hour that the clock of no test has reached.
        self.due = (session.phone.sisters.now + datetime.timedelta(hours=2)).replace(second=0, microsecond=0)

    @classmethod
    async def open(cls, make_session: SessionMaker, folder: Path, *alerts: str) -> AlarmRoom:
        """Pairs, and waits for the phone's time."""
        file = folder / "belfry.ini"
        file.write_text("\n".join(["[watch]", "trust-system-clock = off", "[alerts]", *alerts, ""]))
        session = await make_session(
            "--config", str(file), "--control", str(folder / "control"), phone=PhoneOptions(sisters=SisterOptions()))
        await session.pair()
        await session.watch.event("time", source="phone")
        return cls(session, await ControlClient.connect(folder / "control"))

    async def set(self, **values: object) -> None:
        """Sets the first alarm to the next minute, or to these values."""
        self.client.ask(do="alarm", alarm=1, **(values or {"time": f"{self.due:%H:%M}", "days": "daily"}))
        await self.client.answer(do="alarm", alarm=1, result="ok")
        await self.watch.event("alarm", state="set", alarm=1)

    def move_clock(self, seconds: int) -> None:
        """Moves the phone's clock to this many seconds after the time of the alarm."""
        moment = self.due + datetime.timedelta(seconds=seconds)
        assert self.session.phone.sisters.set_clock(moment - datetime.datetime.now())

    async def rings(self, since: int = 0) -> None:
        """Waits until the alarm rings."""
        event = await self.watch.event("alarm", state="ringing", since=since)
        assert (event["alarm"], event["time"]) == (1, f"{self.due:%H:%M}")


async def test_an_alarm_rings_by_the_phones_time_until_it_is_stopped(
        make_session: SessionMaker, tmp_path: Path) -> None:
    room = await AlarmRoom.open(make_session, tmp_path)
    await room.set()
    room.move_clock(-4)
    await room.rings()
    await room.watch.screen_is("alarm")
    await room.watch.display_shows("Alarm", "Stop", "Snooze")
    mark = room.watch.events.mark
    room.watch.press("accept")
    await room.watch.event("alarm", state="stopped", alarm=1, on=True, since=mark)
    await room.watch.event("screen", screen="clock", since=mark)


async def test_a_snoozed_alarm_ends_when_a_program_sets_it_again(make_session: SessionMaker, tmp_path: Path) -> None:
    room = await AlarmRoom.open(make_session, tmp_path)
    await room.set()
    room.move_clock(-4)
    await room.rings()
    await room.watch.screen_is("alarm")
    mark = room.watch.events.mark
    room.watch.press("decline")
    await room.watch.event("alarm", state="snoozed", alarm=1, since=mark)
    await room.watch.event("screen", screen="clock", since=mark)
    await room.set(on=False)
    room.client.ask(do="alarms")
    answer = await room.client.answer(do="alarms", result="ok", waiting=False)
    assert answer["alarm1"] == f"{room.due:%H:%M} mon,tue,wed,thu,fri,sat,sun off"


async def test_an_alarm_rings_in_quiet_hours_without_a_link(make_session: SessionMaker, tmp_path: Path) -> None:
    room = await AlarmRoom.open(make_session, tmp_path, QUIET)
    await room.set()
    mark = room.watch.events.mark
    room.move_clock(-6)
    await room.watch.event("time", source="phone", since=mark)
    room.session.phone.link.lose()
    await room.watch.state_is("disconnected", since=mark)
    await room.rings(since=mark)
    assert not room.watch.found("state", since=mark, state="ready")
    await room.watch.screen_is("alarm")


async def test_an_alarm_rings_on_after_a_call(make_session: SessionMaker, tmp_path: Path) -> None:
    room = await AlarmRoom.open(make_session, tmp_path)
    await room.set()
    call = Call(room.session.phone.ancs, "Mai")
    await room.watch.screen_is("call")
    mark = room.watch.events.mark
    room.move_clock(0)
    await room.rings(since=mark)
    assert room.watch.screen == "call"
    call.give_up()
    await room.watch.event("screen", screen="alarm", since=mark)
    room.watch.press("accept")
    await room.watch.event("alarm", state="stopped", since=mark)


async def test_a_restart_keeps_the_alarms_and_reports_a_missed_one(make_session: SessionMaker, tmp_path: Path) -> None:
    room = await AlarmRoom.open(make_session, tmp_path)
    await room.set()
    assert await room.watch.stop() == 0
    await room.session.start_watch()
    watch = room.session.watch
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="alarms")
    answer = await client.answer(do="alarms", result="ok", waiting=True)
    assert answer["alarm1"] == f"{room.due:%H:%M} mon,tue,wed,thu,fri,sat,sun on"
    room.session.phone.sisters.shift = room.due + datetime.timedelta(minutes=30) - datetime.datetime.now()
    await room.session.reconnect()
    missed = await watch.event("alarm", state="missed", alarm=1)
    assert missed["time"] == f"{room.due:%H:%M}"
    await watch.screen_is("missedAlarm")
    await watch.display_shows("Missed alarm", "OK")
    watch.press("accept")
    await watch.screen_is("clock", "status")
    assert len(watch.found("alarm")) == 1


async def test_an_alarm_that_was_set_without_a_time_is_reported_as_missed_after_a_restart(
        make_session: SessionMaker, tmp_path: Path) -> None:
    file = tmp_path / "belfry.ini"
    file.write_text("[watch]\ntrust-system-clock = off\n")
    session = await make_session(
        "--config", str(file), "--control", str(tmp_path / "control"), phone=PhoneOptions(sisters=SisterOptions()))
    room = AlarmRoom(session, await ControlClient.connect(tmp_path / "control"))
    await room.set()
    await session.pair()
    await room.watch.event("time", source="phone")
    assert await room.watch.stop() == 0
    await session.start_watch()
    session.phone.sisters.shift = room.due + datetime.timedelta(minutes=30) - datetime.datetime.now()
    await session.reconnect()
    missed = await session.watch.event("alarm", state="missed", alarm=1)
    assert missed["time"] == f"{room.due:%H:%M}"


async def test_two_buttons_set_an_alarm(paired: Session) -> None:
    watch = paired.watch
    await choose(paired, "alarms")
    await watch.screen_is("alarms")
    await watch.display_shows("Alarms", "07:00 Once")
    watch.press("accept")
    await watch.screen_is("editAlarm")
    watch.press("accept")
    await watch.event("alarm", state="set", alarm=1, time="08:00", days="once", on=True)
