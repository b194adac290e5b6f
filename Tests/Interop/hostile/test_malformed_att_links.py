"""Table 6.3 of the ATT server, where a test needs a link of its own: MTU, security and what is written.

The handles are those of `test_malformed_att_server.py`.
"""

from __future__ import annotations

import pytest
import pytest_asyncio

from chips import on_both_chips
from conformance import row
from conftest import SessionMaker
from malformed.steps import ask, connect_plainly, expect_silence, octets, secure
from phone.options import PhoneOptions
from session import Session

pytestmark = on_both_chips

TABLE = "ATT server"


@pytest_asyncio.fixture
async def stranger(make_session: SessionMaker) -> Session:
    """A plain link of its own."""
    session = await make_session()
    await connect_plainly(session)
    return session


@pytest_asyncio.fixture
async def friend(make_session: SessionMaker) -> Session:
    """A secured link of its own."""
    session = await make_session(phone=PhoneOptions(mtu=23))
    await secure(session)
    return session


# -- MTU -------------------------------------------------------------------------------------------------------------

EVERYTHING = octets("040100ffff")
"""Find Information over all handles: as long as the MTU allows, four octets for each attribute."""


@pytest.mark.parametrize("mtu", [0, 22])
@row(TABLE, "MTU below 23")
async def test_an_mtu_that_is_too_small_changes_nothing(stranger: Session, mtu: int) -> None:
    assert await ask(stranger, b"\x02" + mtu.to_bytes(2, "little")) == octets("0102000004")
    assert len(await ask(stranger, EVERYTHING)) == 22


@row(TABLE, "exchange MTU", "GATT/SR/GAC/BV-01-C")
@row(TABLE, "second MTU request")
async def test_the_first_mtu_holds(stranger: Session) -> None:
    answer = await ask(stranger, octets("024000"))
    assert answer[0] == 3 and int.from_bytes(answer[1:], "little") >= 185
    assert len(await ask(stranger, EVERYTHING)) == 62
    assert await ask(stranger, octets("02b900")) == answer
    assert len(await ask(stranger, EVERYTHING)) == 62


# -- Security --------------------------------------------------------------------------------------------------------

PROTECTED = [
    pytest.param(pdu, marks=row(TABLE, "protected value on a plain link", *mirrored), id=pdu)
    for pdu, mirrored in (
        ("0a1b00", ["GATT/SR/GAR/BI-04-C"]), ("0c1b000000", ["GATT/SR/GAR/BI-16-C"]),
        ("080100ffff192a", ["GATT/SR/GAR/BI-10-C"]), ("0e05001b00", ["GATT/SR/GAR/BI-21-C"]),
        ("121c000100", ["GATT/SR/GAW/BI-05-C"]))
]


@pytest.mark.parametrize("pdu", PROTECTED)
async def test_a_stranger_is_told_to_pair(stranger: Session, pdu: str) -> None:
    at = "1c00" if pdu.startswith("12") else "1b00"
    assert await ask(stranger, octets(pdu)) == octets(f"01{pdu[:2]}{at}05")


@pytest.mark.parametrize("pdu", PROTECTED)
async def test_a_bonded_phone_is_told_the_same_before_encryption(friend: Session, pdu: str) -> None:
    await friend.phone.disconnect()
    await connect_plainly(friend)
    at = "1c00" if pdu.startswith("12") else "1b00"
    assert await ask(friend, octets(pdu)) == octets(f"01{pdu[:2]}{at}05")


@row(TABLE, "protected value in a search")
async def test_a_search_does_not_give_a_protected_value_away(stranger: Session) -> None:
    answers = [await ask(stranger, octets("060100ffff192a") + bytes((level,))) for level in range(101)]
    assert set(answers) == {octets("010601000a")}


# -- Writing ---------------------------------------------------------------------------------------------------------


@row(TABLE, "configuration that is not offered")
async def test_a_configuration_for_notifications_only_takes_nothing_else(friend: Session) -> None:
    assert await ask(friend, octets("121c000300")) == octets("01121c00fd")
    assert await ask(friend, octets("0a1c00")) == octets("0b0000")


@row(TABLE, "bits that cannot be cleared", "GATT/SR/GAS/BV-03-C")
async def test_a_feature_that_a_client_has_cannot_be_taken_back(friend: Session) -> None:
    assert await ask(friend, octets("120f0001")) == octets("13")
    assert await ask(friend, octets("120f0000")) == octets("01120f0013")
    assert await ask(friend, octets("0a0f00")) == octets("0b01")


@row(TABLE, "writing", "GATT/SR/GAW/BV-08-C")
@row(TABLE, "reading", "GATT/SR/GAR/BV-06-C")
async def test_a_configuration_is_written(friend: Session) -> None:
    assert await ask(friend, octets("121c000100")) == octets("13")
    assert await ask(friend, octets("0a1c00")) == octets("0b0100")


@row(TABLE, "writing", "GATT/SR/GAW/BV-01-C")
async def test_a_configuration_is_written_without_response(friend: Session) -> None:
    await expect_silence(friend, octets("521c000100"))
    assert await ask(friend, octets("0a1c00")) == octets("0b0100")
