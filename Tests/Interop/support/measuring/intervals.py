"""How many connection events pass from a Notification Source event to the display, and what the panel's bus adds.

Events are counted, not timed, and the next one happens only when both sides have come to rest: the numbers are the same
on every machine. The bus is reckoned at 400 kHz from the messages that the watch sends: nine clocks for each octet, and
two for start and stop.
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable
from dataclasses import dataclass, field

from phone.ancs import APP_NAMES as PHONE_APP_NAMES
from phone.ancs import AncsOptions
from phone.calls import Call
from phone.intervals import ConnectionEvents
from phone.log import Kind
from phone.notification import Category, Notification
from phone.options import PhoneOptions
from phone.profiles import BLUETOOTH_5_DONGLE, BCM43430A1, ControllerProfile
from phone.sisters import SisterOptions, current_time_octets
from watch.picture import Picture
from watch.quiet import Quiet
from watch.ssd1306 import SSD1306

from .room import DATE, Room

CLOCK = 400_000
MTUS = (23, 185, 517)
MOST_EVENTS = 40
TITLE, SIGHT = "王小明", "今晚七点"
"""The words of each text that the display must show before the text counts as readable."""
TALK = "我们在老地方等你，记得带上上次借的那本书。"
CALLER = "Anna"


@dataclass(frozen=True)
class Radio:
    """The capacity of one connection event."""

    name: str
    packets: int
    octets: int
    profile: ControllerProfile


RADIOS = (
    Radio("4 of 27", 4, 27, BCM43430A1),
    Radio("7 of 27", 7, 27, BCM43430A1),
    Radio("5 of 251", 5, 251, BLUETOOTH_5_DONGLE),
)
"""Packets each way, and their octets: an iPhone without and with the data length extension, and a poor one."""



@dataclass(frozen=True)
class Text:
    """A message: application, sender and text."""

    app: str
    title: str
    message: str

    def notification(self) -> Notification:
        """Returns the message as a notification of the phone."""
        return Notification(self.app, self.title, self.message, category=Category.SOCIAL, date=DATE)


def cut_to(size: int, text: str) -> str:
    """Returns the text, cut or filled with full stops to `size` octets."""
    cut = text.encode()[:size].decode(errors="ignore")
    return cut + "." * (size - len(cut.encode()))


TEXTS = {
    "lean": Text("com.tencent.xin", TITLE, cut_to(78, SIGHT + TALK * 2)),
    "typical": Text("net.whatsapp.WhatsApp", TITLE, cut_to(152, SIGHT + TALK * 3)),
    "512 octets": Text(
        "com.microsoft.Office.Outlook", f"{TITLE}, about the journey", cut_to(512, SIGHT + TALK * 12)),
}
"""All that the phone has of them takes 150, 231 and 617 octets in one reply."""
APP_NAMES = {**PHONE_APP_NAMES, "com.microsoft.Office.Outlook": "Outlook"}


def options(mtu: int) -> PhoneOptions:
    """A phone whose clock always shows the same when it is read: so do the display, and what is sent to it."""
    moment = datetime.datetime(2026, 11, 20, 23, 12)
    return PhoneOptions(
        mtu=mtu, ancs=AncsOptions(app_names=APP_NAMES),
        sisters=SisterOptions(current_time=current_time_octets(moment)))


@dataclass
class Passage:
    """The number of connection events from the one with the Notification Source event."""

    request: int = -1
    """The Control Point's first write leaves."""
    sign: int = -1
    """The display announces the notification."""
    sign_bus: float = 0.0
    """The time on the bus until then, in seconds."""
    readable: int = -1
    readable_bus: float = 0.0
    whole: int = -1
    """The watch has received the last octet of the texts."""
    replies: list[int] = field(default_factory=list)
    """The sizes of the phone's replies in octets, in the order of the requests."""
    hci_out: int = 0
    hci_in: int = 0
    bus_messages: int = 0
    bus_octets: int = 0

    @property
    def events(self) -> dict[str, int]:
        """The events in which the notification can be read, and in which all of it has arrived."""
        return {"readable": self.readable, "whole": self.whole}

    @property
    def traffic(self) -> dict[str, int]:
        """The octets on the watch's wires for it."""
        return {
            "hci-out": self.hci_out, "hci-in": self.hci_in, "i2c-messages": self.bus_messages,
            "i2c-octets": self.bus_octets}


