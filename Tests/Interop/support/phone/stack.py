"""Bumble's host as an iPhone uses it, with the faults of Bumble 0.0.236 worked round.

Each work-around says what it works round. L2CAP is dispatched here: attribute traffic goes to our own server and
client, signalling to our own policy; only SMP goes to Bumble, through `PhoneSession`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Protocol

from bumble import core, crypto, device, hci, pairing, smp

from .log import ActivityLog

ATT_CID, SIGNALLING_CID, SMP_CID = 4, 5, 6
IPHONE_MAX_KEY_SIZE = 16


@dataclass(frozen=True)
class PairingHabits:
    """The choices for pairing. The defaults are those of a present iPhone."""

    has_display: bool = True
    has_keys: bool = True
    has_secure_connections: bool = True
    wants_protection: bool = True
    max_key_size: int = IPHONE_MAX_KEY_SIZE
    is_dual_mode: bool = False
    """Authentication Requirements 0x2D with CT2, and a distribution of all four keys, 0x0F."""

    @property
    def io_capability(self) -> pairing.PairingDelegate.IoCapability:
        """The IO capability that the phone reports."""
        delegate = pairing.PairingDelegate
        if self.has_display:
            return delegate.DISPLAY_OUTPUT_AND_KEYBOARD_INPUT if self.has_keys else delegate.DISPLAY_OUTPUT_ONLY
        return delegate.KEYBOARD_INPUT_ONLY if self.has_keys else delegate.NO_OUTPUT_NO_INPUT


class L2capUser(Protocol):
    """The receiver of all frames that are not SMP."""

    def on_att_pdu(self, pdu: bytes) -> None:
        """An ATT PDU."""

    def on_signalling_pdu(self, pdu: bytes) -> None:
        """An LE signalling PDU."""

    async def compare_code(self, code: int) -> bool:
        """Shows a code to the user, who answers."""
        ...

    async def type_passkey(self) -> int | None:
        """Asks the user to type the number that the watch shows, or to cancel."""
        ...


class PhoneSession(smp.Session):
    """One pairing."""

    def __init__(
        self, manager: smp.Manager, connection: device.Connection, pairing_config: pairing.PairingConfig,
        is_initiator: bool,
    ) -> None:
        super().__init__(manager, connection, pairing_config, is_initiator)
        # Bumble keeps one key for the life of a device; a phone makes a new one for each pairing.
        self.ecc_key = crypto.EccKey.generate()
        self.ct2 = manager.device.habits.is_dual_mode

    def send_command(self, command: smp.SMP_Command) -> None:
        """Sends nothing after its end, and lets `pair()` end when an exception in Bumble sends Pairing Failed."""
        if self.completed:
            return
        super().send_command(command)
        if isinstance(command, smp.SMP_Pairing_Failed_Command):
            self.on_pairing_failure(smp.ErrorCode(command.reason))

    def send_pairing_failed(self, error: smp.ErrorCode) -> None:
        """Reports different codes as such, not as a failed confirm value."""
        is_comparing = self.pairing_method == smp.PairingMethod.NUMERIC_COMPARISON and self.wait_before_continuing
        if error == smp.ErrorCode.CONFIRM_VALUE_FAILED and is_comparing:
            error = smp.ErrorCode.NUMERIC_COMPARISON_FAILED
        super().send_pairing_failed(error)


class PhoneDelegate(pairing.PairingDelegate):
    """The user interface of pairing on the phone."""

    def __init__(self, user: L2capUser, habits: PairingHabits) -> None:
        kinds = pairing.PairingDelegate.KeyDistribution
        keys = kinds.DISTRIBUTE_ENCRYPTION_KEY | kinds.DISTRIBUTE_IDENTITY_KEY
        if habits.is_dual_mode:
            keys |= kinds.DISTRIBUTE_SIGNING_KEY | kinds.DISTRIBUTE_LINK_KEY
        super().__init__(
            io_capability=habits.io_capability,
            local_initiator_key_distribution=keys, local_responder_key_distribution=keys,
            maximum_encryption_key_size=habits.max_key_size)
        self._user = user

    async def compare_numbers(self, number: int, digits: int) -> bool:
        """Numeric comparison."""
        return await self._user.compare_code(number)

    async def get_number(self) -> int | None:
        """Passkey entry."""
        return await self._user.type_passkey()


class PhoneDevice(device.Device):
    """Bumble's device with our own channels."""

    def __init__(
        self, host: device.Host, irk: bytes, user: L2capUser, habits: PairingHabits, log: ActivityLog,
    ) -> None:
        config = device.DeviceConfiguration(name="iPhone", irk=irk, gatt_service_enabled=False)
        super().__init__(config=config, host=host)
        self.log = log
        self.user = user
        self.habits = habits
        self.smp_session_proxy = PhoneSession
        self.pairing_config_factory = lambda _: pairing.PairingConfig(
            sc=self.habits.has_secure_connections, mitm=self.habits.wants_protection, bonding=True,
            delegate=PhoneDelegate(user, self.habits),
            identity_address_type=pairing.PairingConfig.AddressType.PUBLIC)

    async def power_on(self) -> None:
        """Bumble insists on a key store of its own; the phone keeps its bond itself."""
        await super().power_on()
        self.keystore = None

    async def rotate_address(self) -> hci.Address:
        """Takes a new resolvable address. Bumble's `update_rpa` tells the controller the old one."""
        self.random_address = hci.Address.generate_private_address(self.irk)
        await self.send_sync_command(hci.HCI_LE_Set_Random_Address_Command(random_address=self.random_address))
        return self.random_address

    def on_l2cap_pdu(self, connection_handle: int, cid: int, pdu: bytes) -> None:
        """Dispatches to our own channels."""
        connection = self.lookup_connection(connection_handle)
        if connection is None or not pdu:
            return
        if cid == ATT_CID:
            self.user.on_att_pdu(pdu)
        elif cid == SIGNALLING_CID:
            self.user.on_signalling_pdu(pdu)
        elif cid == SMP_CID:
            self._on_smp(connection, pdu)

    def _on_smp(self, connection: device.Connection, pdu: bytes) -> None:
        code = pdu[0]
        if code == smp.CommandCode.PAIRING_REQUEST:
            # Bumble would become the responder.
            failed = struct.pack("<BB", smp.CommandCode.PAIRING_FAILED, smp.ErrorCode.COMMAND_NOT_SUPPORTED)
            connection.send_l2cap_pdu(SMP_CID, failed)
            return
        session = self.smp_manager.sessions.get(connection.handle)
        is_active = session is not None and not session.completed
        if code != smp.CommandCode.SECURITY_REQUEST and not is_active:
            # Bumble would make a responder session for it.
            self.log.note("SMP PDU outside a pairing", pdu=pdu)
            return
        try:
            self.smp_manager.on_smp_pdu(connection, pdu)
        except (core.BaseError, ValueError, struct.error):
            self.log.violation("SMP: a PDU that cannot be parsed", pdu=pdu)
