"""The watch's attribute server, for a phone with a bond."""

from __future__ import annotations

import zlib
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC

from command_line import configuration
from conformance import row
from conftest import SessionMaker
from phone.log import Kind
from phone.options import PhoneOptions
from session import Session

FROZEN = """
0001 service 1800
0003 02 2A00
0005 02 2A01
0007 02 2A04
0009 02 2AA6
000A service 1801
000C 20 2A05 000D
000F 0A 2B29
0011 02 2B2A
0012 service 180A
0014 02 2A29
0016 02 2A24
0018 02 2A26
0019 service 180F
001B 12 2A19 001C
"""
"""Phones keep these handles for as long as they keep their bond: services, then properties, type and CCCD of each
characteristic value. A line may be added; none may change."""

DATABASE_HASH, BATTERY_LEVEL = 0x2B2A, 0x2A19
SERVICE_CHANGED_CCCD, BATTERY_HANDLE, BATTERY_CCCD = 0x000D, 0x001B, 0x001C
DELAY = 10.0


def listed(session: Session) -> str:
    """Returns the database that the phone has found, in the form of `FROZEN`."""
    lines = []
    for service in session.phone.client.services:
        lines.append(f"{service.start:04X} service {service.uuid[::-1].hex().upper()}")
        for item in service.characteristics:
            cccd = f" {item.cccd:04X}" if item.cccd else ""
            lines.append(f"{item.value_handle:04X} {item.properties:02X} {item.uuid[::-1].hex().upper()}{cccd}")
    return "\n".join(lines)


def database_hash() -> bytes:
    """AES-CMAC with a key of zeros over the declarations of `FROZEN`. Core Spec 5.4, Vol 3, Part G, 7.3.1."""
    attributes: list[tuple[int, bytes]] = []
    for line in FROZEN.split("\n")[1:-1]:
        handle, kind, uuid, *cccd = line.split()
        value_handle, octets = int(handle, 16), bytes.fromhex(uuid)[::-1]
        if kind == "service":
            attributes.append((value_handle, b"\x00\x28" + octets))
            continue
        declared = bytes.fromhex(kind) + value_handle.to_bytes(2, "little") + octets
        attributes.append((value_handle - 1, b"\x03\x28" + declared))
        attributes += [(int(handle, 16), b"\x02\x29") for handle in cccd]
    code = CMAC(AES(bytes(16)))
    code.update(b"".join(handle.to_bytes(2, "little") + rest for handle, rest in attributes))
    return code.finalize()


async def browsed(session: Session) -> None:
    """Waits until the phone has discovered all attributes."""
    await session.log.wait_for(Kind.PHONE, "browsed")


async def test_the_handles_are_frozen(paired: Session) -> None:
    await browsed(paired)
    assert listed(paired) == FROZEN.strip()


async def test_the_database_hash_is_that_of_the_handles(paired: Session) -> None:
    await browsed(paired)
    characteristic = paired.phone.client.find(DATABASE_HASH)
    assert characteristic and characteristic.value == database_hash()[::-1]


async def test_reading_the_battery_outside_the_settings_begins_a_pairing(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    without_battery = configuration(tmp_path, "[watch]\nbattery = none\n")
    session = await make_session(*without_battery, phone=PhoneOptions(heeds_security_request=False))
    await session.show_codes()
    assert session.log.find(Kind.PHONE, "needs security", code=0x05)
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await browsed(session)
    battery = session.phone.client.find(BATTERY_LEVEL)
    assert battery and battery.value == bytes((100,))


async def test_the_phone_receives_the_charge_that_the_kernel_reports(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    capacity = tmp_path / "capacity"
    capacity.write_text("73\n")
    session = await make_session(*configuration(tmp_path, f"[watch]\nbattery = {capacity}\n"))
    await session.pair()
    await browsed(session)
    battery = session.phone.client.find(BATTERY_LEVEL)
    assert battery and battery.value == bytes((73,))
    await session.watch.event("battery", percent=73)


async def test_each_phone_has_its_own_subscriptions_and_keeps_them(paired: Session) -> None:
    await browsed(paired)
    await paired.phone.client.write(BATTERY_CCCD, b"\x01\x00")
    await paired.phone.disconnect()
    first = paired.phone.remember()
    await pair_another(paired, "F0:99:B6:0A:0B:0C")
    assert await paired.phone.client.read(BATTERY_CCCD) == b"\x00\x00"
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    paired.phone.become_again(first)
    paired.phone.options.browses = False
    await paired.start_watch()
    await paired.reconnect()
    assert await paired.phone.client.read(BATTERY_CCCD) == b"\x01\x00"
    assert await paired.phone.client.read(SERVICE_CHANGED_CCCD) == b"\x02\x00"


async def pair_another(session: Session, identity: str) -> None:
    """Pairs another iPhone in a window that the user opens."""
    session.phone.become_another(identity)
    await session.open_pairing_window()
    await session.pair()
    await browsed(session)


def records(state: Path) -> list[Path]:
    """Returns the paths of all copies of the bond store."""
    found = [path for path in state.iterdir() if path.read_bytes().startswith(b"BLFB")]
    assert found
    return found


def age_database(state: Path) -> None:
    """Changes all bonds to those of an older firmware, with another attribute database."""
    for path in records(state):
        record = path.read_bytes()[:-4]
        assert database_hash() in record
        record = record.replace(database_hash(), bytes(range(16)))
        path.write_bytes(record + zlib.crc32(record).to_bytes(4, "little"))


@row("iPhone", "5.22 our table changes")
async def test_service_changed_comes_once_after_a_real_change_and_not_at_once(paired: Session) -> None:
    await browsed(paired)
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    age_database(paired.state)
    await paired.start_watch()
    paired.phone.options.browses = False
    mark = paired.log.mark
    await paired.reconnect()
    secured = paired.log.find(Kind.PHONE, "encrypted", since=mark)[0]
    indicated = await paired.log.wait_for(Kind.PHONE, "indicated", since=mark, deadline=DELAY + 5)
    assert indicated.details["pdu"] == bytes.fromhex("1d0c000100ffff")
    assert indicated.seconds - secured.seconds >= DELAY - 0.5
    # An answer to anything later says that the confirmation has arrived.
    await paired.phone.client.read(BATTERY_HANDLE)
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    assert all(database_hash() in path.read_bytes() for path in records(paired.state))
