"""`--self-test`: its requests and reports to the maker of a watch."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from command_line import refused
from phone.journal import DEADLINE, Journal, SLOWNESS
from phone.profiles import BCM43430A1
from phone.harness import Harness
from terminal import Terminal
from watch.fifo import LineReader, LineWriter
from watch.ssd1306 import SSD1306
from watch.watch import REACTION, belfry_command

BUTTONS = ["accept", "decline", "up", "down", "select", "back"]


class Bench:
    """A controller, a panel and buttons on a bench, and the watch's self-test with them."""

    def __init__(self, folder: Path, profile: object = BCM43430A1) -> None:
        self.harness = Harness(profile=profile, folder=folder)
        self.panel = SSD1306()
        self.frames: Journal[str] = Journal()
        self.lines: Journal[str] = Journal()
        self.errors = ""
        self.trace = LineReader(folder / "trace", self._on_trace)
        self.buttons = LineWriter(folder / "buttons")
        self.process: asyncio.subprocess.Process | None = None

    def _on_trace(self, line: bytes) -> None:
        self.panel.receive(bytes.fromhex(line.decode().split()[2]))
        picture = self.panel.picture()
        for text in ("Belfry 128 x 64", "passed", "failed", *BUTTONS):
            if picture.shows(text):
                self.frames.append(text)

    async def start(self, option: str = "--self-test", **others: str) -> None:
        """Starts the self-test. `others` replace devices of the bench."""
        await self.harness.start()
        devices = {
            "hci": self.harness.wire.spec, "display": f"trace:{self.trace.path}",
            "buttons": f"pipe:{self.buttons.path}", **others}
        self.process = process = await asyncio.create_subprocess_exec(
            *belfry_command(), option, *(f"--{name}={value}" for name, value in devices.items()),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        assert process.stdout
        self._reading = asyncio.create_task(self._read(process.stdout))

    async def _read(self, output: asyncio.StreamReader) -> None:
        async for line in output:
            self.lines.append(line.decode().rstrip("\n"))

    async def press_when_asked(self, asked: str, pressed: str | None = None) -> None:
        """Waits until standard output asks for a button, and presses one."""
        # The self-test may have waited for the previous button until its time limit.
        await self.lines.wait(lambda line: line == f"press {asked}", asked, deadline=2 * DEADLINE)
        self.buttons.write(pressed or asked)

    async def end(self) -> int:
        """Waits for the end of the self-test, and returns its exit status."""
        assert self.process and self.process.stderr
        self.errors = (await asyncio.wait_for(self.process.stderr.read(), 4 * DEADLINE * SLOWNESS)).decode()
        await self._reading
        return await self.process.wait()

    async def close(self) -> None:
        """Clears the bench."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        self.trace.close()
        self.buttons.close()
        await self.harness.stop()


@pytest_asyncio.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """A bench on which all devices work."""
    bench = Bench(tmp_path)
    yield bench
    await bench.close()


async def test_correct_wiring_passes(bench: Bench) -> None:
    await bench.start()
    for button in BUTTONS:
        await bench.press_when_asked(button)
    assert await bench.end() == 0 and bench.errors == ""
    assert bench.lines.items[0].startswith("controller: ok: ") and "LE with Secure Connections" in bench.lines.items[0]
    assert "Bluetooth 4.1" in bench.lines.items[0] and "b8:27:eb:12:34:56" in bench.lines.items[0]
    assert any(line.startswith("panel: ok: ") for line in bench.lines.items)
    assert [line for line in bench.lines.items if line.startswith("button ")] == [
        f"button {button}: ok" for button in BUTTONS]
    assert bench.lines.items[-1] == "self-test: passed"
    # The display has shown the pattern, each button and the end.
    assert [text for text in dict.fromkeys(bench.frames.items)] == ["Belfry 128 x 64", *BUTTONS, "passed"]


async def test_the_pattern_and_its_inverse_light_and_darken_every_pixel(bench: Bench) -> None:
    pictures = set()
    bench.panel.receive, receive = lambda message: (receive(message), pictures.add(
        (bench.panel.is_on, bench.panel.is_inverse))), bench.panel.receive
    await bench.start("--self-test=panel")
    assert await bench.end() == 0
    assert {(True, False), (True, True)} <= pictures
    assert not any(line.startswith(("controller", "press", "button")) for line in bench.lines.items)


async def test_a_button_that_is_not_pressed_and_one_in_its_place_are_named(bench: Bench) -> None:
    await bench.start("--self-test=buttons")
    await bench.press_when_asked("accept", "decline")
    for button in BUTTONS[1:]:
        await bench.press_when_asked(button)
    assert await bench.end() == 69
    assert bench.errors.splitlines() == [
        "belfry: the button accept was not pressed within 10 s, but decline was; if they are swapped, swap their lines "
        "in [buttons]"]
    assert bench.lines.items[-1] == "self-test: failed" and "button accept: ok" not in bench.lines.items


async def test_a_controller_that_is_not_there_does_not_keep_the_rest_from_being_tried(bench: Bench) -> None:
    await bench.start(hci="unix:/nowhere/hci")
    for button in BUTTONS:
        await bench.press_when_asked(button)
    assert await bench.end() == 69
    assert len(bench.errors.splitlines()) == 1 and "/nowhere/hci" in bench.errors
    assert "button back: ok" in bench.lines.items and bench.lines.items[-1] == "self-test: failed"


async def test_a_controller_without_encryption_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path, replace(BCM43430A1, le_features=BCM43430A1.le_features & ~1))
    try:
        await bench.start("--self-test=controller")
        assert await bench.end() == 69
        assert "LE without encryption" in bench.lines.items[0] and "another --hci" in bench.errors
    finally:
        await bench.close()


async def test_a_controller_that_does_not_answer_is_reported_with_the_command(bench: Bench) -> None:
    bench.harness.controller.faults.unanswered[0x0C03] = 99
    await bench.start("--self-test=controller")
    assert await bench.end() == 69
    assert "did not answer command 0x0c03; cut its power" in bench.errors.lower()


async def test_a_panel_that_is_not_there_is_reported_with_a_remedy(bench: Bench) -> None:
    await bench.start("--self-test=panel", display="i2c:/dev/i2c-nowhere")
    assert await bench.end() == 69
    assert "/dev/i2c-nowhere" in bench.errors and "enable I2C" in bench.errors
    assert bench.lines.items == ["self-test: failed"]


async def test_the_buttons_are_tried_without_a_panel(bench: Bench) -> None:
    await bench.start("--self-test=buttons", display="i2c:/dev/i2c-nowhere")
    for button in BUTTONS:
        await bench.press_when_asked(button)
    assert await bench.end() == 0 and bench.errors == ""


async def test_an_interrupted_self_test_has_not_passed(bench: Bench) -> None:
    await bench.start()
    await bench.lines.wait(lambda line: line == "press accept", "press accept")
    assert bench.process
    bench.process.terminate()
    assert await bench.end() == 69
    assert bench.lines.items[-1] == "self-test: interrupted" and bench.errors == ""


async def test_in_a_terminal_the_picture_asks_and_the_findings_come_after_it(bench: Bench) -> None:
    terminal = Terminal()
    try:
        await bench.harness.start()
        process = await asyncio.create_subprocess_exec(
            *belfry_command(), "--self-test", "--hci", bench.harness.wire.spec, "--display", "terminal", "--buttons",
            "keyboard", stdin=terminal.slave, stdout=terminal.slave, stderr=terminal.slave, start_new_session=True)
        await terminal.shows("press the button that the picture names")
        for key in ("a", "d", "k", "j", "\r", "\x1b"):
            terminal.type(key)
            await asyncio.sleep(REACTION + 0.1)
        assert await asyncio.wait_for(process.wait(), 4 * DEADLINE * SLOWNESS) == 0
        await terminal.shows("self-test: passed")
        # In the picture's place, not in the midst of it.
        assert terminal.shown.index("button accept: ok") > terminal.shown.rindex("\x1b[?1049l")
    finally:
        terminal.close()


async def test_a_terminal_shows_a_failure_after_the_picture() -> None:
    terminal = Terminal()
    try:
        process = await asyncio.create_subprocess_exec(
            *belfry_command(), "--self-test=buttons", "--display", "terminal", "--buttons", "gpio:no-such-chip",
            stdin=terminal.slave, stdout=terminal.slave, stderr=terminal.slave, start_new_session=True)
        assert await asyncio.wait_for(process.wait(), 4 * DEADLINE * SLOWNESS) == 69
        await terminal.shows("self-test: failed")
        assert terminal.shown.index("cannot open the buttons no-such-chip") > terminal.shown.rindex("\x1b[?1049l")
    finally:
        terminal.close()


async def test_a_terminal_shows_a_failure_of_the_motor_after_the_picture() -> None:
    terminal = Terminal()
    try:
        process = await asyncio.create_subprocess_exec(
            *belfry_command(), "--self-test", "--hci", "unix:/nowhere/hci", "--display", "terminal", "--buttons",
            "gpio:no-such-chip", "--haptics", "trace:/dev/full", stdin=terminal.slave, stdout=terminal.slave,
            stderr=terminal.slave, start_new_session=True)
        assert await asyncio.wait_for(process.wait(), 4 * DEADLINE * SLOWNESS) == 69
        await terminal.shows("self-test: failed")
        failure = "cannot write to the motor and the LED /dev/full: No space left on device"
        assert terminal.shown.count(failure) == 1
        assert terminal.shown.index(failure) > terminal.shown.rindex("\x1b[?1049l")
    finally:
        terminal.close()


def test_a_part_that_there_is_not() -> None:
    refused(64, "engine", "--self-test=engine")


async def test_motor_and_led_are_tested_without_busy_waiting_for_buttons(bench: Bench, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.touch(0o600)
    script.write_text("".join(f"{button}\n" for button in BUTTONS))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    await bench.start(buttons=f"pipe:{script}", haptics=f"trace:{tmp_path / 'haptics'}")
    assert await bench.end() == 0, bench.lines.items
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The motor and the LED take two seconds. Waiting for them takes hardly any time of the processor.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1
