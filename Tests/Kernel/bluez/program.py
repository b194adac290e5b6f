"""Linux as the phone: runs inside the guest, obeys the test's lines on a serial line, and reports events there.

    program.py LINE PACKAGES PRIVACY SECURITY     the serial line, the folder of the packages, bluetoothd's `Privacy`,
                                                  and the flag of the Control Point

A line is a JSON object. `{"do": NAME, …}` is a command, and `{"event": NAME, …}` an event.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGES = Path(sys.argv[2])
sys.path.append(str(PACKAGES / "usr/lib/python3/dist-packages"))

from daemons import BUS, Daemons, stored_bonds  # noqa: E402
from dbus_next import DBusError, Message, MessageType, Variant  # noqa: E402
from dbus_next.aio import MessageBus  # noqa: E402
from provider import APPLICATION, BadCommand, Provider, objects  # noqa: E402

ADAPTER, AGENT, NAME = "/org/bluez/hci0", "/belfry/agent", "Belfry"
PROPERTIES, DEVICE = "org.freedesktop.DBus.Properties", "org.bluez.Device1"
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
MATCHES = (
    "type='signal',sender='org.bluez'", "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")


class Line:
    """The serial line to the test."""

    def __init__(self, path: str, obey: Callable[[dict[str, Any]], None]) -> None:
        self._obey = obey
        self._input = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        self._output = os.open(path, os.O_WRONLY | os.O_NOCTTY)
        tty.setraw(self._input)
        self._rest = b""
        asyncio.get_running_loop().add_reader(self._input, self._read)

    def _read(self) -> None:
        *lines, self._rest = (self._rest + os.read(self._input, 4096)).split(b"\n")
        for line in lines:
            self._obey(json.loads(line))

    def tell(self, event: str, **details: Any) -> None:
        """Reports an event."""
        os.write(self._output, json.dumps({"event": event, **details}).encode() + b"\n")


class Phone:
    """The adapter, the one device that matters, the agent and the service."""

    def __init__(self, line_path: str, privacy: str, security: str) -> None:
        self._line = Line(line_path, self._obey)
        self.tell = self._line.tell
        self._privacy, self._security = privacy, security
        self._daemons = Daemons(PACKAGES)
        self._provider = Provider(self._notify, self.tell)
        self._has_bluetooth, self._has_adapter = asyncio.Event(), asyncio.Event()
        self._device: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._question: Message | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Starts everything; then the test has to attach the controller."""
        self._daemons.start_bus()
        self.bus = await MessageBus(bus_address=BUS).connect()
        self.bus.add_message_handler(self._on_message)
        for match in MATCHES:
            await self._call("/org/freedesktop/DBus", "org.freedesktop.DBus.AddMatch", "s", match,
                             destination="org.freedesktop.DBus")
        self._daemons.start_bluetooth(self._privacy)
        await self._has_bluetooth.wait()
        self.tell("waiting for a controller")
        await self._has_adapter.wait()
        await self._call(ADAPTER, f"{PROPERTIES}.Set", "ssv", "org.bluez.Adapter1", "Powered", Variant("b", True))
        manager = "org.bluez.AgentManager1"
        await self._call("/org/bluez", f"{manager}.RegisterAgent", "os", AGENT, "DisplayYesNo")
        await self._call("/org/bluez", f"{manager}.RequestDefaultAgent", "o", AGENT)
        await self._call(ADAPTER, "org.bluez.GattManager1.RegisterApplication", "oa{sv}", APPLICATION, {})
        self.tell("on")
        await self.bus.wait_for_disconnect()

    async def _call(
        self, path: str, method: str, signature: str = "", *body: Any, destination: str = "org.bluez",
    ) -> list[Any]:
        interface, _, member = method.rpartition(".")
        reply = await self.bus.call(Message(
            destination=destination, path=path, interface=interface, member=member, signature=signature,
            body=list(body)))
        if reply.message_type == MessageType.ERROR:
            raise DBusError(reply.error_name, f"{member}: {reply.body}")
        return reply.body

    # -- Signals and calls from bluetoothd ---------------------------------------------------------------------------

    def _on_message(self, message: Message) -> Message | bool | None:
        if message.message_type == MessageType.SIGNAL:
            self._on_signal(message)
        elif message.message_type == MessageType.METHOD_CALL:
            return self._on_call(message)
        return None

    def _on_signal(self, message: Message) -> None:
        match message.member:
            case "NameOwnerChanged" if message.body[0] == "org.bluez" and message.body[2]:
                self._has_bluetooth.set()
            case "InterfacesAdded":
                path, interfaces = message.body
                if "org.bluez.Adapter1" in interfaces:
                    self._has_adapter.set()
                self._look_at(path, interfaces.get(DEVICE, {}))
            case "PropertiesChanged" if message.body[0] == DEVICE:
                self._look_at(message.path, message.body[1])

    def _look_at(self, path: str, properties: dict[str, Variant]) -> None:
        if "Name" in properties and properties["Name"].value == NAME and not self._device.done():
            self._device.set_result(path)
        for name in ("Connected", "Bonded"):
            if name in properties:
                self.tell(name.lower(), value=properties[name].value)

    def _on_call(self, message: Message) -> Message | bool | None:
        match message.member:
            case "GetManagedObjects":
                return Message.new_method_return(message, "a{oa{sa{sv}}}", [objects(self._security, Variant)])
            case "RequestConfirmation":
                self._question = message
                self.tell("code", code=f"{message.body[1]:06}")
                return True
            case "WriteValue":
                self._on_write(message)
                return True
            case "StartNotify" | "StopNotify" | "Cancel" | "Release" | "RequestAuthorization" | "AuthorizeService":
                return Message.new_method_return(message)
        return None

    def _on_write(self, message: Message) -> None:
        mtu = message.body[1]["mtu"].value if "mtu" in message.body[1] else 0
        try:
            follow = self._provider.write(bytes(message.body[0]), mtu)
        except BadCommand:
            self.bus.send(Message.new_error(message, "org.bluez.Error.InvalidArguments", "not a command"))
            return
        self.bus.send(Message.new_method_return(message))
        follow()

    def _notify(self, path: str, value: bytes) -> None:
        self.bus.send(Message.new_signal(
            path, PROPERTIES, "PropertiesChanged", "sa{sv}as",
            ["org.bluez.GattCharacteristic1", {"Value": Variant("ay", value)}, []]))

    # -- Commands of the test ----------------------------------------------------------------------------------------

    def _obey(self, command: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._do(command.pop("do"), command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, name: str, details: dict[str, Any]) -> None:
        commands: dict[str, Any] = {
            "pair": self._pair, "answer": self._answer, "connect": self._connect, "disconnect": self._disconnect,
            "add": self._add, "bonds": self._bonds}
        try:
            await commands[name](**details)
        except DBusError as error:
            self.tell("failed", command=name, error=error.type, text=error.text)
        else:
            self.tell("done", command=name)

    async def _pair(self) -> None:
        only_le = {"Transport": Variant("s", "le"), "DuplicateData": Variant("b", True)}
        await self._call(ADAPTER, "org.bluez.Adapter1.SetDiscoveryFilter", "a{sv}", only_le)
        await self._call(ADAPTER, "org.bluez.Adapter1.StartDiscovery")
        device = await self._device
        await self._call(ADAPTER, "org.bluez.Adapter1.StopDiscovery")
        await self._call(device, f"{DEVICE}.Pair")

    async def _answer(self, yes: bool) -> None:
        question, self._question = self._question, None
        if question and yes:
            self.bus.send(Message.new_method_return(question))
        elif question:
            self.bus.send(Message.new_error(question, "org.bluez.Error.Rejected", "other digits"))

    async def _connect(self) -> None:
        await self._call(await self._device, f"{DEVICE}.Connect")

    async def _disconnect(self) -> None:
        await self._call(await self._device, f"{DEVICE}.Disconnect")

    async def _add(self, **notification: Any) -> None:
        self._provider.add(notification)

    async def _bonds(self) -> None:
        self.tell("bonds", stored=stored_bonds())


async def main() -> None:
    """Runs until the bus ends."""
    await Phone(sys.argv[1], sys.argv[3], sys.argv[4]).run()


asyncio.run(main())
