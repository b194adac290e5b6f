"""The radio room of one page: the air, the controller of the page's watch, and an iPhone.

    page → server: an H4 packet of the watch, or a command of the phone's user
    server → page: an H4 packet of the controller, or what happened to the phone
"""

from __future__ import annotations

import asyncio
import json
import struct
import sys
from collections.abc import Callable

from bumble import core

from phone.controller import StrictController
from phone.harness import WATCH_ADDRESS
from phone.link import Air
from phone.log import ActivityLog, Entry, Kind
from phone.media import MediaOptions
from phone.options import PhoneOptions
from phone.phone import SimulatedPhone
from phone.profiles import PHONE
from phone.sisters import SisterOptions
from phone.transport import ControllerSink, FramingLost, H4Parser

from .fields import PROTOCOL_ERROR, Refused

LOOK, PAIRING_LOOK, RECONNECTION_PAUSE = 2.0, 10.0, 1.0
"""Seconds: one search for the watch, all searches after the user chose to pair, and the pause after a link."""
KEPT_ENTRIES = 1000

REPORTS = {
    (Kind.PHONE, "connected"): "connected", (Kind.PHONE, "code"): "code", (Kind.PHONE, "paired"): "bonded",
    (Kind.PHONE, "pairing failed"): "pairingFailed", (Kind.PHONE, "encryption failed"): "keyRefused",
    (Kind.ANCS, "notification source subscribed"): "subscribed",
    (Kind.ANCS, "notification source unsubscribed"): "disconnected",
    (Kind.PHONE, "disconnected"): "disconnected",
}
"""The log entries that the page receives, with their names in the page."""


class RecentLog(ActivityLog):
    """A log that forgets old entries: a page may be open for days."""

    def append(self, item: Entry) -> None:
        """Adds an entry."""
        super().append(item)
        del self.items[:-KEPT_ENTRIES]


class PageRoom:
    """The room of one page. Bonds and notifications end with the page."""

    def __init__(self, send: Callable[[bytes | str], None]) -> None:
        self._send = send
        self.log = RecentLog()
        self.log.listener = self._on_entry
        air = Air()
        self.controller = StrictController(air, WATCH_ADDRESS, self.log)
        own = StrictController(air, PhoneOptions.identity, RecentLog(), PHONE)
        options = PhoneOptions(media=MediaOptions(), sisters=SisterOptions(model="iPhone17,1"))
        self.phone = SimulatedPhone(air, self.log, options, own)
        self.phone.device.host.controller = own
        self.phone.answer = None
        self._is_radio_on = self._is_in_range = True
        self._pairing_end = 0.0
        self._has_prompt = False
        self._may_connect = asyncio.Event()

    async def start(self) -> None:
        """Turns the controller and the phone on, and reports it to the page."""
        self.controller.stalls.start()
        self.controller.power_cycle()
        self.controller.host = ControllerSink(self._send)  # type: ignore[assignment]
        await self.phone.power_on()
        self.report("")

    async def stop(self) -> None:
        """Switches both off."""
        self.log.listener = None
        self.controller.stalls.stop()
        await self.phone.power_off()
        self.controller.power_cycle()

    # -- The watch -----------------------------------------------------------------------------------------------

    def take_packet(self, octets: bytes) -> None:
        """Takes one H4 packet of the watch; raises `Refused`."""
        packets: list[bytes] = []
        try:
            H4Parser(packets.append).feed(octets)
        except FramingLost as error:
            raise Refused(PROTOCOL_ERROR, f"H4: {error}") from None
        if packets != [octets]:
            raise Refused(PROTOCOL_ERROR, "H4: a binary message must be one whole packet")
        try:
            self.controller.on_packet(octets)
        except (core.BaseError, LookupError, ValueError, struct.error):
            raise Refused(PROTOCOL_ERROR, f"HCI: a packet that cannot be parsed: {octets[:16].hex()}") from None

    # -- The page ------------------------------------------------------------------------------------------------

    def report(self, kind: str, value: int = 0) -> None:
        """Reports an event and the phone's state to the page."""
        state = {
            "isConnected": self.phone.connection is not None, "hasBond": self.phone.bond is not None,
            "isSubscribed": self.phone.ancs.is_subscribed}
        self._send(json.dumps({"kind": kind, "value": value, "state": state}))

    def _on_entry(self, entry: Entry) -> None:
        if entry.kind == Kind.VIOLATION:
            print(f"web-serve: the watch broke a rule: {entry}", file=sys.stderr)
        kind = REPORTS.get((entry.kind, entry.name))
        if kind is None:
            return
        loop = asyncio.get_running_loop()
        match kind:
            case "code":
                self._has_prompt = True
            case "bonded":
                self._has_prompt, self._pairing_end = False, 0.0
            case "pairingFailed":
                # The user may try again on a new link.
                self._has_prompt, self._pairing_end = False, 0.0
                self.phone.leave()
            case "disconnected" if entry.kind == Kind.PHONE:
                self._on_disconnection()
        # The entry is written before the state changes.
        loop.call_soon(self.report, kind, entry.details.get("code", 0) if kind == "code" else 0)

    def _on_disconnection(self) -> None:
        if self._has_prompt:
            self._has_prompt, self._pairing_end = False, 0.0
            self.report("pairingFailed")
        self._may_connect.clear()
        asyncio.get_running_loop().call_later(RECONNECTION_PAUSE, self.refresh)

    # -- The link ------------------------------------------------------------------------------------------------

    @property
    def _wants_link(self) -> bool:
        is_pairing = asyncio.get_running_loop().time() < self._pairing_end
        return self._is_radio_on and self._is_in_range and (self.phone.bond is not None or is_pairing)

    def refresh(self) -> None:
        """Starts or stops the phone's search for the watch."""
        if self._wants_link and self.phone.connection is None:
            self._may_connect.set()
        else:
            self._may_connect.clear()

    async def keep_connected(self) -> None:
        """Connects whenever the phone wants a link; never returns."""
        while True:
            await self._may_connect.wait()
            was_pairing = self.phone.bond is None
            try:
                await self.phone.connect(LOOK)
            except (TimeoutError, core.BaseError) as error:
                self.log.add(Kind.PHONE, "found no watch", error=repr(error))
            if self.phone.connection and not self._wants_link:
                await self.phone.disconnect()
            self.refresh()
            if was_pairing and not self._wants_link and self.phone.bond is None:
                self.report("pairingFailed")

    def pair(self) -> None:
        """The user chooses the watch in the settings."""
        self._pairing_end = asyncio.get_running_loop().time() + PAIRING_LOOK
        self.refresh()

    def forget(self) -> None:
        """The user forgets the watch."""
        self.phone.forget_watch()
        self._pairing_end = 0.0
        self.end_link()

    def set_radio(self, is_on: bool) -> None:
        """Turns airplane mode off or on."""
        self._is_radio_on = is_on
        self.end_link() if not is_on else self.refresh()

    def set_range(self, is_in_range: bool) -> None:
        """Moves the phone out of range or back. The link is then lost without a packet."""
        self._is_in_range = is_in_range
        if not is_in_range and self.phone.connection:
            self.phone.link.lose()
        self.refresh()

    def end_link(self) -> None:
        """Ends the link. Without airplane mode the phone connects again later."""
        self.refresh()
        self.phone.leave()
