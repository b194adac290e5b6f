#!/usr/bin/env python3
"""Writes a session with a phone as a file of records, and the results of a slow decoder.

    Benchmarks/session.py FOLDER [--count N] [--mtu MTU ...] [--seed N] [--cut]

The same arguments give the same files. `session-185.records` holds what the phone sends when ATT_MTU is 185, and the
request for all eight texts of each notification. `session-185.json` holds the results of `decode.py`. `phone.py`
makes the client's scripts from the session.

    | kind: 1 | length: 2 | octets: length |

    1 Notification Source   2 Data Source   3 request   4 the whole message, if the reply holds a part of it only

Shares
------
No public collection of notifications with such shares is known, so they are assumptions, the same for each seed:

* Applications: 58 % chats, 16 % mails, 18 % services (banks, parcels, appointments), 4 % pictures, 4 % missed calls.
* Scripts: 58 % English, 14 % other Latin, 6 % Cyrillic, 9 % Chinese, 7 % Japanese, 6 % Korean. Pictures follow
  three of ten longer texts.
* Lengths are log-normal. The median is 55 octets for a chat, 270 for the beginning of a mail, 80 for the others. A
  message of more than 512 octets is cut, as the client asks for 512: about 3.5 %, nearly all of them mails.
* Digits: in 15 % of the chats, 60 % of the mails and 90 % of the services, because those state times, amounts and
  orders: about 35 % of all messages. Half of the figures have the shape of a one-time code, as orders and years do,
  and cost the longest search.
* Codes: 2 %, in the first words of a message or, one of five or six, at the end of a mail, after the
  excerpt. That is one or two in a day of 70 notifications.
* Words that announce a code in messages without one ("dress code"): in 3 % of the others.
* Empty texts: the message of missed calls and of half the pictures; the subtitle of all but mails and some groups
  (about 75 %); the title of one service of ten; the first action of all but missed calls and one chat of five.
* A quarter of the notifications is followed by the removal of one of the last ten.
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

SOURCE, DATA, REQUEST, MESSAGE = 1, 2, 3, 4
TITLE_LIMIT, MESSAGE_LIMIT = 64, 512
FLAGS = 0x1C
"""An existing notification that offers both actions. `phone.py` sets the flags that its script needs."""
REQUESTED = b"\x00\x01\x40\x00\x02\x40\x00\x03\x00\x02\x04\x05\x06\x07"

CHAT, MAIL, SERVICE, PICTURE, CALL = range(5)
APPLICATIONS = {
    "com.apple.MobileSMS": (10, CHAT), "net.whatsapp.WhatsApp": (20, CHAT), "ph.telegra.Telegraph": (8, CHAT),
    "jp.naver.line": (5, CHAT), "com.tencent.xin": (5, CHAT), "org.whispersystems.signal": (4, CHAT),
    "com.tinyspeck.chatlyio": (6, CHAT), "com.apple.mobilemail": (9, MAIL), "com.google.Gmail": (7, MAIL),
    "de.dhl.paket": (6, SERVICE), "com.revolut.revolut": (6, SERVICE), "com.apple.reminders": (6, SERVICE),
    "com.burbn.instagram": (4, PICTURE), "com.apple.mobilephone": (4, CALL),
}
"""The weight and the kind of each."""
LENGTHS = {CHAT: (4.0, 0.8), MAIL: (5.6, 0.7), SERVICE: (4.4, 0.5), PICTURE: (4.4, 0.5)}
"""The mean and the deviation of the logarithm of a message's length in octets."""
DIGITS = {CHAT: 0.15, MAIL: 0.6, SERVICE: 0.9, PICTURE: 0.0}
CODES, LATE_CODES, ANNOUNCED = 0.02 / 0.92, 1.0, 0.03
"""Shares: of chats, mails and services, which are 92 %; of codes in mails; of messages without a code."""

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
"""Frequency in per cent, the separator between words, and the words."""
PICTURES = ["😀", "🎉", "👍🏽", "❤️", "👩‍👩‍👦", "🇩🇪", "☀️", "🍕"]
FIGURES = ["{h}:{m:02}", "{n}.{m:02} €", "{d}/{o}", "{n}", "20{m:02}", "#{big}", "{big}", "{long}", "A{big}"]
"""Times, amounts, dates, counts; and years, orders and tickets, which look exactly or nearly like a code."""
SENTENCES = [
    "{code} is your verification code.", "Your code is {code}. Do not share it with anyone.", "G-{code} is your code.",
    "Ihr Bestätigungscode lautet {code}.", "Votre code de vérification : {code}", "Su código es {code}",
    "Ваш код: {code}", "您的验证码是{code}，请勿泄露。", "認証コード：{code}", "인증번호 {code}",
]
ANNOUNCING = ["dress code", "postcode", "password", "PIN", "código", "пароль"]


@dataclasses.dataclass
class Notification:
    """All data that the phone has about a notification."""

    uid: int
    category: int
    values: list[bytes]
    message: bytes
    """Returns the whole message."""

    @property
    def reply(self) -> bytes:
        tuples = b"".join(struct.pack("<BH", number, len(value)) + value for number, value in enumerate(self.values))
        return struct.pack("<BI", 0, self.uid) + tuples


def cut(text: str, limit: int) -> bytes:
    """Returns as many whole characters as fit."""
    return text.encode()[:limit].decode(errors="ignore").encode()


