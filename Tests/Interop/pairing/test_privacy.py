"""The watch's addresses: private ones that only its phones recognise, and one identity on every controller."""

from __future__ import annotations

from pathlib import Path

import pytest
from bumble import hci

from command_line import configuration
from conformance import row
from conftest import SessionMaker
from measuring.reconnects import watch_address
from phone.log import Kind
from phone.profiles import FIXED_ADDRESS_DONGLE
from session import Session
from watch import bonds

ANOTHER_ADDRESS = hci.Address("B8:27:EB:65:43:21", hci.Address.PUBLIC_DEVICE_ADDRESS)
DEFAULT_OF_THE_CHIP = hci.Address("43:43:A1:12:1F:AC", hci.Address.PUBLIC_DEVICE_ADDRESS)
DEFAULT_WITHOUT_A_PATCH = hci.Address("AA:AA:AA:AA:AA:AA", hci.Address.PUBLIC_DEVICE_ADDRESS)

NAME = b"Belfry"
SOLICITATION = bytes.fromhex("1115d0002d121e4b0fa4994eceb531f40579")
PUBLIC = "[watch]\nprivate-address = off\n"


async def restart(session: Session) -> None:
    """Ends the watch and starts it again on the same state."""
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    await session.start_watch()


async def come_back(session: Session) -> None:
    """Fails if the phone does not recognise the watch and encrypt without a pairing."""
    mark = session.log.mark
    await session.reconnect()
    assert not session.log.find(Kind.PHONE, "code", since=mark)


def advertised(session: Session) -> list[tuple[bytes, bytes]]:
    """Returns the advertising data and the scan response of each start of advertising."""
    started = session.log.find(Kind.ADVERTISING, "started")
    return [(entry.details["data"], entry.details["scan_response"]) for entry in started]


@row("Attacks", "name outside the window")
async def test_the_name_is_on_the_air_only_while_the_window_is_open(session: Session) -> None:
    assert all(NAME in data and NAME in response and data.startswith(b"\x02\x01\x06")
               for data, response in advertised(session))
    await session.pair()
    events, entries = session.watch.events.mark, session.log.mark
    await session.phone.disconnect()
    await session.watch.state_is("advertising", since=events)
    await session.log.wait_for(Kind.ADVERTISING, "started", since=entries)
    data, response = advertised(session)[-1]
    assert data == b"\x02\x01\x04" + SOLICITATION and response == b""
    await session.open_pairing_window()
    mark = session.log.mark
    await session.log.wait_for(
        Kind.ADVERTISING, "started", since=max(0, mark - 12), data=b"\x02\x01\x06" + SOLICITATION + b"\x07\x09" + NAME)


async def test_a_watch_whose_phone_may_not_resolve_it_keeps_its_address(paired: Session) -> None:
    """Bonds of earlier versions do not say whether the phone received the watch's key."""
    assert watch_address(paired).is_resolvable
    assert bonds.stored(paired.state).bonds[0].flags & bonds.HAS_WATCH_KEY
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    bonds.make_version_2(paired.state)
    await paired.start_watch()
    await come_back(paired)
    assert watch_address(paired) == paired.harness.controller.public_address


@pytest.mark.parametrize("text", ["", "[watch]\nprivate-address = on\n"], ids=["by default", "on"])
async def test_a_private_watch_is_recognised_by_its_phone_alone(
    make_session: SessionMaker, tmp_path: Path, text: str,
) -> None:
    session = await make_session(*configuration(tmp_path, text))
    await session.pair()
    first = watch_address(session)
    assert first.is_resolvable
    assert session.phone.bond and session.phone.bond.identity == session.harness.controller.public_address
    await restart(session)
    await come_back(session)
    second = watch_address(session)
    assert second.is_resolvable and second != first
    stranger = session.phone.bond.__class__(first, session.phone.bond.ltk, irk=bytes(16))
    assert not stranger.matches(second)


async def test_a_controller_that_forgot_its_address_is_reported(make_session: SessionMaker, tmp_path: Path) -> None:
    paired = await make_session(*configuration(tmp_path, PUBLIC))
    await paired.pair()
    promised = watch_address(paired)
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    paired.harness.controller.public_address = DEFAULT_OF_THE_CHIP
    await paired.start_watch()
    await come_back(paired)
    assert watch_address(paired) == promised == paired.harness.controller.public_address


async def test_a_controller_that_cannot_be_told_is_overridden(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*configuration(tmp_path, PUBLIC), profile=FIXED_ADDRESS_DONGLE)
    await session.pair()
    promised = watch_address(session)
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    session.harness.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await come_back(session)
    assert watch_address(session) != promised and watch_address(session).is_resolvable


async def test_a_watch_without_bonds_goes_by_the_address_it_finds(session: Session) -> None:
    assert await session.watch.stop() == 0
    session.harness.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await session.pair()
    assert session.phone.bond and session.phone.bond.identity == ANOTHER_ADDRESS
    await restart(session)
    await come_back(session)


@pytest.mark.parametrize("default", [DEFAULT_OF_THE_CHIP, DEFAULT_WITHOUT_A_PATCH], ids=str)
async def test_a_chip_without_an_address_of_its_own_gets_a_lasting_random_one(
    make_session: SessionMaker, tmp_path: Path, default: hci.Address,
) -> None:
    session = await make_session(*configuration(tmp_path, PUBLIC))
    assert await session.watch.stop() == 0
    session.harness.controller.public_address = default
    await session.start_watch()
    await session.pair()
    identity = watch_address(session)
    assert identity.is_static
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    # Even a controller that now has one changes nothing: the phone knows the watch by the other.
    session.harness.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await come_back(session)
    assert watch_address(session) == identity
