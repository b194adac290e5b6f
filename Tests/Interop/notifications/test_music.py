"""Music: the phone's player on the display, in the events and by the buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance import row
from conftest import SessionMaker
from phone.att import Opcode
from phone.calls import Call
from phone.log import Kind
from phone.media import (
    ALBUM,
    ARTIST,
    NEXT,
    PAUSE,
    PLAY,
    PLAYBACK_INFO,
    PREVIOUS,
    TITLE,
    TOGGLE,
    VOLUME_DOWN,
    VOLUME_UP,
    MediaOptions,
    Player,
    Track,
)
from phone.notification import Notification
from phone.options import PhoneOptions
from session import Session
from watch.control import ControlClient

TABLE = "iPhone"
LONG_TITLE = "Die Ballade vom " + "sehr " * 20 + "langen Titel 长标题"


async def listening(make_session: SessionMaker, *options: str, mtu: int = 517, **media: Any) -> Session:
    """A watch that is paired with a phone that plays Heroes."""
    session = await make_session(*options, phone=PhoneOptions(mtu=mtu, media=MediaOptions(**media)))
    session.phone.media.play()
    await session.pair()
    return session


async def open_music(session: Session) -> None:
    """On the clock, accept held opens the music."""
    if session.watch.screen == "status":
        session.watch.press("decline")
    await session.watch.screen_is("clock")
    session.watch.press("accept", "hold")
    await session.watch.screen_is("music")


async def was_sent(session: Session, command: int, since: int = 0) -> None:
    """Waits until the phone's player has received this command."""
    await session.log.wait_for(Kind.PHONE, "remote command", since=since, octets=bytes((command,)))


# -- What is played ----------------------------------------------------------------------------------------------


