"""The program of `Examples` that shows text, with a simulated panel."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from watch.ssd1306 import SSD1306

PROGRAM = Path(os.environ.get("OLED_TEXT", Path(__file__).parents[3] / "Examples/.build/debug/oled-text"))

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason="the example is not built: make examples")


@pytest.mark.parametrize("text", ["Hello", "你好，世界"])
def test_the_panel_shows_the_text(text: str) -> None:
    messages = subprocess.run([PROGRAM, "-", text], capture_output=True, text=True, check=True).stdout.split()
    panel = SSD1306()
    for message in messages:
        panel.receive(bytes.fromhex(message))
    assert panel.is_on
    assert panel.picture().shows(text)


def test_a_device_that_does_not_exist_is_named(tmp_path: Path) -> None:
    result = subprocess.run([PROGRAM, tmp_path / "none", "Hello"], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == f"{tmp_path}/none: cannot be opened: error 2\n"


def test_a_file_that_is_no_bus_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = subprocess.run([PROGRAM, tmp_path / "file", "Hello"], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == f"{tmp_path}/file: no panel answers at 0x3C\n"


@pytest.mark.parametrize("arguments", [[], ["-"], ["-", "Hello", "world"]])
def test_other_arguments_get_the_usage(arguments: list[str]) -> None:
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "usage: oled-text DEVICE TEXT\n")
