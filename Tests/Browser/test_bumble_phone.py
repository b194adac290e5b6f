"""The page with the simulated phone of the tests, which `make web-serve` offers behind a WebSocket."""

import contextlib
import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from conftest import WEB_SERVE, Watch, WatchInRealTime
from playwright.sync_api import BrowserContext
from test_page import SCRIPTS, ring, send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

DEADLINE = 10


def test_both_phones_make_the_watch_show_the_same(watch: Watch, bumble: WatchInRealTime) -> None:
    pictures: dict[str, str] = {}

    def keep(name: str, start: int = 0) -> None:
        watch.skip(1)
        pictures[name] = ",".join(map(str, watch.picture()[start:]))

    def compare(name: str, start: int = 0) -> None:
        bumble.page.wait_for_function(
            "([picture, start]) => window.belfry.room.display.picture.slice(start).join() === picture",
            arg=[pictures[name], start])

    play(watch, keep)
    assert len(set(pictures.values())) == len(pictures) - 1, "only one picture appears twice: that of the clock"
    play(bumble, compare)
    bumble.screenshot("bumble")


def play(watch: Watch, look: Callable[..., None]) -> None:
    """The same script for both phones; `look` takes the name of a picture, and its first octet that is compared."""
    # A browser draws and wakes a page in the background rarely.
    watch.page.bring_to_front()
    watch.pair()
    assert watch.page.locator("#link").inner_text() == "connected"
    set_time(watch)
    look("clock")
    for script in ("latin", "arabic"):
        send(watch, "Anna", SCRIPTS[script])
        look(script)
        watch.page.get_by_role("button", name="Remove Anna").click()
        watch.wait("log.lines.filter((line) => line.includes('\"op\":\"removed\"')).length === "
                   + ("1" if script == "latin" else "2"))
    look("clock again")
    ring(watch)
    look("call")
    watch.page.get_by_role("button", name="accept").click()
    watch.wait_for_event('"type":"action"', '"action":"positive"', '"result":"ok"')
    watch.wait("center.notices.some((notice) => notice.category === 12)")
    # The uppermost 16 rows show the seconds.
    look("active call", 256)


def set_time(watch: Watch) -> None:
    watch.page.get_by_text("Clock and battery").click()
    watch.page.locator("#zone").select_option("4")
    watch.page.locator("#time").fill("2027-03-04T05:06:00")
    watch.page.get_by_role("button", name="Set the time").click()


def test_the_controls_reach_the_phone_of_the_tests(bumble: WatchInRealTime) -> None:
    page = bumble.page
    bumble.pair()
    send(bumble, "Anna", "See you at seven.")
    page.get_by_role("button", name="Choose Anna").click()
    page.get_by_label("Message", exact=True).fill("See you at eight.")
    page.get_by_role("button", name="Change the chosen one").click()
    bumble.wait_for_event('"op":"content"', "See you at eight.")
    page.get_by_label("Out of range").check()
    bumble.wait("!room.phone.isConnected")
    page.get_by_label("Out of range").uncheck()
    bumble.wait("room.phone.isSubscribed")
    page.get_by_label("Airplane mode").check()
    bumble.wait("!room.phone.isConnected")
    page.get_by_label("Airplane mode").uncheck()
    bumble.wait("room.phone.isSubscribed")
    page.get_by_role("button", name="Restart the watch").click()
    bumble.wait("!room.phone.isSubscribed")
    bumble.wait("room.phone.isSubscribed")
    page.get_by_role("button", name="Reboot the phone").click()
    bumble.wait("!room.phone.isSubscribed")
    bumble.wait("room.phone.isSubscribed")
    assert page.locator("#count").inner_text() == "0"


def test_the_wearer_controls_the_music_of_the_page(bumble: WatchInRealTime) -> None:
    bumble.pair()
    bumble.page.locator("summary", has_text="Music").click()
    bumble.page.get_by_role("button", name="Play", exact=True).click()
    bumble.wait_for_event('"type":"music"', '"state":"playing"', "Clair de lune")
    bumble.page.locator("body").focus()
    bumble.page.keyboard.down("a")
    bumble.wait_for_event('"screen":"music"')
    bumble.page.keyboard.up("a")
    bumble.page.locator("body").press("a")
    bumble.wait("!player.isPlaying")
    bumble.wait_for_event('"type":"music"', '"state":"paused"')


def test_the_phone_of_the_tests_rejects_the_code_and_pairs_later(bumble: WatchInRealTime) -> None:
    bumble.page.get_by_role("button", name="Pair with Belfry").click()
    bumble.page.get_by_role("button", name="Cancel").click()
    bumble.wait_for_event('"type":"pairing"', '"result":"failed"')
    assert "The pairing failed." in bumble.page.locator(".phone").inner_text()


def test_a_reload_starts_without_a_bond(bumble: WatchInRealTime) -> None:
    bumble.pair()
    bumble.page.reload()
    bumble.wait("room.display.state.isOn")
    assert bumble.page.locator("#link").inner_text() == "not paired"
    bumble.pair()


