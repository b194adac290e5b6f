"""A model of an SSD1306 panel by its data sheet: it takes the messages on the bus and makes the visible picture.

SSD1306 data sheet rev 1.1: control octet 8.1.5.2, addressing modes 10.1.3, commands table 9-1.
"""

from __future__ import annotations

from collections.abc import Callable

from .picture import HEIGHT, WIDTH, Picture

PAGES = HEIGHT // 8
PAGE_MODE, HORIZONTAL_MODE, VERTICAL_MODE = 2, 0, 1

_OPERANDS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1,
    0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}
_DIGITS = [bytes(b"01"[octet >> bit & 1] for octet in range(256)) for bit in range(8)]
"""For each bit, a table that translates an octet to this bit as a binary digit."""
_HARMLESS = {0x2E, 0x2F, 0xE3, 0x81, 0x8D, 0xD5, 0xD9, 0xDB}


class PanelFault(Exception):
    """The watch sent a command that the data sheet does not contain."""


class SSD1306:
    """The panel's RAM, pointers and settings."""

    COLUMNS = WIDTH
    """Of the RAM; the display has those in the middle."""
    OPERANDS = _OPERANDS
    HARMLESS = _HARMLESS
    ROWS = HEIGHT
    """Of the display; the RAM has 64."""
    PINS = 0x12
    """The order of the display's rows by command DA: sequential, or even and odd rows apart."""

    def __init__(self, is_turned: bool = False) -> None:
        self.is_turned = is_turned
        """Whether it is mounted upside down."""
        self.ram = bytearray(self.COLUMNS * PAGES)
        self.mode = PAGE_MODE
        self.columns = (0, WIDTH - 1)
        self.pages = (0, PAGES - 1)
        self.column = 0
        self.page = 0
        self.start_line = 0
        self.offset = 0
        self.contrast = 0x7F
        self.is_on = False
        self.is_inverse = False
        self.shows_all = False
        self.is_segment_remapped = False
        self.is_scan_reversed = False
        self.data_octets = 0
        self._pending: list[int] = []

    # -- The bus -------------------------------------------------------------------------------------------------

    def receive(self, message: bytes) -> None:
        """Takes one I2C message: control octets, each with its data."""
        at = 0
        while at < len(message):
            control = message[at]
            if control & 0x3F:
                raise PanelFault(f"control octet 0x{control:02X}")
            take = self._take_data if control & 0x40 else self._take_command
            body = message[at + 1:at + 2] if control & 0x80 else message[at + 1:]
            if not body:
                raise PanelFault("a control octet without anything after it")
            for octet in body:
                take(octet)
            at += 1 + len(body)

    def _take_command(self, octet: int) -> None:
        self._pending.append(octet)
        command, *operands = self._pending
        if len(operands) == self.OPERANDS.get(command, 0):
            self._pending = []
            self._perform(command, operands)

    def _perform(self, command: int, operands: list[int]) -> None:
        ranges: list[tuple[range, Callable[[int], None]]] = [
            (range(0x00, 0x10), self._set_low_column), (range(0x10, 0x20), self._set_high_column),
            (range(0x40, 0x80), self._set_start_line), (range(0xB0, 0xB8), self._set_page),
        ]
        for values, action in ranges:
            if command in values:
                action(command - values.start)
                return
        self._perform_setting(command, operands)

    def _perform_setting(self, command: int, operands: list[int]) -> None:
        match command:
            case 0x20:
                self.mode = operands[0] & 3
            case 0x21:
                self.columns = self._window(operands, WIDTH)
                self.column = self.columns[0]
            case 0x22:
                self.pages = self._window(operands, PAGES)
                self.page = self.pages[0]
            case 0x81:
                self.contrast = operands[0]
            case 0xA0 | 0xA1:
                self.is_segment_remapped = command == 0xA1
            case 0xA4 | 0xA5:
                self.shows_all = command == 0xA5
            case 0xA6 | 0xA7:
                self.is_inverse = command == 0xA7
            case 0xAE | 0xAF:
                self.is_on = command == 0xAF
            case 0xC0 | 0xC8:
                self.is_scan_reversed = command == 0xC8
            case 0xD3:
                self.offset = operands[0] & 0x3F
            case 0xA8:
                if operands[0] != self.ROWS - 1:
                    raise PanelFault(f"multiplex ratio {operands[0] + 1}")
            case 0xDA:
                if operands[0] != self.PINS:
                    raise PanelFault(f"COM pins 0x{operands[0]:02X}")
            case _ if command not in self.HARMLESS:
                raise PanelFault(f"command 0x{command:02X}")

    @staticmethod
    def _window(operands: list[int], size: int) -> tuple[int, int]:
        first, last = operands
        if not 0 <= first <= last < size:
            raise PanelFault(f"address window {first}...{last}")
        return first, last

    def _set_low_column(self, value: int) -> None:
        self.column = self.column & 0xF0 | value

    def _set_high_column(self, value: int) -> None:
        self.column = (self.column & 0x0F | value << 4) % (16 * -(-self.COLUMNS // 16))

    def _set_start_line(self, value: int) -> None:
        self.start_line = value

    def _set_page(self, value: int) -> None:
        self.page = value

    # -- The RAM -------------------------------------------------------------------------------------------------

    def _take_data(self, octet: int) -> None:
        if self._pending:
            raise PanelFault(f"data in the middle of command 0x{self._pending[0]:02X}")
        self.ram[self.page * self.COLUMNS + self.column] = octet
        self.data_octets += 1
        if self.mode == PAGE_MODE:
            # Whether they do, the data sheet can be read both ways.
            if self.columns != (0, WIDTH - 1):
                raise PanelFault("a run of page mode that the columns of a window may bind")
            self.column = (self.column + 1) % self.COLUMNS
        elif self.mode == HORIZONTAL_MODE:
            self.column, has_wrapped = self._next(self.column, self.columns, WIDTH)
            if has_wrapped:
                self.page, _ = self._next(self.page, self.pages, PAGES)
        else:
            self.page, has_wrapped = self._next(self.page, self.pages, PAGES)
            if has_wrapped:
                self.column, _ = self._next(self.column, self.columns, WIDTH)

    @staticmethod
    def _next(value: int, window: tuple[int, int], size: int) -> tuple[int, bool]:
        return (window[0], True) if value == window[1] else ((value + 1) % size, False)

    # -- The display ---------------------------------------------------------------------------------------------------

    def picture(self) -> Picture:
        """Returns the visible picture of a module that is upright with segment remap A1 and scan direction C8."""
        if not self.is_on:
            return Picture.blank()
        if self.shows_all:
            return Picture([(1 << WIDTH) - 1] * HEIGHT)
        rows = [self._row((y + self.start_line + self.offset) % HEIGHT) for y in range(self.ROWS)]
        if not self.is_scan_reversed:
            rows.reverse()
        seen = Picture(rows).turned if self.is_turned else Picture(rows)
        return Picture(seen.rows + [0] * (HEIGHT - self.ROWS))

    def _row(self, line: int) -> int:
        octets = self.ram[line // 8 * self.COLUMNS:(line // 8 + 1) * self.COLUMNS]
        if not self.is_segment_remapped:
            octets = octets[::-1]
        margin = (self.COLUMNS - WIDTH) // 2
        octets = octets[margin:margin + WIDTH]
        row = int(octets.translate(_DIGITS[line % 8]), 2)
        return row ^ ((1 << WIDTH) - 1) if self.is_inverse else row


class HalfSSD1306(SSD1306):
    """A panel of 32 rows, the upper half of the picture. It shows 32 of the RAM's 64 rows, from the start line on."""

    ROWS = HEIGHT // 2
    PINS = 0x02


class SH1106(SSD1306):
    """Its RAM has 132 columns and one way to be addressed, by pages; its charge pump has commands of its own.

    SH1106 data sheet V2.3, commands 1 to 24. What the SSD1306 calls 20, 21, 22 and 8D is nothing here.
    """

    COLUMNS = 132
    OPERANDS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    HARMLESS = {*range(0x30, 0x34), 0x81, 0xD5, 0xD9, 0xDB, 0xE3}

    def __init__(self, is_turned: bool = False) -> None:
        super().__init__(is_turned)
        # There is noise in the RAM at first, also where no display is.
        self.ram[:] = bytes(index * 89 & 0xFF for index in range(len(self.ram)))
        self.has_voltage = True

    def _take_data(self, octet: int) -> None:
        if self.column >= self.COLUMNS:
            raise PanelFault(f"data for column {self.column}")
        super()._take_data(octet)

    def _perform_setting(self, command: int, operands: list[int]) -> None:
        if command in (0x20, 0x21, 0x22):
            raise PanelFault(f"command 0x{command:02X}, which no SH1106 knows")
        if command != 0xAD:
            super()._perform_setting(command, operands)
        elif self.is_on or operands[0] not in (0x8A, 0x8B):
            raise PanelFault("the converter is switched while the panel is off, by 8A or 8B")
        else:
            self.has_voltage = operands[0] == 0x8B

    def picture(self) -> Picture:
        return super().picture() if self.has_voltage else Picture.blank()
