"""Observes all packets of the watch's link, and checks those that the watch sends.

It recombines L2CAP frames on its own, so that a defect of the watch's framing is seen even where the phone's stack
would hide it. What the phone sends is followed only as far as judging the watch needs it.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .att import REQUEST_RESPONSES, Opcode, is_command
from .link import Endpoint
from .log import ActivityLog, Kind
from .stalls import Stalls

ATT_CID, SIGNALLING_CID, SMP_CID = 4, 5, 6
DEFAULT_MTU, SMP_MTU, SIGNALLING_MTU = 23, 65, 23

SHORTEST_RTX = 1.0
"""The earliest timeout of an unanswered request, in seconds. Core Spec 5.4, Vol 3, Part A, 6.2.1."""
PARAMETER_REQUESTS = 3
"""A watch that repeats a request more often, without success or for the same parameters, is in a loop."""

SMP_NAMES = {
    0x01: "Pairing Request", 0x02: "Pairing Response", 0x03: "Pairing Confirm", 0x04: "Pairing Random",
    0x05: "Pairing Failed", 0x06: "Encryption Information", 0x07: "Central Identification",
    0x08: "Identity Information", 0x09: "Identity Address Information", 0x0A: "Signing Information",
    0x0B: "Security Request", 0x0C: "Pairing Public Key", 0x0D: "Pairing DHKey Check", 0x0E: "Keypress Notification",
}
SMP_LENGTHS = {
    0x01: 7, 0x02: 7, 0x03: 17, 0x04: 17, 0x05: 2, 0x06: 17, 0x07: 11, 0x08: 17, 0x09: 8, 0x0A: 17, 0x0B: 2,
    0x0C: 65, 0x0D: 17, 0x0E: 2,
}
SMP_KEYS = range(0x06, 0x0B)


class Recombiner:
    """Builds L2CAP frames from fragments; `defect` says what was wrong with the last one."""

    def __init__(self) -> None:
        self.octets: bytearray | None = None

    def take(self, is_start: bool, data: bytes) -> tuple[bytes | None, str | None]:
        """Returns the frame that `data` completes, and its defect."""
        defect = None
        if is_start:
            if self.octets is not None:
                defect = "a frame begins before the last one ended"
            self.octets = bytearray()
        elif self.octets is None:
            return None, "a continuation without a start"
        assert self.octets is not None
        self.octets += data
        if len(self.octets) < 4:
            return None, defect
        total = 4 + struct.unpack_from("<H", self.octets)[0]
        if len(self.octets) < total:
            return None, defect
        frame, self.octets = bytes(self.octets), None
        if len(frame) > total:
            return None, f"a frame of {total} octets carries {len(frame)}"
        return frame, defect


@dataclass
class LinkState:
    """The observations of one link."""

    endpoint: Endpoint
    sent: Recombiner = field(default_factory=Recombiner)
    received: Recombiner = field(default_factory=Recombiner)
    mtu: int = DEFAULT_MTU
    is_mtu_agreed: bool = False
    watch_mtu: int | None = None
    phone_mtu: int | None = None
    watch_request: int | None = None
    phone_requests: list[int] = field(default_factory=list)
    phone_indication: bool = False
    security_requests: int = 0
    parameter_request: float | None = None
    """The time at which the pending request was sent."""
    parameter_requests: int = 0
    """Without success, or for the same timing."""
    parameter_wish: bytes = b""
    """The last one."""


class WatchMonitor:
    """Attached to the watch's controller."""

    def __init__(self, log: ActivityLog, clock: Callable[[], float] = time.monotonic) -> None:
        self.log = log
        self.clock = clock
        self.stalls = Stalls()
        self.states: dict[Endpoint, LinkState] = {}

    def on_link_established(self, endpoint: Endpoint) -> None:
        """A link came up."""
        self.states[endpoint] = LinkState(endpoint)

    def on_link_ended(self, endpoint: Endpoint) -> None:
        """A link went down."""
        self.states.pop(endpoint, None)

    def on_sent(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """The watch sent a fragment."""
        state = self.states[endpoint]
        frame, defect = state.sent.take(is_start, data)
        if defect:
            self.log.violation(f"L2CAP: {defect}", data=data)
        if frame:
            self._judge_frame(state, struct.unpack_from("<H", frame, 2)[0], frame[4:])

    def on_received(self, endpoint: Endpoint, is_start: bool, data: bytes) -> None:
        """The watch receives a fragment."""
        state = self.states[endpoint]
        frame, _ = state.received.take(is_start, data)
        if not frame:
            return
        cid, pdu = struct.unpack_from("<H", frame, 2)[0], frame[4:]
        if cid == ATT_CID and pdu:
            self._follow_phone_att(state, pdu)
        elif cid == SMP_CID and pdu:
            self.log.add(Kind.PHONE, f"sent {SMP_NAMES.get(pdu[0], 'unknown')}", pdu=pdu)
        elif cid == SIGNALLING_CID and len(pdu) >= 2 and pdu[0] in (0x01, 0x13):
            state.parameter_request = None

    def _judge_frame(self, state: LinkState, cid: int, pdu: bytes) -> None:
        judges = {ATT_CID: self._judge_att, SIGNALLING_CID: self._judge_signalling, SMP_CID: self._judge_smp}
        if judge := judges.get(cid):
            if pdu:
                judge(state, pdu)
            else:
                self.log.violation("L2CAP: an empty frame", cid=cid)
        else:
            self.log.violation("L2CAP: data on a channel that does not exist", cid=cid, pdu=pdu)

    # -- ATT -----------------------------------------------------------------------------------------------------

    def _judge_att(self, state: LinkState, pdu: bytes) -> None:
        opcode = pdu[0]
        self.log.add(Kind.ATT, Opcode.title(opcode), pdu=pdu)
        if len(pdu) > state.mtu:
            self.log.violation("ATT: a PDU is longer than the MTU", mtu=state.mtu, pdu=pdu)
        if opcode in REQUEST_RESPONSES:
            self._judge_request(state, opcode, pdu)
        elif opcode == Opcode.HANDLE_VALUE_CONFIRMATION:
            if not state.phone_indication:
                self.log.violation("ATT: a confirmation without an indication")
            state.phone_indication = False
        elif not is_command(opcode) and opcode not in Opcode.SERVER_INITIATED:
            self._judge_response(state, opcode, pdu)

    def _judge_request(self, state: LinkState, opcode: int, pdu: bytes) -> None:
        if state.watch_request is not None:
            self.log.violation("ATT: a request before the last one was answered", pdu=pdu)
        state.watch_request = opcode
        if opcode == Opcode.EXCHANGE_MTU_REQUEST and len(pdu) == 3:
            if state.watch_mtu is not None:
                self.log.violation("ATT: the MTU was exchanged twice")
            state.watch_mtu = struct.unpack_from("<H", pdu, 1)[0]

    def _judge_response(self, state: LinkState, opcode: int, pdu: bytes) -> None:
        is_error = opcode == Opcode.ERROR_RESPONSE and len(pdu) == 5
        if not state.phone_requests:
            self.log.violation("ATT: a response that nobody asked for", pdu=pdu)
        while state.phone_requests:
            request = state.phone_requests.pop(0)
            if pdu[1] == request if is_error else REQUEST_RESPONSES.get(request) == opcode:
                break
            # A phone that did not wait may have had its earlier requests dropped; an honest one has only this.
            if not state.phone_requests:
                self.log.violation("ATT: a response to another request", request=request, pdu=pdu)
        if opcode == Opcode.EXCHANGE_MTU_RESPONSE and len(pdu) == 3 and state.phone_mtu:
            self._agree_mtu(state, state.phone_mtu, struct.unpack_from("<H", pdu, 1)[0])

    def _follow_phone_att(self, state: LinkState, pdu: bytes) -> None:
        opcode = pdu[0]
        if len(pdu) > state.mtu:
            return
        if opcode in REQUEST_RESPONSES or Opcode.is_unknown_request(opcode):
            state.phone_requests.append(opcode)
            if opcode == Opcode.EXCHANGE_MTU_REQUEST and len(pdu) == 3:
                state.phone_mtu = struct.unpack_from("<H", pdu, 1)[0]
        elif opcode == Opcode.HANDLE_VALUE_INDICATION:
            state.phone_indication = True
        elif opcode not in Opcode.SERVER_INITIATED and not is_command(opcode):
            state.watch_request = None
            if opcode == Opcode.EXCHANGE_MTU_RESPONSE and len(pdu) == 3 and state.watch_mtu:
                self._agree_mtu(state, state.watch_mtu, struct.unpack_from("<H", pdu, 1)[0])

    @staticmethod
    def _agree_mtu(state: LinkState, one: int, other: int) -> None:
        if not state.is_mtu_agreed:
            state.mtu = max(DEFAULT_MTU, min(one, other))
        state.is_mtu_agreed = True

    # -- SMP -----------------------------------------------------------------------------------------------------

    def _judge_smp(self, state: LinkState, pdu: bytes) -> None:
        code = pdu[0]
        self.log.add(Kind.SMP, SMP_NAMES.get(code, "unknown"), code=code, pdu=pdu)
        if len(pdu) != SMP_LENGTHS.get(code):
            self.log.violation("SMP: a PDU of the wrong length or of an unknown code", pdu=pdu)
        if code == 0x01:
            self.log.violation("SMP: a Pairing Request from a peripheral")
        if code in SMP_KEYS and not state.endpoint.is_encrypted:
            self.log.violation("SMP: a key on a link that is not encrypted", code=code)
        if code == 0x0B:
            state.security_requests += 1
            if state.security_requests > 1:
                self.log.note("SMP: more than one Security Request on a link")

    # -- Signalling ----------------------------------------------------------------------------------------------

    def _judge_signalling(self, state: LinkState, pdu: bytes) -> None:
        self.log.add(Kind.SIGNALLING, "command", code=pdu[0], pdu=pdu)
        if len(pdu) < 4 or len(pdu) > SIGNALLING_MTU or struct.unpack_from("<H", pdu, 2)[0] != len(pdu) - 4:
            self.log.violation("signalling: a command of the wrong length", pdu=pdu)
            return
        if pdu[1] == 0:
            self.log.violation("signalling: identifier 0", pdu=pdu)
        if pdu[0] != 0x12:
            return
        if state.parameter_request is not None and self.clock() - state.parameter_request < SHORTEST_RTX:
            # Two requests arrive together if this process was stalled.
            if not self.stalls.is_recent:
                self.log.violation("signalling: connection parameters asked for again before the answer")
        if self._wants_other_timing(state, pdu[4:]):
            state.parameter_requests = 0
        state.parameter_request, state.parameter_wish = self.clock(), pdu[4:]
        state.parameter_requests += 1
        if state.parameter_requests > PARAMETER_REQUESTS:
            self.log.violation("signalling: connection parameters asked for again and again")

    @staticmethod
    def _wants_other_timing(state: LinkState, wish: bytes) -> bool:
        """Whether the watch requests other parameters after the phone accepted its last request."""
        if len(wish) != 8 or len(state.parameter_wish) != 8 or wish == state.parameter_wish:
            return False
        low, high, latency, timeout = struct.unpack("<HHHH", state.parameter_wish)
        timing = state.endpoint.link.parameters
        return low <= timing.interval <= high and (timing.latency, timing.timeout) == (latency, timeout)
