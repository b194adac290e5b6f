"""Several phones, of which one at a time is switched on, and the way through the watch's menu to them."""

from __future__ import annotations

from dataclasses import dataclass

from phone.att import uuid_octets
from phone.bond import Bond
from phone.log import Kind
from phone.phone import SimulatedPhone
from session import Session

DEVICE_NAME = uuid_octets(0x2A00)
MENU = ("pair new phone", "phones", "disconnect", "forget phone", "status")


@dataclass
class Pocketed:
    """What makes a phone this phone."""

    name: str
    identity: str
    irk: bytes
    bond: Bond | None


def rename(phone: SimulatedPhone, name: str) -> None:
    """The user gives the phone another name."""
    for service in phone.server.services:
        for attribute in service.attributes:
            if attribute.type == DEVICE_NAME:
                attribute.value = name.encode()
    phone.options.name = name


def pocket(phone: SimulatedPhone) -> Pocketed:
    """Remembers a phone, to be taken out again."""
    identity = phone.controller.public_address.to_string(with_type_qualifier=False)
    return Pocketed(phone.options.name, identity, phone.device.irk, phone.bond)


def take_out(phone: SimulatedPhone, other: Pocketed) -> None:
    """Goes on as a phone that was pocketed."""
    phone.become_another(other.identity)
    rename(phone, other.name)
    phone.device.irk, phone.bond = other.irk, other.bond


async def choose(session: Session, item: str) -> None:
    """From wherever the watch is to the clock, then hold decline for the menu, and take an entry."""
    watch = session.watch
    while watch.screen != "clock":
        mark = watch.events.mark
        watch.press("decline" if watch.screen == "pairing" else "back")
        await watch.event("screen", since=mark)
    watch.press("decline", "hold")
    await watch.screen_is("menu")
    for _ in range(MENU.index(item)):
        watch.press("decline")
    mark = watch.events.mark
    watch.press("accept")
    await watch.event("screen", since=mark)


async def pair_named(session: Session) -> None:
    """Pairs, and waits until the watch has read what the phone is called."""
    mark = session.log.mark
    await session.pair()
    await session.log.wait_for(Kind.ATT, "Read request", since=mark)


async def pair_another(session: Session, identity: str, name: str) -> None:
    """A second phone comes, with the pairing window open, and pairs."""
    session.phone.become_another(identity)
    rename(session.phone, name)
    await pair_named(session)
