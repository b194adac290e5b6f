"""How the simulated iPhone behaves where phones differ, or where a test wants it to."""

from __future__ import annotations

from dataclasses import dataclass, field

from .ancs import AncsOptions
from .media import MediaOptions
from .sisters import SisterOptions
from .stack import PairingHabits


@dataclass
class PhoneOptions:
    """How this iPhone is set up. One that does not greet does nothing by itself on a link: the test speaks for it."""

    identity: str = "F0:99:B6:01:02:03"
    name: str = "iPhone"
    mtu: int = 517
    has_current_time: bool = True
    greets: bool = True
    browses: bool = True
    probes: bool = True
    heeds_security_request: bool = True
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
