"""The card: full, or without power in the middle of a write."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench import KernelSession
from conftest import MachineMaker, SessionMaker
from machine import make_card
from phone.log import Kind
from phone.notification import Notification


async def test_a_full_card_does_not_prevent_pairing(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.start()
    await session.guest.do("fill rubbish")
    await session.pair()
    await session.watch.says("the watch goes on and tries again")
    assert (await session.deliver(Notification("com.tencent.xin", "Anna", "full")))["message"] == "full"
    await session.guest.do("remove rubbish")
    await session.watch.says("pairings can be saved again", deadline=40)
    assert await session.watch.stop() == 0
    await session.start_watch()
    await session.reconnect()


async def test_a_bond_that_was_told_outlives_a_power_cut(
    make_session: SessionMaker, make_machine: MachineMaker, tmp_path: Path,
) -> None:
    session = await a_watch_with_a_card(make_session, tmp_path)
    await session.show_codes()
    session.watch.press("accept")
    # The next event is the power cut: nothing has been written since.
    await session.watch.event("pairing", result="bonded")
    await cut_and_boot(session, make_machine)
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.start_watch()
    await session.reconnect()


@pytest.mark.parametrize("milliseconds", range(0, 48, 6))
async def test_a_power_cut_while_a_bond_is_written_leaves_a_sound_card(
    make_session: SessionMaker, make_machine: MachineMaker, tmp_path: Path, milliseconds: int,
) -> None:
    session = await a_watch_with_a_card(make_session, tmp_path)
    await session.pair()
    first = session.phone.remember()
    await session.open_pairing_window()
    session.phone.become_another("F0:99:B6:0A:0B:0C")
    await session.show_codes()
    mark = session.log.mark
    session.watch.press("accept")
    await session.log.wait_for(Kind.SMP, since=mark)
    await asyncio.sleep(milliseconds / 1000)
    await cut_and_boot(session, make_machine)
    session.phone.become_again(first)
    await session.start_watch()
    await session.reconnect()
    assert "damaged" not in session.watch.errors


async def a_watch_with_a_card(make_session: SessionMaker, folder: Path) -> KernelSession:
    """A watch whose state is on an ext4 file system, as the image's is."""
    card = folder / "card.img"
    make_card(card)
    session = await make_session(card=card)
    await session.prepare("card")
    await session.plug_in()
    await session.start_watch()
    return session


async def cut_and_boot(session: KernelSession, make_machine: MachineMaker) -> None:
    """Cuts the power, and boots again with the same card."""
    await session.guest.cut_power()  # type: ignore[attr-defined]
    session.wire.unplug()
    machine = await make_machine(session.guest.card)  # type: ignore[attr-defined]
    await session.boot_again(machine, machine.radio.fileno())
    await machine.do("card")
    await session.plug_in()
