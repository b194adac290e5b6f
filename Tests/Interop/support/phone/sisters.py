"""The other services of an iPhone: its time, its charge and its model."""

from __future__ import annotations

import asyncio
import datetime
import struct
from collections.abc import Callable
from dataclasses import dataclass

from .att import AttError, Opcode, uuid_octets
from .att_server import AttServer
from .attributes import NOTIFY, READ, Characteristic, Service
from .log import ActivityLog, Kind

MANUAL, EXTERNAL, TIME_ZONE, DST = 1, 2, 4, 8


@dataclass
class SisterOptions:
    """The choices in which phones differ."""

    current_time: bytes | None = None
    """The value that is read instead of the time."""
    local_time: bytes = bytes((0, 0))
    has_current_time: bool = True
    time_errors: tuple[int, ...] = ()
    """The error codes for the next reads and subscriptions of the time."""
    has_battery: bool = True
    battery: bytes = bytes((80,))
    battery_notifies: bool = True
    has_device_information: bool = True
    model: str = "iPhone16,1"


def current_time_octets(moment: datetime.datetime, reason: int = 0) -> bytes:
    """Current Time: ` | year: 2 | month | day | hours | minutes | seconds | dayOfWeek | fractions256 | reason | `."""
    return struct.pack(
        "<HBBBBBBBB", moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second,
        moment.isoweekday(), moment.microsecond * 256 // 1_000_000, reason)


class SisterServices:
    """The phone's clock, charge and model, and their services."""

    def __init__(self, log: ActivityLog, server: AttServer, options: SisterOptions) -> None:
        self.log = log
        self.server = server
        self.options = options
        self.shift = datetime.timedelta()
        """How far the phone's clock is ahead of the machine's."""
        self.current_time = Characteristic(
            uuid_octets(0x2A2B), READ | NOTIFY, self._read_time, on_configure=self._refuse_time,
            on_subscribe=lambda is_on: self._note("current time", is_on))
        self.local_time = Characteristic(uuid_octets(0x2A0F), READ, lambda: self.options.local_time)
        self.battery_level = Characteristic(
            uuid_octets(0x2A19), READ | NOTIFY if options.battery_notifies else READ, lambda: self.options.battery,
            on_subscribe=lambda is_on: self._note("battery level", is_on))
        self.manufacturer_name = Characteristic(uuid_octets(0x2A29), READ, b"Apple Inc.", needs_encryption=False)
        self.device_information = Service(uuid_octets(0x180A), [
            self.manufacturer_name,
            Characteristic(uuid_octets(0x2A24), READ, self.options.model.encode(), needs_encryption=False),
        ])
        self.battery = Service(uuid_octets(0x180F), [self.battery_level])
        # Needs an encrypted link, as on iOS.
        self.time = Service(uuid_octets(0x1805), [self.current_time, self.local_time])

    def _note(self, what: str, is_on: bool) -> None:
        self.log.add(Kind.PHONE, f"{what} subscribed" if is_on else f"{what} unsubscribed")

    def _refuse_time(self, _: bytes = b"") -> None:
        if self.options.time_errors:
            code, *rest = self.options.time_errors
            self.options.time_errors = tuple(rest)
            self.log.add(Kind.PHONE, "time refused", code=code)
            raise AttError(code, self.current_time.value_handle)

    def _read_time(self) -> bytes:
        self._refuse_time()
        self.log.add(Kind.PHONE, "time read")
        return self._octets()

    def _octets(self, reason: int = 0) -> bytes:
        if self.options.current_time is not None:
            return self.options.current_time
        return current_time_octets(self.now, reason)

    @property
    def now(self) -> datetime.datetime:
        """The time of the phone, in its time zone."""
        return datetime.datetime.now() + self.shift

    # -- What the user of the phone does -------------------------------------------------------------------------

    def set_clock(self, shift: datetime.timedelta, reason: int = MANUAL, local_time: bytes | None = None) -> bool:
        """Moves the phone's clock and notifies the watch. Returns `False` if the watch is not subscribed."""
        self.shift = shift
        if local_time is not None:
            self.options.local_time = local_time
        return self.server.notify(self.current_time, self._octets(reason))

    def set_battery(self, value: bytes) -> bool:
        """Changes the charge and notifies the watch. Returns `False` if the watch is not subscribed."""
        self.options.battery = value
        return self.server.notify(self.battery_level, value)

    def answer_late(self, seconds: float, *characteristics: Characteristic) -> None:
        """Delays the answers to reads of these values."""
        handles = {characteristic.value_handle: characteristic for characteristic in characteristics}

        def script(pdu: bytes) -> list[bytes] | None:
            handle = struct.unpack_from("<H", pdu, 1)[0] if pdu[0] == Opcode.READ_REQUEST else 0
            if handle not in handles:
                return None
            value = handles[handle].value
            assert isinstance(value, Callable)  # type: ignore[arg-type]
            answer = bytes((Opcode.READ_RESPONSE,)) + value()
            asyncio.get_running_loop().call_later(seconds, self.server.send, answer)
            return []

        self.server.script = script
