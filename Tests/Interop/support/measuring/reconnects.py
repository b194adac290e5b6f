"""The time of a reconnection: the bonded phone uses a new address, and does not pair."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from bumble import hci
from phone.log import Entry, Kind
from session import Session

INTERVAL = 0.03
"""Seconds: the connection interval with which an iPhone begins."""
QUICK = 3
"""The number of reconnections within a minute of the first link before the watch advertises slowly."""
PUBLIC = "[watch]\nprivate-address = off\n"


@dataclass(frozen=True)
class Reconnect:
    """The times of one reconnection, in seconds."""

    advertising_to_encrypted: float
    """From the first advertisement; the phone searches from that moment on."""
    connect_to_secured: float
    """From the connection until the watch reports the phone's identity."""
    connect_to_subscribed: float
    """Until the phone has received the second of the two subscriptions."""

    @property
    def slowest(self) -> float:
        """The longest of these times."""
        return max(self.advertising_to_encrypted, self.connect_to_secured, self.connect_to_subscribed)


@dataclass
class Reconnects:
    """A series of reconnections, and the addresses that the phone used."""

    taken: list[Reconnect] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)

    async def take(self, session: Session, radio: float = 0.0) -> Reconnect:
        """The phone leaves and comes back; every frame takes `radio` seconds. Fails if it had to pair for that."""
        log, mark, events = session.log, session.log.mark, session.watch.events.mark
        secured: list[float] = []
        session.watch.events.listener = lambda event: (
            secured.append(time.monotonic() - log.start) if event.get("state") == "encrypted" else None)
        await session.phone.disconnect()
        await session.phone.connect()
        session.phone.link.shape(latency=radio)
        await session.watch.state_is("ready", since=events)
        for source in ("notification source subscribed", "data source subscribed"):
            await log.wait_for(Kind.ANCS, source, since=mark)
        self._check(session, log.items[mark:])
        entries = {(entry.kind, entry.name): entry.seconds for entry in log.items[mark:]}
        connected = entries[Kind.LINK, "established"]
        subscribed = max(entries[Kind.ANCS, f"{source} source subscribed"] for source in ("notification", "data"))
        self.taken.append(Reconnect(
            entries[Kind.LINK, "encryption changed"] - entries[Kind.ADVERTISING, "started"],
            secured[0] - connected, subscribed - connected))
        return self.taken[-1]

    def _check(self, session: Session, entries: list[Entry]) -> None:
        names = [entry.name for entry in entries]
        for pairing in ("code", "sent Pairing Request", "paired"):
            assert pairing not in names, f"the phone had to pair again: {pairing}"
        assert names.count("established") == 1, "the first link was not the last"
        address = session.phone.device.random_address
        assert address.is_resolvable and str(address) not in self.addresses, f"{address} is no new private address"
        assert session.phone.controller.air.links[-1].central.address == address
        self.addresses.add(str(address))


async def begin_afresh(session: Session) -> None:
    """The watch starts again, knows nothing of the links before, and is found once."""
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    await session.start_watch()
    await session.reconnect()


def watch_address(session: Session) -> hci.Address:
    """Returns the address of the watch on the last link."""
    return session.harness.air.links[-1].peripheral.address


def public_options(folder: Path) -> list[str]:
    """The options of a watch that advertises with its identity address."""
    path = folder / "public.ini"
    path.write_text(PUBLIC)
    return ["--config", str(path)]


def spread(seconds: list[float]) -> str:
    """Minimum, median, 95th percentile and maximum."""
    values = (min(seconds), statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1], max(seconds))
    return " / ".join(f"{1e3 * value:.1f}" for value in values) + f" ms ({len(seconds)})"
