"""Whole messages: the beginning at once, the rest later, more while the user reads, and codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.ancs import AncsOptions
from phone.att import ErrorCode
from phone.log import Kind
from phone.notification import Category, Notification
from phone.options import PhoneOptions
from session import Session
from watch.watch import Event

APP = "com.apple.MobileSMS"
LONGEST_APP = "com.example.a.bundle.identifier.as.long.as.was.ever.been.met"
CUT = "… (cut)"
END = "Finished."
ROW = row("iPhone", "6.5 truncated text")


def story(count: int) -> str:
    """Returns a text of `count` octets without digits and with a known end."""
    lines = "Once upon a time. " * (count // 18 + 1)
    return lines[:count - len(END)] + END


def amounts(session: Session, uid: int | None, since: int = 0) -> list[int]:
    """Returns the lengths of the requests for its message alone."""
    commands = [entry.details["octets"] for entry in session.log.find(Kind.ANCS, "command", since=since)]
    return [int.from_bytes(command[6:8], "little") for command in commands
            if uid is not None and command[:6] == b"\0" + uid.to_bytes(4, "little") + b"\3" and len(command) == 8]


async def open_message(session: Session, notification: Notification) -> Event:
    """Delivers a notification, and opens it from the alert."""
    content = await session.deliver(notification)
    await session.watch.screen_is("alert")
    session.watch.press("accept")
    await session.watch.screen_is("detail")
    return content


async def scroll_to(session: Session, text: str, lines: int = 400) -> None:
    """Scrolls down until the display shows the text."""
    for _ in range(0, lines, 20):
        for _ in range(20):
            session.watch.press("down", reaction=0)
        try:
            await session.watch.display_is(lambda picture: picture.shows(text), text, deadline=0.3)
            return
        except TimeoutError:
            continue
    await session.watch.display_shows(text)


# -- The beginning first -----------------------------------------------------------------------------------------


async def test_the_first_reply_fits_a_connection_event(paired: Session) -> None:
    mark = paired.log.mark
    await paired.deliver(Notification(LONGEST_APP, "t" * 90, story(900), "s" * 90, positive="Reply"))
    replies = paired.log.find(Kind.ANCS, "reply", since=mark)
    assert replies[0].details["length"] <= 155 < replies[1].details["length"]


async def test_the_beginning_is_seen_before_the_rest_is_here(paired: Session) -> None:
    paired.phone.ancs.hold_after = 1
    mark = paired.watch.events.mark
    sent = paired.phone.ancs.add(Notification(APP, "Anna", "Are you there? " + story(700)))
    await paired.watch.display_shows("Anna", "Are you there?")
    assert not paired.watch.found("notification", op="content", since=mark)
    paired.phone.ancs.resume()
    content = await paired.watch.event("notification", op="content", uid=sent.uid, since=mark)
    assert content["complete"] and len(content["message"]) == 512 and content["appName"] == "Messages"


async def test_a_call_is_named_before_the_rest_of_a_message(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(fragment_pause=0.05)))
    await session.pair()
    await open_message(session, Notification(APP, "Anna", story(3_500)))
    mark = session.log.mark
    session.phone.ancs.add(Notification(APP, "Berta", story(600)))
    session.phone.ancs.add(Notification(
        "com.apple.mobilephone", "Mum", category=Category.INCOMING_CALL, positive="Accept", negative="Decline"))
    await session.watch.display_shows("Mum", "Accept", "Decline")
    asked = [entry.details["uid"] for entry in session.log.find(Kind.ANCS, "get notification attributes", since=mark)]
    # After the texts of the call, the watch continues with the message, perhaps before the test looks at the display.
    before = asked[:len(asked) - asked[::-1].index(2)]
    assert before.count(1) <= 1, "no more of the message than its beginning before the call"


# -- More while it is read ---------------------------------------------------------------------------------------


@ROW
@pytest.mark.parametrize("size", [None, "", "abc", "99999999999", "7", "3000"], ids=str)
async def test_a_long_message_is_read_to_its_end(paired: Session, size: str | None) -> None:
    sent = Notification(APP, "Anna", story(1_500), size=size)
    await open_message(paired, sent)
    await scroll_to(paired, END)
    assert not paired.watch.display.shows("…")
    assert amounts(paired, sent.uid)


async def test_a_size_that_is_a_little_too_large_is_believed_once(paired: Session) -> None:
    sent = Notification(APP, "Anna", story(1_000), size="1020")
    await open_message(paired, sent)
    await scroll_to(paired, END)
    assert not paired.watch.display.shows("…")
    # One to look for a code, and two to read it.
    assert len(amounts(paired, sent.uid)) <= 3


async def test_a_message_goes_on_when_the_phone_allows_it_again(paired: Session) -> None:
    watch, ancs = paired.watch, paired.phone.ancs
    sent = Notification(APP, "Anna", story(1_500))
    await open_message(paired, sent)
    mark = watch.events.mark
    ancs.is_authorized = False
    ancs.add(Notification(APP, "Berta", "Hello", is_silent=True))
    await watch.event("state", state="unauthorized", since=mark)
    await scroll_to(paired, CUT)
    mark = watch.events.mark
    ancs.is_authorized = True
    await watch.state_is("ready", since=mark)
    await scroll_to(paired, END)
    assert not watch.display.shows("…")


async def test_title_and_subtitle_that_go_on_end_with_an_ellipsis(paired: Session) -> None:
    title, subtitle = "Anna " * 30, "Berta " * 30
    content = await open_message(paired, Notification(APP, title, "Short.", subtitle))
    assert (content["title"], content["subtitle"]) == (title[:88] + "…", subtitle[:128] + "…")
    await scroll_to(paired, "Short.")
    await paired.watch.display_shows("Be…", "Short.")


async def test_no_more_is_fetched_than_is_read(paired: Session) -> None:
    sent = Notification(APP, "Anna", story(3_500), is_silent=True)
    await paired.deliver(sent)
    # The user does not read it yet, but it might contain a code.
    await paired.phone_saw("reply", length=3_508)
    searched = len(amounts(paired, sent.uid))
    await paired.deliver(Notification(APP, "Berta", "short"))
    await paired.watch.screen_is("alert")
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    paired.watch.press("decline", reaction=0)
    paired.watch.press("accept", reaction=0)
    await paired.watch.screen_is("detail")
    await paired.watch.display_shows("Anna")
    assert len(amounts(paired, sent.uid)) == searched == 1
    await scroll_to(paired, END)
    lengths = amounts(paired, sent.uid)[searched:]
    assert lengths == sorted(lengths) and len(set(lengths)) == len(lengths) > 1


@ROW
async def test_a_message_that_does_not_fit_is_marked(paired: Session) -> None:
    await open_message(paired, Notification(APP, "Anna", story(5_000)))
    await scroll_to(paired, CUT)


@ROW
async def test_a_message_that_is_gone_ends_where_it_is(paired: Session) -> None:
    sent = Notification(APP, "Anna", story(2_500))
    await open_message(paired, sent)
    paired.phone.ancs.retract(sent)
    mark = paired.log.mark
    await scroll_to(paired, CUT)
    paired.watch.press("accept", reaction=0)
    await paired.watch.display_shows("Anna")
    await scroll_to(paired, CUT)
    assert len(paired.log.find(Kind.ANCS, "command refused", since=mark, code=ErrorCode.INVALID_PARAMETER)) <= 2


@ROW
async def test_a_message_of_another_session_ends_where_it_is(paired: Session) -> None:
    await open_message(paired, Notification(APP, "Anna", story(2_500)))
    await paired.phone.disconnect()
    await paired.watch.state_is("advertising", since=paired.watch.events.mark)
    await scroll_to(paired, CUT)


async def test_a_message_that_changes_while_it_is_read_is_read_again(paired: Session) -> None:
    sent = Notification(APP, "Anna", story(1_500))
    await open_message(paired, sent)
    await scroll_to(paired, END)
    mark = paired.watch.events.mark
    paired.phone.ancs.modify(sent, message=sent.message[:-len(END)] + "Rewritten.")
    await paired.watch.event("notification", op="content", uid=sent.uid, since=mark)
    await paired.watch.display_shows("Rewritten.")


# -- Codes -------------------------------------------------------------------------------------------------------


@ROW
@pytest.mark.parametrize(("message", "code"), [
    ("482 913 is your ACME code. Don't share it.", "482913"),
    ("G-482913 is your Google verification code.", "G-482913"),
    ("【微信】验证码482913，请勿转发。", "482913"),
    ("Код подтверждения: 4829", "4829"),
    ("رمز التحقق: ٤٨٢٩١٣", "482913"),
], ids=["English", "prefix", "Chinese", "Russian", "Arabic"])
async def test_a_code_is_reported_and_shown_large(paired: Session, message: str, code: str) -> None:
    content = await paired.deliver(Notification(APP, "ACME", message))
    assert content["code"] == code
    await paired.watch.screen_is("alert")
    large = await paired.watch.display_shows(code)
    assert large.lit > 0
    paired.watch.press("accept")
    await paired.watch.screen_is("detail")
    await paired.watch.display_shows(code, "ACME")


@ROW
async def test_a_code_at_the_end_of_a_long_message_is_found(paired: Session) -> None:
    mark = paired.watch.events.mark
    sent = Notification(APP, "ACME", story(2_400) + "\nYour code is 482913")
    assert "code" not in await paired.deliver(sent)
    await paired.watch.event("notification", op="content", uid=sent.uid, code="482913", since=mark)
    await paired.watch.display_shows("482913")


async def test_a_code_that_the_list_cuts_at_its_gap_is_found_whole(paired: Session) -> None:
    mark = paired.watch.events.mark
    sent = Notification(APP, "ACME", story(493) + "\nYour code is 1234 5678.")
    content = await paired.deliver(sent)
    assert content["message"].rstrip().endswith("1234") and "code" not in content
    await paired.watch.event("notification", op="content", uid=sent.uid, code="12345678", since=mark)
    await paired.watch.display_shows("12345678")


async def test_a_number_is_no_code(paired: Session) -> None:
    assert "code" not in await paired.deliver(Notification(APP, "Shop", "Your order 482913 of 1500 EUR has shipped."))


async def test_privacy_keeps_the_code_back(make_session: SessionMaker, tmp_path: Path) -> None:
    path = tmp_path / "belfry.ini"
    path.write_text("[alerts]\nprivacy = on\n")
    session = await make_session("--config", str(path))
    await session.pair()
    sent = Notification(APP, "ACME", "Your code is 482913")
    mark = session.watch.events.mark
    assert "code" not in await session.deliver(sent)
    assert not session.watch.display.shows("482913")
    await session.watch.screen_is("alert")
    session.watch.press("accept")
    await session.watch.event("notification", op="content", uid=sent.uid, code="482913", since=mark)
    await session.watch.display_shows("482913")


async def test_an_attachment_and_a_mail_show_what_they_are(paired: Session) -> None:
    await paired.deliver(Notification(APP, "Mai", "\ufffc"))
    await paired.watch.display_shows("Mai", "Attachment")
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
    label = "Move to the archive"
    await paired.deliver(Notification(
        "com.apple.mobilemail", "Anna", "Noon?", subtitle="Lunch on Friday, and what came of it", negative=label))
    await paired.watch.display_shows("Anna", "Lunch", "Noon?")
