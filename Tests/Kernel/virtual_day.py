"""One day of a wearer, as a timetable: every day is the same."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bench import KernelSession
from phone.calls import Call
from phone.media import Player, Track
from phone.notification import Category, Notification

HOUR, MINUTE = 3600, 60
MORNING, EVENING = 7 * HOUR, 23 * HOUR
BURSTS, BURST_LENGTH, BURST_PAUSE = 40, 5, 4
CALLS, GLANCES, READINGS = 10, 120, 40
AWAY, BACK = 12 * HOUR, 14 * HOUR
MUSIC, SILENCE, TRACK_LENGTH = 18 * HOUR, 19 * HOUR, 240
LONGEST_RINGING, TALK = 20, 120
TEXTS = (
    "On my way", "Shall we meet at six in front of the station?", "😀",
    "Your parcel will arrive tomorrow between 9 and 12.", "Danke, bis später!",
    "The meeting has moved to room 4.12. Please bring the figures of the last quarter, and tell Maria that the slides "
    "can wait until Thursday.",
    "Call me when you can", "你到了吗？我在门口等你。", "Code 482 913 confirms your sign-in.",
    "I read your draft. The first chapter is much better now, but the second one still begins with three pages that "
    "nobody needs. Can we talk about it tomorrow, before the others come? I have marked some sentences, and I wonder "
    "whether the table of contents should name the figures too.",
)


@dataclass(frozen=True)
class Entry:
    """Something that happens at a second of the day."""

    second: float
    name: str
    number: int = 0


def spread(count: int, first: float, last: float) -> list[float]:
    """Returns `count` seconds between two times."""
    return [first + (index + 0.5) * (last - first) / count for index in range(count)]


def is_reachable(second: float) -> bool:
    """Whether the phone is in range. Notifications that fall into its absence arrive later."""
    return not AWAY - MINUTE <= second < BACK + MINUTE


def timetable() -> list[Entry]:
    """The whole day, in order."""
    day: list[Entry] = []
    hours = [(MORNING, AWAY - 2 * MINUTE), (BACK + 2 * MINUTE, EVENING)]
    lengths = [last - first for first, last in hours]
    for name, count, shift in (("burst", BURSTS, 0), ("call", CALLS, 37), ("read", READINGS, 41)):
        before = round(count * lengths[0] / sum(lengths))
        seconds = spread(before, *hours[0]) + spread(count - before, *hours[1])
        day += [Entry(second + shift, name, number) for number, second in enumerate(seconds)]
    day += [Entry(second + 101, "glance", number) for number, second in enumerate(spread(GLANCES, MORNING, EVENING))]
    day += [Entry(AWAY, "away"), Entry(BACK, "back"), Entry(MUSIC, "music"), Entry(SILENCE, "silence")]
    tracks = range(1, (SILENCE - MUSIC) // TRACK_LENGTH)
    day += [Entry(MUSIC + number * TRACK_LENGTH, "track", number) for number in tracks]
    return sorted(day, key=lambda entry: entry.second)


class Wearer:
    """Plays a part of the day."""

    def __init__(self, session: KernelSession) -> None:
        self.session = session
        self.shown: list[Notification] = []
        self.count = 0

    async def do(self, entry: Entry) -> None:
        """One entry of the timetable."""
        await getattr(self, f"_{entry.name}")(entry.number)

    async def _burst(self, number: int) -> None:
        """Five messages; the phone's user has read the ones before."""
        for message in self.shown:
            self.session.phone.ancs.remove(message)
        self.shown = []
        for index in range(BURST_LENGTH):
            text = TEXTS[(number * BURST_LENGTH + index) % len(TEXTS)]
            message = Notification("com.tencent.xin", f"Anna {number % 3}", text, category=Category.SOCIAL)
            self.shown.append(message)
            await self.session.deliver(message)
            self.count += 1
            await asyncio.sleep(BURST_PAUSE)

    async def _call(self, number: int) -> None:
        """Half of the calls are accepted on the watch, the others are missed."""
        call = Call(self.session.phone.ancs, f"Mai {number}")
        await self.session.watch.screen_is("call")
        if number % 2:
            await asyncio.sleep(LONGEST_RINGING)
            call.give_up()
            return
        await asyncio.sleep(3)
        self.session.watch.press("accept")
        await asyncio.sleep(TALK)
        call.end()

    async def _glance(self, _: int) -> None:
        """A press on a dark display only lights it."""
        self.session.watch.press("decline")

    async def _read(self, _: int) -> None:
        """The wearer opens the newest notification, reads to its end, and goes back to the clock."""
        watch = self.session.watch
        watch.press("accept")
        await asyncio.sleep(2)
        watch.press("accept")
        for _ in range(3):
            await asyncio.sleep(3)
            watch.press("down")
        for _ in range(3):
            await asyncio.sleep(1)
            watch.press("decline")

    async def _away(self, _: int) -> None:
        await self.session.phone.disconnect()

    async def _back(self, _: int) -> None:
        await self.session.reconnect()

    async def _music(self, _: int) -> None:
        tracks = [Track(f"Song {number}", "A Band", "An Album", TRACK_LENGTH) for number in range(2)]
        self.session.phone.media.play(Player(tracks=tracks, elapsed=0))

    async def _track(self, number: int) -> None:
        self.session.phone.media.change(number=number % 2, elapsed=0)

    async def _silence(self, _: int) -> None:
        self.session.phone.media.quit()


async def live_through(session: KernelSession, first: int, last: int) -> Wearer:
    """Plays the timetable between two hours of the day. The day begins now."""
    wearer = Wearer(session)
    begin = asyncio.get_running_loop().time() - first * HOUR
    for entry in timetable():
        if not first * HOUR <= entry.second < last * HOUR:
            continue
        await asyncio.sleep(max(0, begin + entry.second - asyncio.get_running_loop().time()))
        await wearer.do(entry)
    await asyncio.sleep(max(0, begin + last * HOUR - asyncio.get_running_loop().time()))
    return wearer
