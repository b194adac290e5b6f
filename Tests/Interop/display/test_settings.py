"""The settings that the wearer or a program changes while the watch runs."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from conftest import SessionMaker
from phone.bond import PairingFailed
from phone.notification import Notification
from pocket import choose
from session import Session
from watch.control import ControlClient

ROWS = (
    "language", "brightness", "dimAfter", "offAfter", "rotation", "textSize", "hours", "seconds", "dateOrder", "face",
    "vibration", "quietHours", "quietFrom", "quietUntil", "privacy", "history", "name", "pairingWindow", "hints",
    "all")
"""The rows of the page, by the keys of the settings."""


def press(session: Session, *buttons: str) -> None:
    for button in buttons:
        session.watch.press(button)


async def open_setting(session: Session, key: str) -> None:
    """Opens the values of a setting from the clock, with two buttons."""
    await choose(session, "settings")
    await session.watch.screen_is("settings")
    for _ in range(ROWS.index(key)):
        session.watch.press("decline")
    session.watch.press("accept")
    await session.watch.screen_is("question" if key == "all" else "setting")


async def test_privacy_is_turned_on_with_two_buttons_and_survives_a_restart(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    session = await make_session("--control", str(tmp_path / "control"))
    await session.pair()
    await open_setting(session, "privacy")
    await session.watch.display_shows("Privacy", "Config.", "off", "on")
    press(session, "decline", "decline", "accept")
    await session.watch.event("setting", key="privacy", value="on", chosen=True, by="wearer")
    await session.watch.screen_is("settings")
    await session.watch.display_shows("Privacy")
    secret = Notification("com.apple.MobileSMS", "Ada", "The engine weaves patterns")
    await session.deliver(secret)
    await session.watch.screen_is("alert")
    assert not session.log.find("ancs", "get notification attributes", uid=secret.uid) or not session.watch.found(
        "notification", op="content", message=secret.message)
    assert await session.watch.stop() == 0
    await session.start_watch()
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="settings")
    answer = await client.answer(do="settings", result="ok")
    assert answer["privacy"] == "on" and answer["chosen"] == ["privacy"]


async def test_the_display_turns_around_and_back(paired: Session) -> None:
    await open_setting(paired, "rotation")
    press(paired, "decline", "decline", "accept")
    await paired.watch.event("setting", key="rotation", value="180")
    await paired.watch.screen_is("settings")
    await open_setting_row_again(paired)
    await paired.watch.event("setting", key="rotation", value="0", chosen=False, by="wearer")


async def open_setting_row_again(session: Session) -> None:
    """Checks that the changed setting is selected, and gives it the value of the configuration, its first one."""
    session.watch.press("accept")
    await session.watch.screen_is("setting")
    session.watch.press("decline", "hold")
    await session.watch.screen_is("settings")
    session.watch.press("accept")
    await session.watch.screen_is("setting")
    press(session, "up", "up", "accept")


async def test_a_program_changes_the_name_and_resets_all(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session("--control", str(tmp_path / "control"))
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="setting", key="name", value="Ada's watch")
    await client.answer(do="setting", result="ok", key="name", value="Ada's watch")
    await session.watch.event("setting", key="name", value="Ada's watch", chosen=True, by="program")
    await session.pair()
    client.ask(do="setting", key="brightness", value=300)
    await client.answer(error="invalidField", field="value")
    client.ask(do="reset", key="all")
    await client.answer(do="reset", result="ok", key="all")
    reset = await session.watch.event("setting", key="name", chosen=False, by="program")
    assert reset["value"] == "Belfry"


async def test_the_wearer_resets_all_after_a_question(paired: Session) -> None:
    await open_setting(paired, "seconds")
    press(paired, "decline", "decline", "accept")
    await paired.watch.event("setting", key="seconds", value="on", chosen=True)
    press(paired, "back", "back")
    await paired.watch.screen_is("clock")
    await open_setting(paired, "all")
    await paired.watch.display_shows("As configured?")
    mark = paired.watch.events.mark
    paired.watch.press("decline")
    await paired.watch.screen_is("settings")
    assert not paired.watch.found("setting", since=mark)
    paired.watch.press("accept")
    await paired.watch.screen_is("question")
    paired.watch.press("accept")
    await paired.watch.event("setting", since=mark, key="seconds", value="off", chosen=False, by="wearer")


async def test_a_configured_pairing_window_of_zero_wins_over_a_choice(
        make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session("--control", str(tmp_path / "control"))
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="setting", key="pairingWindow", value=600)
    await client.answer(do="setting", result="ok", key="pairingWindow", value="600")
    assert await session.watch.stop() == 0
    before = session.options
    session.options = (*before, "--pairing-window", "0")
    await session.start_watch()
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="settings")
    await client.answer(do="settings", result="ok", pairingWindow="0", chosen=[])
    client.ask(do="setting", key="pairingWindow", value=600)
    await client.answer(do="setting", error="invalidField", field="value")
    await session.open_pairing_window()
    await session.phone.connect()
    with pytest.raises(PairingFailed):
        await session.phone.pair()
    assert await session.watch.stop() == 0
    session.options = before
    await session.start_watch()
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="settings")
    await client.answer(do="settings", result="ok", pairingWindow="120", chosen=[])


async def changes(file: Path, before: bytes) -> bytes:
    """Waits until a file has other contents, for less than the ten seconds of a rest. Returns the contents."""
    async with asyncio.timeout(8):
        while not file.exists() or file.read_bytes() == before:
            await asyncio.sleep(0.02)
    return file.read_bytes()


async def test_a_change_soon_after_another_one_survives_a_power_cut(
        make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session("--control", str(tmp_path / "control"))
    client = await ControlClient.connect(tmp_path / "control")
    # The second copy is replaced last.
    choices = session.state / "choices.copy"
    client.ask(do="setting", key="brightness", value=9)
    await client.answer(do="setting", result="ok")
    before = await changes(choices, b"")
    client.ask(do="alarm", alarm=2, time="06:30")
    await client.answer(do="alarm", result="ok")
    await changes(choices, before)
    assert session.watch.process
    session.watch.process.kill()
    assert await session.watch.wait_for_exit() == -signal.SIGKILL
    await session.watch.stop()
    await session.start_watch()
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="alarms")
    await client.answer(do="alarms", result="ok", alarm2="06:30 once on")
