"""A radio without a stack. It hears advertisements, connects under any address and sends any frame.

Nothing between it and the air keeps it from breaking a rule.
"""

from __future__ import annotations

import asyncio
import struct

from bumble import hci

from phone.att import Opcode
from phone.journal import DEADLINE, SLOWNESS, Journal
from phone.link import AdvertisingPDU, Air, Control, Endpoint, Fragment, LinkParameters
from phone.monitor import Recombiner
from phone.radio_commands import CONNECTABLE
from phone.stack import ATT_CID, SMP_CID

READ_REQUEST = bytes.fromhex("0a0100")
READ_ANSWERS = (Opcode.ERROR_RESPONSE, Opcode.READ_RESPONSE)
SECURITY_REQUEST = 0x0B
LL_UNSUPPORTED = hci.HCI_ErrorCode.UNSUPPORTED_REMOTE_FEATURE_ERROR


class LinkLost(Exception):
    """The link ended while a PDU was expected. `reason` is the watch's."""

    def __init__(self, reason: int) -> None:
        super().__init__(f"the link ended with 0x{reason:02X}")
        self.reason = reason


class Line:
    """A link to the watch as its central sees it."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.smp: Journal[bytes | None] = Journal()
        """Security Manager PDUs of the watch, without Security Requests. `None` stands for the end of the link."""
        self.att: Journal[bytes | None] = Journal()
        """Attribute PDUs of the watch. `None` stands for the end of the link."""
        self.security_requests: Journal[bytes] = Journal()
        self.end_reason: int | None = None
        self._recombiner = Recombiner()
        self._encryption: asyncio.Future[int] | None = None

    # -- Out -----------------------------------------------------------------------------------------------------

    def send(self, channel: int, payload: bytes) -> None:
        """Sends one L2CAP frame."""
        self.endpoint.send(Fragment(True, struct.pack("<HH", len(payload), channel) + payload))

    async def encrypt(self, key: bytes, rand: bytes = bytes(8), ediv: int = 0) -> int:
        """Starts encryption. Returns its status, or the reason for which the link ended."""
        self._encryption = asyncio.get_running_loop().create_future()
        self.endpoint.send(Control(lambda watch: watch.controller.on_encryption_asked(watch, rand, ediv, key)))
        done, _ = await asyncio.wait({self._encryption}, timeout=DEADLINE * SLOWNESS)
        assert done, "the Long Term Key Request was not answered"
        return self._encryption.result()

    def disconnect(self) -> None:
        """Ends the link after the frames that were sent before."""
        local, remote = 0x16, 0x13
        self.endpoint.send(Control(lambda _: self.endpoint.link.end(local, remote)))

    # -- In ------------------------------------------------------------------------------------------------------

    async def next_smp(self, place: int) -> bytes:
        """Returns the Security Manager PDU at this place. Raises `LinkLost` if the link ended instead."""
        pdu = await self.smp.wait(lambda _: True, "SMP PDU", place)
        if pdu is None:
            raise LinkLost(self.end_reason or 0)
        return pdu

    async def settle(self) -> None:
        """Waits until the watch has processed all frames, which two later answers show."""
        for _ in range(2):
            if self.end_reason is not None:
                return
            mark = self.att.mark
            self.send(ATT_CID, READ_REQUEST)
            await self.att.wait(lambda pdu: pdu is None or pdu[0] in READ_ANSWERS, "answer to a read", mark)

    async def lost(self, deadline: float = DEADLINE) -> int:
        """Waits for the end of the link, and returns its reason."""
        await self.smp.wait(lambda pdu: pdu is None, "end of the link", deadline=deadline)
        assert self.end_reason is not None
        return self.end_reason

    # -- From the radio ------------------------------------------------------------------------------------------

    def on_fragment(self, is_start: bool, data: bytes) -> None:
        """Receives a fragment."""
        frame, _ = self._recombiner.take(is_start, data)
        if not frame:
            return
        channel, payload = struct.unpack_from("<H", frame, 2)[0], frame[4:]
        if channel == ATT_CID:
            self.att.append(payload)
        elif channel == SMP_CID:
            (self.security_requests if payload[0] == SECURITY_REQUEST else self.smp).append(payload)

    def on_encrypted(self, status: int) -> None:
        """Encryption is on, or the watch had no key."""
        self.endpoint.is_encrypted = not status
        if self._encryption and not self._encryption.done():
            self._encryption.set_result(status)

    def on_end(self, reason: int) -> None:
        """The link is gone."""
        self.end_reason = reason
        if self._encryption and not self._encryption.done():
            self._encryption.set_result(reason)
        self.smp.append(None)
        self.att.append(None)


class Radio:
    """The attacker's radio. It has the interface that a link expects of a controller."""

    name = "attacker"
    le_features = hci.LeFeatureMask.LE_ENCRYPTION
    hci_version = hci.HCI_VERSION_BLUETOOTH_CORE_4_2
    manufacturer_company_identifier = 0xFFFF
    lmp_subversion = 0
    air_octets = 27

    def __init__(self, air: Air) -> None:
        self._air = air
        self._lines: dict[Endpoint, Line] = {}
        self._wish: tuple[hci.Address, asyncio.Future[Line]] | None = None
        air.add_controller(self)  # type: ignore[arg-type]

    async def connect(self, address: hci.Address) -> Line:
        """Connects under `address` to the next advertiser."""
        connected: asyncio.Future[Line] = asyncio.get_running_loop().create_future()
        self._wish = address, connected
        done, _ = await asyncio.wait({connected}, timeout=DEADLINE * SLOWNESS)
        self._wish = None
        assert done, "the watch does not advertise"
        return connected.result()

    def on_advertising_event(self, pdu: AdvertisingPDU) -> None:
        """Answers an advertisement with CONNECT_IND."""
        if self._wish and pdu.kind in CONNECTABLE:
            self._air.connect(
                (self, self._wish[0]), (pdu.advertiser, pdu.address), LinkParameters())  # type: ignore[arg-type]

    def on_link_established(self, endpoint: Endpoint) -> None:
        """The link is up."""
        self._lines[endpoint] = Line(endpoint)
        if self._wish:
            (_, connected), self._wish = self._wish, None
            connected.set_result(self._lines[endpoint])

    def on_link_ended(self, endpoint: Endpoint, reason: int) -> None:
        """The link is gone."""
        self._lines.pop(endpoint).on_end(reason)

    def on_link_fragment(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """A fragment from the watch."""
        self._lines[endpoint].on_fragment(is_start, data)

    def on_fragment_delivered(self, _: Endpoint) -> None:
        """Does nothing: this radio counts no credits."""

    def on_encrypted(self, endpoint: Endpoint, status: int) -> None:
        """The watch's controller has answered a request to encrypt."""
        self._lines[endpoint].on_encrypted(status)

    def report_update(self, _: Endpoint, status: int) -> None:
        """Does nothing: this radio has no connection parameters."""

    def on_update_asked(self, endpoint: Endpoint, *_: int) -> None:
        """Rejects the watch's request for other connection parameters."""
        endpoint.send(Control(lambda watch: watch.controller.report_update(watch, LL_UNSUPPORTED)))
