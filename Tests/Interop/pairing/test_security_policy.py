"""The ways to pair that `security` in the configuration allows: passkeys, legacy pairing, Just Works."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.bond import PairingFailed
from phone.log import Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.stack import PairingHabits
from session import Session

MAIL = "com.apple.mobilemail"
TODAY = PairingHabits()
OLD = PairingHabits(has_secure_connections=False)
"""A phone from before Secure Connections."""
TYPES_ONLY = PairingHabits(has_display=False)
CARELESS = PairingHabits(has_display=False, has_keys=False, wants_protection=False)
"""The options of a phone that requests Just Works."""
OLD_AND_CARELESS = PairingHabits(
    has_display=False, has_keys=False, wants_protection=False, has_secure_connections=False)
PASSKEY_ENTRY_FAILED, AUTHENTICATION_REQUIREMENTS, CONFIRM_VALUE_FAILED = 0x01, 0x03, 0x04
PAIRING_NOT_SUPPORTED, ENCRYPTION_KEY_SIZE = 0x05, 0x06
PIN_OR_KEY_MISSING = 0x06


def security(folder: Path, level: str) -> tuple[str, ...]:
    """The options for a watch with this security."""
    file = folder / f"{level}.ini"
    file.write_text(f"[watch]\nsecurity = {level}\n")
    return "--config", str(file), *(("--buttons", "none") if level == "none-confirm" else ())


@pytest.fixture
def compatible(tmp_path: Path) -> tuple[str, ...]:
    """A watch that admits passkeys."""
    return security(tmp_path, "compatible")


@pytest.fixture
def none_confirm(tmp_path: Path) -> tuple[str, ...]:
    """A watch without buttons."""
    return security(tmp_path, "none-confirm")


async def show_passkey(session: Session) -> int:
    """Connects a phone whose user types the passkey of the watch. Returns the passkey."""
    events, entries = session.watch.events.mark, session.log.mark
    await session.phone.connect()
    shown = await session.watch.event("pairing", method="passkeyEntry", since=events)
    await session.log.wait_for(Kind.PHONE, "asks for a passkey", since=entries)
    await session.watch.screen_is("pairing")
    await session.watch.display_is(lambda picture: picture.shows("Type on phone"), "what to do with the number")
    assert len(shown["code"]) == 6
    return int(shown["code"])


async def pair_by_passkey(session: Session) -> None:
    """Pairs, and waits until the watch has subscribed."""
    mark = session.watch.events.mark
    session.phone.enter_passkey(await show_passkey(session))
    await session.watch.event("pairing", result="bonded", since=mark)
    await session.watch.state_is("ready", since=mark)


async def refusal(session: Session) -> int | None:
    """Connects a phone that requests to pair. Returns the reason of the watch's refusal."""
    mark = session.log.mark
    await session.phone.connect()
    failed = await session.log.wait_for(Kind.PHONE, "pairing failed", since=mark)
    assert not session.log.find(Kind.PHONE, "asks for a passkey", since=mark)
    assert session.phone.bond is None
    reason = failed.details["reason"]
    assert reason is None or isinstance(reason, int)
    return reason


def key_of_the_last_encryption(session: Session) -> tuple[bytes, int]:
    """Returns the key that the phone requested."""
    details = session.log.find(Kind.LINK, "encryption key")[-1].details
    return details["rand"], details["ediv"]


# -- The default -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("habits", [OLD, TYPES_ONLY, CARELESS, OLD_AND_CARELESS])
async def test_the_default_refuses_all_but_comparison(make_session: SessionMaker, habits: PairingHabits) -> None:
    session = await make_session(phone=PhoneOptions(pairing=habits))
    assert await refusal(session) == AUTHENTICATION_REQUIREMENTS
    assert not session.watch.found("pairing", method="passkeyEntry")


async def test_saying_the_default_changes_nothing(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*security(tmp_path, "secure-connections"), phone=PhoneOptions(pairing=OLD))
    assert await refusal(session) == AUTHENTICATION_REQUIREMENTS


# -- compatible --------------------------------------------------------------------------------------------------------

async def test_an_old_phone_pairs_by_passkey_and_comes_back(
    make_session: SessionMaker, compatible: tuple[str, ...],
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=OLD))
    await pair_by_passkey(session)
    bond = session.phone.bond
    assert bond and not bond.is_secure and bond.irk and any(bond.rand)
    assert (await session.deliver(Notification(MAIL, "Anna", "by passkey")))["complete"]
    await session.phone.disconnect()
    await session.reconnect()
    assert key_of_the_last_encryption(session) == (bond.rand, bond.ediv)
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    await session.start_watch()
    await session.reconnect()
    assert (await session.deliver(Notification(MAIL, "Anna", "after a restart")))["complete"]


async def test_a_phone_that_only_types_pairs_with_secure_connections(
    make_session: SessionMaker, compatible: tuple[str, ...],
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=TYPES_ONLY))
    await pair_by_passkey(session)
    assert session.phone.bond and session.phone.bond.is_secure
    await session.phone.disconnect()
    await session.reconnect()
    assert key_of_the_last_encryption(session) == (bytes(8), 0)


async def test_a_phone_of_today_still_compares(make_session: SessionMaker, compatible: tuple[str, ...]) -> None:
    session = await make_session(*compatible)
    await session.pair()
    assert not session.watch.found("pairing", method="passkeyEntry")


