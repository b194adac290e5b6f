"""A watch and a phone in one room, and the steps that many tests take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from phone.log import Entry, Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.profiles import BCM43430A1, ControllerProfile
from phone.harness import Harness
from virtual.harness import RootCanalHarness
from watch.ssd1306 import SSD1306
from watch.watch import Event, Watch


class Session:
    """The room, the phone and one run of the watch at a time."""

    def __init__(
        self, folder: Path, *options: str, phone: PhoneOptions | None = None,
        profile: ControllerProfile = BCM43430A1, wire: str = "tcp", panel: Callable[[], SSD1306] = SSD1306,
    ) -> None:
        folder.mkdir()
        self.harness = RootCanalHarness(phone) if wire == "rootcanal" else Harness(phone, profile, wire, folder)
        self.phone = self.harness.phone
        self.log = self.harness.log
        self.state = folder / "state"
        self.options = options
        self.panel = panel
        self.exit_status: int | None = None
        self.expected_exit_status = 0
        self.watch: Watch

    async def start(self) -> None:
        """Starts the room and the watch, and waits until the watch advertises."""
        await self.harness.start()
        await self.start_watch()

    async def start_watch(self, command: list[str] | None = None) -> None:
        """Starts a watch on the same controller and state."""
        self.watch = Watch(self.harness.wire.spec, self.state, *self.options, command=command, panel=self.panel())
        await self.watch.start()
        await self.watch.state_is("advertising")

    async def finish(self) -> None:
        """Ends the parts that were started."""
        try:
            if hasattr(self, "watch"):
                self.exit_status = await self.watch.stop()
        finally:
            await self.harness.stop()

    def check(self) -> None:
        """Fails if the watch broke a rule of any layer or did not end well."""
        self.harness.check()
        self.watch.check()
        assert self.exit_status == self.expected_exit_status, f"exit status {self.exit_status}: {self.watch.errors}"

    # -- Steps ---------------------------------------------------------------------------------------------------

    async def show_codes(self) -> str:
        """Connects an unknown phone, and returns the code when both sides show the same."""
        events, entries = self.watch.events.mark, self.log.mark
        await self.phone.connect()
        shown = await self.watch.event("pairing", method="numericComparison", since=events)
        await self.log.wait_for(Kind.PHONE, "code", since=entries)
        assert shown["code"] == f"{self.phone.code:06}"
        await self.watch.screen_is("pairing")
        return shown["code"]

    async def pair(self) -> None:
        """Pairs, and waits until the watch has subscribed."""
        mark = self.watch.events.mark
        await self.show_codes()
        self.watch.press("accept")
        await self.log.wait_for(Kind.PHONE, "paired")
        await self.watch.event("pairing", result="bonded", since=mark)
        await self.watch.state_is("ready", since=mark)
        await self.put_pairing_away()

    async def put_pairing_away(self) -> None:
        """Closes the screen with the result of a pairing."""
        if self.watch.screen == "pairing":
            self.watch.press("decline")
        await self.watch.screen_is("clock", "status")

    async def open_pairing_window(self) -> None:
        """Opens the pairing window by the menu: on the clock, decline held, then the first entry."""
        await self.put_pairing_away()
        if self.watch.screen == "status":
            self.watch.press("back")
            await self.watch.screen_is("clock")
        self.watch.press("decline", "hold")
        await self.watch.screen_is("menu")
        self.watch.press("accept")
        await self.watch.screen_is("status")

    async def reconnect(self) -> None:
        """Connects the bonded phone again, and waits until the watch has subscribed."""
        events, entries = self.watch.events.mark, self.log.mark
        await self.phone.connect()
        await self.log.wait_for(Kind.PHONE, "encrypted", since=entries)
        await self.watch.state_is("ready", since=events)

    async def deliver(self, notification: Notification) -> Event:
        """Adds a notification on the phone, and returns the watch's last event about it."""
        mark = self.watch.events.mark
        self.phone.ancs.add(notification)
        await self.watch.event("notification", op="added", uid=notification.uid, since=mark)
        return await self.watch.event("notification", op="content", uid=notification.uid, since=mark)

    async def phone_saw(self, name: str, since: int = 0, **details: Any) -> Entry:
        """Waits until the phone's ANCS provider has seen this."""
        return await self.log.wait_for(Kind.ANCS, name, since=since, **details)