class Phone:
    """Generates notifications."""

    def __init__(self, seed: int, is_cut: bool = False) -> None:
        self.dice = random.Random(seed)
        self.minute = 8 * 60
        self.is_cut = is_cut

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def text(self, octets: int, extras: list[str] | None = None) -> str:
        """Returns a text of about `octets` octets, with `extras` between its words."""
        _, gap, words = self.dice.choices(VOCABULARIES, [one[0] for one in VOCABULARIES])[0]
        parts, count = [self.dice.choice(words)], 0
        while count < octets:
            parts.append(self.dice.choice(words))
            count += len((gap + parts[-1]).encode())
        for extra in extras or []:
            parts.insert(self.dice.randint(0, len(parts)), extra if gap else f" {extra} ")
        text = gap.join(parts)
        if octets > 12 and self.chance(0.3):
            text += " " + "".join(self.dice.choices(PICTURES, k=self.dice.randint(1, 4)))
        return text

    def figure(self) -> str:
        dice = self.dice
        return dice.choice(FIGURES).format(
            h=dice.randint(0, 23), m=dice.randint(10, 59), n=dice.randint(1, 99), d=dice.randint(1, 28),
            o=dice.randint(1, 12), big=dice.randint(1_000, 999_999), long=dice.randint(10 ** 7, 10 ** 10 - 1))

    def code(self) -> str:
        """Returns a sentence with a code."""
        code = f"{self.dice.randint(0, 999_999):06}"
        if self.chance(0.2):
            code = f"{code[:3]} {code[3:]}"
        return self.dice.choice(SENTENCES).format(code=code)

    def message(self, kind: int) -> str:
        if kind == CALL or (kind == PICTURE and self.chance(0.5)):
            return ""
        octets = min(2_000, max(4, int(self.dice.lognormvariate(*LENGTHS[kind]))))
        if self.is_cut:
            octets = self.dice.randint(MESSAGE_LIMIT + 1, 2_000)
        if kind in (CHAT, MAIL, SERVICE) and self.chance(CODES):
            is_late = kind == MAIL and self.chance(LATE_CODES)
            return f"{self.text(octets)} {self.code()}" if is_late else f"{self.code()} {self.text(octets)}"
        extras = []
        if self.chance(DIGITS[kind]):
            extras = [self.figure() for _ in range(self.dice.randint(1, 3 if kind == CHAT else 5))]
        if self.chance(ANNOUNCED):
            extras.append(self.dice.choice(ANNOUNCING))
        return self.text(octets, extras)

    def notification(self, uid: int) -> Notification:
        weights = [weight if not self.is_cut or kind in (CHAT, MAIL) else 0 for weight, kind in APPLICATIONS.values()]
        application = self.dice.choices(list(APPLICATIONS), weights)[0]
        kind = APPLICATIONS[application][1]
        message = self.message(kind)
        title = "" if kind == SERVICE and self.chance(0.1) else self.text(self.dice.randint(4, 34))
        has_subtitle = kind == MAIL or self.chance(0.1)
        subtitle = self.text(self.dice.randint(6, 40)) if has_subtitle else ""
        self.minute += self.dice.randint(0, 30)
        date = f"202611{1 + self.minute // 1440 % 28:02}T{self.minute // 60 % 24:02}{self.minute % 60:02}00"
        positive = "Dial" if kind == CALL else "Reply" if kind == CHAT and self.chance(0.2) else ""
        return Notification(
            uid,
            {CALL: 2, CHAT: 4, MAIL: 6}.get(kind, 0),
            [
                application.encode(), cut(title, TITLE_LIMIT), cut(subtitle, TITLE_LIMIT), cut(message, MESSAGE_LIMIT),
                str(len(message.encode())).encode(), date.encode(), positive.encode(), b"Clear",
            ],
            message.encode())

    def records(self, count: int, mtu: int) -> Iterator[tuple[int, bytes]]:
        """Yields the session, record by record."""
        for uid in range(1, count + 1):
            one = self.notification(uid)
            yield SOURCE, struct.pack("<BBBBI", 0, FLAGS, one.category, self.dice.randint(1, 9), uid)
            yield REQUEST, struct.pack("<BI", 0, uid) + REQUESTED
            reply = one.reply
            for offset in range(0, len(reply), mtu - 3):
                yield DATA, reply[offset:offset + mtu - 3]
            if len(one.message) > len(one.values[3]):
                yield MESSAGE, one.message
            if self.chance(0.25):
                gone = max(1, uid - self.dice.randint(0, 9))
                yield SOURCE, struct.pack("<BBBBI", 2, 0, one.category, 0, gone)


def packed(records: list[tuple[int, bytes]]) -> bytes:
    """Returns the octets of a file."""
    return b"".join(struct.pack("<BH", kind, len(octets)) + octets for kind, octets in records)


def write(folder: Path, mtu: int, options: argparse.Namespace) -> None:
    """Writes the files of one session."""
    session = packed(list(Phone(options.seed, options.cut).records(options.count, mtu)))
    name = folder / f"session-{mtu}"
    name.with_suffix(".records").write_bytes(session)
    name.with_suffix(".json").write_text(json.dumps(decode.found(session), indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2_000, help="notifications (default: %(default)s)")
    parser.add_argument("--mtu", type=int, nargs="+", default=[23, 185, 517], help="ATT_MTU (default: 23 185 517)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cut", action="store_true", help="each message is longer than 512 octets")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for mtu in options.mtu:
        write(options.folder, mtu, options)


if __name__ == "__main__":
    main()
