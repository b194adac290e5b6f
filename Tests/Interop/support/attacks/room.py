"""A room with a watch, an honest phone and an attacker, and what has to be true after every attack."""

from __future__ import annotations

import secrets
from pathlib import Path

from bumble import hci

from malformed.steps import has_asked_all
from phone.log import Kind
from session import Session

from .initiator import Initiator, Reason, Refused
from .radio import Line, LinkLost, Radio

SECURED = ("encrypted", "discovering", "ready")
COUNT_OCTET = 5
"""The offset of the number of bonds in the record of the store."""
INTERVAL = 0.03
"""The time of a frame on a link with an iPhone's connection interval, in seconds."""


def stranger_address() -> hci.Address:
    """Returns a static random address that no other device uses."""
    octets = secrets.token_bytes(5) + bytes((0xC0 | secrets.randbelow(0x3F),))
    return hci.Address(octets, hci.Address.RANDOM_DEVICE_ADDRESS)


class Room(Session):
    """The room of one attack."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, *options)
        self.radio = Radio(self.harness.air)
        self.lines: list[Line] = []
        self._was_window_opened = False

    # -- Who is here ---------------------------------------------------------------------------------------------

    async def connect(self, address: hci.Address) -> Initiator:
        """Returns an initiator on a new link. The initiator before it has left."""
        await self.clear()
        self.lines.append(await self.radio.connect(address))
        return Initiator(self.lines[-1], self.say_yes)

    async def stranger(self) -> Initiator:
        """Returns an initiator that the watch does not know."""
        return await self.connect(stranger_address())

    async def admitted(self) -> Initiator:
        """Returns an unknown initiator whose Pairing Request was answered. Repeats a request that came too soon."""
        peer = await self.stranger()
        while True:
            try:
                await peer.through("request")
                return peer
            except Refused as refusal:
                assert refusal.reason == Reason.REPEATED_ATTEMPTS
                peer.line.endpoint.link.shape(latency=INTERVAL)
            except LinkLost:
                # On a slow machine the watch may end the link: a stranger must pair in time.
                peer = await self.stranger()

    async def impostor(self) -> Initiator:
        """Returns an initiator under the last address of the bonded phone, which every radio can hear."""
        return await self.connect(self.phone.device.random_address)

    async def clear(self) -> None:
        """Ends the attacker's link, if there is one."""
        if self.lines and self.lines[-1].end_reason is None:
            self.lines[-1].disconnect()
            await self.lines[-1].lost()

    async def restart_watch(self) -> None:
        """Restarts the watch, so that it knows only its store."""
        await self.clear()
        self._was_window_opened = False
        await self.watch.stop()
        await self.start_watch()

    async def visitor(self) -> Initiator:
        """Returns an initiator under the last address of the bonded phone, while the pairing window is open."""
        await self.open_window()
        return await self.impostor()

    async def bond(self) -> None:
        """Pairs the honest phone and disconnects it, so that the watch saves its bond."""
        is_first = self.bond_count == 0
        entries = self.log.mark
        await self.pair()
        await has_asked_all(self, entries)
        mark = self.watch.events.mark
        await self.phone.disconnect()
        await self.watch.state_is("advertising", since=mark)
        if is_first:
            await self.watch.event("bonds", result="saved", since=mark)

    def report_encryption(self, *, status: int, is_on: bool) -> None:
        """The watch's controller says that the encryption of its link has changed."""
        self.harness.controller.send_hci_packet(hci.HCI_Encryption_Change_Event(
            status=status, connection_handle=next(iter(self.harness.controller.endpoints)), encryption_enabled=is_on))

    # -- The user of the watch -----------------------------------------------------------------------------------

    async def say_yes(self, code: int) -> None:
        """Waits until the watch shows this number, and presses accept."""
        await self.watch.event("pairing", method="numericComparison", code=f"{code:06}")
        self.watch.press("accept")

    async def open_window(self) -> None:
        """Opens the pairing window by the menu: on the clock, decline held, then the first entry."""
        await self.put_pairing_away()
        self.watch.press("decline", "hold")
        await self.watch.screen_is("menu")
        self.watch.press("accept")
        await self.watch.screen_is("status")
        self._was_window_opened = True

    # -- Requirements
    # ----------------------------------------------------------------------------------------------------

    def stored(self) -> bytes:
        """The bond store's octets."""
        return (self.state / "bonds").read_bytes()

    @property
    def bond_count(self) -> int:
        """The number of bonds in the store."""
        return self.stored()[COUNT_OCTET]

    def guard(self) -> None:
        """Notes the present state, with which `check_unharmed` compares."""
        self.events_guarded, self._entries = self.watch.events.mark, self.log.mark
        self.stored_guarded = self.stored()

    def check_unharmed(self) -> None:
        """Fails if the watch made a bond, gave a key, counts a link as secured, or does not run."""
        assert not self.watch.found("pairing", self.events_guarded, result="bonded")
        for state in SECURED:
            assert not self.watch.found("state", self.events_guarded, state=state), state
        assert not self.log.find(Kind.LINK, "encryption key", self._entries), "the watch gave a key"
        assert self.stored() == self.stored_guarded, "the bond store has changed"
        assert self.watch.process and self.watch.process.returncode is None

    async def serve_honest_phone(self) -> None:
        """Fails if the watch does not serve an honest phone: the bonded one, or else a new one that pairs."""
        await self.clear()
        if self.phone.bond:
            if self._was_window_opened:
                # An open window is for new phones.
                await self.restart_watch()
            await self.reconnect()
        else:
            await self.pair_patiently()
        assert self.bond_count == 1

    async def pair_patiently(self) -> None:
        """A new phone pairs."""
        phone = await self.admitted()
        mark = self.watch.events.mark
        await phone.pair()
        await self.watch.event("pairing", result="bonded", since=mark)
