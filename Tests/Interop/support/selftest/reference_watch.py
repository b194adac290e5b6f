"""A peripheral on Bumble's stack and Bumble's own ANCS client: an oracle that shares no code with our provider."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Sequence
from typing import Any

from bumble import device, gatt, hci, pairing, transport
from bumble.core import AdvertisingData
from bumble.keys import MemoryKeyStore
from bumble.profiles import ancs

from phone.ancs import ANCS_UUID

ALL_ATTRIBUTES = (
    ancs.NotificationAttributeId.APP_IDENTIFIER,
    (ancs.NotificationAttributeId.TITLE, 64),
    (ancs.NotificationAttributeId.SUBTITLE, 64),
    (ancs.NotificationAttributeId.MESSAGE, 512),
    ancs.NotificationAttributeId.MESSAGE_SIZE,
    ancs.NotificationAttributeId.DATE,
    ancs.NotificationAttributeId.POSITIVE_ACTION_LABEL,
    ancs.NotificationAttributeId.NEGATIVE_ACTION_LABEL,
)


class WatchDelegate(pairing.PairingDelegate):
    """Shows the code and gives the preset answer."""

    def __init__(self, watch: ReferenceWatch) -> None:
        super().__init__(io_capability=pairing.PairingDelegate.DISPLAY_OUTPUT_AND_YES_NO_INPUT)
        self._watch = watch

    async def compare_numbers(self, number: int, digits: int) -> bool:
        """Numeric comparison."""
        self._watch.code = number
        return self._watch.answer


class ReferenceWatch:
    """Connects to `spec`, advertises, and subscribes when encrypted."""

    def __init__(self, spec: str) -> None:
        self.spec = spec.replace("tcp:", "tcp-client:").replace("unix:", "unix-client:").replace("uart:", "serial:")
        self.answer = True
        self.code: int | None = None
        self.events: asyncio.Queue[ancs.Notification] = asyncio.Queue()
        self.mtu = 247

    async def start(self) -> None:
        """Boots and advertises."""
        self.transport = await transport.open_transport(self.spec)
        config = device.DeviceConfiguration(name="Belfry", irk=bytes(range(16)))
        self.device = device.Device(config=config, host=device.Host(self.transport.source, self.transport.sink))
        self.device.keystore = MemoryKeyStore()
        self.device.pairing_config_factory = lambda _: pairing.PairingConfig(
            delegate=WatchDelegate(self), identity_address_type=pairing.PairingConfig.AddressType.PUBLIC)
        self.device.add_service(gatt.Service(gatt.GATT_BATTERY_SERVICE, [gatt.Characteristic(
            gatt.GATT_BATTERY_LEVEL_CHARACTERISTIC, gatt.Characteristic.Properties.READ,
            gatt.Characteristic.Permissions.READABLE, bytes((90,)))]))
        await self.device.power_on()
        await self.advertise()

    async def advertise(self) -> None:
        """Solicits ANCS under the public address."""
        data = bytes(AdvertisingData([
            (AdvertisingData.FLAGS, bytes((0x06,))), (0x15, ANCS_UUID),
            (AdvertisingData.COMPLETE_LOCAL_NAME, b"Belfry")]))
        await self.device.start_advertising(
            own_address_type=hci.OwnAddressType.PUBLIC, advertising_data=data, advertising_interval_min=20.0,
            advertising_interval_max=25.0)

    async def stop(self) -> None:
        """Leaves."""
        await self.transport.close()

    @property
    def connection(self) -> device.Connection:
        """The link to the phone."""
        return next(iter(self.device.connections.values()))

    def request_security(self) -> None:
        """Security Request."""
        self.connection.request_pairing()

    async def subscribe(self) -> None:
        """Discovers ANCS and subscribes both characteristics."""
        self.peer = device.Peer(self.connection)
        await self.peer.request_mtu(self.mtu)
        client = await ancs.AncsClient.for_peer(self.peer)
        assert client
        self.client = client
        client.on(ancs.AncsClient.EVENT_NOTIFICATION, self.events.put_nowait)
        await client.start()

    async def next_event(self, deadline: float = 3.0) -> ancs.Notification:
        """The next Notification Source event."""
        return await asyncio.wait_for(self.events.get(), deadline)

    async def fetch(self, uid: int, attributes: Sequence[Any] = ALL_ATTRIBUTES) -> dict[int, Any]:
        """Requests attributes. Returns the values by identifier."""
        found = await asyncio.wait_for(self.client.get_notification_attributes(uid, attributes), 5.0)
        return {int(attribute.attribute_id): attribute.value for attribute in found}

    async def command(self, octets: bytes) -> None:
        """Writes raw octets to the Control Point."""
        await self.client._ancs_proxy.control_point.write_value(octets, with_response=True)

    async def send_acl(self, word: int, data: bytes) -> None:
        """Sends a raw ACL packet, without the checks of the stack."""
        packet = struct.pack("<BHH", hci.HCI_ACL_DATA_PACKET, word, len(data)) + data
        self.transport.sink.on_packet(packet)
