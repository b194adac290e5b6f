"""A notification as the phone keeps it, and the numbers the Apple Notification Center Service gives its parts."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable
from dataclasses import dataclass, field


class Category(enum.IntEnum):
    """CategoryID; `ACTIVE_CALL` is undocumented, iOS 13 and later."""

    OTHER, INCOMING_CALL, MISSED_CALL, VOICEMAIL, SOCIAL, SCHEDULE, EMAIL, NEWS = range(8)
    HEALTH_AND_FITNESS, BUSINESS_AND_FINANCE, LOCATION, ENTERTAINMENT, ACTIVE_CALL = range(8, 13)


class EventID(enum.IntEnum):
    """EventID."""

    ADDED, MODIFIED, REMOVED = range(3)


class Flags(enum.IntFlag):
    """EventFlags."""

    SILENT = 1
    IMPORTANT = 2
    PRE_EXISTING = 4
    POSITIVE_ACTION = 8
    NEGATIVE_ACTION = 16


class AttributeID(enum.IntEnum):
    """NotificationAttributeID."""

    APP_IDENTIFIER, TITLE, SUBTITLE, MESSAGE, MESSAGE_SIZE, DATE, POSITIVE_LABEL, NEGATIVE_LABEL = range(8)


LIMITED = (AttributeID.TITLE, AttributeID.SUBTITLE, AttributeID.MESSAGE)
"""The attributes that are asked for with a maximum length."""


def phone_time(moment: datetime.datetime | None = None) -> str:
    """A date as the Data Source carries it."""
    return (moment or datetime.datetime.now()).strftime("%Y%m%dT%H%M%S")


@dataclass(eq=False)
class Notification:
    """The contents of a notification. `uid` belongs to the present session."""

    app: str
    title: str = ""
    message: str = ""
    subtitle: str = ""
    category: Category = Category.OTHER
    positive: str = ""
    negative: str = "Clear"
    is_silent: bool = False
    is_important: bool = False
    extra_flags: int = 0
    date: str = field(default_factory=phone_time)
    on_action: Callable[[bool], bool] | None = None
    size: str | None = None
    """The reported size of the message. The default is the true size."""
    uid: int | None = None

    def flags(self, is_pre_existing: bool) -> int:
        """EventFlags."""
        flags = Flags(0)
        if self.is_silent:
            flags |= Flags.SILENT
        if self.is_important:
            flags |= Flags.IMPORTANT
        if is_pre_existing:
            flags |= Flags.PRE_EXISTING
        if self.positive:
            flags |= Flags.POSITIVE_ACTION
        if self.negative:
            flags |= Flags.NEGATIVE_ACTION
        return int(flags) | self.extra_flags

    def attribute(self, identifier: int) -> bytes:
        """The whole value of an attribute."""
        message = self.message.encode()
        values: dict[int, bytes] = {
            AttributeID.APP_IDENTIFIER: self.app.encode(), AttributeID.TITLE: self.title.encode(),
            AttributeID.SUBTITLE: self.subtitle.encode(), AttributeID.MESSAGE: message,
            AttributeID.MESSAGE_SIZE: (str(len(message)) if self.size is None else self.size).encode(),
            AttributeID.DATE: self.date.encode(),
            AttributeID.POSITIVE_LABEL: self.positive.encode(), AttributeID.NEGATIVE_LABEL: self.negative.encode(),
        }
        return values[identifier]


def cut(value: bytes, limit: int, at_character: bool) -> bytes:
    """The first `limit` octets, or fewer so that no character is split."""
    if len(value) <= limit:
        return value
    while at_character and limit and value[limit] & 0xC0 == 0x80:
        limit -= 1
    return value[:limit]
