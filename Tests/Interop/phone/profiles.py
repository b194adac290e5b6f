"""What a controller claims to be: version, buffers, features and the commands it knows."""

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
_BROADCOM = (0xFC01,)

_FEATURES_4_1 = (
    hci.LeFeatureMask.LE_ENCRYPTION
    | hci.LeFeatureMask.CONNECTION_PARAMETERS_REQUEST_PROCEDURE
    | hci.LeFeatureMask.EXTENDED_REJECT_INDICATION
    | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE
    | hci.LeFeatureMask.LE_PING
)


@dataclass(frozen=True)
class ControllerProfile:
    """The claims of one kind of controller."""

    name: str
    hci_version: int
    company: int
    lmp_subversion: int
    commands: frozenset[int]
    le_features: hci.LeFeatureMask
    le_acl_length: int
    le_acl_count: int
    has_enhanced_connection_complete: bool = False
    advertises_while_connected: bool = False


PI_ZERO_W = ControllerProfile(
    name="BCM43438",
    hci_version=hci.HCI_VERSION_BLUETOOTH_CORE_4_1,
    company=0x000F,
    lmp_subversion=0x2209,
    commands=frozenset(_BASE + _LE_4_0 + _LE_4_1 + _BROADCOM),
    le_features=_FEATURES_4_1,
    le_acl_length=27,
    le_acl_count=8,
)
"""A Pi Zero W's chip: Bluetooth 4.1, no data length extension, no extended advertising, no P-256, no resolving list."""

FIXED_ADDRESS_DONGLE = replace(PI_ZERO_W, name="fixed address", company=0x005D, commands=PI_ZERO_W.commands - {0xFC01})
"""A controller of another make: nobody can tell it its address."""

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
