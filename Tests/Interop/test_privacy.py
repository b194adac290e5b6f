"""The watch's addresses: private ones that only its phones recognise, and one identity whatever a controller shows."""

from __future__ import annotations

from pathlib import Path

from bumble import hci

from conftest import SessionMaker
from phone.log import Kind
from phone.profiles import FIXED_ADDRESS_DONGLE
from session import Session

ANOTHER_ADDRESS = hci.Address("B8:27:EB:65:43:21", hci.Address.PUBLIC_DEVICE_ADDRESS)
DEFAULT_OF_THE_CHIP = hci.Address("43:43:A1:12:1F:AC", hci.Address.PUBLIC_DEVICE_ADDRESS)


def configuration(folder: Path, text: str) -> list[str]:
    """The options that give a watch this configuration."""
    path = folder / "belfry.ini"
    path.write_text(text)
    return ["--config", str(path)]


def watch_address(session: Session) -> hci.Address:
    """What the watch goes by on the air."""
    connection = session.phone.connection
    assert connection
    return session.phone.controller.endpoints[connection.handle].peer.address


async def restart(session: Session) -> None:
    """Ends the watch and starts it again on the same state."""
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    await session.start_watch()


async def come_back(session: Session) -> None:
    """The phone recognises the watch: it encrypts, and nobody compares codes."""
    mark = session.log.mark
    await session.reconnect()
    assert not session.log.find(Kind.PHONE, "code", since=mark)


async def test_a_private_watch_is_recognised_by_its_phone_alone(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session(*configuration(tmp_path, "[watch]\nprivate-address = on\n"))
    await session.pair()
    first = watch_address(session)
    assert first.is_resolvable
    assert session.phone.bond and session.phone.bond.identity == session.rig.controller.public_address
    await restart(session)
    await come_back(session)
    second = watch_address(session)
    assert second.is_resolvable and second != first
    stranger = session.phone.bond.__class__(first, session.phone.bond.ltk, irk=bytes(16))
    assert not stranger.matches(second)


async def test_a_controller_that_forgot_its_address_is_told(paired: Session) -> None:
    promised = watch_address(paired)
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    paired.rig.controller.public_address = DEFAULT_OF_THE_CHIP
    await paired.start_watch()
    await come_back(paired)
    assert watch_address(paired) == promised == paired.rig.controller.public_address


async def test_a_controller_that_cannot_be_told_is_overridden(make_session: SessionMaker) -> None:
    session = await make_session(profile=FIXED_ADDRESS_DONGLE)
    await session.pair()
    promised = watch_address(session)
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    session.rig.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await come_back(session)
    assert watch_address(session) != promised and watch_address(session).is_resolvable


async def test_a_watch_without_bonds_goes_by_the_address_it_finds(session: Session) -> None:
    assert await session.watch.stop() == 0
    session.rig.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await session.pair()
    assert session.phone.bond and session.phone.bond.identity == ANOTHER_ADDRESS
    await restart(session)
    await come_back(session)


async def test_a_chip_without_an_address_of_its_own_gets_a_lasting_random_one(session: Session) -> None:
    assert await session.watch.stop() == 0
    session.rig.controller.public_address = DEFAULT_OF_THE_CHIP
    await session.start_watch()
    await session.pair()
    identity = watch_address(session)
    assert identity.is_static
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    # Even a controller that now has one changes nothing: the phone knows the watch by the other.
    session.rig.controller.public_address = ANOTHER_ADDRESS
    await session.start_watch()
    await come_back(session)
    assert watch_address(session) == identity
