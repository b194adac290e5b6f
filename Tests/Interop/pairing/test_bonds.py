"""The watch's bonds, and the phones that may connect."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from measuring.reconnects import public_options, watch_address
from phone.bond import Bond, PairingFailed
from phone.identity import Identity
from phone.log import Kind
from pocket import ENDED_BY_WATCH, finds_nothing
from session import Session
from watch import bonds

ANNA, BERT = "F0:99:B6:01:02:03", "F0:99:B6:0A:0B:0C"


async def leave(session: Session, since: int = 0) -> None:
    """Disconnects the phone after the watch has learned its settings, so that the watch saves them."""
    await session.watch.event("phone", since=since, manufacturer="Apple Inc.")
    mark = session.watch.events.mark
    await session.phone.disconnect()
    await session.watch.event("bonds", since=mark, result="saved")


async def pair_another(session: Session, identity: str) -> Identity:
    """Pairs another phone in a window that the user opens, and disconnects it."""
    session.phone.become_another(identity)
    await session.open_pairing_window()
    mark = session.watch.events.mark
    await session.pair()
    await leave(session, mark)
    return session.phone.remember()


# -- Several phones ----------------------------------------------------------------------------------------------------


async def test_eight_phones_are_kept_and_a_ninth_costs_none_of_them(paired: Session) -> None:
    await leave(paired)
    owners = [paired.phone.remember()]
    for number in range(2, 9):
        owners.append(await pair_another(paired, f"F0:99:B6:00:00:{number:02X}"))
        if number == 5:
            assert await paired.watch.stop() == 0
            await paired.start_watch()
    before = bonds.stored(paired.state)
    assert [bond.identity for bond in before.bonds] == [owner.address for owner in owners]
    paired.phone.become_another("F0:99:B6:00:00:09")
    await paired.open_pairing_window()
    mark = paired.watch.events.mark
    await paired.phone.connect()
    await paired.watch.event("pairing", result="failed", reason="noRoom", since=mark)
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    assert bonds.stored(paired.state) == before
    await paired.start_watch()
    for owner in (owners[0], owners[7]):
        paired.phone.become_again(owner)
        await paired.reconnect()
        await paired.phone.disconnect()


@row("iPhone", "5.41 bonded phones that may not connect")
async def test_another_phone_may_pair_while_one_is_connected(paired: Session) -> None:
    anna, mark = paired.phone.remember(), paired.log.mark
    await paired.open_pairing_window()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=ENDED_BY_WATCH)
    await finds_nothing(paired)
    paired.phone.become_another(BERT)
    mark = paired.watch.events.mark
    await paired.pair()
    await leave(paired, mark)
    assert {bond.identity for bond in bonds.stored(paired.state).bonds} == {ANNA, BERT}
    paired.phone.become_again(anna)
    await paired.reconnect()


async def test_only_the_selected_phone_is_let_in(paired: Session) -> None:
    await leave(paired)
    anna, bert = paired.phone.remember(), await pair_another(paired, BERT)
    assert await paired.watch.stop() == 0
    bonds.select(paired.state, ANNA)
    await paired.start_watch()
    mark = paired.watch.events.mark
    await finds_nothing(paired)
    assert not paired.watch.found("state", since=mark)
    paired.phone.become_again(anna)
    mark = paired.watch.events.mark
    await paired.reconnect()
    await leave(paired, mark)
    assert bonds.stored(paired.state).bonds[0].flags & bonds.IS_SELECTED
    # A new bond with Bert's phone makes it the selected one.
    paired.phone.become_again(bert)
    paired.phone.forget_watch()
    await paired.open_pairing_window()
    await paired.pair()
    selected = [bond.identity for bond in bonds.stored(paired.state).bonds if bond.flags & bonds.IS_SELECTED]
    assert selected == [BERT]


# -- What is written, and when -----------------------------------------------------------------------------------------


async def come_and_go(session: Session) -> None:
    """Connects the bonded phone, lets it complete its steps on a new link, and disconnects it."""
    mark = session.log.mark
    await session.reconnect()
    await session.log.wait_for(Kind.PHONE, "browsed", since=mark)
    await session.phone.disconnect()


def inodes(state: Path) -> set[int]:
    """Returns the inodes of the files, which each save changes."""
    return {file.stat().st_ino for file in state.iterdir()}


async def test_a_phone_that_comes_back_writes_nothing(paired: Session) -> None:
    await paired.phone.disconnect()
    await come_and_go(paired)
    # Everything is saved at the end.
    await paired.watch.stop()
    await paired.start_watch()
    files = inodes(paired.state)
    for _ in range(3):
        await come_and_go(paired)
    assert not paired.watch.found("bonds")
    await paired.watch.stop()
    assert inodes(paired.state) == files
    await paired.start_watch()


async def test_phones_that_take_turns_are_kept_in_the_order_of_their_use(paired: Session) -> None:
    await leave(paired)
    await come_and_go(paired)
    anna = paired.phone.remember()
    await pair_another(paired, BERT)
    mark = paired.watch.events.mark
    paired.phone.become_again(anna)
    await come_and_go(paired)
    await paired.watch.event("bonds", since=mark, result="saved")
    files = inodes(paired.state)
    await come_and_go(paired)
    assert await paired.watch.stop() == 0
    assert inodes(paired.state) == files
    assert len(paired.watch.found("bonds", since=mark)) == 1
    uses = {bond.identity: bond.last_used for bond in bonds.stored(paired.state).bonds}
    assert uses[ANNA] > uses[BERT]


async def test_the_bond_is_on_the_disk_before_it_is_reported(session: Session) -> None:
    await session.pair()
    names = [event["type"] for event in session.watch.events.items if event["type"] == "bonds" or "result" in event]
    assert names[0] == "bonds" and "pairing" in names


async def test_pairing_again_keeps_the_values_that_the_phone_has_set(paired: Session) -> None:
    await leave(paired)
    [before] = bonds.stored(paired.state).bonds
    body = (paired.state / "bonds").read_bytes()
    settings = slice(bonds.HEADER + 51, bonds.HEADER + 72)
    assert any(body[settings])
    paired.phone.forget_watch()
    await paired.open_pairing_window()
    await paired.pair()
    [after] = bonds.stored(paired.state).bonds
    assert after.ltk != before.ltk and after.identity == before.identity and after.irk == before.irk
    assert (paired.state / "bonds").read_bytes()[settings] == body[settings]


async def test_the_watch_is_the_same_to_its_phones_after_an_upgrade(paired: Session) -> None:
    await leave(paired)
    assert await paired.watch.stop() == 0
    before = bonds.stored(paired.state)
    bonds.make_version_1(paired.state)
    await paired.start_watch()
    mark = paired.log.mark
    await paired.reconnect()
    await leave(paired)
    after = bonds.stored(paired.state)
    assert after.identity == before.identity
    # That version did not record whether the phone received the watch's key.
    assert after.bonds == tuple(
        replace(bond, flags=bond.flags & ~bonds.HAS_WATCH_KEY, watch_key=bytes(16)) for bond in before.bonds)
    assert all(bond.name for bond in after.bonds)
    assert not paired.log.find(Kind.PHONE, "code", since=mark)


# -- Damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bonds.COPIES)
@pytest.mark.parametrize("size", [0, 1, 31, 70, -1])
async def test_a_damaged_copy_costs_nothing(paired: Session, name: str, size: int) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    before, copy = bonds.stored(paired.state), paired.state / name
    copy.write_bytes(copy.read_bytes()[:size])
    await paired.start_watch()
    aside = [file for file in paired.state.iterdir() if file.name not in bonds.COPIES]
    assert [file.name for file in aside] == ([] if size == 0 else ["bonds.damaged-1"])
    for file in aside:
        file.unlink()
    assert bonds.stored(paired.state) == before
    await paired.reconnect()
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    assert len(paired.watch.errors.splitlines()) == (0 if size == 0 and name == bonds.SECOND else 1)


async def test_the_store_of_a_later_version_is_kept(paired: Session) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    body = (paired.state / "bonds").read_bytes()[:-4]
    later = bonds.sealed(body[:4] + b"\x04" + body[5:])
    bonds.write(paired.state, later)
    await paired.start_watch()
    for number in (1, 2):
        aside = paired.state / f"bonds.later-{number}"
        assert aside.read_bytes() == later
        aside.unlink()
    assert bonds.stored(paired.state).bonds == ()
    paired.phone.forget_watch()
    await paired.pair()
    assert await paired.watch.stop() == 0
    assert "later" in paired.watch.errors and len(paired.watch.errors.splitlines()) == 1


async def test_a_file_left_by_an_interrupted_write_is_ignored(paired: Session) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    shutil.copy(paired.state / "bonds", paired.state / "bonds.new")
    before = bonds.Record.parse((paired.state / "bonds").read_bytes())
    await paired.start_watch()
    assert bonds.stored(paired.state) == before


# -- Bonds of which one side is lost -----------------------------------------------------------------------------------


async def test_a_phone_that_the_watch_has_forgotten_heals_by_pairing(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    """The phone recognises the watch by its identity address."""
    paired = await make_session(*public_options(tmp_path))
    await paired.pair()
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    bonds.forget_all(paired.state)
    await paired.start_watch()
    for _ in range(2):
        mark = paired.log.mark
        await paired.phone.connect()
        await paired.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=0x06)
        await paired.phone.disconnect()
    paired.phone.forget_watch()
    await paired.pair()


async def test_a_phone_does_not_know_a_watch_that_lost_its_identity_and_heals_by_pairing(paired: Session) -> None:
    """With the identity the key is lost behind the private addresses."""
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    shutil.rmtree(paired.state)
    await paired.start_watch()
    before = paired.phone.bond
    paired.phone.forget_watch()
    await paired.pair()
    assert before and not before.matches(watch_address(paired))
    assert paired.phone.bond and paired.phone.bond.identity == before.identity and paired.phone.bond.irk != before.irk


async def test_a_phone_with_another_key_keeps_its_bond_and_heals_by_pairing(paired: Session) -> None:
    await leave(paired)
    before, bond = bonds.stored(paired.state), paired.phone.bond
    assert bond
    paired.phone.bond = Bond(bond.identity, bytes(range(16)), bond.irk)
    mark = paired.log.mark
    await paired.phone.connect()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=mark)
    assert bonds.stored(paired.state) == before
    paired.phone.forget_watch()
    await paired.open_pairing_window()
    await paired.pair()
    assert len(bonds.stored(paired.state).bonds) == 1


async def test_a_stranger_is_refused_while_a_bonded_phone_is_not(paired: Session) -> None:
    await paired.phone.disconnect()
    anna = paired.phone.remember()
    paired.phone.become_another(BERT)
    await paired.phone.connect()
    with pytest.raises(PairingFailed):
        await paired.phone.pair()
    if paired.phone.connection:
        await paired.phone.disconnect()
    paired.phone.become_again(anna)
    await paired.reconnect()
    assert [bond.identity for bond in bonds.stored(paired.state).bonds] == [ANNA]
