"""The rules of HCI commands: their length and the ranges of their parameters.

Core Spec 5.4, Vol 4, Part E, section 7. A command that breaks one is answered with Invalid HCI Command Parameters
(0x12) and recorded as a violation.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

Check = Callable[[bytes], str | None]


@dataclass(frozen=True)
class CommandRule:
    """One command: the name of its handler, the length of its parameters, and their rules."""

    name: str
    length: int | None
    check: Check | None = None
    starts_with_handle: bool = False
    answers_by_status: bool = False

    def defect(self, parameters: bytes) -> str | None:
        """Returns the fault of `parameters`, or `None`."""
        if self.length is not None and len(parameters) != self.length:
            return f"{self.name}: {len(parameters)} parameter octets, not {self.length}"
        return self.check(parameters) if self.check else None


def _switch(parameters: bytes) -> str | None:
    return None if parameters[0] in (0, 1) else f"switch is {parameters[0]}"


def _advertising_parameters(parameters: bytes) -> str | None:
    low, high, kind, own, peer = struct.unpack_from("<HHBBB", parameters)
    channels, policy = parameters[13], parameters[14]
    floor = 0xA0 if kind in (2, 3) else 0x20
    if kind > 4:
        return f"advertising type {kind}"
    if kind != 1 and not floor <= low <= high <= 0x4000:
        return f"advertising interval 0x{low:04X}...0x{high:04X}"
    if own > 1 or peer > 1:
        return f"own address type {own}, peer address type {peer}"
    if channels & 0x07 == 0 or channels & ~0x07:
        return f"channel map 0x{channels:02X}"
    return f"filter policy {policy}" if policy > 3 else None


def _advertising_data(parameters: bytes) -> str | None:
    used = parameters[0]
    if used > 31:
        return f"advertising data length {used}"
    at = 1
    while at < used + 1 and parameters[at]:
        at += 1 + parameters[at]
    if at > used + 1:
        return "an advertising structure is longer than the data"
    return "octets after the advertising data are not zero" if any(parameters[used + 1:]) else None


def _scan_parameters(parameters: bytes) -> str | None:
    kind, interval, window, own, policy = struct.unpack("<BHHBB", parameters)
    if kind > 1 or own > 1 or policy > 1:
        return f"scan type {kind}, own address type {own}, policy {policy}"
    return None if 4 <= window <= interval <= 0x4000 else f"scan window {window}, interval {interval}"


def connection_defect(interval_min: int, interval_max: int, latency: int, timeout: int) -> str | None:
    """Returns the fault of connection parameters by the ranges of the specification, or `None`."""
    if not 6 <= interval_min <= interval_max <= 3200:
        return f"connection interval {interval_min}...{interval_max}"
    if latency > 499 or not 10 <= timeout <= 3200:
        return f"latency {latency}, supervision timeout {timeout}"
    if timeout * 10 <= (1 + latency) * interval_max * 1.25 * 2:
        return f"supervision timeout {timeout} is too short for interval {interval_max}, latency {latency}"
    return None


def _create_connection(parameters: bytes) -> str | None:
    return connection_defect(*struct.unpack_from("<HHHH", parameters, 13))


def _connection_update(parameters: bytes) -> str | None:
    return connection_defect(*struct.unpack_from("<HHHH", parameters, 2))


def _disconnect(parameters: bytes) -> str | None:
    reason = parameters[2]
    allowed = (0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B)
    return None if reason in allowed else f"disconnect reason 0x{reason:02X}"


def _random_address(parameters: bytes) -> str | None:
    top = parameters[5] >> 6
    if top == 2:
        return f"random address {parameters[::-1].hex(':')} has reserved top bits"
    body = int.from_bytes(parameters, "little") & ((1 << 46) - 1)
    return "random part is all zeros or all ones" if body in (0, (1 << 46) - 1) else None


def _data_length(parameters: bytes) -> str | None:
    octets, microseconds = struct.unpack_from("<HH", parameters, 2)
    legal = 27 <= octets <= 251 and 328 <= microseconds <= 17040
    return None if legal else f"data length {octets} octets, {microseconds} us"


def _rule(name: str, length: int | None = 0, check: Check | None = None) -> CommandRule:
    return CommandRule(name, length, check)


def _link(name: str, length: int = 2, check: Check | None = None) -> CommandRule:
    return CommandRule(name, length, check, starts_with_handle=True)


def _started(name: str, length: int = 2, check: Check | None = None) -> CommandRule:
    return CommandRule(name, length, check, starts_with_handle=True, answers_by_status=True)


RULES: dict[int, CommandRule] = {
    0x0406: _started("disconnect", 3, _disconnect),
    0x041D: _started("read_remote_version_information"),
    0x0C01: _rule("set_event_mask", 8),
    0x0C03: _rule("reset"),
    0x0C31: _rule("set_controller_to_host_flow_control", 1),
    0x0C33: _rule("host_buffer_size", 7),
    0x0C35: _rule("host_number_of_completed_packets", None),
    0x0C63: _rule("set_event_mask_page_2", 8),
    0x0C6C: _rule("read_le_host_support"),
    0x0C6D: _rule("write_le_host_support", 2),
    0x1001: _rule("read_local_version_information"),
    0x1002: _rule("read_local_supported_commands"),
    0x1003: _rule("read_local_supported_features"),
    0x1004: _rule("read_local_extended_features", 1),
    0x1005: _rule("read_buffer_size"),
    0x1009: _rule("read_bd_addr"),
    0x1405: _link("read_rssi"),
    0x2001: _rule("le_set_event_mask", 8),
    0x2002: _rule("le_read_buffer_size"),
    0x2003: _rule("le_read_local_supported_features"),
    0x2005: _rule("le_set_random_address", 6, _random_address),
    0x2006: _rule("le_set_advertising_parameters", 15, _advertising_parameters),
    0x2007: _rule("le_read_advertising_physical_channel_tx_power"),
    0x2008: _rule("le_set_advertising_data", 32, _advertising_data),
    0x2009: _rule("le_set_scan_response_data", 32, _advertising_data),
    0x200A: _rule("le_set_advertising_enable", 1, _switch),
    0x200B: _rule("le_set_scan_parameters", 7, _scan_parameters),
    0x200C: _rule("le_set_scan_enable", 2, _switch),
    0x200D: CommandRule("le_create_connection", 25, _create_connection, answers_by_status=True),
    0x200E: _rule("le_create_connection_cancel"),
    0x200F: _rule("le_read_filter_accept_list_size"),
    0x2010: _rule("le_clear_filter_accept_list"),
    0x2011: _rule("le_add_device_to_filter_accept_list", 7),
    0x2012: _rule("le_remove_device_from_filter_accept_list", 7),
    0x2013: _started("le_connection_update", 14, _connection_update),
    0x2014: _rule("le_set_host_channel_classification", 5),
    0x2015: _link("le_read_channel_map"),
    0x2016: _started("le_read_remote_features"),
    0x2017: _rule("le_encrypt", 32),
    0x2018: _rule("le_rand"),
    0x2019: _started("le_enable_encryption", 28),
    0x201A: _link("le_long_term_key_request_reply", 18),
    0x201B: _link("le_long_term_key_request_negative_reply"),
    0x201C: _rule("le_read_supported_states"),
    0x2020: _link("le_remote_connection_parameter_request_reply", 14, _connection_update),
    0x2021: _link("le_remote_connection_parameter_request_negative_reply", 3),
    0x2022: _link("le_set_data_length", 6, _data_length),
    0x2023: _rule("le_read_suggested_default_data_length"),
    0x2024: _rule("le_write_suggested_default_data_length", 4),
    0x202F: _rule("le_read_maximum_data_length"),
    0x2030: _link("le_read_phy"),
    0x2031: _rule("le_set_default_phy", 3),
    0x2032: _started("le_set_phy", 7),
    0x2060: _rule("le_read_buffer_size_v2"),
    0xFC01: _rule("broadcom_write_bd_addr", 6),
}
