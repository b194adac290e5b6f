"""The scenarios of virtual time: days in the life of a watch."""

from __future__ import annotations

import asyncio
import datetime
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from bench import ROOT, KernelSession, golden
from metering import Meter
from phone.log import Kind
from phone.notification import Category, Notification
from virtual_day import live_through
from virtual_files import write_file
from watch.picture import WIDTH, Picture

HOUR, MINUTE = 3600.0, 60.0
SERVICE_PATIENCE = 660.0
NIGHT_BEGINS, NIGHT_ENDS = 23, 7
QUIET_HOUR = 13
# The tests look at the display for longer than it stays on by default.
BRIGHT = ("--config", str(Path(__file__).with_name("bright.ini")))
POWER_MODES = {mode: str(Path(__file__).with_name(f"{mode}.ini")) for mode in ("fast", "balanced", "saving")}
CAPTURE = "/run/capture"
# The rows with the digits of the digital face.
DIGITS = slice(16, 48)
CONTENTS = ("type", "state", "op", "uid", "message", "screen", "result", "reason", "action")


@dataclass(frozen=True)
class Scenario:
    """A long scenario, and the command that starts its watch."""

    tell: Callable[..., Awaitable[None]]
    options: tuple[str, ...] = ()


def say(text: str) -> None:
    """One line of the log, with the second it is in the scenario: a code's picture takes the bus for more or less."""
    now = datetime.datetime.now(datetime.UTC)
    print(f"{now:%a %H:%M:%S} {text}", flush=True)


def follow(session: KernelSession) -> None:
    """Writes the watch's events to the log, without random values such as codes."""
    def write(event: dict[str, object]) -> None:
        say("watch " + " ".join(f"{name}={event[name]}" for name in CONTENTS if name in event))

    session.watch.events.listener = write
    for event in session.watch.events.items:
        write(event)


async def measure(session: KernelSession) -> tuple[int, int]:
    """Writes the watch's resident and private memory in KiB to the log."""
    resident, private = map(int, (await session.guest.do("memory")).split())
    say(f"memory {resident} KiB resident, {private} KiB private")
    return resident, private


