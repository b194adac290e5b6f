"""The faces of the clock, its hours and seconds, and the charge of the watch's own battery."""

from __future__ import annotations

from pathlib import Path

from command_line import settings
from conftest import SessionMaker
from session import Session
from watch.picture import Picture

# The rows with the digits of the digital face; the dial and the large digits look different there.
DIGITS = slice(16, 48)


async def open_face(session: Session) -> None:
    """Opens the menu, and selects its last item."""
    await session.put_pairing_away()
    if session.watch.screen != "clock":
        session.watch.press("back")
        await session.watch.screen_is("clock")
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
    for item in (
            "Phones", "Disconnect", "Forget phone", "Status", "Music", "Quiet now", "Clear all", "Timer", "Stopwatch",
            "Torch", "Alarms", "Settings", "Face: "):
        session.watch.press("decline")
        await session.watch.display_shows(item)


async def test_the_menu_changes_the_face(make_session: SessionMaker, tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "dim-after = none", "off-after = 3600", "[watch]", "battery = none")
    session = await make_session("--config", str(path))
    watch = session.watch
    await session.pair()
    await open_face(session)
    for face in ("analog", "large", "digital", "analog"):
        mark = watch.events.mark
        watch.press("accept")
        await watch.event("face", face=face, since=mark)
        await watch.display_shows(f"Face: {face}")
    watch.press("decline", "hold")
    await watch.screen_is("clock")
    # The dial has nothing in its upper left corner, where the other faces have the icon of the link.
    await watch.display_is(lambda picture: all(row >> 120 == 0 for row in picture.rows[2:6]), "the dial")


async def test_the_chosen_face_survives_restarts_and_a_damaged_copy(make_session: SessionMaker, tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "dim-after = none", "off-after = 3600", "face = large")
    session = await make_session("--config", str(path))
    await session.pair()
    await open_face(session)
    session.watch.press("accept")
    await session.watch.event("face", face="digital")
    session.watch.press("accept")
    await session.watch.event("face", face="analog")
    assert await session.watch.stop() == 0
    first, second = (session.state / name for name in ("choices", "choices.copy"))
    record = first.read_bytes()
    assert second.read_bytes() == record
    for file in (first, second):
        file.write_bytes(b"damaged")
        await session.start_watch()
        await session.reconnect()
        await open_face(session)
        await session.watch.display_shows("Face: analog")
        assert await session.watch.stop() == 0
        assert first.read_bytes() == second.read_bytes() == record


async def test_the_configuration_chooses_face_hours_and_date(make_session: SessionMaker, tmp_path: Path) -> None:
    capacity = tmp_path / "capacity"
    capacity.write_text("73\n")
    path = settings(
        tmp_path, "[display]", "dim-after = none", "off-after = 3600", "clock = 12", "seconds = on", "weekday = off",
        "date = year-month-day", "[watch]", f"battery = {capacity}")
    session = await make_session("--config", str(path))
    watch = session.watch
    await session.pair()
    await session.put_pairing_away()
    if watch.screen != "clock":
        watch.press("decline")
    await watch.screen_is("clock")
    await watch.event("battery", percent=73)
    local = (await watch.event("time", source="phone"))["local"]
    await watch.display_shows(local[:10])
    # The seconds change the picture by themselves.
    seen: set[str] = set()

    def has_changed_twice(picture: Picture) -> bool:
        seen.add("\n".join(str(picture).splitlines()[DIGITS]))
        return len(seen) >= 3

    await watch.display_is(has_changed_twice, "two more seconds")


async def test_the_other_buttons_open_pages(paired: Session) -> None:
    watch = paired.watch
    await paired.put_pairing_away()
    if watch.screen != "clock":
        watch.press("back")
    for button, screen in (("up", "list"), ("down", "status"), ("select", "list")):
        await watch.screen_is("clock")
        watch.press(button)
        await watch.screen_is(screen)
        if screen == "status":
            watch.press("accept")
            await watch.display_is(lambda picture: picture.shows("80% iPhone 15 Pro"), "the phone's name")
        watch.press("back")
    await watch.screen_is("clock")
