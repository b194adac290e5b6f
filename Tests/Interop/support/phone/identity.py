"""One of several iPhones that the simulated phone is in turn."""

from __future__ import annotations

from dataclasses import dataclass

from .bond import Bond


@dataclass(frozen=True)
class Identity:
    """What makes a phone this phone."""

    name: str
    address: str
    irk: bytes
    bond: Bond | None
