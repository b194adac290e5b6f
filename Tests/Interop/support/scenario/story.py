"""The steps of the phone in the demonstration."""

from __future__ import annotations

from phone.media import MediaOptions
from phone.notification import Category, Notification
from phone.options import PhoneOptions

CALLER = "Mẹ"
CODE = "482913"


def phone() -> PhoneOptions:
    """A phone that plays music, too."""
    return PhoneOptions(media=MediaOptions())


def wechat() -> Notification:
    """A message in Chinese."""
    return Notification(
        "com.tencent.xin", "王小明", "今晚七点一起吃饭吗？老地方见，记得带伞。", category=Category.SOCIAL)


def qq() -> Notification:
    """A message in a second app."""
    return Notification("com.tencent.mqq", "设计组", "李雷: 新的图标画好了，帮我看看。", category=Category.SOCIAL)


def mail() -> Notification:
    """An e-mail that is longer than the display."""
    return Notification(
        "com.apple.mobilemail", "Ada Lovelace",
        "Dear all, the tower clock was repaired this morning. The long hand had been bent by a pigeon, which is now "
        "on leave. Please set your watches by it again, and ring the bell at noon. The next inspection is on Friday; "
        "bring oil, a ladder and somebody who is not afraid of heights. Kind regards, Ada", "The clock in the tower",
        category=Category.EMAIL, is_important=True)


def zalo() -> Notification:
    """A message in Vietnamese."""
    return Notification(
        "vn.com.vng.zingalo", "Nguyễn Thị Hương", "Tối nay mình đi ăn phở nhé, bảy giờ được không?",
        category=Category.SOCIAL)


def bank() -> Notification:
    """A message that brings a code to type."""
    return Notification(
        "com.apple.MobileSMS", "Bank", f"Your verification code is {CODE}. It is valid for 10 minutes.",
        category=Category.SOCIAL)
