"""Notifications in small and in large letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import refused, settings
from conftest import SessionMaker
from phone.notification import Notification
from watch.picture import Picture, second_typeface

STORY = "Are we still on for lunch? The usual place at noon, by the old fountain."


def shows(picture: Picture, text: str, size: str) -> bool:
    """Whether a text stands on one line in the letters of the second typeface."""
    width, rows = second_typeface(text, size)
    lines = str(picture).replace(".", "0").replace("#", "1").splitlines()
    wanted = [f"{row:0{width}b}" for row in rows]
    return any(
        all(lines[top + y][left:left + width] == line for y, line in enumerate(wanted))
        for top in range(64 - len(rows) + 1) for left in range(128 - width + 1))


@pytest.mark.parametrize(
    ("size", "lines"), [
        ("small", ["Are we still on for", "lunch? The usual", "place at noon, by the"]), ("large", ["Are we"]),
    ])
async def test_the_size_of_the_text(
    make_session: SessionMaker, tmp_path: Path, size: str, lines: list[str],
) -> None:
    path = settings(tmp_path, "[display]", f"text-size = {size}", "dim-after = none", "off-after = none")
    session = await make_session("--config", str(path))
    await session.pair()
    await session.deliver(Notification("com.apple.MobileSMS", "Anna", STORY))
    await session.watch.screen_is("alert")
    session.watch.press("accept")
    await session.watch.screen_is("detail")
    await session.watch.display_is(
        lambda picture: all(shows(picture, line, size) for line in lines), f"{lines} in {size} letters")


async def test_a_text_with_other_characters_is_as_large_as_usual(make_session: SessionMaker, tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "text-size = small", "dim-after = none", "off-after = none")
    session = await make_session("--config", str(path))
    await session.pair()
    await session.deliver(Notification("com.apple.MobileSMS", "Anna", "Lunch 今天?"))
    await session.watch.screen_is("alert")
    await session.watch.display_shows("Lunch 今天?")


def test_an_unknown_size_is_refused(tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "text-size = tiny")
    refused(78, '"tiny": expected small, normal or large', "--config", str(path))
