"""Linux's own Bluetooth stack as the phone: the guest with bluetoothd, RootCanal, and the watch beside them."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from pathlib import Path
from typing import Any

from machine import Machine
from measuring.capture import Packet, packets
from phone.journal import DEADLINE, Journal
from phone.log import ActivityLog
from phone.notification import Notification
from phone.transport import H4Parser
from virtual.program import RootCanal
from virtual.wire import WatchedWire
from watch.watch import Event, Watch

PROGRAM = Path(__file__).parent / "bluez/program.py"
MEMORY = "128M"
COMMAND, ACL = 1, 2
RANDOM, RESOLVABLE = 1, 0b01
WRITE_AUTHENTICATED_PAYLOAD_TIMEOUT = 0x0C7C
SECURITY_MANAGER, SECURITY_REQUEST = 6, 0x0B
START_SECONDS = 30.0


class Bridge:
    """H4 between the guest's serial line and RootCanal.

    Linux sends Write Authenticated Payload Timeout after every encryption. RootCanal 1.13.0 aborts on this command, so
    the bridge answers it.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, port: int) -> None:
        """Connects the two."""
        guest, self._to_guest = await asyncio.open_unix_connection(sock=self._machine.radio)
        air, self._to_air = await asyncio.open_connection("127.0.0.1", port)
        self._tasks = [
            asyncio.create_task(self._pass_on(guest, H4Parser(self._on_packet).feed)),
            asyncio.create_task(self._pass_on(air, self._to_guest.write))]

    async def _pass_on(self, reader: asyncio.StreamReader, take: Any) -> None:
        while octets := await reader.read(4096):
            take(octets)

    def _on_packet(self, packet: bytes) -> None:
        if packet[0] == COMMAND and struct.unpack_from("<H", packet, 1)[0] == WRITE_AUTHENTICATED_PAYLOAD_TIMEOUT:
            self._to_guest.write(bytes.fromhex("040e06017c0c00") + packet[4:6])
        else:
            self._to_air.write(packet)

    async def stop(self) -> None:
        """Leaves both."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            self._to_air.close()


class LinuxPhone:
    """The program inside the guest, as the test sees it."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.events: Journal[Event] = Journal()
        self.errors = ""
        self._rest = b""
        self._uid = 0

    async def start(self, privacy: str, security: str) -> None:
        """Starts the daemons, attaches the controller, and waits until everything is registered."""
        self._machine.program.setblocking(False)
        asyncio.get_running_loop().add_reader(self._machine.program.fileno(), self._read)
        self._machine.on_line["o"] = self._on_error_line
        packages = Path(os.environ["BELFRY_BLUEZ"]).absolute()
        await self._machine.do(f"start {sys.executable} -B {PROGRAM} /dev/ttyS2 {packages} {privacy} {security}")
        await self.event("waiting for a controller", deadline=START_SECONDS)
        await self._machine.plug_in()
        await self.event("on", deadline=START_SECONDS)

    def stop(self) -> None:
        """Stops listening."""
        asyncio.get_running_loop().remove_reader(self._machine.program.fileno())

    def _on_error_line(self, line: str) -> None:
        self.errors += line + "\n"

    def _read(self) -> None:
        try:
            *lines, self._rest = (self._rest + self._machine.program.recv(65536)).split(b"\n")
        except BlockingIOError:
            return
        for line in lines:
            self.events.append(json.loads(line))

    async def event(self, name: str, since: int = 0, deadline: float = DEADLINE, **details: Any) -> Event:
        """Waits for the first event of this name with these details."""
        def fits(event: Event) -> bool:
            return event["event"] == name and all(event.get(key) == value for key, value in details.items())

        try:
            return await self.events.wait(fits, f"event {name} {details} of the phone", since, deadline)
        except TimeoutError as error:
            raise TimeoutError(f"{error}\nstandard error in the guest:\n{self.errors[-4000:]}") from None

    def post(self, command: str, **details: Any) -> None:
        """Sends a command."""
        self._machine.program.send(json.dumps({"do": command, **details}).encode() + b"\n")

    async def do(self, command: str, deadline: float = DEADLINE, **details: Any) -> None:
        """Sends a command, and waits until it is done."""
        mark = self.events.mark
        self.post(command, **details)
        await self.event("done", since=mark, deadline=deadline, command=command)

    async def add(self, notification: Notification, application: str) -> int:
        """Announces a notification, and returns its UID."""
        self._uid += 1
        attributes = {str(number): notification.attribute(number).decode() for number in range(8)}
        await self.do(
            "add", uid=self._uid, category=int(notification.category), flags=notification.flags(False),
            application=application, attributes=attributes)
        return self._uid

    async def stored_bonds(self) -> list[str]:
        """Returns bluetoothd's stored data about each device with a key."""
        mark = self.events.mark
        await self.do("bonds")
        stored = (await self.event("bonds", since=mark))["stored"]
        return [text for text in stored if "LongTermKey]" in text]


