"""The motor and the LED, when a notification arrives."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from command_line import refused, run, settings
from conftest import SessionMaker
from phone.calls import Call
from phone.journal import Journal
from phone.log import Kind
from phone.notification import Category, Notification
from session import Session
from watch.fifo import LineReader
from watch.tracing import helper_of
from watch.watch import belfry_command

Edge = tuple[float, str, bool]

LONG = 0.75
"""Seconds. A switch that comes late lengthens a pulse; only a long pulse, of 0.8 s, is as long as this."""


class Trace:
    """The changes of the motor and the LED, with their times in seconds."""

    def __init__(self, path: Path) -> None:
        self.edges: Journal[Edge] = Journal()
        self.pipe = LineReader(path, self._on_line)

    def _on_line(self, line: bytes) -> None:
        time, name, level = line.decode().split()
        self.edges.append((int(time) / 1e6, name, {"0": False, "1": True}[level]))

    def of(self, name: str, since: int) -> list[Edge]:
        """Returns the edges of one line."""
        return [edge for edge in self.edges.items[since:] if edge[1] == name]

    async def pulses(self, count: int, since: int) -> list[float]:
        """Returns the lengths of the motor's next pulses."""
        await self.edges.wait(lambda _: len(self.of("motor", since)) >= 2 * count, f"{count} pulses", since)
        edges = self.of("motor", since)[:2 * count]
        assert [edge[2] for edge in edges] == [True, False] * count
        return [off[0] - on[0] for on, off in zip(edges[::2], edges[1::2], strict=True)]


@pytest_asyncio.fixture
async def trace(tmp_path: Path) -> AsyncIterator[Trace]:
    found = Trace(tmp_path / "haptics")
    yield found
    found.pipe.close()


@pytest_asyncio.fixture
async def felt(make_session: SessionMaker, trace: Trace) -> Session:
    """A paired watch with a motor and an LED."""
    session = await make_session("--haptics", f"trace:{trace.pipe.path}")
    await session.pair()
    return session


async def test_messages_important_ones_and_calls_feel_different(felt: Session, trace: Trace) -> None:
    mark = trace.edges.mark
    await felt.deliver(Notification("com.tencent.xin", "Mai", "Hello"))
    short = await trace.pulses(1, mark)
    assert 0.2 <= short[0] < LONG
    # The LED is on at the same times.
    assert [edge[2] for edge in trace.of("lamp", mark)][:1] == [True]

    mark = trace.edges.mark
    await felt.deliver(Notification("com.tencent.xin", "Mai", "Fire!", is_important=True))
    assert all(pulse >= 0.1 for pulse in await trace.pulses(3, mark))

    mark = trace.edges.mark
    call = Call(felt.phone.ancs, "Mai")
    assert all(pulse >= 0.5 for pulse in await trace.pulses(2, mark))
    felt.watch.press("accept")
    await felt.log.wait_for(Kind.PHONE, "call answered")
    await felt.watch.event("action", result="ok")
    assert not trace.of("motor", 0)[-1][2]
    call.end()


async def test_the_motor_is_off_when_the_watch_has_ended(felt: Session, trace: Trace) -> None:
    mark = trace.edges.mark
    Call(felt.phone.ancs, "Mai")
    await trace.edges.wait(lambda edge: edge[1:] == ("motor", True), "a ring", mark)
    await felt.finish()
    trace.pipe.drain()
    assert [trace.of(name, mark)[-1][2] for name in ("motor", "lamp")] == [False, False]


async def test_the_motor_is_off_before_the_watch_waits_for_its_last_save(felt: Session, trace: Trace) -> None:
    helper = helper_of(felt.watch.process.pid)
    os.kill(helper, signal.SIGSTOP)
    mark = trace.edges.mark
    Call(felt.phone.ancs, "Mai")
    await trace.edges.wait(lambda edge: edge[1:] == ("motor", True), "a ring", mark)
    felt.watch.process.terminate()
    try:
        await trace.edges.wait(lambda edge: edge[1:] == ("lamp", False), "the end", mark, deadline=1)
        assert not trace.of("motor", mark)[-1][2]
        assert felt.watch.process.returncode is None, "the watch waits for its helper"
    finally:
        os.kill(helper, signal.SIGCONT)
    await felt.finish()


