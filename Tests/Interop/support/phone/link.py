"""The air: advertising and links between controllers.

A link routes by connection, not by address, and passes ACL fragments as they were sent. Data and link-layer control
keep their order in each direction. Latency, pace, re-fragmentation and silence can be set for each direction.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bumble import hci

if TYPE_CHECKING:
    from .controller import StrictController


@dataclass(frozen=True)
class AdvertisingPDU:
    """The contents of one advertising event, and the answer to a scan request."""

    advertiser: StrictController
    address: hci.Address
    kind: int
    data: bytes
    scan_response: bytes


@dataclass
class LinkParameters:
    """Connection parameters in HCI units: 1.25 ms, events, 10 ms."""

    interval: int = 24
    latency: int = 0
    timeout: int = 72


@dataclass(frozen=True)
class Fragment:
    """One ACL fragment as the sender's host gave it."""

    is_start: bool
    data: bytes
    costs_credit: bool = True


@dataclass(frozen=True)
class Control:
    """A link-layer control exchange, as a call on the receiver's controller."""

    deliver: Callable[[Endpoint], None]


class Direction:
    """The queue from one end of a link to the other."""

    def __init__(self, link: RadioLink, receiver: Endpoint) -> None:
        self.link = link
        self.receiver = receiver
        self.latency = 0.0
        self.pace: tuple[float, int] | None = None
        self.split: int | None = None
        self.is_mute = False
        self._is_gated = False
        self._queue: deque[tuple[float, Fragment | Control]] = deque()
        self._pump: asyncio.Handle | None = None

    def push(self, item: Fragment | Control) -> None:
        """Queues `item` at the end."""
        due = asyncio.get_running_loop().time() + self.latency
        for part in self._parts(item):
            self._queue.append((due, part))
        self._schedule()

    def unmute(self) -> None:
        """Passes packets again."""
        self.is_mute = False
        self._schedule()

    def gate(self, octets: int | None) -> None:
        """Holds packets of this many octets until `take`; `None` ends the holding."""
        self._is_gated, self.split = octets is not None, octets
        self._schedule()

    @property
    def waiting(self) -> int:
        """The number of held packets."""
        return len(self._queue)

    def take(self) -> Fragment | Control:
        """Removes and returns the oldest held packet. The caller delivers it."""
        return self._queue.popleft()[1]

    def _parts(self, item: Fragment | Control) -> list[Fragment | Control]:
        if self.split is None or isinstance(item, Control) or len(item.data) <= self.split:
            return [item]
        pieces = [item.data[at:at + self.split] for at in range(0, len(item.data), self.split)]
        last = len(pieces) - 1
        return [Fragment(item.is_start and at == 0, piece, at == last) for at, piece in enumerate(pieces)]

    def _schedule(self, delay: float | None = None) -> None:
        if self._pump or not self._queue or self.is_mute or self._is_gated:
            return
        loop = asyncio.get_running_loop()
        due = self._queue[0][0] if delay is None else loop.time() + delay
        self._pump = loop.call_soon(self._run) if due <= loop.time() else loop.call_at(due, self._run)

    def _run(self) -> None:
        self._pump = None
        interval, budget = self.pace or (0.0, 1 << 30)
        now = asyncio.get_running_loop().time()
        while self._queue and budget and self._queue[0][0] <= now and not self.is_mute and self.link.is_alive:
            _, item = self._queue.popleft()
            self.deliver(item)
            budget -= 1
        if self.link.is_alive:
            self._schedule(interval if self.pace else None)

    def deliver(self, item: Fragment | Control) -> None:
        """Delivers a packet at the other end."""
        if isinstance(item, Control):
            item.deliver(self.receiver)
            return
        self.receiver.controller.on_link_fragment(self.receiver, item.is_start, item.data)
        sender = self.receiver.peer
        if item.costs_credit:
            sender.controller.on_fragment_delivered(sender)


