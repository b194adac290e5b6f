#!/usr/bin/python3
"""Writes the glyphs of the second typeface as text: Latin, Greek and Cyrillic in two sizes.

    Fonts/second_typeface.py OUTPUT

A line of OUTPUT is `CODEPOINT:ROWS:ROWS`, hexadecimal: 12 rows of 6 pixels, and 24 rows of 12 pixels. A row has two or
four digits; its leftmost pixel is the most significant bit. The glyphs are those of Debian's package xfonts-terminus.
The script needs Debian's python3-freetype, so it runs with the system's Python.
"""

import sys
from pathlib import Path

import freetype

FOLDER = Path("/usr/share/fonts/X11/misc")
# File, width, height, and the rows above the base line.
SIZES = [("ter-u12n", 6, 12, 10), ("ter-u24n", 12, 24, 19)]
# Letters with their signs, punctuation, currencies, arrows. Text with any other character is set in GNU Unifont.
RANGES = [
    (0x20, 0x7E), (0xA0, 0xAC), (0xAE, 0x24F), (0x370, 0x52F), (0x1E00, 0x1EFF), (0x2010, 0x2027), (0x2030, 0x205E),
    (0x20A0, 0x20BF), (0x2116, 0x2116), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212), (0x2248, 0x2248),
    (0x2260, 0x2265), (0x2713, 0x2718), (0xFFFD, 0xFFFD)]


def rows(face: freetype.Face, size: tuple[str, int, int, int]) -> str:
    """The loaded glyph's rows in its cell."""
    _, width, height, ascent = size
    glyph, bitmap = face.glyph, face.glyph.bitmap
    if glyph.advance.x >> 6 != width:
        raise ValueError("a glyph has another width")
    bits = 8 if width <= 8 else 16
    cell = [0] * height
    octets = bytes(bitmap.buffer)
    for y in range(bitmap.rows):
        line = int.from_bytes(octets[y * bitmap.pitch:(y + 1) * bitmap.pitch], "big") >> bitmap.pitch * 8 - bitmap.width
        shift, row = bits - glyph.bitmap_left - bitmap.width, ascent - glyph.bitmap_top + y
        if line == 0:
            continue
        if not 0 <= row < height or shift < bits - width:
            raise ValueError("a glyph leaves its cell")
        cell[row] = line << shift
    return "".join(f"{line:0{bits // 4}X}" for line in cell)


def glyphs(size: tuple[str, int, int, int]) -> dict[int, str]:
    """The rows of each wanted glyph."""
    face = freetype.Face(str(FOLDER / f"{size[0]}_unicode.pcf.gz"))
    face.set_pixel_sizes(0, size[2])
    found = {}
    for code_point, index in face.get_chars():
        if any(first <= code_point <= last for first, last in RANGES):
            face.load_glyph(index, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
            found[code_point] = rows(face, size)
    return found


def main() -> None:
    """Writes the file."""
    small, large = (glyphs(size) for size in SIZES)
    common = sorted(small.keys() & large.keys())
    lines = [f"{code_point:04X}:{small[code_point]}:{large[code_point]}" for code_point in common]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
