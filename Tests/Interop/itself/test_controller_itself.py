"""The strict controller under test: what it answers, what it refuses, and what it records."""

from __future__ import annotations

import struct
from functools import partial

import pytest
from bumble import hci

from phone.controller import StrictController
from phone.link import Air
from phone.log import ActivityLog
from phone.monitor import WatchMonitor
from phone.profiles import BCM43430A1, BCM43430B0, CHIPS, PHONE, ControllerProfile
from phone.stalls import LIMIT
from selftest.raw_host import LE_MASK, RawHost

PERIPHERAL, CENTRAL = "B8:27:EB:12:34:56", "F0:99:B6:01:02:03"
PERIPHERAL_OCTETS = bytes.fromhex("563412eb27b8")


class Pair:
    """Two controllers and their hosts."""

    def __init__(self, profile: ControllerProfile = BCM43430A1) -> None:
        self.air, self.log = Air(), ActivityLog()
        self.monitor = WatchMonitor(self.log)
        self.peripheral = RawHost(StrictController(self.air, PERIPHERAL, self.log, profile, self.monitor))
        self.central = RawHost(StrictController(self.air, CENTRAL, ActivityLog(), PHONE))

    async def connect(self) -> tuple[int, int]:
        """Boots and connects both; the handles of peripheral and central."""
        await self.peripheral.boot()
        await self.central.boot()
        await self.peripheral.advertise()
        await self.central.connect(PERIPHERAL_OCTETS)
        handles = []
        for host in (self.peripheral, self.central):
            event = await host.next()
            assert event[1:5] == b"\x3e\x13\x01\x00"
            handles.append(struct.unpack_from("<H", event, 5)[0])
        return handles[0], handles[1]


@pytest.fixture
async def pair() -> Pair:
    """Two controllers that are off."""
    return Pair()


def rules(log: ActivityLog) -> list[str]:
    """The violations so far."""
    return [entry.name for entry in log.violations]


@pytest.mark.parametrize(("opcode", "parameters", "status"), [
    (0xFC01, b"", 0x12), (0xFC02, b"", 0x01), (0x2022, bytes(6), 0x01), (0x2025, b"", 0x01), (0x2036, bytes(25), 0x01),
    (0x2008, bytes(31), 0x12), (0x2008, b"\x20" + bytes(31), 0x12), (0x200A, b"\x02", 0x12),
    (0x2006, struct.pack("<HHBBB6sBB", 0x1F, 0x20, 0, 0, 0, bytes(6), 7, 0), 0x12),
    (0x2006, struct.pack("<HHBBB6sBB", 0x20, 0x20, 0, 0, 0, bytes(6), 0, 0), 0x12),
    (0x2005, bytes(5) + b"\x80", 0x12), (0x0406, b"\x40\x00\x13", 0x02), (0x201B, b"\x40\x00", 0x02),
])
async def test_every_command_is_answered(pair: Pair, opcode: int, parameters: bytes, status: int) -> None:
    await pair.peripheral.boot()
    assert (await pair.peripheral.command(opcode, parameters))[0] == status


async def test_le_encrypt_is_aes(pair: Pair) -> None:
    key = bytes.fromhex("4C68384139F574D836BCF34E9DFB01BF")[::-1]
    plain = bytes.fromhex("0213243546576879acbdcedfe0f10213")[::-1]
    status, cipher = await pair.peripheral.command(0x2017, key + plain)
    assert (status, cipher[::-1].hex()) == (0, "99ad1b5226a37e3e058e3b8e27c2c666")


async def test_a_second_command_in_flight_is_a_violation(pair: Pair) -> None:
    pair.peripheral.send(0x1009)
    pair.peripheral.send(0x1001)
    assert rules(pair.log) == ["command sent while another one waits for its answer"]


async def test_only_a_stalled_process_excuses_a_second_command(pair: Pair) -> None:
    stalls = pair.peripheral.controller.stalls
    stalls.clock = lambda: 100.0
    stalls.start()
    pair.peripheral.send(0x0C03)
    pair.peripheral.send(0x0C03)
    broken = ["command sent while another one waits for its answer"]
    assert rules(pair.log) == broken
    stalls.clock = lambda: 100.0 + 2 * LIMIT
    pair.peripheral.send(0x0C03)
    pair.peripheral.send(0x1009)
    assert rules(pair.log) == broken
    stalls.stop()
    stalls.clock = lambda: 200.0
    pair.peripheral.send(0x1001)
    assert rules(pair.log) == 2 * broken


@pytest.mark.parametrize(("times", "expected"), [
    ((0.0, 0.9), ["asked for again before the answer"]), ((0.0, 1.1, 2.2), []),
    ((0.0, 5.0, 10.0, 15.0), ["asked for again and again"]),
])
async def test_an_unanswered_parameter_request_lapses(
    pair: Pair, times: tuple[float, ...], expected: list[str],
) -> None:
    handle, _ = await pair.connect()
    for now in times:
        pair.monitor.clock = partial(float, now)
        pair.peripheral.send_acl(handle, bytes.fromhex("0c000500120108001800280003005802"))
    assert rules(pair.log) == [f"signalling: connection parameters {rule}" for rule in expected]


