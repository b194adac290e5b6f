#!/usr/bin/env python3
"""Writes a session with a phone as a file of records, and what is to come out of it.

    Benchmarks/session.py FOLDER [--count N] [--mtu MTU ...] [--fragment OCTETS] [--seed N]

The same arguments give the same files: `session-185.records` is what the phone sends and is asked when an ATT value
holds 182 octets, `session-185.h4` the same as octets of HCI, and `session-185.json` what `decode.py` found in it.

    | kind: 1 | length: 2 | octets: length |      1 Notification Source   2 Data Source   3 what we ask
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import decode

SOURCE, DATA, REQUEST = 1, 2, 3
TITLE_LIMIT, MESSAGE_LIMIT = 64, 512
SOURCE_HANDLE, DATA_HANDLE, LINK = 0x0011, 0x0014, 0x0040
FLAGS = 0x1C
"""Every notification was there before, as in the replay at a subscription, and offers both actions: so each is asked
for at once, with all eight attributes."""
REQUESTED = b"\x00\x01\x40\x00\x02\x40\x00\x03\x00\x02\x04\x05\x06\x07"

APPLICATIONS = {
    "com.apple.MobileSMS": 6, "net.whatsapp.WhatsApp": 6, "com.apple.mobilemail": 4, "com.google.Gmail": 3,
    "ph.telegra.Telegraph": 3, "jp.naver.line": 2, "com.tencent.xin": 2, "org.whispersystems.signal": 2,
    "com.tinyspeck.chatlyio": 1, "com.apple.mobilephone": 1, "com.apple.reminders": 1, "com.spotify.client": 1,
}

ENGLISH = """are you coming to the station I have the tickets we can meet at the corner of the square when the shop
opens tomorrow morning please do not forget the keys love and thanks for everything"""
LATIN = "çà où être déjà größer Straße mañana niño coração ação łódź žluťoučký kůň ångström bạn tối"
CYRILLIC = "привет завтра встреча в семь вечера не забудь ключи спасибо большое договорились"
CHINESE = "明天早上九点在车站见面请不要忘记带钥匙谢谢你我们一起吃午饭"
JAPANESE = "あしたの朝九時に駅で会いましょうカギを忘れないでねありがとう"
KOREAN = "내일아침아홉시에역에서만나요열쇠잊지마세요고마워요"
VOCABULARIES = [
    (58, " ", ENGLISH.split()), (14, " ", LATIN.split()), (6, " ", CYRILLIC.split()), (9, "", list(CHINESE)),
    (7, "", list(JAPANESE)), (6, "", list(KOREAN)),
]
"""How often of a hundred, what stands between two words, and the words."""
PICTURES = ["😀", "🎉", "👍🏽", "❤️", "👩‍👩‍👦", "🇩🇪", "☀️", "🍕"]


@dataclasses.dataclass
class Notification:
    """What the phone has to tell of one."""

    uid: int
    category: int
    values: list[bytes]

    @property
    def reply(self) -> bytes:
        tuples = b"".join(struct.pack("<BH", number, len(value)) + value for number, value in enumerate(self.values))
        return struct.pack("<BI", 0, self.uid) + tuples


def cut(text: str, limit: int) -> bytes:
    """As many whole characters as fit."""
    return text.encode()[:limit].decode(errors="ignore").encode()


class Phone:
    """Makes notifications up."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.minute = 8 * 60

    def text(self, octets: int) -> str:
        _, gap, words = self.dice.choices(VOCABULARIES, [one[0] for one in VOCABULARIES])[0]
        text = self.dice.choice(words)
        while len(text.encode()) < octets:
            text += gap + self.dice.choice(words)
        if octets > 12 and self.dice.random() < 0.3:
            text += " " + "".join(self.dice.choices(PICTURES, k=self.dice.randint(1, 4)))
        return text

    def notification(self, uid: int) -> Notification:
        application = self.dice.choices(list(APPLICATIONS), list(APPLICATIONS.values()))[0]
        isMissedCall = application == "com.apple.mobilephone"
        message = self.text(min(2_000, max(4, int(self.dice.lognormvariate(4.4, 0.9)))))
        subtitle = self.text(self.dice.randint(6, 40)) if self.dice.random() < 0.25 else ""
        self.minute += self.dice.randint(0, 3)
        date = f"202611{1 + self.minute // 1440 % 28:02}T{self.minute // 60 % 24:02}{self.minute % 60:02}00"
        positive = "Dial" if isMissedCall else "Reply" if self.dice.random() < 0.2 else ""
        return Notification(
            uid,
            2 if isMissedCall else self.dice.choice([0, 4, 4, 4, 5, 6]),
            [
                application.encode(), cut(self.text(self.dice.randint(4, 34)), TITLE_LIMIT), cut(subtitle, TITLE_LIMIT),
                cut(message, MESSAGE_LIMIT), str(len(message.encode())).encode(), date.encode(), positive.encode(),
                b"Clear",
            ])

    def records(self, count: int, mtu: int) -> Iterator[tuple[int, bytes]]:
        """The session, record by record."""
        for uid in range(1, count + 1):
            one = self.notification(uid)
            yield SOURCE, struct.pack("<BBBBI", 0, FLAGS, one.category, self.dice.randint(1, 9), uid)
            yield REQUEST, struct.pack("<BI", 0, uid) + REQUESTED
            reply = one.reply
            for offset in range(0, len(reply), mtu - 3):
                yield DATA, reply[offset:offset + mtu - 3]
            if self.dice.random() < 0.25:
                gone = max(1, uid - self.dice.randint(0, 9))
                yield SOURCE, struct.pack("<BBBBI", 2, 0, one.category, 0, gone)


def packets(kind: int, octets: bytes, fragment: int) -> Iterator[bytes]:
    """What the controller passes on: the value as a notification, or the answer to our request."""
    handle = SOURCE_HANDLE if kind == SOURCE else DATA_HANDLE
    pdu = b"\x13" if kind == REQUEST else struct.pack("<BH", 0x1B, handle) + octets
    frame = struct.pack("<HH", len(pdu), 0x0004) + pdu
    for offset in range(0, len(frame), fragment):
        part = frame[offset:offset + fragment]
        yield struct.pack("<BHH", 0x02, LINK | (0x1000 if offset else 0x2000), len(part)) + part


def write(folder: Path, mtu: int, options: argparse.Namespace) -> None:
    """Writes the three files of one session."""
    records = list(Phone(options.seed).records(options.count, mtu))
    name = folder / f"session-{mtu}"
    session = b"".join(struct.pack("<BH", kind, len(octets)) + octets for kind, octets in records)
    name.with_suffix(".records").write_bytes(session)
    transport = b"".join(packet for record in records for packet in packets(*record, options.fragment))
    name.with_suffix(".h4").write_bytes(transport)
    name.with_suffix(".json").write_text(json.dumps(decode.found(session), indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2_000, help="notifications (default: %(default)s)")
    parser.add_argument("--mtu", type=int, nargs="+", default=[23, 185, 517], help="ATT_MTU (default: 23 185 517)")
    parser.add_argument("--fragment", type=int, default=251, help="octets that the controller passes on at once")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for mtu in options.mtu:
        write(options.folder, mtu, options)


if __name__ == "__main__":
    main()