async def count_waits(session: KernelSession, minutes: int) -> None:
    """How often the watch goes to sleep while nothing happens; into the log.

    By its own calls: what the kernel counts as switches depends on how its other work falls into these milliseconds.
    """
    record = Path("/run/waits")
    tracer = await asyncio.create_subprocess_exec(
        "strace", "-qqq", "-o", str(record), "-e", "trace=epoll_wait", "-p", str(session.watch.number))
    await asyncio.sleep(minutes * MINUTE)
    tracer.terminate()
    await tracer.wait()
    waits = len(re.findall(r", -1\) += [1-9]", record.read_text()))
    say(f"{waits} sleeps in {minutes} quiet minutes")
    # The display is off: one wake-up each quarter of an hour for the clock. Every five minutes the watch sends the
    # controller a command and waits for the answer.
    looks = minutes // 15
    assert looks <= waits <= looks + 1 + 3 * (minutes // 5 + 1)


async def until(hour: int) -> None:
    """Waits for the next full hour of this number, by the scenario's clock."""
    now = datetime.datetime.now(datetime.UTC)
    then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if then <= now:
        then += datetime.timedelta(days=1)
    await asyncio.sleep((then - now).total_seconds())


async def pair_and_receive(session: KernelSession) -> None:
    """Pairs, and receives a message: the watch ends the first link of a bond if nothing comes for half a minute."""
    await session.pair()
    await hourly(session, "the first")


async def live_for(session: KernelSession, days: int) -> None:
    """Pairs, then lives: an hourly message by day, no phone by night."""
    follow(session)
    await pair_and_receive(session)
    await measure(session)
    sizes = []
    for day in range(days):
        await live_a_day(session, day)
        sizes.append(await measure(session))
    check_signs(session)
    # The first day uses all memory once; from then on it must not grow.
    assert len(set(private for _, private in sizes)) == 1, sizes
    assert sizes[-1][0] <= sizes[0][0] + 64, sizes


def check_signs(session: KernelSession) -> None:
    """The service manager, which restarts what is silent for eleven minutes, never had to wait longer than for half."""
    times = [time for time, sign in session.watch.signs.items if sign in ("READY=1", "WATCHDOG=1")]
    longest = max(later - earlier for earlier, later in zip(times, times[1:], strict=False))
    say(f"{len(times)} signs of life, {longest:.0f} s apart at most")
    assert longest <= SERVICE_PATIENCE / 2 + 1


async def live_a_day(session: KernelSession, day: int) -> None:
    """Plays a day from seven in the evening, or from the start, to the next evening at seven."""
    await until(NIGHT_BEGINS)
    mark = session.watch.events.mark
    await session.phone.disconnect()
    await session.watch.state_is("advertising", since=mark)
    say("the phone is away")
    await until(NIGHT_ENDS)
    await session.reconnect()
    say("the phone is back")
    for hour in range(NIGHT_ENDS + 1, 20):
        await until(hour)
        await hourly(session, f"day {day}, {hour} o'clock")
        if hour == QUIET_HOUR:
            await asyncio.sleep(10 * MINUTE)
            await count_waits(session, 40)


async def hourly(session: KernelSession, text: str) -> None:
    """Sends a message, opens it, and removes it."""
    message = Notification("com.tencent.xin", "Anna", text, category=Category.SOCIAL)
    seen = await session.deliver(message)
    assert seen["message"] == text
    await session.watch.display_shows("Anna")
    session.watch.press("decline")
    await session.watch.screen_is("clock")
    uid = message.uid
    session.phone.ancs.remove(message)
    await session.watch.event("notification", op="removed", uid=uid)


async def hold_the_bus(session: KernelSession) -> None:
    """Blocks the panel's lines, so that each message takes a second. Fails if the watch stops working."""
    follow(session)
    await session.pair()
    await session.guest.do("board hang 1000")
    loop, delays = asyncio.get_running_loop(), []
    for number in range(6):
        began = loop.time()
        await session.deliver(Notification("com.tencent.xin", "Anna", f"number {number}", category=Category.SOCIAL))
        delays.append(loop.time() - began)
        await asyncio.sleep(17)
    say(f"delays {delays}")
    assert sorted(delays)[3] < 0.5 and max(delays) < 2.5, delays
    session.watch.press("decline")
    await session.watch.screen_is("clock")
    await session.guest.do("board hang 0")
    session.watch.replace_panel()
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
    await session.watch.display_is(lambda picture: picture == golden("menu"), "the menu's golden picture", 45)


async def fall_silent(session: KernelSession) -> None:
    """Stops the phone's events on a working link, and waits until the watchdog recovers them."""
    follow(session)
    await pair_and_receive(session)
    mark = session.log.mark
    await asyncio.sleep(7 * HOUR)
    subscriptions = session.log.find(Kind.ANCS, "notification source subscribed", since=mark)
    say(f"{len(subscriptions)} subscriptions after seven silent hours")
    assert subscriptions, "the watchdog did nothing about the silence"
    await hourly(session, "speaking again")


async def go_to_clock(session: KernelSession) -> None:
    """Away from what the watch says while it is not paired."""
    if session.watch.screen == "status":
        session.watch.press("back")
        await session.watch.screen_is("clock")


def face_rows(time: str) -> list[int]:
    """The rows with the digits of the digital face, at a time such as `19:30`."""
    shapes = re.findall(r"^(\S+):\n((?:[.#]+\n)+)", (ROOT / "Fonts/clock-digits.txt").read_text(), re.MULTILINE)
    glyphs = {name.replace("colon", ":"): rows.split() for name, rows in shapes}
    lines = ("...".join(row).center(WIDTH, ".") for row in zip(*(glyphs[digit] for digit in time), strict=True))
    return [int(line.replace("#", "1").replace(".", "0"), 2) for line in lines]


def shows_this_minute(picture: Picture) -> bool:
    """Whether the digital face shows the system's time, or is less than a minute late."""
    now = datetime.datetime.now(datetime.UTC)
    return any(picture.rows[DIGITS] == face_rows(f"{now - datetime.timedelta(minutes=late):%H:%M}") for late in (0, 1))


async def turn_the_clock_back(session: KernelSession) -> None:
    """Moves the system's clock to and fro, by hours and by days.

    Fails if the display shows another time or date 90 s later, or if the watch ends or cannot pair afterwards.
    """
    follow(session)
    now = datetime.datetime.now(datetime.UTC)
    for shift in (-3 * HOUR, 5 * HOUR, -400 * 24 * HOUR, 400 * 24 * HOUR):
        now += datetime.timedelta(seconds=shift)
        await session.guest.do(f"clock {int(now.timestamp())}")
        frames = session.watch.frames.mark
        await asyncio.sleep(90)
        say(f"the clock was set; {session.watch.frames.mark - frames} messages to the panel")
        await go_to_clock(session)
        await session.watch.display_is(shows_this_minute, "the time of the system's clock")
        now = datetime.datetime.now(datetime.UTC)
        await session.watch.display_shows(f"{now:%a} {now.day} {now:%b}")
        assert session.watch.ended.items == []
    await session.open_pairing_window()
    await session.pair()
    await go_to_clock(session)
    await hourly(session, "on time")


async def settle_down(session: KernelSession) -> None:
    """Pairs, and waits until the watch has done everything that follows a new bond."""
    say("watch and phone pair")
    await pair_and_receive(session)
    await asyncio.sleep(10 * MINUTE)


async def live_the_day(session: KernelSession, first: int, last: int) -> None:
    """The hours of the scripted day, from the first to the last, with the display's usual times."""
    await settle_down(session)
    meter = Meter(session)
    await meter.begin()
    wearer = await live_through(session, first, last)
    print((await meter.end()).line(), flush=True)
    say(f"{wearer.count} notifications")


async def record_the_day(session: KernelSession, first: int, last: int) -> None:
    """The same hours without a meter. The log contains the watch's capture and its events."""
    await settle_down(session)
    await live_through(session, first, last)
    events = "".join(json.dumps(event) + "\n" for event in session.watch.events.items)
    write_file("capture", Path(CAPTURE).read_bytes())
    write_file("events", events.encode())


SCENARIOS = {
    "life": Scenario(live_for),
    "silence": Scenario(fall_silent),
    "bus": Scenario(hold_the_bus, BRIGHT),
    "clock": Scenario(turn_the_clock_back, BRIGHT),
    "day": Scenario(live_the_day),
    **{f"day-{mode}": Scenario(live_the_day, ("--config", path)) for mode, path in POWER_MODES.items()},
    **{f"record-{mode}": Scenario(record_the_day, ("--config", path, "--capture", CAPTURE))
       for mode, path in POWER_MODES.items()},
}