class Endpoint:
    """One controller's end of a link."""

    def __init__(self, link: RadioLink, controller: StrictController, role: hci.Role, address: hci.Address) -> None:
        self.link = link
        self.controller = controller
        self.role = role
        self.address = address
        self.handle = 0
        self.is_encrypted = False
        self.peer: Endpoint
        self.outgoing: Direction

    def send(self, item: Fragment | Control) -> None:
        """Sends towards the peer."""
        if self.link.is_alive:
            self.outgoing.push(item)


class RadioLink:
    """A connection between a central and a peripheral."""

    def __init__(
        self, central: tuple[StrictController, hci.Address], peripheral: tuple[StrictController, hci.Address],
        parameters: LinkParameters,
    ) -> None:
        self.is_alive = True
        self.parameters = parameters
        self.central = Endpoint(self, central[0], hci.Role.CENTRAL, central[1])
        self.peripheral = Endpoint(self, peripheral[0], hci.Role.PERIPHERAL, peripheral[1])
        self.central.peer, self.peripheral.peer = self.peripheral, self.central
        self.central.outgoing = Direction(self, self.peripheral)
        self.peripheral.outgoing = Direction(self, self.central)
        self._supervision: asyncio.TimerHandle | None = None

    def shape(
        self, *, latency: float = 0.0, pace: tuple[float, int] | None = None, split_to_peripheral: int | None = None
    ) -> None:
        """Sets delay in seconds, `(interval, fragments per interval)`, and the largest fragment the watch sees."""
        for direction in (self.central.outgoing, self.peripheral.outgoing):
            direction.latency, direction.pace = latency, pace
        self.central.outgoing.split = split_to_peripheral

    def mute(self) -> None:
        """Goes out of range: nothing passes, and after the supervision timeout both ends lose the link."""
        for direction in (self.central.outgoing, self.peripheral.outgoing):
            direction.is_mute = True
        seconds = self.parameters.timeout / 100
        self._supervision = asyncio.get_running_loop().call_later(seconds, self.lose)

    def unmute(self) -> None:
        """Comes back into range in time."""
        if self._supervision:
            self._supervision.cancel()
        self.central.outgoing.unmute()
        self.peripheral.outgoing.unmute()

    def lose(self) -> None:
        """Ends the link at once as a supervision timeout on both sides."""
        timeout = hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR
        self.end(timeout, timeout)

    def end(self, central_reason: int, peripheral_reason: int) -> None:
        """Ends the link with a reason for each host."""
        if not self.is_alive:
            return
        self.is_alive = False
        if self._supervision:
            self._supervision.cancel()
        self.central.controller.on_link_ended(self.central, central_reason)
        self.peripheral.controller.on_link_ended(self.peripheral, peripheral_reason)


class Air:
    """Connects controllers that are in range of each other."""

    def __init__(self) -> None:
        self.controllers: list[StrictController] = []
        self.links: list[RadioLink] = []
        self.arrange: Callable[[list[StrictController]], None] = lambda _: None
        """Sets the order in which radios hear an advertising event. The first that answers gets the link."""

    def add_controller(self, controller: StrictController) -> None:
        """Brings a controller into range."""
        self.controllers.append(controller)

    def remove_controller(self, controller: StrictController) -> None:
        """Takes a controller out of range."""
        if controller in self.controllers:
            self.controllers.remove(controller)

    def on_address_changed(self, controller: StrictController) -> None:
        """Part of Bumble's link interface: links do not route by address, so there is nothing to do."""

    def advertise(self, pdu: AdvertisingPDU) -> None:
        """Transmits one advertising event to all radios in range."""
        listeners = [controller for controller in self.controllers if controller is not pdu.advertiser]
        self.arrange(listeners)
        for controller in listeners:
            controller.on_advertising_event(pdu)

    def connect(
        self, central: tuple[StrictController, hci.Address], peripheral: tuple[StrictController, hci.Address],
        parameters: LinkParameters,
    ) -> RadioLink | None:
        """Transmits a CONNECT_IND. Returns `None` if the peripheral no longer advertises to this central."""
        if not peripheral[0].accepts_connection(peripheral[1], central[1]):
            return None
        link = RadioLink(central, peripheral, parameters)
        self.links = [other for other in self.links if other.is_alive] + [link]
        peripheral[0].on_link_established(link.peripheral)
        central[0].on_link_established(link.central)
        return link
