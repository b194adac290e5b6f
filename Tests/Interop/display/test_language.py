"""The language of the screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import refused, settings
from conftest import SessionMaker
from phone.notification import Notification
from pocket import choose


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


async def test_the_language_of_the_phone_is_used_until_the_wearer_chooses_one(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.pair()
    await session.deliver(Notification("com.apple.MobileSMS", "Ada", "Guten Tag", negative="Ablehnen"))
    await session.watch.screen_is("alert")
    await choose(session, "settings")
    await session.watch.display_shows("Helligkeit", "81%")
    for button in ("accept", "decline", "decline", "accept"):
        session.watch.press(button)
    await session.watch.event("setting", key="language", value="en", chosen=True, by="wearer")
    await session.watch.display_shows("Settings", "Language")


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "language = xx")
    expected = "auto, en, de, fr, es, it, pt, ru, zh-Hans, zh-Hant, ja, ko, vi, ar, he or th"
    refused(78, f'"xx": expected {expected}', "--config", str(path))
