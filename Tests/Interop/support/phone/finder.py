"""How the phone finds its watch: it scans, chooses and connects."""

from __future__ import annotations

import asyncio
import enum
import time
from typing import TYPE_CHECKING

from bumble import device, hci

from .ancs import ANCS_UUID
from .bond import Bond
from .journal import SLOWNESS
from .log import ActivityLog, Kind

if TYPE_CHECKING:
    from .options import PhoneOptions

FOREGROUND_SCAN, BACKGROUND_SCAN = (60.0, 60.0), (300.0, 30.0)
"""How often the phone begins to listen, and for how long, in milliseconds."""
DROPS, QUICK_DROP = 3, 1.0
"""The number of consecutive links, ended by the watch within this many seconds, after which the phone avoids it."""
FLAGS, UUID_LIST_16, NAME, SOLICITATION_LIST_128 = 0x01, 0x02, 0x09, 0x15


class Listing(enum.Enum):
    """The advertisements for which the phone's settings list an accessory."""

    SOLICITATION_FIRST = enum.auto()
    """The advertisement solicits ANCS: the phone does not need the scan response."""
    NAME_FIRST = enum.auto()
    """The advertisement has flags, a name and a 16-bit UUID, and the scan response solicits ANCS."""


class Avoidance:
    """The phone does not look for a while for a watch that ended several links in a row soon after they began."""

    def __init__(self, log: ActivityLog) -> None:
        self._log = log
        self._drops = 0
        self.is_on = False
        """Whether the phone leaves the watch alone now."""

    def watch(self, connection: device.Connection, seconds: float) -> None:
        """Counts the link if the watch ended it early."""
        begin = time.monotonic()

        def judge(reason: int) -> None:
            now = time.monotonic()
            is_drop = reason == hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR and now - begin < QUICK_DROP * SLOWNESS
            self._drops = self._drops + 1 if is_drop else 0
            if self._drops == DROPS:
                self._drops, self.is_on = 0, True
                self._log.add(Kind.PHONE, "avoids the watch")
                asyncio.get_running_loop().call_later(seconds, self._look_again)

        connection.once(connection.EVENT_DISCONNECTION, judge)

    def _look_again(self) -> None:
        self.is_on = False
        self._log.add(Kind.PHONE, "looks again")


class WatchFinder:
    """Connects to a watch that solicits ANCS, or, with a bond, to the bonded watch."""

    def __init__(self, phone: device.Device, log: ActivityLog, options: PhoneOptions) -> None:
        self._device = phone
        self._options = options
        self._log = log
        self._avoidance = Avoidance(log)
        interval = options.initial_interval_ms
        self._preferences = {hci.HCI_LE_1M_PHY: device.ConnectionParametersPreferences(
            connection_interval_min=interval, connection_interval_max=interval, max_latency=0,
            supervision_timeout=int(options.initial_timeout_ms))}

    async def connect(
        self, bond: Bond | None, deadline: float, address: hci.Address | None = None,
    ) -> device.Connection:
        """Raises `TimeoutError` if there is no such watch. With an address, it connects without looking for one."""
        if self._avoidance.is_on:
            raise TimeoutError("the phone avoids the watch for a while")
        address = address or await self._find(bond, deadline)
        task = asyncio.create_task(self._device.connect_le(
            address, connection_parameters_preferences=self._preferences, timeout=None))
        try:
            done, _ = await asyncio.wait({task}, timeout=deadline * SLOWNESS)
            if done:
                if self._options.avoidance:
                    self._avoidance.watch(task.result(), self._options.avoidance)
                return task.result()
            await self._device.cancel_connection()
            await asyncio.wait({task}, timeout=1.0)
        finally:
            task.cancel()
        raise TimeoutError(f"the watch advertised and could not be connected to; log:\n{self._log.tail()}")

    async def _find(self, bond: Bond | None, deadline: float) -> hci.Address:
        found: asyncio.Future[hci.Address] = asyncio.get_running_loop().create_future()

        def on_advertisement(advertisement: device.Advertisement) -> None:
            if not found.done() and is_wanted(advertisement, bond, self._options.listing):
                found.set_result(advertisement.address)

        self._device.on(device.Device.EVENT_ADVERTISEMENT, on_advertisement)
        # Passive, unless the listing needs the scan response: iOS often ignores it.
        # A controller refuses to mix the old commands with the extended ones, which Bumble connects with if it can.
        is_old = not self._device.host.supports_command(hci.HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND)
        interval, window = BACKGROUND_SCAN if self._options.scans_in_background and bond else FOREGROUND_SCAN
        await self._device.start_scanning(
            legacy=is_old, active=self._options.listing is Listing.NAME_FIRST and bond is None, scan_interval=interval,
            scan_window=window)
        try:
            done, _ = await asyncio.wait({found}, timeout=deadline * SLOWNESS)
        finally:
            self._device.remove_listener(device.Device.EVENT_ADVERTISEMENT, on_advertisement)
            await self._device.stop_scanning(legacy=is_old)
        if not done:
            raise TimeoutError(f"nobody solicits ANCS; log:\n{self._log.tail()}")
        return found.result()


def is_wanted(
    advertisement: device.Advertisement, bond: Bond | None, listing: Listing = Listing.SOLICITATION_FIRST,
) -> bool:
    """Whether the phone would connect to this advertiser."""
    wanted = advertisement.data.get_all(SOLICITATION_LIST_128, raw=True)
    if not advertisement.is_connectable or not any(ANCS_UUID in uuids for uuids in wanted):
        return False
    if bond is not None:
        return bond.matches(advertisement.address)
    # The data of the scan response follows the advertising data.
    kinds = [kind for kind, _ in advertisement.data.ad_structures]
    return listing is Listing.SOLICITATION_FIRST or kinds == [FLAGS, NAME, UUID_LIST_16, SOLICITATION_LIST_128]