def test_what_this_phone_cannot_do_is_disabled_with_a_reason(bumble: WatchInRealTime) -> None:
    assert bumble.page.get_by_role("button", name="Skip a minute").is_disabled()
    assert bumble.page.get_by_label("Share system notifications").is_disabled()
    assert "real time" in bumble.page.locator("#phone-limits").inner_text()


def test_the_page_says_that_another_page_has_the_phone(bumble: WatchInRealTime, context: BrowserContext) -> None:
    second = context.new_page()
    second.goto(bumble.page.url)
    second.wait_for_function("() => document.getElementById('start').textContent.includes('another page')")
    second.get_by_role("link", name="Use the page's own iPhone").click()
    Watch(second).wait("room.display.state.isOn")


@pytest.mark.parametrize("query", ["", "?phone=bumble"])
def test_a_static_server_offers_no_choice(watch: Watch, address: str, query: str) -> None:
    watch.open(address + query)
    assert watch.page.locator("#phone-choice").is_hidden()
    assert watch.page.get_by_role("button", name="Skip a minute").is_enabled()
    watch.pair()


@contextlib.contextmanager
def connect_to(address: str) -> Iterator[ClientConnection]:
    """Connects like a page, and takes the first report."""
    with connect(
        address.replace("http:", "ws:") + "phone", origin=Origin(address.rstrip("/")), open_timeout=DEADLINE,
    ) as socket:
        first = json.loads(socket.recv(DEADLINE))
        assert first == {
            "kind": "", "value": 0, "state": {"isConnected": False, "hasBond": False, "isSubscribed": False}}
        yield socket


RESET = bytes.fromhex("01030c00")

MALFORMED = {
    "no JSON": ("pair", 1003, "must be JSON"),
    "deep JSON": ("[" * 16_000, 1003, "must be JSON"),
    "a list": ("[]", 1003, "JSON object"),
    "no command": ("{}", 1008, "no such command"),
    "a wrong command": ('{"command": "__init__"}', 1008, "no such command"),
    "a wrong type": ('{"command": "battery", "percent": "80"}', 1008, "`percent`"),
    "no application": ('{"command": "notify", "uid": 1}', 1008, "`appIdentifier`"),
    "a long text": (json.dumps({"command": "notify", "uid": 1, "appIdentifier": "a" * 4001}), 1008, "4000"),
    "a huge text": (" " * 20_000, 1009, ""),
    "a long packet": (bytes(2049), 1009, "2048"),
    "a wrong type of packet": (b"\x09\x00\x00", 1002, "H4"),
    "half a packet": (RESET[:3], 1002, "whole packet"),
    "two packets": (RESET + RESET, 1002, "whole packet"),
    "nothing": (b"", 1002, "whole packet"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_message_closes_the_socket_and_the_server_survives(phone_server: str, name: str) -> None:
    message, code, reason = MALFORMED[name]
    with connect_to(phone_server) as socket:
        socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(DEADLINE)
    assert closed.value.rcvd and closed.value.rcvd.code == code
    assert reason in closed.value.rcvd.reason
    with connect_to(phone_server) as socket:
        socket.send(RESET)
        assert socket.recv(DEADLINE) == bytes.fromhex("040e0401030c00")


@pytest.mark.parametrize("message", [
    {"command": "time", "milliseconds": 1e300, "zoneQuarters": 1000}, {"command": "remove", "uid": 7},
    {"command": "time", "milliseconds": float("nan")}, {"command": "answerCode", "isConfirmed": True},
    {"command": "range", "isInRange": False}, {"command": "reboot"}, {"command": "forget"},
    {"command": "notify", "uid": 1, "appIdentifier": "\ud800", "category": 99}], ids=str)
def test_a_command_with_extreme_values_is_taken(phone_server: str, message: dict[str, object]) -> None:
    with connect_to(phone_server) as socket:
        socket.send(json.dumps(message))
        socket.send(RESET)
        assert socket.recv(DEADLINE) == bytes.fromhex("040e0401030c00")


@pytest.mark.parametrize("origin", [None, "http://example.org", "null"])
def test_another_origin_is_refused(phone_server: str, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        with connect(phone_server.replace("http:", "ws:") + "phone", origin=Origin(origin) if origin else None):
            pass
    assert refused.value.response.status_code == 403
    assert b"only a page from" in refused.value.response.body


@pytest.mark.parametrize("path", ["/../web/index.html", "/etc/passwd", "/%2e%2e/x", "/web.mk"])
def test_the_server_serves_nothing_but_the_page(phone_server: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(phone_server.rstrip("/") + path, timeout=DEADLINE)
    assert refused.value.code == 404


def test_the_server_reports_why_it_does_not_start(phone_server: str, tmp_path: pathlib.Path) -> None:
    port = phone_server.rstrip("/").rpartition(":")[2]
    for arguments, reason in (
        (["--port", "0", str(tmp_path)], "no index.html"), (["--port", "0", str(tmp_path / "none")], "No such file"),
        (["--port", port, os.environ["BELFRY_WEB"]], "already in use"),
    ):
        done = subprocess.run([*WEB_SERVE, *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert reason in done.stderr and "Traceback" not in done.stderr
