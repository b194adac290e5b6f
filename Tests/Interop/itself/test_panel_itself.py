"""The panel model and the search for text, by the data sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from watch.picture import HEIGHT, WIDTH, Picture, rendered
from watch.ssd1306 import SH1106, SSD1306, PanelFault

UPRIGHT = bytes.fromhex("00 a1 c8 af")


def panel_with(*messages: str) -> SSD1306:
    """Returns an upright panel that is on, after these messages."""
    panel = SSD1306()
    panel.receive(UPRIGHT)
    for message in messages:
        panel.receive(bytes.fromhex(message))
    return panel


def pixel(picture: Picture, x: int, y: int) -> int:
    """Returns one pixel."""
    return picture.rows[y] >> (WIDTH - 1 - x) & 1


def test_page_mode_stays_in_its_page_and_wraps_in_the_column() -> None:
    panel = panel_with("00 b3 0e 17", "40 01 02 03")
    assert (panel.ram[3 * 128 + 126], panel.ram[3 * 128 + 127], panel.ram[3 * 128]) == (1, 2, 3)


def test_horizontal_mode_walks_its_window_and_starts_again() -> None:
    panel = panel_with("00 20 00 21 05 06 22 01 02", "40 01 02 03 04 05")
    assert (panel.ram[128 + 5], panel.ram[128 + 6], panel.ram[256 + 5], panel.ram[256 + 6]) == (5, 2, 3, 4)


def test_page_mode_is_not_relied_on_in_a_narrow_window() -> None:
    with pytest.raises(PanelFault):
        panel_with("00 20 00 21 05 06 20 02 b1 07 10", "40 01")


def test_single_commands_may_precede_data_in_one_message() -> None:
    panel = panel_with("80 b1 80 02 80 10 40 ff")
    assert panel.ram[128 + 2] == 0xFF


def test_a_command_may_be_split_over_messages() -> None:
    panel = panel_with("00 20", "00 00")
    assert panel.mode == 0


def test_the_least_significant_bit_is_the_top_of_a_page() -> None:
    picture = panel_with("00 b1 00 10", "40 01").picture()
    assert pixel(picture, 0, 8) == 1 and picture.lit == 1


def test_the_start_line_turns_the_picture() -> None:
    picture = panel_with("00 b1 00 10", "40 01", "00 48").picture()
    assert pixel(picture, 0, 0) == 1


def test_without_remapping_the_picture_is_turned_by_half() -> None:
    picture = panel_with("00 a0 c0", "40 01").picture()
    assert pixel(picture, 127, 63) == 1


@pytest.mark.parametrize(("message", "lit"), [("00 ae", 0), ("00 a5", WIDTH * HEIGHT), ("00 a7", WIDTH * HEIGHT)])
def test_switches_of_the_whole_panel(message: str, lit: int) -> None:
    assert panel_with(message).picture().lit == lit


@pytest.mark.parametrize("message", ["00 22 05 04", "00 ff", "01 af", "00 a8 1f", "40"])
def test_a_command_unknown_to_the_data_sheet_is_a_fault(message: str) -> None:
    with pytest.raises(PanelFault):
        panel_with(message)


def sh1106_with(*messages: str) -> SH1106:
    """An upright panel that is on, its RAM dark, after these messages."""
    panel = SH1106()
    panel.ram[:] = bytes(len(panel.ram))
    panel.receive(UPRIGHT)
    for message in messages:
        panel.receive(bytes.fromhex(message))
    return panel


def test_an_sh1106_shows_its_columns_from_the_third_on() -> None:
    picture = sh1106_with("00 b1 02 10", "40 01").picture()
    assert pixel(picture, 0, 8) == 1 and picture.lit == 1
    assert sh1106_with("00 b1 01 10", "40 01").picture().lit == 0
    panel = sh1106_with("00 a0 c0 b0 02 10", "40 01")
    panel.is_turned = True
    turned = panel.picture()
    assert pixel(turned, 0, 0) == 1 and turned.lit == 1


@pytest.mark.parametrize("message", ["00 20 00", "00 21 00 7f", "00 22 00 07", "00 8d 14", "00 ad 8b", "00 ff"])
def test_a_command_unknown_to_an_sh1106_is_a_fault(message: str) -> None:
    with pytest.raises(PanelFault):
        sh1106_with(message)


def test_an_sh1106_has_no_column_beyond_132() -> None:
    panel = sh1106_with("00 b0 04 18")
    with pytest.raises(PanelFault):
        panel.receive(bytes.fromhex("40 ff"))


@pytest.mark.parametrize("text", ["WeChat", "微信", "Tối nay"])
def test_text_is_found_in_either_polarity_and_only_where_it_is(text: str, tmp_path: Path) -> None:
    width, rows = rendered(text)
    picture = Picture([0] * 5 + [row << 3 for row in rows] + [0] * (HEIGHT - 21))
    inverse = Picture([row ^ ((1 << WIDTH) - 1) for row in picture.rows])
    assert picture.shows(text) and inverse.shows(text) and width <= WIDTH
    assert not picture.shows("QQ") and not Picture.blank().shows(text)
    picture.write_png(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_bold_and_large_text_are_found() -> None:
    width, rows = rendered("Mẹ")
    bold = Picture([row << 9 | row << 8 for row in rows] + [0] * (HEIGHT - 16))
    doubled = [sum(3 << 2 * x for x in range(width) if row >> x & 1) for row in rows for _ in range(2)]
    large = Picture(doubled + [0] * 32)
    assert bold.shows("Mẹ") and large.shows("Mẹ") and not large.shows("Me")


@pytest.mark.parametrize("is_blinking", [False, True])
def test_text_is_found_in_the_bar_and_on_a_label(is_blinking: bool) -> None:
    full = (1 << WIDTH) - 1
    width, rows = rendered("Accept")
    shifted = [row << (WIDTH - width - 9) for row in rows]
    bar = [row ^ full for row in shifted[1:]] + [0] * (HEIGHT - 15)
    label = [0] * 49 + [row ^ full for row in shifted[1:]]
    for lines in (bar, label):
        picture = Picture([row ^ full for row in lines] if is_blinking else lines)
        assert picture.shows("Accept") and not picture.shows("Accent")
