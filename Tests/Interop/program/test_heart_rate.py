"""The heart-rate sensor of `Examples`, with Bumble as the central."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from bumble import hci
from bumble.core import UUID
from bumble.device import Device, Peer
from bumble.host import Host

from phone.controller import StrictController
from phone.journal import DEADLINE
from phone.harness import Harness

SENSOR = Path(os.environ.get("HEART_RATE", Path(__file__).parents[3] / "Examples/.build/debug/heart-rate"))
HEART_RATE, MEASUREMENT, LOCATION, CONTROL_POINT = (UUID.from_16_bits(n) for n in (0x180D, 0x2A37, 0x2A38, 0x2A39))

pytestmark = pytest.mark.skipif(not SENSOR.exists(), reason="the example is not built: make examples")


async def _central(harness: Harness) -> Device:
    """A central of Bumble's own, without the habits of an iPhone."""
    chip = StrictController(harness.air, "C0:FF:EE:00:00:01", harness.log)
    central = Device(name="central", address=hci.Address("C0:FF:EE:00:00:01"), host=Host(chip, chip))
    await central.power_on()
    return central


async def _find(central: Device) -> hci.Address:
    """Returns the address of the sensor."""
    found: asyncio.Future[hci.Address] = asyncio.get_running_loop().create_future()

    def on_advertisement(advertisement) -> None:  # type: ignore[no-untyped-def]
        services = advertisement.data.get(0x02) or []
        if HEART_RATE in services and not found.done():
            found.set_result(advertisement.address)

    central.on("advertisement", on_advertisement)
    await central.start_scanning()
    address = await asyncio.wait_for(found, DEADLINE)
    await central.stop_scanning()
    return address


async def test_central_finds_reads_subscribes_and_writes() -> None:
    harness = Harness()
    await harness.wire.start()
    sensor = subprocess.Popen([SENSOR, harness.wire.spec.rpartition(":")[2]])
    try:
        central = await _central(harness)
        connection = await central.connect(await _find(central))
        peer = Peer(connection)
        await peer.discover_services()
        for service in peer.services:
            await service.discover_characteristics()
        [measurement] = peer.get_characteristics_by_uuid(MEASUREMENT)
        [location] = peer.get_characteristics_by_uuid(LOCATION)
        [control_point] = peer.get_characteristics_by_uuid(CONTROL_POINT)
        assert await location.read_value() == b"\x01"
        values: asyncio.Queue[bytes] = asyncio.Queue()
        await measurement.subscribe(values.put_nowait)
        first = await asyncio.wait_for(values.get(), DEADLINE)
        second = await asyncio.wait_for(values.get(), DEADLINE)
        assert first[:2] == second[:2] == bytes([0x08, 72])
        assert second[2] == first[2] + 1
        await control_point.write_value(b"\x01", with_response=True)
        while not values.empty():  # Sent before the reset.
            values.get_nowait()
        assert (await asyncio.wait_for(values.get(), DEADLINE))[2] <= 1
        # No central has to pair: the link lasts beyond the time that the watch gives a stranger.
        for _ in range(4):
            await asyncio.wait_for(values.get(), DEADLINE)
        assert sensor.poll() is None
    finally:
        sensor.kill()
        sensor.wait()
        await harness.wire.stop()


@pytest.mark.parametrize("arguments", [[], ["port"], ["65536"], ["1", "2"]])
def test_other_arguments_get_the_usage(arguments: list[str]) -> None:
    result = subprocess.run([SENSOR, *arguments], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "usage: heart-rate PORT\n")


def test_a_port_without_a_controller_is_named() -> None:
    result = subprocess.run([SENSOR, "1"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "there is no controller at 127.0.0.1:1\n")
