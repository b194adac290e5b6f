"""The board profiles: belfry accepts each, and the table of each page agrees with its settings."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
from pathlib import Path

import pytest

from conftest import BOARD

PROFILES = sorted((BOARD / "profiles").glob("*.ini"))
BUTTONS = ("accept", "decline", "up", "down", "select", "back")
NOT_FITTED = "none"
# The header's pin for each line of the BCM2835.
HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 13: 33, 16: 36, 17: 11, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}


def named(path: Path) -> str:
    return path.stem


def settings(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(inline_comment_prefixes=(";",), comment_prefixes=(";",))
    parser.read(path)
    return parser


def start(configuration: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    display = ["--display", "i2c:/nowhere/i2c"]
    command = [os.environ["BELFRY"], "--config", str(configuration), *display, "--state", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_belfry_takes_the_profile(path: Path, tmp_path: Path) -> None:
    # The program starts until it finds no panel. Status 78 would mean that the profile is wrong.
    result = start(path, tmp_path)
    assert result.returncode == 69 and "/nowhere/i2c" in result.stderr, result.stderr


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_settings_that_are_commented_out_are_valid(path: Path, tmp_path: Path) -> None:
    text = re.sub(r"^;(?=[a-z-]+ =)", "", path.read_text(), flags=re.MULTILINE)
    assert text != path.read_text()
    (tmp_path / "all.ini").write_text(text.replace("\n", "\r\n"))
    result = start(tmp_path / "all.ini", tmp_path)
    assert result.returncode == 69, result.stderr


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_the_wiring_table_agrees_with_the_settings(path: Path) -> None:
    table = path.with_suffix(".md").read_text()
    for name in BUTTONS:
        line = settings(path)["buttons"][name]
        row = f"| {name} | GPIO {line} | {HEADER[int(line)]} |" if line != NOT_FITTED else f"| {name} |"
        assert (row in table) == (line != NOT_FITTED), name


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_lines_that_the_firmware_drives_are_no_buttons(path: Path) -> None:
    page = path.with_suffix(".md").read_text()
    for line, level in re.findall(r"^; config\.txt: gpio=(\d+)=op,(dh|dl)$", path.read_text(), re.MULTILINE):
        assert line not in settings(path)["buttons"].values()
        assert f"GPIO {line} | {HEADER[int(line)]} |" in page and f"gpio={line}=op,{level}\n" in page


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_drawing_names_every_wire(path: Path) -> None:
    drawing = path.with_suffix(".svg").read_text()
    for name in BUTTONS:
        line = settings(path)["buttons"][name]
        if line != NOT_FITTED:
            assert f"GPIO {line}<" in drawing and f">{name}<" in drawing
    for word in ("SDA", "SCL", "3.3 V", "GND"):
        assert word in drawing


@pytest.mark.parametrize("path", PROFILES, ids=named)
def test_image_can_be_switched_off(path: Path) -> None:
    assert 2000 <= int(settings(path)["buttons"]["power-off"]) <= 20000
