"""Tests of the harness: its power cut, and its message on a machine that cannot run it."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

import machine
from conftest import MachineMaker
from guest import Refused


async def test_what_was_not_synchronised_is_lost_by_a_power_cut(make_machine: MachineMaker, tmp_path: Path) -> None:
    card = tmp_path / "card.img"
    machine.make_card(card)
    guest = await make_machine(card)
    await guest.do("card")
    assert int(await guest.do("fill something"))
    await guest.cut_power()
    guest = await make_machine(card)
    await guest.do("card")
    with pytest.raises(Refused) as refused:
        await guest.do("remove something")
    assert refused.value.error == errno.ENOENT


async def test_a_machine_that_cannot_boot_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "STARTER", ["sh", "-c", "echo ptrace failed"])
    with pytest.raises(machine.CannotBoot, match="(?s)needs ptrace.*ptrace failed"):
        await machine.Machine(tmp_path).start()


async def test_a_command_that_fails_is_refused(make_machine: MachineMaker) -> None:
    guest = await make_machine()
    for command, error in (("nothing", errno.ENOSYS), ("board line 99 0", errno.EINVAL), ("start", errno.EINVAL)):
        with pytest.raises(Refused) as refused:
            await guest.do(command)
        assert refused.value.error == error
