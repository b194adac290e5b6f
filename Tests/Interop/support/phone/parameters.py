"""Apple's rules for connection parameters, in the two editions that are in the field."""

from __future__ import annotations

from dataclasses import dataclass

SLOT_MS = 1.25


@dataclass(frozen=True)
class ParameterWish:
    """The requested parameters, in HCI units."""

    interval_min: int
    interval_max: int
    latency: int
    timeout: int

    @property
    def _common(self) -> bool:
        low, high = self.interval_min * SLOT_MS, self.interval_max * SLOT_MS
        is_spaced = high >= low + 15 or low == high == 15
        return low >= 15 and is_spaced and self.latency <= 30

    @property
    def is_fit_for_2020(self) -> bool:
        """Timeout 2-6 s, slowest event 2 s."""
        longest = self.interval_max * SLOT_MS * (self.latency + 1)
        return self._common and 200 <= self.timeout <= 600 and longest <= 2000 and longest * 3 < self.timeout * 10

    @property
    def is_fit_for_2025(self) -> bool:
        """Timeout 6-18 s, slowest event 6 s."""
        longest = self.interval_max * SLOT_MS * (self.latency + 1)
        return self._common and 600 <= self.timeout <= 1800 and longest <= 6000 and longest * 3 < self.timeout * 10
