#!/usr/bin/python3
"""Turns GNU Unifont's glyphs above the first plane into the text format that it has for the first.

    Fonts/upper_planes.py OUTPUT.hex OUTPUT-combining.txt

Debian has these glyphs only as an outline font, in fonts-unifont, whose outlines follow the pixels: FreeType draws them
back. That it draws them back exactly is checked with the first plane, which Debian has in both forms. Wants Debian's
python3-freetype, hence its own Python.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import freetype

FONTS = Path("/usr/share/fonts/opentype/unifont")
FIRST_PLANE = Path("/usr/share/unifont/unifont.hex")
HEIGHT, ASCENT = 16, 14
# Marks reach to the left of where the pen is.
MARGIN = 16
# The possible cells of a mark: the first column, and the width.
CELLS = [(0, 8), (-8, 8), (0, 16), (-16, 16), (-8, 16), (-12, 16)]
SAMPLE = 8


def glyphs(path: Path, wanted: range) -> Iterator[tuple[int, bool, int, list[int]]]:
    """Code point, whether it is a mark, width, and its rows, the leftmost pixel being the most significant bit."""
    face = freetype.Face(str(path))
    face.set_pixel_sizes(0, HEIGHT)
    face.set_transform(freetype.Matrix(0x10000, 0, 0, 0x10000), freetype.Vector(MARGIN * 64, 0))
    for code_point, index in face.get_chars():
        if code_point not in wanted:
            continue
        face.load_glyph(index, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO | freetype.FT_LOAD_NO_HINTING)
        advance = face.glyph.advance.x >> 6
        left = face.glyph.bitmap_left - MARGIN
        if advance:
            yield code_point, False, advance, rows(face.glyph, left, advance)
            continue
        right = left + face.glyph.bitmap.width
        offset, width = next((offset, width) for offset, width in CELLS if offset <= left and right <= offset + width)
        yield code_point, True, width, rows(face.glyph, left - offset, width)


def rows(glyph: freetype.GlyphSlot, left: int, width: int) -> list[int]:
    """The glyph's pixels in a cell `width` wide."""
    bitmap, cell = glyph.bitmap, [0] * HEIGHT
    octets = bytes(bitmap.buffer)
    for y in range(bitmap.rows):
        line = int.from_bytes(octets[y * bitmap.pitch:(y + 1) * bitmap.pitch], "big") >> bitmap.pitch * 8 - bitmap.width
        shift, row = width - left - bitmap.width, ASCENT - glyph.bitmap_top + y
        if line == 0:
            continue
        if not 0 <= row < HEIGHT or left < 0 or shift < 0:
            raise ValueError("a glyph leaves its cell")
        cell[row] |= line << shift
    return cell


def notation(cell: list[int], width: int) -> str:
    """Rows as the text format has them."""
    return "".join(f"{row:0{width // 4}X}" for row in cell)


def check() -> int:
    """Compares every eighth glyph of the first plane with the text format. Returns the number of compared ones."""
    known = dict(line.split(":") for line in FIRST_PLANE.read_text(encoding="ascii").split())
    compared = 0
    for code_point, is_mark, width, cell in glyphs(FONTS / "unifont.otf", range(SAMPLE, 0x10000, SAMPLE)):
        if not is_mark:
            compared += 1
            if known[f"{code_point:04X}"] != notation(cell, width):
                sys.exit(f"upper_planes: U+{code_point:04X} is not drawn as it was")
    if compared < len(known) // SAMPLE * 0.9:
        sys.exit(f"upper_planes: only {compared} glyphs of the first plane to compare")
    return compared


def main() -> None:
    """Writes both files."""
    compared = check()
    lines, marks = [], []
    for code_point, is_mark, width, cell in sorted(glyphs(FONTS / "unifont_upper.otf", range(0x10000, 0x30000))):
        lines.append(f"{code_point:05X}:{notation(cell, width)}\n")
        if is_mark:
            marks.append(f"{code_point:05X}:{-width}\n")
    Path(sys.argv[1]).write_text("".join(lines), encoding="ascii")
    Path(sys.argv[2]).write_text("".join(marks), encoding="ascii")
    print(f"upper_planes: {len(lines)} glyphs, {len(marks)} of them marks; {compared} of the first plane as they were")


if __name__ == "__main__":
    main()