@pytest.mark.parametrize("habits", [CARELESS, OLD_AND_CARELESS])
async def test_compatible_is_never_just_works(
    make_session: SessionMaker, compatible: tuple[str, ...], habits: PairingHabits,
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=habits))
    assert await refusal(session) == AUTHENTICATION_REQUIREMENTS


async def test_a_short_key_is_refused(make_session: SessionMaker, compatible: tuple[str, ...]) -> None:
    habits = PairingHabits(has_secure_connections=False, max_key_size=7)
    session = await make_session(*compatible, phone=PhoneOptions(pairing=habits))
    assert await refusal(session) == ENCRYPTION_KEY_SIZE


@pytest.mark.parametrize("habits", [
    pytest.param(OLD, marks=row("SMP", "confirm value mismatch", "SM/PER/PKE/BI-03-C")),
    pytest.param(TYPES_ONLY, marks=row("SMP", "confirm value mismatch", "SM/PER/SCPK/BI-03-C")),
])
async def test_a_wrong_passkey_leaves_no_bond(
    make_session: SessionMaker, compatible: tuple[str, ...], habits: PairingHabits,
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=habits))
    # Not 0, of which Bumble thinks that nothing was typed.
    session.phone.enter_passkey(await show_passkey(session) ^ 0x800 or 1)
    failed = await session.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == CONFIRM_VALUE_FAILED
    await session.watch.event("pairing", result="failed", failedReason="0x04")
    assert session.phone.bond is None


@pytest.mark.parametrize("habits", [OLD, TYPES_ONLY])
async def test_a_passkey_can_be_declined_on_the_watch(
    make_session: SessionMaker, compatible: tuple[str, ...], habits: PairingHabits,
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=habits))
    await show_passkey(session)
    session.watch.press("decline")
    failed = await session.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == PASSKEY_ENTRY_FAILED
    await session.watch.event("pairing", result="failed", reason="refusedByWatch")


async def test_a_passkey_can_be_cancelled_on_the_phone(
    make_session: SessionMaker, compatible: tuple[str, ...],
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=OLD))
    await show_passkey(session)
    session.phone.enter_passkey(None)
    await session.watch.event("pairing", result="failed", reason="refusedByPhone", failedReason="0x01")


async def test_a_stronger_bond_replaces_a_legacy_one_and_not_the_reverse(
    make_session: SessionMaker, compatible: tuple[str, ...],
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=OLD))
    await pair_by_passkey(session)
    await session.phone.disconnect()
    session.phone.forget_watch()
    await session.put_pairing_away()
    session.phone.device.habits = TODAY
    await session.open_pairing_window()
    await session.pair()
    strong = session.phone.bond
    assert strong and strong.is_secure
    await session.phone.disconnect()
    session.phone.forget_watch()
    session.phone.device.habits = OLD
    await session.open_pairing_window()
    assert await refusal(session) == AUTHENTICATION_REQUIREMENTS
    await session.phone.disconnect()
    session.phone.bond = strong
    # The window is open for a new phone until the watch starts again.
    assert await session.watch.stop() == 0
    await session.start_watch()
    await session.reconnect()


async def test_a_legacy_bond_does_not_count_in_a_strict_watch(
    make_session: SessionMaker, compatible: tuple[str, ...],
) -> None:
    session = await make_session(*compatible, phone=PhoneOptions(pairing=OLD))
    await pair_by_passkey(session)
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    session.options = ()
    await session.start_watch()
    mark = session.log.mark
    await session.phone.connect()
    await session.log.wait_for(Kind.PHONE, "encryption failed", since=mark, status=PIN_OR_KEY_MISSING)
    assert not session.watch.found("state", state="encrypted")


# -- none-confirm ------------------------------------------------------------------------------------------------------

async def test_without_buttons_a_phone_types_the_passkey(
    make_session: SessionMaker, none_confirm: tuple[str, ...],
) -> None:
    session = await make_session(*none_confirm)
    await pair_by_passkey(session)
    assert session.phone.bond and session.phone.bond.is_secure
    await session.phone.disconnect()
    await session.reconnect()


async def test_without_buttons_a_phone_without_keys_just_pairs_once(
    make_session: SessionMaker, none_confirm: tuple[str, ...],
) -> None:
    session = await make_session(*none_confirm, phone=PhoneOptions(pairing=CARELESS))
    await session.phone.connect()
    await session.watch.event("pairing", result="bonded")
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.phone.disconnect()
    # The window is closed to other phones, and to a device that uses this phone's address.
    session.phone.forget_watch()
    assert await refusal(session) == PAIRING_NOT_SUPPORTED
    await session.phone.disconnect()
    session.phone.become_another("F0:99:B6:0A:0B:0C")
    await session.phone.connect()
    with pytest.raises(PairingFailed) as failure:
        await session.phone.pair()
    assert failure.value.reason == PAIRING_NOT_SUPPORTED


async def test_without_buttons_just_works_is_not_legacy(
    make_session: SessionMaker, none_confirm: tuple[str, ...],
) -> None:
    session = await make_session(*none_confirm, phone=PhoneOptions(pairing=OLD_AND_CARELESS))
    assert await refusal(session) == AUTHENTICATION_REQUIREMENTS