async def test_advertising_forbids_what_silicon_forbids(pair: Pair) -> None:
    await pair.peripheral.boot()
    await pair.peripheral.advertise()
    parameters_again = struct.pack("<HHBBB6sBB", 0x20, 0x20, 0, 0, 0, bytes(6), 7, 0)
    disallowed = [(0x2006, parameters_again), (0x2005, bytes.fromhex("0102030405c6"))]
    for opcode, parameters in disallowed:
        assert (await pair.peripheral.command(opcode, parameters))[0] == 0x0C
    assert len(pair.log.violations) == 2


async def test_without_a_mask_nothing_is_heard_of_a_connection(pair: Pair) -> None:
    await pair.peripheral.command(0x0C03)
    await pair.central.boot()
    await pair.peripheral.advertise()
    await pair.central.connect(PERIPHERAL_OCTETS)
    await pair.central.next()
    assert pair.peripheral.packets.empty()
    assert rules(pair.log) == ["a connection came up and the host had masked its event"]


async def test_a_chip_does_not_advertise_while_connected(pair: Pair) -> None:
    await pair.connect()
    assert (await pair.peripheral.command(0x200A, b"\x01"))[0] == 0x0C


async def test_credits_return_when_the_peer_has_the_data(pair: Pair) -> None:
    handle, _ = await pair.connect()
    frame = b"\x01\x00\x04\x00\x1e"
    for _ in range(9):
        pair.peripheral.send_acl(handle, frame)
    assert "more than 8 ACL fragments outstanding" in rules(pair.log)
    event = await pair.peripheral.next()
    assert event[1:] == struct.pack("<BBBHH", 0x13, 5, 1, handle, 8)


async def test_fragments_pass_as_they_were_sent(pair: Pair) -> None:
    handle, other = await pair.connect()
    pair.peripheral.send_acl(handle, b"\x05")
    pair.peripheral.send_acl(handle | 1 << 12, b"\x00\x04\x00\x01\x02\x04\x00\x05")
    first, second = await pair.central.next(), await pair.central.next()
    assert first == struct.pack("<BHHB", 2, other | 2 << 12, 1, 5)
    assert struct.unpack_from("<HH", second, 1) == (other | 1 << 12, 8)


async def test_reset_cuts_the_link_as_a_timeout_and_clears_the_masks(pair: Pair) -> None:
    _, other = await pair.connect()
    assert (await pair.peripheral.command(0x0C03))[0] == 0
    assert await pair.central.next() == struct.pack("<BBBBHB", 4, 5, 4, 0, other, 0x08)
    assert pair.peripheral.controller.le_event_mask == 0x1F
    assert pair.peripheral.packets.empty()


async def test_a_disconnection_has_two_reasons(pair: Pair) -> None:
    handle, other = await pair.connect()
    assert (await pair.peripheral.command(0x0406, struct.pack("<HB", handle, 0x15)))[0] == 0
    assert (await pair.peripheral.next())[6] == 0x16
    assert await pair.central.next() == struct.pack("<BBBBHB", 4, 5, 4, 0, other, 0x15)


@pytest.mark.parametrize(("reply", "peripheral_event", "central_event"), [
    (b"k" * 16, 0x08, 0x08), (b"x" * 16, 0x05, 0x05)])
async def test_only_the_right_key_encrypts(
    pair: Pair, reply: bytes, peripheral_event: int, central_event: int
) -> None:
    handle, other = await pair.connect()
    assert (await pair.central.command(0x2019, struct.pack("<H8sH16s", other, bytes(8), 0, b"k" * 16)))[0] == 0
    request = await pair.peripheral.next()
    assert request[1:4] == b"\x3e\x0d\x05"
    assert (await pair.peripheral.command(0x201A, struct.pack("<H16s", handle, reply)))[0] == 0
    assert (await pair.peripheral.next())[1] == peripheral_event
    event = await pair.central.next()
    assert event[1] == central_event
    assert event[3] == 0 if central_event == 0x08 else event[6] == 0x3D


async def test_encrypting_again_refreshes_the_key(pair: Pair) -> None:
    handle, other = await pair.connect()
    codes = []
    for _ in range(2):
        await pair.central.command(0x2019, struct.pack("<H8sH16s", other, bytes(8), 0, b"k" * 16))
        await pair.peripheral.next()
        await pair.peripheral.command(0x201A, struct.pack("<H16s", handle, b"k" * 16))
        codes.append(((await pair.peripheral.next())[1], (await pair.central.next())[1]))
    assert codes == [(0x08, 0x08), (0x30, 0x30)]


async def test_a_cancelled_connection_has_an_event(pair: Pair) -> None:
    await pair.central.boot()
    await pair.central.connect(PERIPHERAL_OCTETS)
    assert (await pair.central.command(0x200E))[0] == 0
    event = await pair.central.next()
    assert (event[1], event[3], event[4]) == (0x3E, 0x01, 0x02)


