"""The choices in which phones differ, and those that a test needs."""

from __future__ import annotations

from dataclasses import dataclass, field

from .ancs import AncsOptions
from .finder import Listing
from .media import MediaOptions
from .services import Layout
from .sisters import SisterOptions
from .stack import PairingHabits


@dataclass
class PhoneOptions:
    """The choices of this iPhone. Without `greets` the phone sends nothing by itself, and the test speaks for it."""

    identity: str = "F0:99:B6:01:02:03"
    name: str = "iPhone"
    mtu: int = 517
    layout: Layout = Layout.TODAY
    listing: Listing = Listing.SOLICITATION_FIRST
    greets: bool = True
    asks_mtu: bool = True
    """Whether the phone requests the MTU exchange itself. Otherwise it answers the watch's request."""
    asks_mtu_encrypted: bool = False
    """The phone exchanges the MTU only after the encryption."""
    answers_mtu_late: bool = False
    """The phone discovers all services of the watch before it answers the watch's Exchange MTU Request."""
    browses: bool = True
    probes: bool = True
    scans_in_background: bool = False
    """The phone listens for a bonded watch for 30 ms in 300 ms only."""
    avoidance: float = 0.0
    """The seconds for which the phone does not look for a watch that ended three links in a row within a second."""
    heeds_security_request: bool = True
    encryption_delay: float = 0.0
    """The seconds that a bonded phone waits, on a new link, before it encrypts."""
    rejects_security_request: bool = False
    """A Security Request before the encryption ends the link, because it collides with the phone's own request."""
    update_delay: int | None = 0
    """The connection events after which an accepted Connection Parameter Update is applied; `None`: never."""
    smp_timeout: float = 30.0
    initial_interval_ms: float = 30.0
    initial_timeout_ms: float = 720.0
    pairing: PairingHabits = field(default_factory=PairingHabits)
    ancs: AncsOptions = field(default_factory=AncsOptions)
    sisters: SisterOptions = field(default_factory=SisterOptions)
    media: MediaOptions | None = None
    """Without it, there is no media service."""
    remembers_subscriptions: bool = False
    """The configuration of a bonded watch outlives the link, as the specification has it."""
    hollow_services: tuple[str, ...] = ()
    """Services of the same kind in front of ANCS that do not work: see `hollow_service`."""
