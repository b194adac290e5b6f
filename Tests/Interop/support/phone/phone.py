"""A simulated iPhone.

It has a public identity and an identity resolving key, shows itself under a new resolvable address on every link,
connects to a watch that solicits ANCS, pairs by numeric comparison, keeps or forgets its bond, and browses the watch as
iOS does. What it does and sees is in its log.
"""

from __future__ import annotations

import asyncio
import secrets
import struct
from collections.abc import Awaitable, Coroutine
from typing import Any

from bumble import core, device, hci, host, keys, smp

from .ancs import AncsProvider, hollow_service
from .att import AttError, Opcode
from .att_client import AttClient, LinkLost
from .att_server import AttServer
from .attributes import Service
from .bond import Bond, EncryptionFailed, PairingFailed, pairing_failure
from .controller import StrictController
from .finder import WatchFinder
from .identity import Identity
from .journal import DEADLINE
from .link import Air, Fragment, RadioLink
from .log import ActivityLog, Kind
from .media import MediaSource
from .options import PhoneOptions
from .parameter_policy import ParameterPolicy
from .profiles import PHONE
from .services import Layout, continuity_service, gap_service, gatt_service, nearby_service
from .sisters import SisterServices
from .stack import ATT_CID, SMP_CID, PhoneDevice
from .tasks import cancel
from .user import PhoneUser

APPLE_PROBE_CID = 0x003A
APPLE_PROBE = bytes.fromhex("09050200000000")
SERVICE_CHANGED = 0x2A05
PAIRING_IN_PROGRESS = 0x0D
"""BR/EDR Pairing In Progress."""