async def test_a_wish_for_parameters_reaches_the_central_host(pair: Pair) -> None:
    handle, other = await pair.connect()
    wish = struct.pack("<HHHHHHH", handle, 24, 40, 3, 600, 0, 0)
    assert (await pair.peripheral.command(0x2013, wish))[0] == 0
    event = await pair.central.next()
    assert event[3:] == struct.pack("<BHHHHH", 0x06, other, 24, 40, 3, 600)
    assert (await pair.central.command(0x2020, struct.pack("<HHHHHHH", other, 24, 40, 3, 600, 0, 0)))[0] == 0
    assert (await pair.peripheral.next())[3:] == struct.pack("<BBHHHH", 0x03, 0, handle, 40, 3, 600)


async def test_handles_are_not_constant(pair: Pair) -> None:
    first = await pair.connect()
    await pair.central.command(0x0406, struct.pack("<HB", first[1], 0x13))
    await pair.central.next()
    await pair.peripheral.next()
    assert (await pair.connect())[0] != first[0]


async def test_the_default_masks_pass_the_first_five_le_events(pair: Pair) -> None:
    assert LE_MASK[0] == 0x3F
    await pair.peripheral.command(0x0C03)
    await pair.peripheral.command(0x0C01, struct.pack("<Q", 1 << 61))
    assert [pair.peripheral.controller.wants_le_event(code) for code in (1, 5, 6)] == [True, True, False]


# -- The chips of the boards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.name)
def test_a_chip_has_the_le_commands_that_it_claims(chip: ControllerProfile) -> None:
    assert chip.supported_commands
    mask = int.from_bytes(chip.supported_commands, "little")
    claimed = {opcode for opcode, bit in hci.HCI_SUPPORTED_COMMANDS_MASKS.items() if bit & mask}
    test_mode = {0x201D, 0x201E, 0x201F}
    assert {opcode for opcode in claimed if opcode >> 10 == 0x08} - test_mode == {
        opcode for opcode in chip.commands if opcode >> 10 == 0x08}


def test_only_the_newer_chip_has_the_data_length_extension() -> None:
    assert not {0x2022, 0x2025, 0x2027, 0x2032, 0x2036} & BCM43430A1.commands
    assert {0x2022, 0x2024} < BCM43430B0.commands and BCM43430A1.air_octets == 27 and BCM43430B0.air_octets == 251


async def test_a_chip_answers_as_the_real_one_did(pair: Pair) -> None:
    await pair.peripheral.boot()
    expected = {0x1001: "07fc01070f000922", 0x1003: "bffecffedbff7b87", 0x1005: "fd030008000000", 0x2002: "000000"}
    assert {opcode: (await pair.peripheral.command(opcode))[1].hex() for opcode in expected} == expected
    status, commands = await pair.peripheral.command(0x1002)
    assert status == 0 and commands.hex().startswith("ffffff03ccffefffffffec1ff20fe8fe3ff78fff1c000400")


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.name)
async def test_a_chip_has_its_own_say_on_a_new_link(chip: ControllerProfile) -> None:
    pair = Pair(chip)
    await pair.peripheral.boot()
    await pair.peripheral.command(0x2001, struct.pack("<Q", 0x7F))
    await pair.central.boot()
    await pair.peripheral.advertise()
    await pair.central.connect(PERIPHERAL_OCTETS)
    handle = struct.unpack_from("<H", await pair.peripheral.next(), 5)[0]
    if chip is BCM43430B0:
        assert (await pair.peripheral.next())[3:] == struct.pack("<BHHHHH", 0x07, handle, 27, 328, 251, 2120)
    await pair.central.next()
    assert pair.peripheral.vendor_events == [bytes.fromhex("04ff055500004000")] and pair.peripheral.packets.empty()


async def test_completed_packets_are_reported_two_at_a_time(pair: Pair) -> None:
    handle, _ = await pair.connect()
    pair.peripheral.controller.endpoints[handle].link.shape(pace=(0.005, 1))
    for _ in range(3):
        pair.peripheral.send_acl(handle, b"\x01\x00\x04\x00\x1e")
    counts = [(await pair.peripheral.next())[1:] for _ in range(2)]
    assert counts == [struct.pack("<BBBHH", 0x13, 5, 1, handle, count) for count in (2, 1)]


async def test_the_newer_chip_contradicts_itself_about_its_longest_packet() -> None:
    pair = Pair(BCM43430B0)
    handle, _ = await pair.connect()
    await pair.peripheral.command(0x2001, struct.pack("<Q", 0x7F))
    status, _ = await pair.peripheral.command(0x2022, struct.pack("<HHH", handle, 251, 2120))
    assert status == 0
    assert (await pair.peripheral.next())[3:] == struct.pack("<BHHHHH", 0x07, handle, 251, 328, 251, 2120)