async def test_the_playing_track_is_reported(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    event = await session.watch.event(
        "music", title="Heroes", artist="David Bowie", album="Heroes", player="Music", state="playing", duration=371,
        volume=50)
    assert 67 <= event["elapsed"] <= 90
    mark = session.watch.events.mark
    session.phone.media.change(is_playing=False, volume=1.0)
    await session.watch.event("music", state="paused", volume=100, since=mark)


@row(TABLE, "6.7 no music")
async def test_the_time_runs_on_the_display(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    await session.watch.display_shows("Heroes", "David Bowie")
    # Two seconds are two pictures.
    for _ in range(2):
        before = session.watch.display
        await session.watch.display_is(lambda picture, before=before: picture != before, "another second")


@row(TABLE, "music: decimals")
@pytest.mark.parametrize("separator", [".", ","])
async def test_decimals_are_read_with_either_separator(make_session: SessionMaker, separator: str) -> None:
    session = await listening(make_session, separator=separator)
    await session.watch.event("music", title="Heroes", duration=371, volume=50, state="playing")
    mark = session.watch.events.mark
    session.phone.media.change(is_playing=False, elapsed=151.634)
    await session.watch.event("music", state="paused", elapsed=151, since=mark)


@row(TABLE, "music: cut values")
@pytest.mark.parametrize("mtu", [23, 64, 517])
async def test_a_cut_value_is_read_in_full(make_session: SessionMaker, mtu: int) -> None:
    session = await listening(make_session, mtu=mtu, limit=20)
    session.phone.media.play(Player("Radio", [Track(LONG_TITLE, "长" * 30, "", 60)]))
    event = await session.watch.event("music", title=LONG_TITLE, artist="长" * 30)
    assert event["player"] == "Radio"


async def test_a_cut_value_without_more_is_shown_as_it_is(make_session: SessionMaker) -> None:
    session = await listening(make_session, limit=20, has_entity_attribute=False)
    session.phone.media.play(Player("Radio", [Track("长" * 30)]))
    await session.watch.event("music", title="长" * 6)


@pytest.mark.parametrize("name_last", [False, True])
async def test_another_player_leaves_nothing_of_the_one_before(make_session: SessionMaker, name_last: bool) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    mark = session.watch.events.mark
    # The artist is the same, so that the phone does not tell it again.
    session.phone.media.play(Player("Podcasts", [Track("Folge 1", "David Bowie", "", 0)]), name_last=name_last)
    event = await session.watch.event(
        "music", player="Podcasts", title="Folge 1", artist="David Bowie", album="", since=mark)
    assert "duration" not in event


async def test_a_player_that_quits_leaves_nothing(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    session.phone.media.quit()
    event = await session.watch.event("music", state="nothing")
    assert event["title"] == event["artist"] == event["player"] == ""
    mark = session.watch.events.mark
    session.phone.media.play()
    await session.watch.event("music", title="Heroes", state="playing", since=mark)


async def test_a_player_that_comes_back_with_the_same_track_is_read(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    session.phone.media.quit(name_only=True)
    await session.watch.event("music", state="nothing")
    mark = session.watch.events.mark
    session.phone.media.play(Player(elapsed=80.0))
    await session.watch.event("music", title="Heroes", artist="David Bowie", state="playing", duration=371, since=mark)


# -- Buttons and programs ----------------------------------------------------------------------------------------


async def test_two_buttons_do_everything(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    steps = [("press", TOGGLE), ("press", None), ("hold", None), ("press", VOLUME_UP), ("press", None), ("hold", None),
             ("press", PREVIOUS)]
    sent = iter((NEXT, VOLUME_DOWN))
    for gesture, command in steps:
        mark = session.log.mark
        button = "accept" if command is not None or gesture == "hold" else "decline"
        session.watch.press(button, *(["hold"] if gesture == "hold" else []))
        if gesture == "press":
            await was_sent(session, command if command is not None else next(sent), since=mark)
    await session.watch.event("musicCommand", command="previous", result="ok")
    session.watch.press("decline")
    await session.watch.screen_is("clock")


async def test_a_command_changes_what_is_played(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    session.watch.press("decline")
    event = await session.watch.event("music", title="Low")
    assert event["elapsed"] < 60
    session.watch.press("select")
    await session.watch.event("music", title="Low", state="paused")


async def test_an_alert_and_a_call_lie_over_the_music(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await open_music(session)
    mark = session.watch.events.mark
    await session.deliver(Notification("com.tencent.xin", "Anna", "hello"))
    await session.watch.screen_is("alert")
    session.watch.press("decline")
    await session.watch.event("screen", screen="music", since=mark)
    call = Call(session.phone.ancs, "Boris")
    await session.watch.screen_is("call")
    mark = session.watch.events.mark
    call.give_up()
    await session.watch.event("screen", screen="music", since=mark)


@row(TABLE, "music: what is offered")
async def test_only_what_the_player_takes_is_sent(make_session: SessionMaker) -> None:
    session = await listening(make_session, commands=(PLAY, PAUSE))
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    session.watch.press("up")
    await session.watch.event("musicCommand", command="volumeUp", result="notOffered")
    mark = session.log.mark
    session.watch.press("accept")
    await was_sent(session, PAUSE, since=mark)
    session.phone.media.offer(PLAY, PAUSE, VOLUME_UP, 99)
    # A later value has arrived, so this one has been handled.
    session.phone.media.change(volume=0.6)
    await session.watch.event("music", volume=60)
    session.watch.press("up")
    await was_sent(session, VOLUME_UP)


@row(TABLE, "music: refusals")
@pytest.mark.parametrize("code", [0xA1, 0xA2, 0x03, 0xFF])
async def test_a_refused_command_is_reported(make_session: SessionMaker, code: int) -> None:
    session = await listening(make_session, command_error=code)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    session.watch.press("accept")
    await session.watch.event("musicCommand", command="toggle", result=f"0x{code:02x}")


@row(TABLE, "music: refusals")
async def test_a_phone_that_knows_nothing_of_it_is_set_up_again(make_session: SessionMaker) -> None:
    session = await listening(make_session, command_error=0xA0)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    mark = session.log.mark
    session.watch.press("accept")
    await session.watch.event("musicCommand", command="toggle", result="0xa0")
    await session.log.wait_for(Kind.PHONE, "attributes registered", since=mark, octets=bytes((0, 0, 1, 2)))


async def test_a_program_can_do_what_a_button_can(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await listening(make_session, "--control", str(tmp_path / "control"))
    await session.watch.event("music", title="Heroes")
    client = await ControlClient.connect(tmp_path / "control")
    commands = {"toggle": TOGGLE, "next": NEXT, "previous": PREVIOUS, "volumeUp": VOLUME_UP, "volumeDown": VOLUME_DOWN,
                "play": PLAY, "pause": PAUSE}
    for number, (name, command) in enumerate(commands.items()):
        mark = session.log.mark
        client.ask(do="music", command=name, id=number)
        await client.answer(do="music", command=name, result="ok", id=number)
        await was_sent(session, command, since=mark)
    session.phone.media.offer(PLAY)
    session.phone.media.options.command_error = 0xA1
    session.phone.media.change(elapsed=1.0)
    mark = session.log.mark
    client.ask(do="music", command="play")
    await client.answer(do="music", command="play", result="0xa1")
    client.ask(do="music", command="next")
    await client.answer(do="music", command="next", error="notOffered")
    client.ask(do="music", command="stop")
    await client.answer(error="invalidField", field="command")


def hold_requests(session: Session, opcode: Opcode) -> list[bytes]:
    """Returns the requests of this kind. The phone does not answer them from now on."""
    held: list[bytes] = []

    def hold(pdu: bytes) -> list[bytes] | None:
        if pdu[0] != opcode:
            return None
        held.append(pdu)
        session.log.add(Kind.PHONE, "request held")
        return []

    session.phone.server.script = hold
    return held


async def test_the_program_that_asked_first_is_answered_first(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await listening(make_session, "--control", str(tmp_path / "control"))
    await session.watch.event("music", title="Heroes")
    second, first, witness = [await ControlClient.connect(tmp_path / "control") for _ in range(3)]
    for client in (second, first, witness):
        client.ask(do="status")
        await client.answer(do="status")
    media, server = session.phone.media, session.phone.server
    held = hold_requests(session, Opcode.WRITE_REQUEST)
    first.ask(do="music", command="next")
    await session.log.wait_for(Kind.PHONE, "request held")
    second.ask(do="music", command="next")
    # The watch reads the programs in the order of their places, so it has read the line of `second` by then.
    witness.ask(do="status")
    await witness.answer(do="status")
    server.script = None
    media.on_command = lambda _: setattr(media.options, "command_error", 0xA1)
    server.on_pdu(held[0])
    await first.answer(do="music", command="next", result="ok")
    await second.answer(do="music", command="next", result="0xa1")


async def test_a_command_that_timed_out_is_not_sent_later(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await listening(make_session, "--control", str(tmp_path / "control"), limit=20)
    await session.watch.event("music", title="Heroes")
    client, witness = [await ControlClient.connect(tmp_path / "control") for _ in range(2)]
    held = hold_requests(session, Opcode.READ_REQUEST)
    # The watch reads the whole title, and cannot send a command until the phone answers.
    session.phone.media.change(tracks=[Track(LONG_TITLE)])
    await session.log.wait_for(Kind.PHONE, "request held")
    client.ask(do="music", command="toggle")
    await client.answer(20, do="music", command="toggle", result="timeout")
    client.ask(do="music", command="pause")
    witness.ask(do="status")
    await witness.answer(do="status")
    session.phone.server.script = None
    session.phone.server.on_pdu(held[0])
    await client.answer(do="music", command="pause", result="ok")
    assert [entry.details["octets"] for entry in session.log.find(Kind.PHONE, "remote command")] == [bytes((PAUSE,))]


# -- Presence ----------------------------------------------------------------------------------------------------


@row(TABLE, "music: absent")
async def test_a_phone_without_the_service_has_no_music(paired: Session) -> None:
    await open_music(paired)
    paired.watch.press("accept")
    paired.watch.press("up")
    await paired.watch.event("musicCommand", command="volumeUp", result="notReady")
    await paired.watch.display_shows("No music service")
    await paired.deliver(Notification("com.tencent.xin", "Anna", "hello"))
    assert not paired.watch.found("music")


@row(TABLE, "music: absent")
async def test_a_service_that_appears_and_vanishes_is_followed(make_session: SessionMaker) -> None:
    session = await make_session()
    session.phone.media.play()
    await session.pair()
    mark = session.watch.events.mark
    session.phone.server.add_service(session.phone.media.service)
    session.phone.indicate_service_changed(session.phone.media.service)
    await session.watch.event("music", title="Heroes", since=mark)
    mark = session.watch.events.mark
    session.phone.server.remove_service(session.phone.media.service)
    session.phone.media.end_session()
    session.phone.indicate_service_changed(session.phone.media.service)
    await session.watch.event("music", state="absent", since=mark)


async def test_the_music_comes_back_with_the_phone(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    mark = session.watch.events.mark
    await session.phone.disconnect()
    await session.watch.event("music", state="absent", since=mark)
    mark = session.watch.events.mark
    await session.reconnect()
    await session.watch.event("music", title="Heroes", since=mark)


@row(TABLE, "music: refusals")
@pytest.mark.parametrize("refusal", ["subscription_error", "registration_error"])
async def test_a_service_that_refuses_keeps_nothing_else_back(make_session: SessionMaker, refusal: str) -> None:
    session = await listening(make_session, **{refusal: 0xA0})
    await session.deliver(Notification("com.tencent.xin", "Anna", "hello"))
    if session.watch.screen == "alert":
        session.watch.press("decline")
    await open_music(session)


# -- Hostile phones ----------------------------------------------------------------------------------------------


HOSTILE = [
    b"", b"\0", b"\0\0", b"\xff\xff\xff\xff", bytes((*TITLE, 0)) + b"\xff\xfe\xc0\x80\xf0\x9f",
    bytes((*TITLE, 0)) + bytes(500),
    bytes((*PLAYBACK_INFO, 0)) + b"nan,nan,nan", bytes((*PLAYBACK_INFO, 0)) + b"1,1e99,-1e99",
    bytes((*PLAYBACK_INFO, 0)) + b"1,-99999999,99999999999999999999", bytes((*PLAYBACK_INFO, 0)) + b"," * 400,
    bytes((*PLAYBACK_INFO, 1)) + b"1", bytes((0, 2, 0)) + b"-5.5", bytes((0, 2, 0)) + b"1e99",
    bytes((2, 3, 0)) + b"-1", bytes((2, 3, 0)) + b"inf", bytes((1, 3, 255)) + b"7", bytes((*ARTIST, 255)) + b"x" * 300,
]


@row(TABLE, "music: hostile values")
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: value[:12].hex() or "empty")
async def test_a_hostile_value_does_no_harm(make_session: SessionMaker, value: bytes) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    await open_music(session)
    session.phone.media.send_update(value)
    mark = session.watch.events.mark
    for attribute, text in ((TITLE, b"Low"), (ALBUM, b"Low"), (PLAYBACK_INFO, b"0,0,0,5,0")):
        session.phone.media.values[attribute] = text
        session.phone.media.send_update(bytes((*attribute, 0)) + text)
    await session.watch.event("music", title="Low", album="Low", state="paused", elapsed=5, since=mark)


@row(TABLE, "music: hostile values")
async def test_a_flood_of_updates_is_told_in_little(make_session: SessionMaker) -> None:
    session = await listening(make_session)
    await session.watch.event("music", title="Heroes")
    mark, entries = session.watch.events.mark, session.log.mark
    for number in range(300):
        session.phone.media.send_update(bytes((*TITLE, 1)) + f"Title {number}".encode())
    session.phone.media.values[TITLE] = b"The end"
    await session.deliver(Notification("com.tencent.xin", "Anna", "hello"))
    await session.watch.event("music", title="The end", since=mark)
    assert len(session.watch.found("music", since=mark)) <= 20
    assert len(session.log.find(Kind.PHONE, "attribute selected", since=entries)) <= 20