class SimulatedPhone(PhoneUser):
    """The iPhone. One event loop; call `power_on` first and `power_off` last."""

    def __init__(
        self, air: Air, log: ActivityLog, options: PhoneOptions | None = None, controller: Any = None,
    ) -> None:
        """Builds a phone with a controller of its own, or with this one."""
        super().__init__(log)
        self.options = options or PhoneOptions()
        self.controller = controller or StrictController(air, self.options.identity, ActivityLog(), PHONE)
        self.device = PhoneDevice(host.Host(), secrets.token_bytes(16), self, self.options.pairing, log)
        if not controller:
            self.device.host.controller = self.controller
        self.connection: device.Connection | None = None
        self.bond: Bond | None = None
        self.ignores_signals = False
        self.errors: list[Exception] = []
        self.server = AttServer(log, self._send_att, self.options.mtu)
        self.server.keeps_subscriptions = self.options.remembers_subscriptions
        self.client = AttClient(log, self._send_att)
        self.ancs = AncsProvider(
            log, self.server, self.options.ancs, control_point_first=self.options.layout is Layout.TODAY)
        self.media = MediaSource(log, self.server, self.options.media)
        self._finder = WatchFinder(self.device, log, self.options)
        self._parameters = ParameterPolicy(self.device, log, self._spawn, self.options)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_about_to_secure = False
        self._publish_services()

    def _publish_services(self) -> None:
        options = self.options
        self.sisters = SisterServices(self.log, self.server, options.sisters)
        self.gatt = gatt_service()
        gap = gap_service(options.name)
        services: dict[int | str, list[Service]] = {
            0x1800: [gap], 0x1801: [self.gatt],
            "continuity": [continuity_service()], "nearby": [nearby_service()],
            0x180A: [self.sisters.device_information] * options.sisters.has_device_information,
            0x180F: [self.sisters.battery] * options.sisters.has_battery,
            0x1805: [self.sisters.time] * options.sisters.has_current_time,
            "ancs": [*map(hollow_service, options.hollow_services), self.ancs.service],
            "ams": [self.media.service] if options.media else []}
        for kind in options.layout.value:
            for service in services[kind]:
                self.server.add_service(service)
        self.device_name = gap.attributes[2]

    # -- Power and links -----------------------------------------------------------------------------------------

    async def power_on(self) -> None:
        """Boots the phone's own controller."""
        await self.device.power_on()
        self._parameters.install(self.device.host)

    async def power_off(self) -> None:
        """Ends all running tasks."""
        for task in list(self._tasks):
            await cancel(task)
        # The controller answers no pending command from here on.
        self.device.host.on_transport_lost()
        self.controller.power_cycle()
        self.controller.air.remove_controller(self.controller)

    @property
    def link(self) -> RadioLink:
        """The link to the watch, which a test can mute, slow down or end."""
        assert self.connection
        return self.controller.endpoints[self.connection.handle].link

    async def connect(self, deadline: float = DEADLINE, address: hci.Address | None = None) -> None:
        """Finds a watch that solicits ANCS, or uses its address. Connects and continues as iOS does."""
        await self.device.rotate_address()
        connection = await self._finder.connect(self.bond, deadline, address)
        self._take_connection(connection)

    def _take_connection(self, connection: device.Connection) -> None:
        self.connection = connection
        connection.on(connection.EVENT_DISCONNECTION, self._on_disconnection)
        connection.on(connection.EVENT_SECURITY_REQUEST, self._on_security_request)
        connection.on(connection.EVENT_CONNECTION_ENCRYPTION_CHANGE, self._on_encryption_change)
        self.server.own_mtu = self.options.mtu
        self.client.begin_session()
        self.server.begin_session(has_bond=self.bond is not None)
        self.server.holds_mtu_answer = self.options.answers_mtu_late
        self.ancs.begin_link()
        self.log.add(Kind.PHONE, "connected", address=str(connection.self_address))
        if self.options.greets:
            self._spawn(self._greet())

    async def disconnect(self, reason: int = hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR) -> None:
        """Ends the link, as the user of the phone or the phone itself does."""
        if self.connection:
            await self.device.disconnect(self.connection, reason)

    def leave(self) -> None:
        """Ends the link, if there is one, in the background."""
        self._spawn(self.disconnect())

    async def change_timing(self, interval: int, latency: int, timeout: int) -> None:
        """Changes the parameters of the link without a request. In HCI units."""
        assert self.connection
        await self.device.send_async_command(hci.HCI_LE_Connection_Update_Command(
            connection_handle=self.connection.handle, connection_interval_min=interval,
            connection_interval_max=interval, max_latency=latency, supervision_timeout=timeout, min_ce_length=0,
            max_ce_length=0))

    def forget_watch(self) -> None:
        """Forget This Device: only on the phone."""
        self.bond = None

    def remember(self) -> Identity:
        """The identity and the bond of this iPhone, for `become_again`."""
        address = self.controller.public_address.to_string(with_type_qualifier=False)
        return Identity(self.options.name, address, self.device.irk, self.bond)

    def become_again(self, other: Identity) -> None:
        """Takes the identity and the bond of an earlier iPhone."""
        self.become_another(other.address)
        self.rename(other.name)
        self.device.irk, self.bond = other.irk, other.bond

    def rename(self, name: str) -> None:
        """Changes the name of the phone."""
        self.options.name = name
        self.device_name.value = name.encode()

    def become_another(self, identity: str) -> None:
        """Becomes another iPhone, which does not know the watch."""
        self.bond = None
        self.device.irk = secrets.token_bytes(16)
        self.controller.public_address = hci.Address(identity, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.device.public_address = self.controller.public_address

    def _on_disconnection(self, reason: int) -> None:
        self.connection = None
        self.client.abort()
        self.ancs.end_session()
        self.media.end_session()
        self.end_prompts()
        self.log.add(Kind.PHONE, "disconnected", reason=reason)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(self._shielded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _shielded(self, work: Awaitable[Any]) -> None:
        try:
            await work
        except (LinkLost, PairingFailed, EncryptionFailed, AttError, TimeoutError, core.BaseError) as error:
            self.log.add(Kind.PHONE, "gave up", error=repr(error))
        except Exception as error:
            self.errors.append(error)
            raise

    # -- What iOS does on a new link -----------------------------------------------------------------------------

    async def _greet(self) -> None:
        if self.options.probes and self.connection:
            self.connection.send_l2cap_pdu(APPLE_PROBE_CID, APPLE_PROBE)
        if self.options.asks_mtu and not self.options.asks_mtu_encrypted:
            await self._exchange_mtu()
        if self.bond:
            connection = self.connection
            await asyncio.sleep(self.options.encryption_delay)
            if self.connection is not connection:
                return
            await self.encrypt()
        if self.options.asks_mtu and self.options.asks_mtu_encrypted:
            await self._exchange_mtu()
        if self.options.browses:
            await self._browse()

    async def _exchange_mtu(self) -> None:
        theirs = await self.client.exchange_mtu(self.options.mtu)
        self.server.mtu = max(self.server.mtu, min(self.options.mtu, theirs))

    async def _browse(self) -> None:
        await self.client.browse()
        self.log.add(Kind.PHONE, "discovered", services=len(self.client.services))
        self.server.answer_mtu()
        service_changed = self.client.find(SERVICE_CHANGED)
        if service_changed and service_changed.cccd:
            await self.client.write(service_changed.cccd, b"\x02\x00")
        try:
            await self.client.read_all()
        except AttError as error:
            self.log.add(Kind.PHONE, "needs security", code=error.code)
            if not self.connection:
                raise LinkLost from None
            # The watch may have asked first.
            await (self._security_ends() if self._is_securing else self._secure())
            await self.client.read_all()
        self.log.add(Kind.PHONE, "browsed", services=len(self.client.services))

    async def _security_ends(self) -> None:
        """Waits until the pairing or the encryption that has begun ends."""
        ends = ("encrypted", "encryption failed") if self.bond else ("paired", "pairing failed")
        await self.log.wait(
            lambda entry: entry.kind == Kind.PHONE and entry.name in (*ends, "disconnected"),
            "the end of the pairing or the encryption", self.log.mark, self.options.smp_timeout)

    def _on_security_request(self, auth_req: int) -> None:
        self.log.add(Kind.PHONE, "security request", auth_req=int(auth_req))
        if self.options.rejects_security_request and self.bond and not self.server.security.is_encrypted:
            self.send_frame(SMP_CID, bytes((smp.CommandCode.PAIRING_FAILED, PAIRING_IN_PROGRESS)))
            self._spawn(self.disconnect())
            return
        if self.options.greets and self.options.heeds_security_request:
            self._spawn(self._secure(is_asked=True))

    async def _secure(self, is_asked: bool = False) -> None:
        security = self.server.security
        suffices = security.is_authenticated or not self.options.ancs.needs_authentication
        if security.is_encrypted and suffices or self._is_securing:
            return
        # Bumble has a session only a moment later: a Security Request may come before.
        self._is_about_to_secure = True
        try:
            await (self.encrypt() if self.bond else self.pair())
            security.is_authenticated |= is_asked and security.has_bond
        finally:
            self._is_about_to_secure = False

    @property
    def _is_securing(self) -> bool:
        assert self.connection
        if self._is_about_to_secure:
            return True
        session = self.device.smp_manager.sessions.get(self.connection.handle)
        return session is not None and not session.completed

    # -- Security ------------------------------------------------------------------------------------------------

    async def pair(self) -> None:
        """Pairs, by numeric comparison unless the options say otherwise; raises `PairingFailed`."""
        assert self.connection
        connection = self.connection
        bonded: list[keys.PairingKeys] = []
        connection.on(connection.EVENT_PAIRING, bonded.append)
        task = asyncio.create_task(self.device.pair(connection))
        done, _ = await asyncio.wait({task}, timeout=self.options.smp_timeout)
        connection.remove_listener(connection.EVENT_PAIRING, bonded.append)
        if not done:
            task.cancel()
            self.log.violation("SMP: pairing did not end in time")
        failure = pairing_failure(task) if done else PairingFailed(None)
        if failure:
            self.log.add(Kind.PHONE, "pairing failed", reason=failure.reason)
            raise failure
        self._keep_bond(connection, bonded[0])

    def _keep_bond(self, connection: device.Connection, pairing_keys: keys.PairingKeys) -> None:
        # Without Secure Connections the key is the one that the watch handed over; Bumble calls it the central's.
        key = pairing_keys.ltk or pairing_keys.ltk_central
        assert key and key.value
        self.bond = Bond(
            connection.peer_address, key.value, pairing_keys.irk.value if pairing_keys.irk else None,
            key.rand or bytes(8), key.ediv or 0, is_secure=pairing_keys.ltk is not None)
        if not key.authenticated and self.device.habits.wants_protection:
            self.log.violation("SMP: the watch paired without authentication")
        self.server.security.is_authenticated = key.authenticated
        self.server.security.has_bond = self.server.security.has_bonded = True
        self.log.add(Kind.PHONE, "paired", identity=str(self.bond.identity))

    async def encrypt(self) -> None:
        """Encrypts with the bond's key; raises `EncryptionFailed`. Bumble's own waits for ever on a MIC failure."""
        assert self.connection and self.bond
        connection = self.connection
        outcome: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

        def settle(status: int | None) -> None:
            if not outcome.done():
                outcome.set_result(status)

        connection.once(connection.EVENT_CONNECTION_ENCRYPTION_CHANGE, lambda: settle(0))
        connection.once(connection.EVENT_CONNECTION_ENCRYPTION_KEY_REFRESH, lambda: settle(0))
        connection.once(connection.EVENT_CONNECTION_ENCRYPTION_FAILURE, settle)
        connection.once(connection.EVENT_DISCONNECTION, lambda _: settle(None))
        await self.device.send_async_command(hci.HCI_LE_Enable_Encryption_Command(
            connection_handle=connection.handle, random_number=self.bond.rand,
            encrypted_diversifier=self.bond.ediv, long_term_key=self.bond.ltk))
        status = await outcome
        if status != 0:
            self.log.add(Kind.PHONE, "encryption failed", status=status)
            raise EncryptionFailed(status)
        self.server.security.is_authenticated = not self.options.ancs.needs_authentication

    def _on_encryption_change(self) -> None:
        # Bumble calls every encrypted link authenticated; here the key decides.
        self.server.security.is_encrypted = bool(self.connection and self.connection.is_encrypted)
        self.log.add(Kind.PHONE, "encrypted", on=self.server.security.is_encrypted)

    # -- ANCS coming and going -----------------------------------------------------------------------------------

    def unpublish_ancs(self) -> None:
        """Removes ANCS, and indicates Service Changed."""
        self.server.remove_service(self.ancs.service)
        self.ancs.end_session()
        self.indicate_service_changed()

    def publish_ancs(self) -> None:
        """Publishes ANCS again, and indicates Service Changed."""
        for characteristic in self.ancs.service.characteristics:
            characteristic.cccd = 0
        self.server.add_service(self.ancs.service)
        self.indicate_service_changed()

    def indicate_service_changed(self, service: Service | None = None) -> None:
        """Indicates that the handles of this service, or of ANCS, have changed."""
        service = service or self.ancs.service
        self.announce_change(service.start, service.end)

    def announce_change(self, first: int, last: int) -> None:
        """Indicates that these handles have changed."""
        self.server.indicate(self.gatt.characteristics[0], struct.pack("<HH", first, last))

    # -- Channels ------------------------------------------------------------------------------------------------

    def _send_att(self, pdu: bytes) -> None:
        if self.connection:
            self.connection.send_l2cap_pdu(ATT_CID, pdu)

    def send_frame(self, channel: int, payload: bytes) -> None:
        """Sends any frame on any channel."""
        assert self.connection
        self.connection.send_l2cap_pdu(channel, payload)

    def send_fragment(self, data: bytes, is_first: bool = True) -> None:
        """Sends any fragment of a frame, without the phone's own host."""
        self.link.central.send(Fragment(is_first, data, costs_credit=False))

    def on_att_pdu(self, pdu: bytes) -> None:
        """Requests, commands and confirmations are for the server; responses for the client."""
        opcode = pdu[0]
        if opcode in (Opcode.HANDLE_VALUE_NOTIFICATION, Opcode.HANDLE_VALUE_INDICATION):
            self._on_watch_value(opcode, pdu)
        elif opcode == Opcode.HANDLE_VALUE_CONFIRMATION or opcode & 1 == 0:
            self.server.on_pdu(pdu)
        else:
            self.client.on_pdu(pdu)

    def _on_watch_value(self, opcode: int, pdu: bytes) -> None:
        if opcode == Opcode.HANDLE_VALUE_INDICATION:
            self.log.add(Kind.PHONE, "indicated", pdu=pdu)
            self._send_att(bytes((Opcode.HANDLE_VALUE_CONFIRMATION,)))

    def on_signalling_pdu(self, pdu: bytes) -> None:
        """For the connection parameter policy."""
        if self.connection and not self.ignores_signals:
            self._parameters.on_signalling_pdu(self.connection, pdu)
