"""How the phone finds its watch: it scans, it chooses, it connects."""

from __future__ import annotations

import asyncio

from bumble import device, hci

from .ancs import ANCS_UUID
from .bond import Bond
from .journal import SLOWNESS
from .log import ActivityLog

SOLICITATION_LIST_128 = 0x15


class WatchFinder:
    """Connects to whoever solicits ANCS, or, with a bond, to the bonded watch."""

    def __init__(self, phone: device.Device, log: ActivityLog, interval_ms: float, timeout_ms: float) -> None:
        self._device = phone
        self._log = log
        self._preferences = {hci.HCI_LE_1M_PHY: device.ConnectionParametersPreferences(
            connection_interval_min=interval_ms, connection_interval_max=interval_ms, max_latency=0,
            supervision_timeout=int(timeout_ms))}

    async def connect(self, bond: Bond | None, deadline: float) -> device.Connection:
        """Raises `TimeoutError` if there is no such watch."""
        address = await self._find(bond, deadline)
        task = asyncio.create_task(self._device.connect_le(
            address, connection_parameters_preferences=self._preferences, timeout=None))
        try:
            done, _ = await asyncio.wait({task}, timeout=deadline * SLOWNESS)
            if done:
                return task.result()
            await self._device.cancel_connection()
            await asyncio.wait({task}, timeout=1.0)
        finally:
            task.cancel()
        raise TimeoutError(f"the watch advertised and could not be connected to; log:\n{self._log.tail()}")

    async def _find(self, bond: Bond | None, deadline: float) -> hci.Address:
        found: asyncio.Future[hci.Address] = asyncio.get_running_loop().create_future()

        def on_advertisement(advertisement: device.Advertisement) -> None:
            if not found.done() and is_wanted(advertisement, bond):
                found.set_result(advertisement.address)

        self._device.on(device.Device.EVENT_ADVERTISEMENT, on_advertisement)
        # Passive: iOS often ignores the scan response, so what matters must be in the advertisement itself.
        await self._device.start_scanning(legacy=True, active=False)
        try:
            done, _ = await asyncio.wait({found}, timeout=deadline * SLOWNESS)
        finally:
            self._device.remove_listener(device.Device.EVENT_ADVERTISEMENT, on_advertisement)
            await self._device.stop_scanning(legacy=True)
        if not done:
            raise TimeoutError(f"nobody solicits ANCS; log:\n{self._log.tail()}")
        return found.result()


def is_wanted(advertisement: device.Advertisement, bond: Bond | None) -> bool:
    """Whether the phone would connect to this advertiser."""
    wanted = advertisement.data.get_all(SOLICITATION_LIST_128, raw=True)
    if not advertisement.is_connectable or not any(ANCS_UUID in uuids for uuids in wanted):
        return False
    return bond is None or bond.matches(advertisement.address)
