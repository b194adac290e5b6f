"""The fields of a Pairing Request, and the watch's answers."""

from __future__ import annotations

from functools import partial

from bumble import hci

from attacks.field import Field
from attacks.initiator import ID_KEY, Reason, features
from attacks.room import Room
from attacks.table import Row, Table

REFUSED = Table()
ACCEPTED = Table(bonds=True)


async def is_refused(body: bytes, reason: Reason, room: Room) -> None:
    peer = await room.stranger()
    peer.features = body
    assert await peer.refusal("request") == reason
    await peer.hears_nothing()


SIZE, RANGE, MODEL = Reason.ENCRYPTION_KEY_SIZE, Reason.INVALID_PARAMETERS, Reason.AUTHENTICATION_REQUIREMENTS
for name, body, reason, *demand in (
    ("key of 6 octets", features(max_key=6), SIZE, "key size", "SM/PER/EKS/BI-02-C"),
    ("key of 7 octets", features(max_key=7), SIZE, "key size", "SM/PER/EKS/BV-02-C"),
    ("key of 15 octets", features(max_key=15), SIZE, "key size"),
    ("key of 17 octets", features(max_key=17), RANGE, "key size"),
    ("key of 255 octets", features(max_key=255), RANGE, "key size", "CVE-2019-19196"),
    ("DisplayOnly", features(io=0), MODEL, "method confusion", "CVE-2020-10134"),
    ("KeyboardOnly", features(io=2), MODEL, "method confusion", "CVE-2020-10134", "SM/PER/SCPK/BV-02-C"),
    ("out-of-band data", features(oob=1), Reason.OOB_NOT_AVAILABLE, "method confusion", "SM/PER/OOB/BV-06-C"),
    ("NoInputNoOutput", features(io=3), MODEL, "just works downgrade", "SM/PER/SCJW/BV-02-C"),
    ("NoInputNoOutput, no MITM", features(io=3, auth=0x09), MODEL, "just works downgrade"),
    ("DisplayOnly, no MITM", features(io=0, auth=0x09), MODEL, "just works downgrade"),
    ("legacy", features(auth=0x05), MODEL, "legacy pairing"),
    ("legacy Just Works", features(io=3, auth=0x01), MODEL, "legacy pairing", "SM/PER/JW/BV-02-C", "SM/PER/JW/BI-02-C"),
    ("legacy passkey", features(io=2, auth=0x05), MODEL, "legacy pairing", "SM/PER/PKE/BV-02-C", "SM/PER/PKE/BI-03-C"),
    ("no bonding", features(auth=0x0C), MODEL, "no bonding"),
    ("bonding flags 2", features(auth=0x0E), MODEL, "no bonding"),
    ("bonding flags 3", features(auth=0x0F), MODEL, "no bonding"),
):
    REFUSED.add(name, partial(is_refused, body, reason), "Attacks", *demand)

for name, body in (
    ("IO capability 5", features(io=5)), ("IO capability 255", features(io=255)),
    ("OOB data flag 2", features(oob=2)), ("OOB data flag 255", features(oob=255)),
):
    REFUSED.add(name, partial(is_refused, body, RANGE), "SMP", "reserved io capability or oob flag")


@REFUSED.row("a private address that hides for ever", "Attacks", "identity address")
async def promises_no_identity(room: Room) -> None:
    peer = await room.connect(hci.Address.generate_private_address(bytes(range(16))))
    peer.features = features(sends=0x01)
    assert await peer.refusal("request") == Reason.AUTHENTICATION_REQUIREMENTS


async def is_accepted(body: bytes, room: Room) -> None:
    peer = await room.stranger()
    peer.features = body
    await peer.through("request")
    assert peer.response[:4] == features(io=1)[:4]
    assert peer.response[4] & ~ID_KEY == peer.response[5] & ~ID_KEY == 0, "a key is granted that is no identity key"
    await peer.pair()


for name, body, *demand in (
    ("DisplayYesNo", features(io=1), "Attacks", "method confusion"),
    ("no MITM", features(auth=0x09), "Attacks", "just works downgrade"),
    ("AuthReq 4D", features(auth=0x4D), "SMP", "reserved bits", "SM/PER/SCJW/BV-03-C"),
    ("AuthReq 8D", features(auth=0x8D), "SMP", "reserved bits", "SM/PER/SCPK/BV-03-C"),
    ("AuthReq CD", features(auth=0xCD), "SMP", "reserved bits"),
    ("keypress bit", features(auth=0x1D), "SMP", "reserved bits"),
    ("CT2 bit", features(auth=0x2D), "Attacks", "cross-transport keys", "CVE-2020-15802"),
    ("link key", features(auth=0x2D, sends=0x0B, wants=0x0B), "Attacks", "cross-transport keys", "CVE-2020-15802"),
    ("all keys", features(sends=0xFF, wants=0xFF), "SMP", "key distribution", "SM/PER/KDU/BV-01-C"),
    ("our identity only", features(sends=0x00, wants=0x02), "SMP", "key distribution", "SM/PER/KDU/BV-02-C"),
):
    ACCEPTED.add(name, partial(is_accepted, body), *demand)

WITHOUT_WATCH_KEY = (
    ("their identity only", features(sends=0x02, wants=0x00), "SM/PER/KDU/BV-08-C"),
    ("no keys", features(sends=0x00, wants=0x00)),
)
for name, body, *mirrored in WITHOUT_WATCH_KEY:
    ACCEPTED.add(name, partial(is_accepted, body), "SMP", "key distribution", *mirrored,
                 settings="private-address = off")
    # Such a phone could not resolve the watch's next address.
    REFUSED.add(f"{name}, to a private address", partial(is_refused, body, MODEL), "SMP", "key distribution")


@ACCEPTED.row("the watch asks for security", "SMP", "security request", "SM/PER/PIS/BV-01-C", "SM/PER/PIS/BV-02-C")
async def asks_for_security(room: Room) -> None:
    peer = await room.stranger()
    request = await peer.line.security_requests.wait(lambda _: True, "Security Request")
    assert request[1:] == bytes((0x0D,))
    await peer.pair()
    assert peer.line.security_requests.mark == 1


@REFUSED.test
async def test_requests_that_are_refused(row: Row, field: Field) -> None:
    await field.outcome(row)


@ACCEPTED.test
async def test_what_leads_to_a_comparison_of_numbers_and_a_bond(row: Row, field: Field) -> None:
    await field.outcome(row)
