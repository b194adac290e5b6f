"""A 128x64 picture: as text, as PNG, and searched for words set in GNU Unifont."""

from __future__ import annotations

import functools
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 128, 64
# The second is made by `make assets`.
ASSETS = Path(__file__).resolve().parents[4] / "build/assets"
UNIFONT = (Path("/usr/share/unifont/unifont.hex"), ASSETS / "upper.hex")
SECOND = ASSETS / "second.txt"
GLYPH_HEIGHT = 16


@dataclass(frozen=True)
class Picture:
    """Rows from top to bottom; in each, the leftmost pixel is the most significant of 128 bits."""

    rows: list[int]

    @classmethod
    def blank(cls) -> Picture:
        """Returns a picture without lit pixels."""
        return cls([0] * HEIGHT)

    @property
    def lit(self) -> int:
        """The number of lit pixels."""
        return sum(row.bit_count() for row in self.rows)

    def __str__(self) -> str:
        return "\n".join(f"{row:0{WIDTH}b}".replace("0", ".").replace("1", "#") for row in self.rows)

    @property
    def turned(self) -> Picture:
        """Returns the picture upside down."""
        return Picture([int(f"{row:0{WIDTH}b}"[::-1], 2) for row in reversed(self.rows)])

    def half_blocks(self) -> str:
        """The picture in 32 lines of text, two rows in each."""
        lines = []
        for upper, lower in zip(self.rows[::2], self.rows[1::2], strict=True):
            pairs = zip(f"{upper:0{WIDTH}b}", f"{lower:0{WIDTH}b}", strict=True)
            lines.append("".join({"00": " ", "10": "▀", "01": "▄", "11": "█"}[one + two] for one, two in pairs))
        return "\n".join(lines)

    def write_png(self, path: Path, scale: int = 4) -> None:
        """Writes the picture, each pixel `scale` wide and high."""
        lines = b""
        for row in self.rows:
            pixels = "".join(bit * scale for bit in f"{row:0{WIDTH}b}")
            lines += (b"\0" + int(pixels, 2).to_bytes(len(pixels) // 8, "big")) * scale
        header = struct.pack(">IIBBBBB", WIDTH * scale, HEIGHT * scale, 1, 0, 0, 0, 0)
        chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in chunks))

    @functools.cached_property
    def _text(self) -> str:
        """The rows as binary digits, with a line break between two rows."""
        return "\n".join(f"{row:0{WIDTH}b}" for row in self.rows)

    def shows(self, text: str) -> bool:
        """Whether the picture has `text` on one line, light on dark or dark on light.

        It may be plain, bold, twice its size, or condensed as in a row of the list.
        """
        return any(self._has(form) for form in _forms(text))

    def _has(self, form: Form) -> bool:
        # The row with the most changes is found first, because it is the rarest.
        at = self._text.find(form.rows[form.busiest])
        while at >= 0:
            start = at - form.busiest * (WIDTH + 1)
            if start >= 0 and all(
                    self._text.startswith(row, start + y * (WIDTH + 1)) for y, row in enumerate(form.rows)):
                return True
            at = self._text.find(form.rows[form.busiest], at + 1)
        return False


@dataclass(frozen=True)
class Form:
    """One way in which a line of text may be drawn: its rows as binary digits."""

    rows: list[str]
    busiest: int
    """The index of the row that changes most often between light and dark."""

    @classmethod
    def of(cls, rows: list[int], width: int) -> Form:
        """The form of these rows."""
        digits = [f"{row:0{width}b}" for row in rows]
        return cls(digits, max(range(len(digits)), key=lambda y: digits[y].count("01") + digits[y].count("10")))


@functools.cache
def _forms(text: str) -> list[Form]:
    """Returns every form in which the watch may draw a line of text, if it fits the display."""
    width, rows = rendered(text)
    bold = [row | row >> 1 for row in rows]
    doubled = [int("".join(bit * 2 for bit in f"{row:0{width}b}"), 2) for row in rows for _ in range(2)]
    condensed_width, condensed = rendered(text, is_condensed=True)
    drawn = [(rows, width), (bold, width), (doubled, 2 * width), (condensed, condensed_width)]
    return [
        Form.of(way, columns) for lines, columns in drawn if columns <= WIDTH for way in _inversions(lines, columns)]


def _inversions(rows: list[int], width: int) -> list[list[int]]:
    """The rows light on dark, dark on light, and as a bar or a label.

    The bar ends, and a label begins, with a dark row of pixels. Text in the bar may be raised by one.
    """
    full = (1 << width) - 1
    inverse = [row ^ full for row in rows]
    boxed = [[*inverse[:-1], 0], [0, *inverse[1:]]]
    if rows[0] == 0:
        boxed.append([*inverse[1:], 0])
    # The display as a whole may blink.
    boxed += [[row ^ full for row in way] for way in boxed]
    return [rows, inverse, *boxed]


@functools.cache
def _glyphs() -> dict[int, str]:
    lines = (line for path in UNIFONT for line in path.read_text(encoding="ascii").splitlines())
    return {int(code, 16): bitmap for code, bitmap in (line.split(":") for line in lines)}


@functools.cache
def rendered(text: str, is_condensed: bool = False) -> tuple[int, list[int]]:
    """A line of text as its width and its rows, the glyphs side by side.

    Condensed, a narrow glyph takes 7 columns. Its last column is shared with the next glyph.
    """
    width, rows = 0, [0] * GLYPH_HEIGHT
    for character in text:
        bitmap = _glyphs()[ord(character)]
        digits = len(bitmap) // GLYPH_HEIGHT
        shared = int(is_condensed and digits == 2)
        width += digits * 4 - shared
        for y in range(GLYPH_HEIGHT):
            # One column more than `width` is kept while the line grows.
            rows[y] = rows[y] << digits * 4 - shared | int(bitmap[y * digits:(y + 1) * digits], 16) << 1 - shared
    return width, [row >> 1 for row in rows]


@functools.cache
def _letters() -> dict[int, list[str]]:
    lines = SECOND.read_text(encoding="ascii").split()
    return {int(code, 16): forms for code, *forms in (line.split(":") for line in lines)}


@functools.cache
def second_typeface(text: str, size: str) -> tuple[int, list[int]]:
    """A line of small or large text as its width and its rows."""
    letter, digits, height = (6, 2, 12) if size == "small" else (12, 4, 24)
    rows = [0] * height
    for character in text:
        bitmap = _letters()[ord(character)][0 if size == "small" else 1]
        for y in range(height):
            rows[y] = rows[y] << letter | int(bitmap[y * digits:(y + 1) * digits], 16) >> 4 * digits - letter
    return letter * len(text), rows