class Course:
    """Lets one notification pass at a time, at a watch that shows its clock and knows the application's name."""

    def __init__(self, room: Room, radio: Radio) -> None:
        self.room = room
        self.radio = radio
        self.quiet = Quiet(room)

    async def warm_up(self) -> None:
        """Makes the watch request the names of the applications, so that it knows them."""
        for name in TEXTS:
            await self.room.deliver(TEXTS[name].notification())
            await self.room.dismiss()
        await self.call()

    async def message(self, name: str) -> Passage:
        """One of the texts, to its last octet and the last message to the panel; then the clock again."""
        passage = await self._pass(
            lambda: self.room.phone.ancs.add(TEXTS[name].notification()), lambda display: display.shows("Message"),
            lambda display: display.shows(TITLE) and display.shows(SIGHT))
        await self.room.dismiss()
        return passage

    async def call(self) -> Passage:
        """Makes the phone ring until the name is on the display. Then the caller gives up."""
        calls: list[Call] = []
        passage = await self._pass(
            lambda: calls.append(Call(self.room.phone.ancs, CALLER)),
            lambda display: display.shows("Incoming call"), lambda display: display.shows(CALLER))
        mark = self.room.watch.events.mark
        assert calls[0].incoming
        self.room.phone.ancs.remove(calls[0].incoming)
        await self.room.watch.event("screen", screen="clock", since=mark)
        await self.room.rest()
        return passage

    async def _pass(
        self, begin: Callable[[], object], is_sign: Callable[[Picture], bool], is_readable: Callable[[Picture], bool]
    ) -> Passage:
        room, passage = self.room, Passage()
        await room.rest()
        frames, entries = room.watch.frames.mark, room.log.mark
        packets = room.harness.counts()
        events = ConnectionEvents(room.phone.link, room.log, self.radio.packets, self.radio.octets)
        begin()
        await self.quiet.wait()
        while not events.is_idle and events.count < MOST_EVENTS:
            mark, panel = room.watch.frames.mark, copy.deepcopy(room.watch.panel)
            number = events.run()
            await self.quiet.wait()
            lines = room.watch.frames.items[mark:]
            if passage.sign < 0 and is_sign(room.watch.display):
                passage.sign, passage.sign_bus = number, bus_time(panel, lines, is_sign)
            if passage.readable < 0 and is_readable(room.watch.display):
                passage.readable, passage.readable_bus = number, bus_time(panel, lines, is_readable)
        events.end()
        self._count(passage, entries, frames, packets)
        return passage

    def _count(self, passage: Passage, entries: int, frames: int, packets: tuple[int, int]) -> None:
        log, lines = self.room.log, self.room.watch.frames.items[frames:]
        sent = log.find(Kind.LINK, "packet", since=entries)
        passage.request = next(one.details["event"] for one in sent if one.details["pdu"] == "Write request")
        passage.whole = max(one.details["event"] for one in sent if one.details["to"] == "watch")
        passage.replies = [reply.details["length"] for reply in log.find(Kind.ANCS, "reply", since=entries)]
        hci_out, hci_in = self.room.harness.counts()
        passage.hci_out, passage.hci_in = hci_out - packets[0], hci_in - packets[1]
        passage.bus_messages, passage.bus_octets = len(lines), sum(octets(line) for line in lines)


def octets(line: bytes) -> int:
    """Returns the number of octets of a message on the bus: the address octet and its payload."""
    return 1 + len(line.split()[2]) // 2


def bus_time(panel: SSD1306, lines: list[bytes], shows: Callable[[Picture], bool]) -> float:
    """Seconds on the bus until the display shows it; `panel` is as it was before the first of `lines`."""
    total = 0
    for line in lines:
        panel.receive(bytes.fromhex(line.split()[2].decode()))
        total += 9 * octets(line) + 2
        if shows(panel.picture()):
            break
    return total / CLOCK
