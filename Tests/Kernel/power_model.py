"""An estimate of a watch's current from its activity. `Documentation/developer/energy.md` gives the sources."""

from __future__ import annotations

from dataclasses import dataclass

from metering import Amounts

BUS_HERTZ = 399_400
CLOCKS_PER_OCTET = 9
BATTERIES = (500, 1200)
"""In mAh, at 3.7 V."""
CELL_VOLTS, BOARD_VOLTS, PANEL_VOLTS = 3.7, 5.0, 3.3


@dataclass(frozen=True)
class Figure:
    """A figure of the model with its limits."""

    usual: float
    least: float
    most: float

    def __iter__(self):
        return iter((self.usual, self.least, self.most))


@dataclass(frozen=True)
class Board:
    """A board's current at 5 V, in mA."""

    name: str
    idle: Figure
    busy: Figure
    """In addition, while one core works."""


BOARDS = (
    Board("Zero W", Figure(70, 55, 85), Figure(51, 40, 60)),
    Board("Zero 2 W", Figure(80, 72, 95), Figure(70, 50, 90)),
)
PANEL_ON = Figure(0.9, 0.5, 1.5)
"""mA of a lit panel without a lit pixel, at 3.3 V."""
PANEL_ALL_LIT = Figure(29, 18, 40)
"""mA in addition, with all pixels lit at full contrast."""
CONNECTION_EVENT = Figure(0.060, 0.030, 0.120)
"""mC of a connection event in which nothing is sent."""
ADVERTISING_EVENT = Figure(0.090, 0.060, 0.180)
"""mC of an advertising event on three channels."""
WAKEUP_SECONDS = Figure(0.0010, 0.0005, 0.0030)
"""Of one core, for a wake-up with everything that the kernel and the watch do then."""
REGULATOR = Figure(0.88, 0.92, 0.80)
"""The efficiency of the converter from the cell to 5 V."""


@dataclass(frozen=True)
class Estimate:
    """The charge in mAh at 5 V in the counted time, by consumer, and the charge from the cell."""

    board: float
    processor: float
    panel: float
    radio: float
    cell_milliamperes: float

    def hours(self, capacity: float) -> float:
        """Returns the run time on a cell of this capacity in mAh."""
        return capacity / self.cell_milliamperes


def _estimate(amounts: Amounts, board: Board, index: int) -> Estimate:
    def figure(of: Figure) -> float:
        return tuple(of)[index]

    bus = amounts.panel_octets * CLOCKS_PER_OCTET / BUS_HERTZ
    processor = figure(board.busy) * (amounts.wakeups * figure(WAKEUP_SECONDS) + bus)
    panel = (figure(PANEL_ON) * amounts.display_on + figure(PANEL_ALL_LIT) * amounts.lit) * PANEL_VOLTS / BOARD_VOLTS
    radio = (
        figure(CONNECTION_EVENT) * amounts.connection_events + figure(ADVERTISING_EVENT) * amounts.advertising_events)
    charges = (figure(board.idle) * amounts.seconds, processor, panel, radio)
    mean = sum(charges) / amounts.seconds
    return Estimate(
        *(charge / 3600 for charge in charges), mean * BOARD_VOLTS / CELL_VOLTS / figure(REGULATOR))


def estimates(amounts: Amounts, board: Board) -> tuple[Estimate, Estimate, Estimate]:
    """Returns the usual, the least and the largest estimate."""
    usual, least, most = (_estimate(amounts, board, index) for index in range(3))
    return usual, least, most