class LinuxSession:
    """RootCanal, Linux as the phone, and one run of the watch."""

    def __init__(self, folder: Path, machine: Machine, *options: str) -> None:
        folder.mkdir()
        self.capture = folder / "capture"
        self._air = RootCanal()
        self._bridge = Bridge(machine)
        self.log = ActivityLog()
        self._wire = WatchedWire(self.log)
        self.phone = LinuxPhone(machine)
        self._folder = folder
        self._options = options
        self._status = 0

    async def start(self, privacy: str, security: str) -> None:
        """Starts all of them, and waits until the watch advertises."""
        await self._air.start()
        await self._bridge.start(self._air.port)
        await self._wire.start(self._air.port)
        await self.phone.start(privacy, security)
        self.watch = Watch(
            self._wire.spec, self._folder / "state", "--capture", str(self.capture), *self._options)
        await self.watch.start()
        await self.watch.state_is("advertising")

    async def finish(self) -> None:
        """Ends everything, as far as it was started."""
        try:
            await self.stop_watch()
        finally:
            self.phone.stop()
            await self._bridge.stop()
            await self._wire.stop()
            await self._air.stop()

    async def stop_watch(self) -> None:
        """Ends the watch, so that its capture is complete."""
        if hasattr(self, "watch"):
            self._status = await self.watch.stop() or self._status

    def check(self) -> None:
        """Fails if the watch broke a rule of any layer or did not end well, or if RootCanal ended."""
        self._air.check()
        faults = "\n".join(str(entry) for entry in self.log.violations)
        assert not faults, f"the watch broke these rules:\n{faults}\nlast entries:\n{self.log.tail()}"
        self.watch.check()
        assert self._status == 0, f"exit status {self._status}: {self.watch.errors}"

    # -- Steps -------------------------------------------------------------------------------------------------------

    async def show_codes(self) -> None:
        """Starts a pairing by Linux, and waits until both sides show the same code."""
        self.phone.post("pair")
        code = (await self.phone.event("code", deadline=START_SECONDS))["code"]
        shown = await self.watch.event("pairing", method="numericComparison")
        assert shown["code"] == code
        await self.watch.screen_is("pairing")

    async def pair(self) -> None:
        """Accepts on both sides, and waits until the watch uses the service."""
        mark = self.watch.events.mark
        await self.show_codes()
        self.phone.post("answer", yes=True)
        self.watch.press("accept")
        await self.watch.event("pairing", result="bonded", since=mark)
        await self.phone.event("done", command="pair")
        await self.watch.state_is("ready", since=mark)
        if self.watch.screen == "pairing":
            self.watch.press("decline")
        await self.watch.screen_is("clock", "status")

    async def reconnect(self) -> None:
        """Disconnects Linux and connects it again. Fails if a pairing starts."""
        mark, codes = self.watch.events.mark, len(self.watch.found("pairing"))
        await self.phone.do("disconnect")
        await self.watch.state_is("disconnected", since=mark)
        await self.watch.state_is("advertising", since=mark)
        mark = self.watch.events.mark
        await self.phone.do("connect", deadline=START_SECONDS)
        await self.watch.state_is("encrypted", since=mark)
        await self.watch.state_is("ready", since=mark)
        assert len(self.watch.found("pairing")) == codes

    async def deliver(self, notification: Notification, application: str) -> int:
        """Announces a notification, waits until the watch has its texts, and returns its UID."""
        mark = self.watch.events.mark
        uid = await self.phone.add(notification, application)
        content = await self.watch.event("notification", op="content", uid=uid, since=mark)
        assert content["complete"] and content["appName"] == application
        return uid

    async def has_no_bond(self) -> bool:
        """Whether neither side has stored a key, or used the service."""
        is_unused = not self.watch.found("bonds") and not self.watch.found("state", state="ready")
        return is_unused and not await self.phone.stored_bonds()

    def last_link(self) -> list[Packet]:
        """Returns the packets since the last connection, in the capture of a watch that has ended."""
        found = list(packets(self.capture))
        starts = [at for at, packet in enumerate(found) if is_connection(packet)]
        return found[starts[-1]:]


def is_connection(packet: Packet) -> bool:
    """Whether it reports a new link."""
    return packet.is_received and packet.octets[:2] == b"\x04\x3e" and packet.octets[3] in (0x01, 0x0A)


def is_peer_private(connection: Packet) -> bool:
    """Whether the peer of this new link has a resolvable private address."""
    kind, address = connection.octets[8], connection.octets[9:15]
    return kind == RANDOM and address[-1] >> 6 == RESOLVABLE


def is_security_request(packet: Packet) -> bool:
    """Whether it is a Security Request of the watch."""
    if packet.is_received or packet.octets[0] != ACL or len(packet.octets) < 10:
        return False
    channel, code = struct.unpack_from("<HB", packet.octets, 7)
    return (channel, code) == (SECURITY_MANAGER, SECURITY_REQUEST)
