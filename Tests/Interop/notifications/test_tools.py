"""Timer, stopwatch and torch: they work with a phone and without one."""

from __future__ import annotations

from pocket import choose
from session import Session


async def test_timer_and_stopwatch_run_with_two_buttons(paired: Session) -> None:
    watch = paired.watch
    await choose(paired, "timer")
    await watch.screen_is("timer")
    await watch.display_shows("Start", "More")
    watch.press("accept")
    await watch.event("timer", state="started", seconds=300)
    await watch.display_shows("Pause", "Back")
    watch.press("accept")
    await watch.event("timer", state="paused")
    await choose(paired, "stopwatch")
    watch.press("accept")
    await watch.event("stopwatch", state="started")
    await watch.display_shows("Stop", "Back")
    watch.press("accept")
    await watch.event("stopwatch", state="stopped")
    watch.press("decline")
    await watch.event("stopwatch", state="reset")


async def test_the_torch_lights_the_display_until_a_press(paired: Session) -> None:
    await choose(paired, "torch")
    await paired.watch.screen_is("torch")
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
