"""The part of the controller that works on links: ending, encrypting, updating and asking about them."""

from __future__ import annotations

import asyncio
import secrets
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bumble import hci
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from .link import Control, Endpoint, LinkParameters
from .log import ActivityLog, Kind
from .refusal import CommandRefused, disallowed

if TYPE_CHECKING:
    from .controller import FollowUp

SUBEVENT_LTK_REQUEST, SUBEVENT_PARAMETER_REQUEST = 0x05, 0x06
LL_RESPONSE_TIMEOUT = 40.0


@dataclass
class EncryptionRequest:
    """An LL_ENC_REQ that waits for the peripheral host's key. Nothing is enciphered: the key itself travels."""

    rand: bytes
    ediv: int
    ltk: bytes
    timer: asyncio.TimerHandle


class LinkCommands:
    """Mixed into `StrictController`."""

    log: ActivityLog
    name: str
    endpoints: dict[int, Endpoint]
    le_features: hci.LeFeatureMask

    def reset_links(self) -> None:
        """Forgets the procedures of all links."""
        for request in getattr(self, "_encryption_requests", {}).values():
            request.timer.cancel()
        self._encryption_requests: dict[int, EncryptionRequest] = {}
        self._parameter_requests: dict[int, Endpoint] = {}

    def forget_link(self, endpoint: Endpoint) -> None:
        """Forgets the procedures of one link."""
        if request := self._encryption_requests.pop(endpoint.handle, None):
            request.timer.cancel()
        self._parameter_requests.pop(endpoint.handle, None)

    def _endpoint(self, parameters: bytes) -> Endpoint:
        return self.endpoints[struct.unpack_from("<H", parameters)[0]]

    def _send(self, event: hci.HCI_Event) -> None:
        controller: Any = self
        controller.send_hci_packet(event)

    # -- Ending --------------------------------------------------------------------------------------------------

    def do_disconnect(self, parameters: bytes) -> FollowUp:
        """Disconnect: the peer sees the host's reason, the host sees 0x16. What was sent before still arrives."""
        endpoint, reason = self._endpoint(parameters), parameters[2]
        local = hci.HCI_ErrorCode.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR
        reasons = (local, reason) if endpoint.role == hci.Role.CENTRAL else (reason, local)

        def finish(_: Endpoint) -> None:
            endpoint.link.end(*reasons)

        return lambda: endpoint.send(Control(finish))

    # -- Encrypting ----------------------------------------------------------------------------------------------

    def do_le_encrypt(self, parameters: bytes) -> bytes:
        """LE Encrypt: AES-128, operands least significant octet first."""
        cipher = Cipher(algorithms.AES(parameters[15::-1]), modes.ECB()).encryptor()
        return cipher.update(parameters[:15:-1])[::-1]

    def do_le_rand(self, _: bytes) -> bytes:
        """LE Rand."""
        return secrets.token_bytes(8)

    def do_le_enable_encryption(self, parameters: bytes) -> FollowUp:
        """LE Enable Encryption: only the central starts it."""
        endpoint = self._endpoint(parameters)
        if endpoint.role != hci.Role.CENTRAL:
            raise disallowed("encryption started by a peripheral")
        rand, ediv, ltk = parameters[2:10], struct.unpack_from("<H", parameters, 10)[0], parameters[12:]
        return lambda: endpoint.send(Control(lambda peer: self._controller(peer).on_encryption_asked(
            peer, rand, ediv, ltk)))

    @staticmethod
    def _controller(endpoint: Endpoint) -> LinkCommands:
        return endpoint.controller

    def on_encryption_asked(self, endpoint: Endpoint, rand: bytes, ediv: int, ltk: bytes) -> None:
        controller: Any = self
        if not controller.wants_le_event(SUBEVENT_LTK_REQUEST):
            self.log.violation("the phone asked for encryption and the host had masked the event")
            self._answer_encryption(endpoint, hci.HCI_ErrorCode.PIN_OR_KEY_MISSING_ERROR)
            return
        timeout = hci.HCI_ErrorCode.LMP_OR_LL_RESPONSE_TIMEOUT_ERROR
        timer = asyncio.get_running_loop().call_later(
            LL_RESPONSE_TIMEOUT, self._give_up_encryption, endpoint, timeout)
        self._encryption_requests[endpoint.handle] = EncryptionRequest(rand, ediv, ltk, timer)
        self._send(hci.HCI_LE_Long_Term_Key_Request_Event(
            connection_handle=endpoint.handle, random_number=rand, encryption_diversifier=ediv))

    def _give_up_encryption(self, endpoint: Endpoint, reason: int) -> None:
        self.log.violation("the Long Term Key Request was never answered")
        endpoint.link.end(reason, reason)

    def _take_request(self, parameters: bytes) -> tuple[Endpoint, EncryptionRequest]:
        endpoint = self._endpoint(parameters)
        request = self._encryption_requests.pop(endpoint.handle, None)
        if request is None:
            raise disallowed("no Long Term Key was asked for")
        request.timer.cancel()
        return endpoint, request

    def do_le_long_term_key_request_reply(self, parameters: bytes) -> tuple[bytes, FollowUp]:
        """LE Long Term Key Request Reply: a wrong key ends the link as a MIC failure."""
        endpoint, request = self._take_request(parameters)
        key = parameters[2:]
        self.log.add(Kind.LINK, "encryption key", central=request.ltk, peripheral=key, rand=request.rand,
                     ediv=request.ediv)
        if key == request.ltk:
            return parameters[:2], lambda: self._answer_encryption(endpoint, hci.HCI_ErrorCode.SUCCESS)
        failure = hci.HCI_ErrorCode.CONNECTION_TERMINATED_DUE_TO_MIC_FAILURE_ERROR
        return parameters[:2], lambda: endpoint.link.end(failure, failure)

    def do_le_long_term_key_request_negative_reply(self, parameters: bytes) -> tuple[bytes, FollowUp]:
        """LE Long Term Key Request Negative Reply: the central learns 0x06."""
        endpoint, _ = self._take_request(parameters)
        self.log.add(Kind.LINK, "encryption refused", controller=self.name)
        missing = hci.HCI_ErrorCode.PIN_OR_KEY_MISSING_ERROR
        return parameters[:2], lambda: self._answer_encryption(endpoint, missing)

    def _answer_encryption(self, endpoint: Endpoint, status: int) -> None:
        if status and endpoint.is_encrypted:
            endpoint.link.end(status, status)
            return
        if not status:
            self.on_encrypted(endpoint, status)
        endpoint.send(Control(lambda central: self._controller(central).on_encrypted(central, status)))

    def on_encrypted(self, endpoint: Endpoint, status: int) -> None:
        if endpoint.is_encrypted:
            self._send(hci.HCI_Encryption_Key_Refresh_Complete_Event(status=0, connection_handle=endpoint.handle))
            return
        endpoint.is_encrypted = not status
        self.log.add(Kind.LINK, "encryption changed", controller=self.name, status=status)
        self._send(hci.HCI_Encryption_Change_Event(
            status=status, connection_handle=endpoint.handle, encryption_enabled=int(not status)))

    # -- Connection parameters -----------------------------------------------------------------------------------

    def do_le_connection_update(self, parameters: bytes) -> FollowUp:
        """LE Connection Update: the central decides; a peripheral's wish becomes a request to the central's host."""
        endpoint = self._endpoint(parameters)
        low, high, latency, timeout = struct.unpack_from("<HHHH", parameters, 2)
        if endpoint.role == hci.Role.CENTRAL:
            return lambda: self._update(endpoint, LinkParameters(high, latency, timeout))
        return lambda: endpoint.send(Control(lambda central: self._controller(central).on_update_asked(
            central, low, high, latency, timeout)))

    def _update(self, central: Endpoint, parameters: LinkParameters) -> None:
        central.link.parameters = parameters
        self.report_update(central, 0)
        central.send(Control(lambda peer: self._controller(peer).report_update(peer, 0)))

    def report_update(self, endpoint: Endpoint, status: int) -> None:
        link = endpoint.link.parameters
        self.log.add(
            Kind.LINK, "parameters", controller=self.name, status=status, interval=link.interval,
            latency=link.latency, timeout=link.timeout)
        self._send(hci.HCI_LE_Connection_Update_Complete_Event(
            status=status, connection_handle=endpoint.handle, connection_interval=link.interval,
            peripheral_latency=link.latency, supervision_timeout=link.timeout))

    def on_update_asked(self, endpoint: Endpoint, low: int, high: int, latency: int, timeout: int) -> None:
        controller: Any = self
        if not controller.wants_le_event(SUBEVENT_PARAMETER_REQUEST):
            self._refuse_update(endpoint, hci.HCI_ErrorCode.UNSUPPORTED_REMOTE_FEATURE_ERROR)
            return
        self._parameter_requests[endpoint.handle] = endpoint
        self._send(hci.HCI_LE_Remote_Connection_Parameter_Request_Event(
            connection_handle=endpoint.handle, interval_min=low, interval_max=high, max_latency=latency,
            timeout=timeout))

    def _refuse_update(self, endpoint: Endpoint, status: int) -> None:
        endpoint.send(Control(lambda peer: self._controller(peer).report_update(peer, status)))

    def _take_parameter_request(self, parameters: bytes) -> Endpoint:
        endpoint = self._endpoint(parameters)
        if self._parameter_requests.pop(endpoint.handle, None) is None:
            raise disallowed("no connection parameters were asked for")
        return endpoint

    def do_le_remote_connection_parameter_request_reply(self, parameters: bytes) -> tuple[bytes, FollowUp]:
        """LE Remote Connection Parameter Request Reply."""
        endpoint = self._take_parameter_request(parameters)
        _, high, latency, timeout = struct.unpack_from("<HHHH", parameters, 2)
        if endpoint.role == hci.Role.CENTRAL:
            return parameters[:2], lambda: self._update(endpoint, LinkParameters(high, latency, timeout))
        return parameters[:2], lambda: endpoint.send(Control(lambda central: self._controller(central)._update(
            central, LinkParameters(high, latency, timeout))))

    def do_le_remote_connection_parameter_request_negative_reply(self, parameters: bytes) -> tuple[bytes, FollowUp]:
        """LE Remote Connection Parameter Request Negative Reply."""
        endpoint, reason = self._take_parameter_request(parameters), parameters[2]
        return parameters[:2], lambda: self._refuse_update(endpoint, reason)

    # -- Facts about a link --------------------------------------------------------------------------------------

    def do_read_remote_version_information(self, parameters: bytes) -> FollowUp:
        """Read Remote Version Information."""
        endpoint = self._endpoint(parameters)
        peer = endpoint.peer.controller
        return lambda: self._send(hci.HCI_Read_Remote_Version_Information_Complete_Event(
            status=0, connection_handle=endpoint.handle, version=peer.hci_version,
            manufacturer_name=peer.manufacturer_company_identifier, subversion=peer.lmp_subversion))

    def do_le_read_remote_features(self, parameters: bytes) -> FollowUp:
        """LE Read Remote Features."""
        endpoint = self._endpoint(parameters)
        features = endpoint.peer.controller.le_features & self.le_features
        return lambda: self._send(hci.HCI_LE_Read_Remote_Features_Complete_Event(
            status=0, connection_handle=endpoint.handle, le_features=features.value.to_bytes(8, "little")))

    def do_read_rssi(self, parameters: bytes) -> bytes:
        """Read RSSI."""
        return parameters + struct.pack("b", -50)

    def do_le_read_channel_map(self, parameters: bytes) -> bytes:
        """LE Read Channel Map: all data channels."""
        return parameters + bytes.fromhex("ffffffff1f")

    def do_le_set_host_channel_classification(self, _: bytes) -> None:
        """LE Set Host Channel Classification: accepted."""

    def do_le_set_data_length(self, parameters: bytes) -> tuple[bytes, FollowUp]:
        """LE Set Data Length: both hosts learn the outcome."""
        endpoint, octets = self._endpoint(parameters), struct.unpack_from("<H", parameters, 2)[0]
        peer_features = endpoint.peer.controller.le_features
        if not peer_features & hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION:
            error = hci.HCI_ErrorCode.UNSUPPORTED_REMOTE_FEATURE_ERROR
            raise CommandRefused(error, "the peer has no data length extension", is_fault=False)

        def report(end: Endpoint) -> None:
            own, peer = (one.controller.profile.longest_packet_microseconds for one in (end, end.peer))
            self._controller(end)._send(hci.HCI_LE_Data_Length_Change_Event(
                connection_handle=end.handle, max_tx_octets=octets, max_tx_time=own, max_rx_octets=octets,
                max_rx_time=peer))

        def follow_up() -> None:
            report(endpoint)
            endpoint.send(Control(report))

        return parameters[:2], follow_up

    def do_le_set_phy(self, parameters: bytes) -> FollowUp:
        """LE Set PHY: always ends on 1M, as a 4.x phone makes it."""
        endpoint = self._endpoint(parameters)
        return lambda: self._send(hci.HCI_LE_PHY_Update_Complete_Event(
            status=0, connection_handle=endpoint.handle, tx_phy=1, rx_phy=1))
