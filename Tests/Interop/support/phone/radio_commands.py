"""The part of the controller that uses the radio without a link: advertising, scanning, initiating."""

from __future__ import annotations

import asyncio
import struct
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bumble import hci

from .link import AdvertisingPDU, Air, LinkParameters
from .log import ActivityLog, Kind
from .profiles import ControllerProfile
from .refusal import disallowed, illegal

if TYPE_CHECKING:
    from .controller import FollowUp, StrictController
    from .link import Endpoint

ADV_IND, ADV_DIRECT_IND_HIGH, ADV_SCAN_IND, ADV_NONCONN_IND, ADV_DIRECT_IND_LOW = range(5)
SCAN_RSP = 4
CONNECTABLE = (ADV_IND, ADV_DIRECT_IND_HIGH, ADV_DIRECT_IND_LOW)
SLOT_SECONDS = 0.000625
HIGH_DUTY_SECONDS = 1.28
HIGH_DUTY_INTERVAL = 0.00375
SUBEVENT_CONNECTION_COMPLETE, SUBEVENT_ENHANCED = 0x01, 0x0A
RSSI = -50


@dataclass
class AdvertisingState:
    """The parameters and data of advertising."""

    interval: float = 2048 * SLOT_SECONDS
    kind: int = ADV_IND
    own_address_type: int = 0
    peer: hci.Address | None = None
    policy: int = 0
    data: bytes = b""
    scan_response: bytes = b""
    is_enabled: bool = False


@dataclass
class Initiation:
    """The parameters of LE Create Connection."""

    peer: hci.Address | None
    own_address_type: int
    parameters: LinkParameters


