"""The properties of a controller: version, buffers, features and known commands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bumble import hci

_BASE = (
    0x0406, 0x041D, 0x0C01, 0x0C03, 0x0C31, 0x0C33, 0x0C35, 0x0C63, 0x0C6C, 0x0C6D,
    0x1001, 0x1002, 0x1003, 0x1005, 0x1009, 0x1405,
)
_LE_4_0 = (
    0x2001, 0x2002, 0x2003, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F,
    0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2016, 0x2017, 0x2018, 0x2019, 0x201A, 0x201B, 0x201C,
)
_LE_4_1 = (0x2020, 0x2021)
_LE_4_2 = (0x2022, 0x2023, 0x2024, 0x202F)
_LE_5_0 = (0x2030, 0x2031, 0x2032, 0x2060)
_BROADCOM = (0x1004, 0xFC01)

_FEATURES_4_1 = (
    hci.LeFeatureMask.LE_ENCRYPTION
    | hci.LeFeatureMask.CONNECTION_PARAMETERS_REQUEST_PROCEDURE
    | hci.LeFeatureMask.EXTENDED_REJECT_INDICATION
    | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE
    | hci.LeFeatureMask.LE_PING
)

_LE_ONLY_FEATURES = bytes((0, 0, 0, 0, 0x60, 0, 0, 0x80))
"""LMP features: BR/EDR not supported, LE supported, extended features."""


def _with_bits(mask: bytes, bits: dict[int, int]) -> bytes:
    """The mask with more bits set in some octets."""
    return bytes(octet | bits.get(at, 0) for at, octet in enumerate(mask))


@dataclass(frozen=True)
class ControllerProfile:
    """The properties of one kind of controller."""

    name: str
    hci_version: int
    company: int
    lmp_subversion: int
    commands: frozenset[int]
    le_features: hci.LeFeatureMask
    le_acl_length: int
    le_acl_count: int
    hci_revision: int = 0
    acl_length: int = 0
    """The length and the number of the buffers that LE shares with BR/EDR, if LE has none of its own."""
    acl_count: int = 0
    supported_commands: bytes | None = None
    """The answer to Read Local Supported Commands; without it, the answer names `commands`."""
    lmp_features: bytes = _LE_ONLY_FEATURES
    has_enhanced_connection_complete: bool = False
    advertises_while_connected: bool = False
    completed_batch: int = 1
    """Number Of Completed Packets reports this many at a time, and fewer only when no more are queued."""
    longest_packet_microseconds: int = 2120
    """The time that the longest packet takes, as this controller says."""
    length_change: tuple[int, int, int, int] | None = None
    """The LE Data Length Change event after each connection: octets and microseconds to the peer, then from it."""
    vendor_event: bytes = b""
    """A vendor's event that this chip sends after each connection."""

    @property
    def buffers(self) -> tuple[int, int]:
        """Length and number of the buffers for data of LE."""
        if self.le_acl_length and self.le_acl_count:
            return self.le_acl_length, self.le_acl_count
        return self.acl_length, self.acl_count

    @property
    def air_octets(self) -> int:
        """The longest packet on the air, if the peer takes it too."""
        return 251 if self.le_features & hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION else 27


_BROADCOM_COMMANDS = bytes.fromhex(
    "ffffff03ccffefffffffec1ff20fe8fe3ff78fff1c00040061f7ffff7ff8ffffff3f").ljust(63, b"\0") + b"\x08"
"""Supported Commands of a real BCM43430A1 (teslamotors/vehicle-command #101), with bits that have no meaning."""

BCM43430A1 = ControllerProfile(
    name="BCM43430A1",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_4_1,
    hci_revision=0x01FC,
    company=0x000F,
    lmp_subversion=0x2209,
    commands=frozenset(_BASE + _LE_4_0 + _LE_4_1 + _BROADCOM),
    supported_commands=_BROADCOM_COMMANDS,
    lmp_features=bytes.fromhex("bffecffedbff7b87"),
    le_features=_FEATURES_4_1,
    le_acl_length=0,
    le_acl_count=0,
    acl_length=1021,
    acl_count=8,
    completed_batch=2,
    vendor_event=bytes.fromhex("04ff055500004000"),
)
"""The chip of the Pi Zero W and of some Pi Zero 2 W: Bluetooth 4.1 with BR/EDR. LE and BR/EDR share buffers. The chip
has no data length extension, no extended advertising, no P-256 and no resolving list."""

BCM43430B0 = replace(
    BCM43430A1,
    name="BCM43430B0",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_4_2,
    hci_revision=0x0412,
    company=0x0131,
    lmp_subversion=0x410C,
    commands=BCM43430A1.commands | frozenset(_LE_4_2),
    supported_commands=_with_bits(_BROADCOM_COMMANDS, {33: 0xC0, 34: 0x01, 35: 0x08}),
    le_features=_FEATURES_4_1 | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION,
    longest_packet_microseconds=328,
    length_change=(27, 328, 251, 2120),
)
"""The other chip of a Pi Zero 2 W: Bluetooth 4.2 with data length extension. The company, the revision and the commands
of 4.2 are assumed. Its longest packet contradicts itself, as that of its relative CYW43439 does: 251 octets take 2,120
microseconds, not 328."""

FIXED_ADDRESS_DONGLE = ControllerProfile(
    name="fixed address",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_4_1,
    company=0x005D,
    lmp_subversion=0x2209,
    commands=frozenset(_BASE + _LE_4_0 + _LE_4_1),
    le_features=_FEATURES_4_1,
    le_acl_length=27,
    le_acl_count=8,
)
"""A controller of another make, for LE alone, with short buffers: its address cannot be changed."""

CHIPS = (BCM43430A1, BCM43430B0)
"""The chips of the Raspberry Pis that the watch is made for."""

BLUETOOTH_5_DONGLE = ControllerProfile(
    name="dongle",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_5_0,
    company=0x0131,
    lmp_subversion=0x0001,
    commands=frozenset(_BASE + _LE_4_0 + _LE_4_1 + _LE_4_2 + _LE_5_0),
    le_features=_FEATURES_4_1 | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION | hci.LeFeatureMask.LE_2M_PHY,
    le_acl_length=251,
    le_acl_count=4,
    has_enhanced_connection_complete=True,
    advertises_while_connected=True,
)
"""A newer controller: Enhanced Connection Complete, data length extension, 2M PHY; still legacy advertising only."""

PHONE = ControllerProfile(
    name="iPhone",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_4_2,
    company=0x004C,
    lmp_subversion=0x0001,
    commands=frozenset(_BASE + _LE_4_0 + _LE_4_1 + _LE_4_2),
    le_features=_FEATURES_4_1 | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION,
    le_acl_length=251,
    le_acl_count=16,
)
"""The phone's own controller. The air cuts what it sends to what the peer's controller takes."""
