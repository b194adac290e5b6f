"""A whole radio room: the air, the watch's controller on a socket, and an iPhone."""

from __future__ import annotations

from pathlib import Path

from .controller import StrictController
from .link import Air
from .log import ActivityLog
from .monitor import WatchMonitor
from .options import PhoneOptions
from .phone import SimulatedPhone
from .profiles import BCM43430A1, ControllerProfile
from .transport import HciPty, HciServer

WATCH_ADDRESS = "B8:27:EB:12:34:56"


class Harness:
    """Built, started and stopped once for each test."""

    def __init__(
        self, options: PhoneOptions | None = None, profile: ControllerProfile = BCM43430A1,
        wire: str = "tcp", folder: Path | None = None,
    ) -> None:
        self.log = ActivityLog()
        self.air = Air()
        self.controller = StrictController(self.air, WATCH_ADDRESS, self.log, profile, WatchMonitor(self.log))
        self.phone = SimulatedPhone(self.air, self.log, options)
        self.wire: HciServer | HciPty
        if wire == "pty":
            self.wire = HciPty(self.controller)
        else:
            assert wire == "tcp" or folder
            self.wire = HciServer(self.controller, folder / "hci" if wire == "unix" and folder else None)

    async def start(self) -> None:
        """Switches the phone and the wire on."""
        await self.wire.start()
        await self.phone.power_on()

    async def stop(self) -> None:
        """Switches everything off."""
        await self.phone.power_off()
        await self.wire.stop()

    def counts(self) -> tuple[int, int]:
        """How many HCI packets the watch has sent, and how many it was sent."""
        return self.controller.packets_from_host, self.controller.packets_to_host

    def check(self) -> None:
        """Fails if the watch broke a rule, or if the phone itself fell over."""
        assert not self.phone.errors, self.phone.errors
        faults = "\n".join(str(entry) for entry in self.log.violations)
        assert not faults, f"the watch broke these rules:\n{faults}\nlast entries:\n{self.log.tail()}"