class RadioCommands:
    """Mixed into `StrictController`."""

    air: Air
    log: ActivityLog
    profile: ControllerProfile
    air_octets: int
    endpoints: dict[int, Endpoint]
    name: str
    public_address: hci.Address
    _random_address: hci.Address

    def reset_radio(self) -> None:
        """Stops everything and forgets all settings."""
        self._stop_advertising()
        self.advertising = AdvertisingState()
        self.is_scanning = False
        self.scan_is_active = False
        self._scan_filter: set[bytes] | None = None
        self.initiation: Initiation | None = None
        self.accept_list: set[tuple[int, bytes]] = set()

    def own_address(self, own_address_type: int) -> hci.Address:
        """The address used on the air for an own-address type."""
        return self._random_address if own_address_type == 1 else self.public_address

    # -- Addresses and lists -------------------------------------------------------------------------------------

    def do_le_set_random_address(self, parameters: bytes) -> None:
        """LE Set Random Address: not while the radio uses it."""
        if self.advertising.is_enabled or self.is_scanning or self.initiation:
            raise disallowed("random address changed while advertising, scanning or initiating")
        self._random_address = hci.Address(parameters, hci.Address.RANDOM_DEVICE_ADDRESS)

    def do_le_clear_filter_accept_list(self, _: bytes) -> None:
        """LE Clear Filter Accept List."""
        self.accept_list.clear()

    def do_le_add_device_to_filter_accept_list(self, parameters: bytes) -> None:
        """LE Add Device To Filter Accept List."""
        self.accept_list.add((parameters[0], parameters[1:]))

    def do_le_remove_device_from_filter_accept_list(self, parameters: bytes) -> None:
        """LE Remove Device From Filter Accept List."""
        self.accept_list.discard((parameters[0], parameters[1:]))

    # -- Advertising ---------------------------------------------------------------------------------------------

    def do_le_set_advertising_parameters(self, parameters: bytes) -> None:
        """LE Set Advertising Parameters: not while advertising."""
        if self.advertising.is_enabled:
            raise disallowed("advertising parameters changed while advertising")
        low, _, kind, own, peer_type = struct.unpack_from("<HHBBB", parameters)
        state = self.advertising
        state.interval, state.kind, state.own_address_type = low * SLOT_SECONDS, kind, own
        is_directed = kind in (ADV_DIRECT_IND_HIGH, ADV_DIRECT_IND_LOW)
        state.peer = hci.Address(parameters[7:13], peer_type) if is_directed else None
        state.policy = parameters[14]

    def do_le_set_advertising_data(self, parameters: bytes) -> None:
        """LE Set Advertising Data: takes effect at once."""
        self.advertising.data = parameters[1:1 + parameters[0]]

    def do_le_set_scan_response_data(self, parameters: bytes) -> None:
        """LE Set Scan Response Data: takes effect at once."""
        self.advertising.scan_response = parameters[1:1 + parameters[0]]

    def do_le_set_advertising_enable(self, parameters: bytes) -> FollowUp | None:
        """LE Set Advertising Enable."""
        if not parameters[0]:
            self._stop_advertising()
            return None
        state = self.advertising
        if state.own_address_type == 1 and self._random_address == hci.Address.ANY_RANDOM:
            raise illegal("advertising with a random address that was never set")
        if self._is_peripheral and state.kind in CONNECTABLE and not self.profile.advertises_while_connected:
            raise disallowed("connectable advertising while connected, which this chip cannot do", is_fault=False)
        state.is_enabled = True
        self.log.add(
            Kind.ADVERTISING, "started", controller=self.name, interval_ms=state.interval * 1000,
            data=state.data, scan_response=state.scan_response,
        )
        self._start_advertising()
        return None

    @property
    def _is_peripheral(self) -> bool:
        return any(endpoint.role == hci.Role.PERIPHERAL for endpoint in self.endpoints.values())

    def _start_advertising(self) -> None:
        loop = asyncio.get_running_loop()
        self._cancel_advertising_timers()
        self._advertising_timer: asyncio.Handle | None = loop.call_soon(self._advertise)
        if self.advertising.kind == ADV_DIRECT_IND_HIGH:
            self._directed_timer: asyncio.Handle | None = loop.call_later(HIGH_DUTY_SECONDS, self._give_up_directed)

    def _stop_advertising(self) -> None:
        if hasattr(self, "advertising"):
            self.advertising.is_enabled = False
        self._cancel_advertising_timers()

    def _cancel_advertising_timers(self) -> None:
        for timer in (getattr(self, "_advertising_timer", None), getattr(self, "_directed_timer", None)):
            if timer:
                timer.cancel()
        self._advertising_timer = self._directed_timer = None

    def _advertise(self) -> None:
        state = self.advertising
        if not state.is_enabled:
            return
        is_fast = state.kind == ADV_DIRECT_IND_HIGH
        self._advertising_timer = asyncio.get_running_loop().call_later(
            HIGH_DUTY_INTERVAL if is_fast else state.interval, self._advertise)
        self.air.advertise(AdvertisingPDU(
            self, self.own_address(state.own_address_type), state.kind, state.data,  # type: ignore[arg-type]
            state.scan_response))

    def _give_up_directed(self) -> None:
        self._stop_advertising()
        self._report_connection(None, hci.HCI_ErrorCode.ADVERTISING_TIMEOUT_ERROR)

    def accepts_connection(self, address: hci.Address, central: hci.Address) -> bool:
        """Whether this controller accepts a CONNECT_IND from `central` to `address` now."""
        state = self.advertising
        if not state.is_enabled or state.kind not in CONNECTABLE or self.own_address(state.own_address_type) != address:
            return False
        if state.peer and state.peer != central:
            return False
        return state.policy < 2 or (central.address_type, bytes(central)) in self.accept_list

    # -- Scanning ------------------------------------------------------------------------------------------------

    def do_le_set_scan_parameters(self, parameters: bytes) -> None:
        """LE Set Scan Parameters: not while scanning."""
        if self.is_scanning:
            raise disallowed("scan parameters changed while scanning")
        self.scan_is_active = parameters[0] == 1
        interval, window = struct.unpack_from("<HH", parameters, 1)
        self._scan_times = interval * SLOT_SECONDS, window * SLOT_SECONDS

    def do_le_set_scan_enable(self, parameters: bytes) -> None:
        """LE Set Scan Enable."""
        self.is_scanning = parameters[0] == 1
        self._scan_filter = set() if parameters[1] else None
        self._scan_begin = time.monotonic()

    @property
    def _listens(self) -> bool:
        """Whether a window of the scan is open. The first one is at the end of the first interval."""
        interval, window = self._scan_times
        return (time.monotonic() - self._scan_begin) % interval >= interval - window

    def on_advertising_event(self, pdu: AdvertisingPDU) -> None:
        """Receives an advertisement."""
        if self.is_scanning and self._listens:
            self._report_advertisement(pdu)
        if self.initiation and pdu.kind in CONNECTABLE:
            self._initiate(pdu, self.initiation)

    def _report_advertisement(self, pdu: AdvertisingPDU) -> None:
        if self._scan_filter is not None:
            if bytes(pdu.address) in self._scan_filter:
                return
            self._scan_filter.add(bytes(pdu.address))
        kind = ADV_DIRECT_IND_HIGH if pdu.kind == ADV_DIRECT_IND_LOW else pdu.kind
        self._send_report(kind, pdu, pdu.data)
        if self.scan_is_active and pdu.kind in (ADV_IND, ADV_SCAN_IND):
            self._send_report(SCAN_RSP, pdu, pdu.scan_response)

    def _send_report(self, kind: int, pdu: AdvertisingPDU, data: bytes) -> None:
        report = hci.HCI_LE_Advertising_Report_Event.Report(
            event_type=kind, address_type=pdu.address.address_type, address=pdu.address, data=data, rssi=RSSI)
        controller: Any = self
        controller.send_hci_packet(hci.HCI_LE_Advertising_Report_Event([report]))

    # -- Initiating ----------------------------------------------------------------------------------------------

    def do_le_create_connection(self, parameters: bytes) -> None:
        """LE Create Connection: one at a time."""
        if self.initiation:
            raise disallowed("a connection is already being made")
        _, _, policy, peer_type = struct.unpack_from("<HHBB", parameters)
        own, _, interval, latency, timeout = struct.unpack_from("<BHHHH", parameters, 12)
        peer = None if policy else hci.Address(parameters[6:12], peer_type)
        self.initiation = Initiation(peer, own, LinkParameters(interval, latency, timeout))

    def do_le_create_connection_cancel(self, _: bytes) -> tuple[bytes, FollowUp]:
        """LE Create Connection Cancel: the attempt ends with an event of its own."""
        if not self.initiation:
            raise disallowed("no connection attempt to cancel", is_fault=False)
        self.initiation = None
        return b"", lambda: self._report_connection(None, hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR)

    def _initiate(self, pdu: AdvertisingPDU, initiation: Initiation) -> None:
        is_wanted = pdu.address == initiation.peer if initiation.peer else (
            (pdu.address.address_type, bytes(pdu.address)) in self.accept_list)
        if not is_wanted:
            return
        self.initiation = None
        central: tuple[Any, hci.Address] = (self, self.own_address(initiation.own_address_type))
        if self.air.connect(central, (pdu.advertiser, pdu.address), initiation.parameters) is None:
            self.initiation = initiation

    # -- Connections coming up -----------------------------------------------------------------------------------

    def on_link_established(self: StrictController, endpoint: Endpoint) -> None:  # type: ignore[misc]
        """Reports a new link to the host, and ends advertising."""
        endpoint.handle = self.allocate_connection_handle()
        self.endpoints[endpoint.handle] = endpoint
        endpoint.outgoing.split = min(self.air_octets, endpoint.peer.controller.air_octets)
        if endpoint.role == hci.Role.PERIPHERAL:
            self._stop_advertising()
        self.log.add(
            Kind.LINK, "established", controller=self.name, handle=endpoint.handle, peer=str(endpoint.peer.address))
        if self.monitor:
            self.monitor.on_link_established(endpoint)
        self._report_connection(endpoint, hci.HCI_ErrorCode.SUCCESS)
        self._speak_unasked(endpoint)

    def _speak_unasked(self, endpoint: Endpoint) -> None:
        """The events that this chip sends on a new link by itself."""
        controller: Any = self
        if change := self.profile.length_change:
            controller.send_hci_packet(hci.HCI_LE_Data_Length_Change_Event(endpoint.handle, *change))
        if self.profile.vendor_event:
            controller.inject(self.profile.vendor_event)

    def _report_connection(self, endpoint: Endpoint | None, status: int) -> None:
        peer = endpoint.peer.address if endpoint else hci.Address.ANY
        link = endpoint.link.parameters if endpoint else LinkParameters(0, 0, 0)
        common: dict[str, Any] = {
            "status": status, "connection_handle": endpoint.handle if endpoint else 0,
            "role": endpoint.role if endpoint else hci.Role.CENTRAL, "peer_address_type": peer.address_type,
            "peer_address": peer, "connection_interval": link.interval, "peripheral_latency": link.latency,
            "supervision_timeout": link.timeout, "central_clock_accuracy": 5 if endpoint else 0,
        }
        controller: Any = self
        if self.profile.has_enhanced_connection_complete and controller.wants_le_event(SUBEVENT_ENHANCED):
            controller.send_hci_packet(hci.HCI_LE_Enhanced_Connection_Complete_Event(
                local_resolvable_private_address=hci.Address.ANY, peer_resolvable_private_address=hci.Address.ANY,
                **common))
            return
        if not controller.wants_le_event(SUBEVENT_CONNECTION_COMPLETE):
            self.log.violation("a connection came up and the host had masked its event")
        controller.send_hci_packet(hci.HCI_LE_Connection_Complete_Event(**common))
