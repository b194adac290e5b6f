"""A radio room whose controllers and link layer are RootCanal's."""

from __future__ import annotations

from typing import Any

from bumble import hci, transport

from phone.link import Air, Endpoint
from phone.log import ActivityLog
from phone.options import PhoneOptions
from phone.phone import SimulatedPhone

from .program import RootCanal
from .wire import WatchedWire


class RemoteController:
    """Stands for the phone's controller, which is in RootCanal: the properties that the phone reads of it."""

    name = "RootCanal"

    def __init__(self, air: Air, identity: str) -> None:
        self.air = air
        self.public_address = hci.Address(identity, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.endpoints: dict[int, Endpoint] = {}

    def power_cycle(self) -> None:
        """Nothing to do: RootCanal forgets a client that leaves."""


class RootCanalHarness:
    """Built, started and stopped once for each test, like `Harness`."""

    def __init__(self, options: PhoneOptions | None = None) -> None:
        self.log = ActivityLog()
        self.program = RootCanal()
        self.wire = WatchedWire(self.log)
        air, options = Air(), options or PhoneOptions()
        controller: Any = RemoteController(air, options.identity)
        self.phone = SimulatedPhone(air, self.log, options, controller)
        self._transport: transport.Transport | None = None

    async def start(self) -> None:
        """Starts RootCanal, and switches the phone and the wire on."""
        await self.program.start()
        await self.wire.start(self.program.port)
        self._transport = await transport.open_transport(f"tcp-client:127.0.0.1:{self.program.port}")
        host = self.phone.device.host
        host.set_packet_sink(self._transport.sink)
        self._transport.source.set_packet_sink(host)
        await self.phone.power_on()
        self.phone.device.public_address = self.phone.controller.public_address

    async def stop(self) -> None:
        """Switches everything off."""
        await self.phone.power_off()
        if self._transport:
            await self._transport.close()
        await self.wire.stop()
        await self.program.stop()

    def check(self) -> None:
        """Fails if the watch broke a rule, or if the phone or RootCanal fell over."""
        self.program.check()
        assert not self.phone.errors, self.phone.errors
        faults = "\n".join(str(entry) for entry in self.log.violations)
        assert not faults, f"the watch broke these rules:\n{faults}\nlast entries:\n{self.log.tail()}"
