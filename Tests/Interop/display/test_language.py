"""The language of the screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import refused, settings
from conftest import SessionMaker


@pytest.mark.parametrize(("language", "item"), [("de", "Telefone"), ("ru", "Телефоны"), ("zh-Hans", "断开连接")])
async def test_the_menu_is_in_the_language(
    make_session: SessionMaker, tmp_path: Path, language: str, item: str,
) -> None:
    path = settings(tmp_path, "[display]", f"language = {language}", "dim-after = none", "off-after = 3600")
    session = await make_session("--config", str(path))
    await session.pair()
    await session.put_pairing_away()
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
    await session.watch.display_shows(item)


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "language = xx")
    refused(78, '"xx": expected auto, en, de, fr, es, it, pt, ru, zh-Hans or ja', "--config", str(path))