async def test_a_motor_that_was_not_switched_off_is_switched_off_a_second_later(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    path = tmp_path / "haptics"
    os.mkfifo(path, 0o600)
    pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    errors: Journal[bytes] = Journal()
    reader = LineReader(tmp_path / "errors", errors.append)
    # Within the long pulse there is time to fill the pipe.
    rule = settings(tmp_path, "[haptics]", "pattern = com.tencent.xin long")
    session = await make_session("--config", str(rule), "--haptics", f"trace:{path}")
    await session.watch.stop()
    await session.start_watch(["sh", "-c", f'exec "$0" "$@" 2>{reader.path}', *belfry_command()])
    await session.pair()
    edges: Journal[bytes] = Journal()

    def read_or_fill() -> None:
        """Reads the edges; once the motor runs, leaves no room for the next one."""
        if not edges.items:
            edges.append(os.read(pipe, 4096))
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(pipe, b"x" * 4096)
            asyncio.get_running_loop().remove_reader(pipe)

    drain(pipe)
    asyncio.get_running_loop().add_reader(pipe, read_or_fill)
    await session.deliver(Notification("com.tencent.xin", "Mai", "Hello"))
    await errors.wait(lambda line: b"cannot write to the motor and the LED" in line, "the failure")
    assert b"motor 1" in edges.items[0]
    drain(pipe)
    asyncio.get_running_loop().add_reader(pipe, lambda: edges.append(os.read(pipe, 4096)))
    # Nothing else happens that would wake the watch so early.
    await edges.wait(lambda octets: b"motor 0" in octets, "the end of the pulse", deadline=2)
    asyncio.get_running_loop().remove_reader(pipe)
    os.close(pipe)
    await session.finish()
    reader.close()
    assert len(errors.items) == 1, "only the first failure is reported"


def drain(pipe: int) -> None:
    """Reads everything that is there."""
    with contextlib.suppress(BlockingIOError):
        while True:
            os.read(pipe, 65_536)


async def test_a_muted_notification_starts_no_motor(make_session: SessionMaker, trace: Trace, tmp_path: Path) -> None:
    path = settings(tmp_path, "[alerts]", "mute = com.tencent.xin")
    session = await make_session("--config", str(path), "--haptics", f"trace:{trace.pipe.path}")
    await session.pair()
    mark = trace.edges.mark
    await session.deliver(Notification("com.tencent.xin", "Mai", "Hello"))
    await session.watch.event("alert", strength="none", reason="rule")
    await session.deliver(Notification("com.tencent.mqq", "QQ", "Hello"))
    await trace.pulses(1, mark)
    assert len(trace.of("motor", mark)) == 2


async def test_the_wearer_and_the_configuration_choose_patterns(
    make_session: SessionMaker, trace: Trace, tmp_path: Path,
) -> None:
    path = settings(tmp_path, "[haptics]", "pattern = social long", "pattern = com.tencent.mqq double")
    session = await make_session("--config", str(path), "--haptics", f"trace:{trace.pipe.path}")
    await session.pair()
    await session.put_pairing_away()
    watch, mark = session.watch, trace.edges.mark
    await session.deliver(Notification("com.tencent.mqq", "QQ", "Hello"))
    assert all(0.15 <= pulse < LONG for pulse in await trace.pulses(2, mark))
    mark = trace.edges.mark
    message = Notification("com.tencent.xin", "Mai", "Hello", category=Category.SOCIAL)
    await session.deliver(message)
    assert (await trace.pulses(1, mark))[0] >= LONG
    watch.press("back")
    await watch.screen_is("clock")
    watch.press("accept")
    await watch.screen_is("list")
    watch.press("accept", "hold")
    await watch.screen_is("mute")
    for _ in range(6):
        watch.press("decline")
    await watch.display_shows("Vibration", "Config.")
    mark = trace.edges.mark
    watch.press("accept")
    await watch.event("vibration", uid=message.uid, pattern="none")
    watch.press("accept")
    await watch.event("vibration", uid=message.uid, pattern="short")
    assert (await trace.pulses(1, mark))[0] < LONG
    await watch.display_shows("Vibration", "short")
    assert await watch.stop() == 0
    await session.start_watch()
    await session.reconnect()
    mark = trace.edges.mark
    await session.deliver(Notification("com.tencent.xin", "Mai", "Again", category=Category.SOCIAL))
    assert (await trace.pulses(1, mark))[0] < LONG


async def test_the_self_test_runs_both(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    process = await asyncio.create_subprocess_exec(
        *belfry_command(), "--self-test=haptics", f"--haptics=trace:{path}", "--display", f"trace:{tmp_path / 'panel'}",
        stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert process.returncode == 0
    assert [line.partition(":")[0] for line in output.decode().splitlines()] == ["motor", "LED", "self-test"]
    assert [line.split()[1:] for line in path.read_text().splitlines()] == [
        ["motor", "1"], ["motor", "0"], ["lamp", "1"], ["lamp", "0"]]


def test_the_self_test_fails_if_a_line_cannot_be_switched(tmp_path: Path) -> None:
    result = run(
        "--self-test=haptics", "--haptics=trace:/dev/full", "--display", f"trace:{tmp_path / 'panel'}")
    assert result.returncode == 69 and "cannot write to the motor and the LED" in result.stderr
    assert result.stdout.splitlines() == ["self-test: failed"]


@pytest.mark.parametrize("line", ["motor = none", "motor = 12"])
def test_the_self_test_says_why_there_is_no_motor_and_no_led(tmp_path: Path, line: str) -> None:
    path = settings(tmp_path, "[haptics]", line)
    result = run(
        "--self-test=haptics", "--config", str(path), "--haptics=none", "--display", f"trace:{tmp_path / 'panel'}")
    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        "motor and LED: none: --haptics is none, or [haptics] of the configuration has no line for them",
        "self-test: passed"]


@pytest.mark.parametrize(
    ("line", "expected"), [
        ("motor = 512", '"512": expected a line of the chip, 0 to 511, or none'),
        ("active = up", '"up": expected low or high'),
        ("buzzer = 1", '"buzzer": expected motor, led, active or pattern'),
    ])
def test_an_invalid_motor_setting_is_refused(tmp_path: Path, line: str, expected: str) -> None:
    refused(78, expected, "--config", str(settings(tmp_path, "[haptics]", line)))


def test_the_lines_are_opened_before_a_display_that_is_missing(tmp_path: Path) -> None:
    """Opening them stops a motor that ran on after a crash."""
    path = settings(tmp_path, "[haptics]", "motor = 12")
    refused(
        69, "the motor and the LED no-such-chip", "--config", str(path), "--haptics", "gpio:no-such-chip", "--display",
        f"i2c:{tmp_path / 'none'}", "--state", str(tmp_path / "state"))


def test_a_chip_that_is_missing_is_an_error(tmp_path: Path) -> None:
    path = settings(tmp_path, "[haptics]", "motor = 12", "[display]", "rotation = 0")
    (tmp_path / "buttons").touch(0o600)
    refused(
        69, "the motor and the LED no-such-chip", "--config", str(path), "--haptics", "gpio:no-such-chip", "--display",
        f"trace:{tmp_path / 'trace'}", "--buttons", f"pipe:{tmp_path / 'buttons'}", "--state", str(tmp_path / "state"))
