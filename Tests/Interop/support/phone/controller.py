"""A controller that is as strict as a real chip.

Bumble's own controller ignores event masks, credits and illegal parameters and is silent where a chip would answer.
This one answers every opcode, checks every parameter, and records each breach in the log. Its commands are in three
files: this one (boot and data), `radio_commands` (advertising, scanning, connecting) and `link_commands` (what a
connection can do).
"""

from __future__ import annotations

import asyncio
import math
import struct
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from bumble import controller, hci

from .commands import RULES, CommandRule
from .faults import ControllerFaults
from .link import Air, Endpoint, Fragment
from .link_commands import LinkCommands
from .log import ActivityLog, Kind
from .profiles import BCM43430A1, ControllerProfile
from .radio_commands import RadioCommands
from .refusal import CommandRefused
from .stalls import Stalls

DEFAULT_EVENT_MASK = 0x0000_1FFF_FFFF_FFFF
DEFAULT_LE_EVENT_MASK = 0x1F
NEVER_MASKED = (0x0E, 0x0F, 0x13, 0xFF)
FIRST_HANDLE, HANDLE_COUNT = 0x40, 16

FollowUp = Callable[[], None]
Tamper = Callable[[bytes], Iterable[bytes]]


class TrafficMonitor(Protocol):
    """Observes the packets of a controller's links."""

    stalls: Stalls

    def on_link_established(self, endpoint: Endpoint) -> None:
        """A link came up."""

    def on_link_ended(self, endpoint: Endpoint) -> None:
        """A link went down."""

    def on_sent(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """The controller's host sent a fragment."""

    def on_received(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """The controller's host receives a fragment."""


class StrictController(RadioCommands, LinkCommands, controller.Controller):
    """One controller on the air, driven by H4 packets."""

    def __init__(
        self, air: Air, address: str, log: ActivityLog, profile: ControllerProfile = BCM43430A1,
        monitor: TrafficMonitor | None = None,
    ) -> None:
        super().__init__(profile.name, public_address=hci.Address(address, hci.Address.PUBLIC_DEVICE_ADDRESS))
        self.link = air  # type: ignore[assignment]
        self.air = air
        self.log = log
        self.monitor = monitor
        self.profile = profile
        self.endpoints: dict[int, Endpoint] = {}
        self.faults = ControllerFaults()
        self.tamper: Tamper | None = None
        self.packets_from_host = self.packets_to_host = 0
        self._apply_profile()
        self._next_handle = FIRST_HANDLE
        self._dead_handles: dict[int, float] = {}
        self.stalls = monitor.stalls if monitor else Stalls()
        self._is_busy = False
        self._is_reporting = False
        self._generation = 0
        self.reset_state()
        air.add_controller(self)

    def _apply_profile(self) -> None:
        profile = self.profile
        self.hci_version = self.lmp_version = profile.hci_version
        self.hci_revision, self.lmp_subversion = profile.hci_revision, profile.lmp_subversion
        self.manufacturer_company_identifier = profile.company
        self.supported_commands = set(profile.commands)
        self.le_features = profile.le_features
        self.lmp_features = hci.LmpFeatureMask(int.from_bytes(profile.lmp_features, "little"))
        self.le_acl_data_packet_length = profile.le_acl_length
        self.total_num_le_acl_data_packets = profile.le_acl_count
        self.acl_data_packet_length = profile.acl_length
        self.total_num_acl_data_packets = profile.acl_count
        self.buffer_length, self.buffer_count = profile.buffers
        self.air_octets = self.supported_max_tx_octets = self.supported_max_rx_octets = profile.air_octets
        self.supported_max_tx_time = self.supported_max_rx_time = profile.longest_packet_microseconds

    # -- Power ---------------------------------------------------------------------------------------------------

    def reset_state(self) -> None:
        """Returns to the state after Reset: links lost, radio idle, masks at their defaults."""
        lost, self.endpoints = self.endpoints, {}
        for endpoint in lost.values():
            endpoint.link.lose()
        self.event_mask = DEFAULT_EVENT_MASK
        self.event_mask_page_2 = 0
        self.le_event_mask = DEFAULT_LE_EVENT_MASK
        self.outstanding: dict[int, int] = {}
        self._completed: dict[int, int] = {}
        self._random_address = hci.Address.ANY_RANDOM
        self.reset_radio()
        self.reset_links()

    def power_cycle(self) -> None:
        """Cuts the power: all state is lost, and so are the packets on their way to the host."""
        self._generation += 1
        self._is_busy = False
        self.host = None
        self.reset_state()

    def lose_host(self) -> None:
        """Loses the host, but not the power: links and advertising continue. Packets on their way are dropped."""
        self._generation += 1
        self._is_busy = False
        self.host = None

    # -- From the host -------------------------------------------------------------------------------------------

    def on_packet(self, packet: bytes) -> None:
        """Takes one H4 packet from the host."""
        self.packets_from_host += 1
        match packet[0]:
            case hci.HCI_COMMAND_PACKET:
                self._on_command(packet)
            case hci.HCI_ACL_DATA_PACKET:
                self._on_acl(packet)
            case kind:
                self.log.violation("packet type a host must not send", kind=kind)

    def _on_command(self, packet: bytes) -> None:
        opcode, length = struct.unpack_from("<HB", packet, 1)
        parameters = packet[4:4 + length]
        rule = RULES.get(opcode) if opcode in self.profile.commands else None
        self.log.add(Kind.COMMAND, rule.name if rule else "unknown", opcode=opcode, parameters=parameters)
        if opcode == hci.HCI_HOST_NUMBER_OF_COMPLETED_PACKETS_COMMAND or self.faults.takes_silently(opcode):
            return
        # The watch repeats a first Reset that is not answered in time, and goes on after the first answer.
        if self._is_busy and not self.stalls.is_recent:
            self.log.violation("command sent while another one waits for its answer", opcode=opcode)
        self._is_busy = True
        if rule is None:
            self.log.note("command this controller does not support", opcode=opcode)
            self._answer(opcode, hci.HCI_ErrorCode.UNKNOWN_HCI_COMMAND_ERROR, by_status=True)
            return
        try:
            self._perform(opcode, rule, parameters, packet)
        except CommandRefused as refusal:
            self._refuse(opcode, rule, parameters, refusal)

    def _perform(self, opcode: int, rule: CommandRule, parameters: bytes, packet: bytes) -> None:
        if defect := rule.defect(parameters):
            raise CommandRefused(hci.HCI_ErrorCode.INVALID_COMMAND_PARAMETERS_ERROR, defect, is_fault=True)
        if rule.starts_with_handle:
            self._check_handle(parameters, rule)
        handler = getattr(self, f"do_{rule.name}", None)
        if handler is None:
            command = hci.HCI_Command.from_bytes(packet)
            result: Any = getattr(self, f"on_hci_{rule.name}_command")(command)
            octets = bytes(result)
            self._answer(opcode, octets[0], octets[1:])
        elif rule.answers_by_status:
            follow_up: FollowUp | None = handler(parameters)
            self._answer(opcode, 0, by_status=True)
            if follow_up:
                follow_up()
        else:
            answer = handler(parameters)
            octets, follow_up = answer if isinstance(answer, tuple) else (answer, None)
            self._answer(opcode, 0, octets or b"")
            if follow_up:
                follow_up()

    def _check_handle(self, parameters: bytes, rule: CommandRule) -> None:
        handle = struct.unpack_from("<H", parameters)[0]
        if handle in self.endpoints:
            return
        is_late = self.died_recently(handle)
        raise CommandRefused(
            hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, f"{rule.name} for a handle without connection",
            is_fault=not is_late,
        )

    def _refuse(self, opcode: int, rule: CommandRule, parameters: bytes, refusal: CommandRefused) -> None:
        record = self.log.violation if refusal.is_fault else self.log.note
        record(refusal.reason, opcode=opcode, parameters=parameters)
        echo = parameters[:2] if rule.starts_with_handle else b""
        self._answer(opcode, refusal.status, echo, by_status=rule.answers_by_status)

    def died_recently(self, handle: int) -> bool:
        """Whether the host may not yet know that this handle is gone."""
        since = self._dead_handles.get(handle)
        return since is not None and (time.monotonic() - since < 1.0 or self.stalls.is_recent)

    # -- Boot commands -------------------------------------------------------------------------------------------

    def do_reset(self, _: bytes) -> None:
        """Reset: forgets all state except the address."""
        self.reset_state()

    def do_read_local_supported_commands(self, _: bytes) -> bytes:
        """Read Local Supported Commands: as the chip says, or else the commands that it knows."""
        if self.profile.supported_commands:
            return self.profile.supported_commands
        masks = (hci.HCI_SUPPORTED_COMMANDS_MASKS.get(opcode, 0) for opcode in self.profile.commands)
        return sum(masks).to_bytes(64, "little")

    def do_broadcom_write_bd_addr(self, parameters: bytes) -> None:
        """Broadcom's Write BD_ADDR: the address survives Reset, not a power cut. Refused while the radio uses it."""
        if self.advertising.is_enabled or self.endpoints:
            raise CommandRefused(
                hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR, "BD_ADDR written while the radio is on", is_fault=True)
        self.public_address = hci.Address(parameters, hci.Address.PUBLIC_DEVICE_ADDRESS)

    def do_host_buffer_size(self, _: bytes) -> None:
        """Host Buffer Size: accepted."""

    def do_set_controller_to_host_flow_control(self, parameters: bytes) -> None:
        """Set Controller To Host Flow Control: a watch has no use for it."""
        if parameters[0]:
            self.log.note("controller-to-host flow control was turned on")

    # -- Data ----------------------------------------------------------------------------------------------------

    def _on_acl(self, packet: bytes) -> None:
        word, length = struct.unpack_from("<HH", packet, 1)
        handle, boundary, broadcast = word & 0x0FFF, word >> 12 & 3, word >> 14
        data = packet[5:]
        endpoint = self.endpoints.get(handle)
        if endpoint is None:
            record = self.log.note if self.died_recently(handle) else self.log.violation
            record("data for a handle without connection", handle=handle)
            return
        if defect := self._acl_defect(handle, boundary, broadcast, length, data):
            self.log.violation(defect, handle=handle, data=data)
            return
        self.outstanding[handle] = self.outstanding.get(handle, 0) + 1
        is_start = boundary == 0
        if self.monitor:
            self.monitor.on_sent(endpoint, is_start, data)
        endpoint.send(Fragment(is_start, data))

    def _acl_defect(self, handle: int, boundary: int, broadcast: int, length: int, data: bytes) -> str | None:
        if boundary > 1 or broadcast:
            return f"packet boundary flag {boundary}, broadcast flag {broadcast} from a host"
        if length != len(data):
            return "ACL length differs from its data"
        if not 0 < length <= self.buffer_length:
            return f"ACL fragment of {length} octets, the buffer takes {self.buffer_length}"
        if sum(self.outstanding.values()) >= self.buffer_count:
            return f"more than {self.buffer_count} ACL fragments outstanding"
        return None

    def on_fragment_delivered(self, endpoint: Endpoint) -> None:
        """Frees the buffer of a fragment that reached the peer."""
        handle = endpoint.handle
        if self.endpoints.get(handle) is not endpoint:
            return
        if not self._is_reporting:
            asyncio.get_running_loop().call_soon(self._report_completed)
        self._is_reporting = True
        self._completed[handle] = self._completed.get(handle, 0) + 1

    def _report_completed(self) -> None:
        """Reports whole batches. A smaller number waits while more packets are queued on the same link."""
        self._is_reporting = False
        counts = {}
        for handle, count in list(self._completed.items()):
            left = self.outstanding.get(handle, 0) - count
            rest = count % self.profile.completed_batch if left > 0 else 0
            self._completed[handle] = rest
            if handle in self.endpoints and count > rest:
                counts[handle] = count - rest
                self.outstanding[handle] = max(0, left + rest)
        if counts:
            self.send_hci_packet(hci.HCI_Number_Of_Completed_Packets_Event(
                connection_handles=list(counts), num_completed_packets=list(counts.values())))

    def on_link_fragment(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """Passes a fragment from the air to the host."""
        if self.faults.is_deaf:
            return
        if self.monitor:
            self.monitor.on_received(endpoint, is_start, data)
        word = endpoint.handle | (2 if is_start else 1) << 12
        self._to_host(struct.pack("<BHH", hci.HCI_ACL_DATA_PACKET, word, len(data)) + data)

    # -- Links coming and going ----------------------------------------------------------------------------------

    def allocate_connection_handle(self) -> int:
        """Returns the next handle. It differs from the one before, so that no host can rely on a constant."""
        while self._next_handle in self.endpoints:
            self._next_handle += 1
        handle = self._next_handle
        self._next_handle = FIRST_HANDLE + (handle + 1 - FIRST_HANDLE) % HANDLE_COUNT
        return handle

    def on_link_ended(self, endpoint: Endpoint, reason: int) -> None:
        """Ends a link. Its credits return with the event; after Reset there is no event."""
        was_known = self.endpoints.pop(endpoint.handle, None) is not None
        self.outstanding.pop(endpoint.handle, None)
        self._completed.pop(endpoint.handle, None)
        self._dead_handles[endpoint.handle] = time.monotonic()
        self.forget_link(endpoint)
        self.log.add(Kind.LINK, "ended", controller=self.name, handle=endpoint.handle, reason=reason)
        if self.monitor:
            self.monitor.on_link_ended(endpoint)
        if was_known:
            self.send_hci_packet(hci.HCI_Disconnection_Complete_Event(
                status=0, connection_handle=endpoint.handle, reason=reason))

    # -- To the host ---------------------------------------------------------------------------------------------

    def _answer(self, opcode: int, status: int, octets: bytes = b"", by_status: bool = False) -> None:
        credits = self.faults.command_credits
        if by_status:
            event = struct.pack("<BBBBBH", hci.HCI_EVENT_PACKET, 0x0F, 4, status, credits, opcode)
        else:
            event = struct.pack(
                "<BBBBHB", hci.HCI_EVENT_PACKET, 0x0E, 4 + len(octets), credits, opcode, status) + octets
        self._to_host(event, is_answer=True)

    def send_hci_packet(self, packet: hci.HCI_Packet) -> None:
        """Sends an event if the host's masks let it pass."""
        octets = bytes(packet)
        if self._is_masked(octets):
            self.log.note("event masked by the host", name_=type(packet).__name__)
            return
        self._to_host(octets)

    def _is_masked(self, octets: bytes) -> bool:
        code = octets[1]
        if code in NEVER_MASKED:
            return False
        if not self.event_mask >> (code - 1) & 1:
            return True
        return code == 0x3E and not self.le_event_mask >> (octets[3] - 1) & 1

    def wants_le_event(self, subevent: int) -> bool:
        """Whether the masks let this LE subevent pass."""
        return not self._is_masked(bytes((hci.HCI_EVENT_PACKET, 0x3E, 1, subevent)))

    def _to_host(self, octets: bytes, is_answer: bool = False) -> None:
        asyncio.get_running_loop().call_soon(self._deliver, octets, is_answer, self._generation)

    def _deliver(self, octets: bytes, is_answer: bool, generation: int) -> None:
        if generation != self._generation:
            return
        if is_answer:
            self._is_busy = False
        for packet in self.tamper(octets) if self.tamper else (octets,):
            if self.host:
                self.packets_to_host += 1
                self.host.on_packet(packet)

    # -- What no sound controller does ---------------------------------------------------------------------------

    def inject(self, octets: bytes) -> None:
        """Sends `octets` to the host unchanged, after the queued packets. `tamper` changes ordinary packets."""
        asyncio.get_running_loop().call_soon(self._inject, octets, self._generation)

    def _inject(self, octets: bytes, generation: int) -> None:
        if self.host and generation == self._generation:
            self.host.on_packet(octets)

    def invent_handle(self, handle: int) -> int:
        """For events of a link that does not exist: what the host then commands about it is no fault of its own."""
        self._dead_handles[handle] = math.inf
        return handle
