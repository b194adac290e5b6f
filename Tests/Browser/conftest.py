"""The page in Debian's Chromium, from a server of its own.

    make web-test

BELFRY_WEB is the folder of the page, BELFRY_SCREENSHOTS the folder for pictures (none without it). No test sleeps: each
waits for an event of the watch or for an element.
"""

import contextlib
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

pytest_plugins = ["again"]

CHROMIUM = "/usr/bin/chromium"
WEB_SERVE = [sys.executable, str(pathlib.Path(__file__).parents[1] / "Interop/support/web_serve.py")]


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


class KeepingHandler(QuietHandler):
    """Lets browsers keep each file for ten minutes, as public hosts do."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


@contextlib.contextmanager
def served(folder: str | pathlib.Path, kind: type[QuietHandler] = QuietHandler) -> Iterator[str]:
    """Serves a folder; the address of its page."""
    handler = functools.partial(kind, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served(os.environ["BELFRY_WEB"]) as address:
        yield address


@pytest.fixture(scope="session")
def phone_server() -> Iterator[str]:
    """The server of `make web-serve`; the address of its page."""
    command = [*WEB_SERVE, "--port", "0", os.environ["BELFRY_WEB"]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        # An empty line: the server has ended.
        yield server.stdout.readline().removeprefix("web-serve: ").strip()
        assert server.poll() is None, "the server has ended"
        server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # Chromium's sandbox does not work for root.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    # Other steps of `make test` run at the same time.
    context.set_default_timeout(45_000)
    yield context
    context.close()


class Watch:
    """The page, and the steps of the tests on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def wait(self, condition: str) -> None:
        """Waits until an expression over `room`, `log` and `center` is true."""
        self.page.wait_for_function(
            f"() => {{ const {{ room, log, center, player }} = window.belfry ?? {{}}; return room && ({condition}); }}")

    def wait_for_event(self, *parts: str) -> None:
        """Waits for a line of the log that contains all of these."""
        tests = " && ".join(f"line.includes({part!r})" for part in parts)
        self.wait(f"log.lines.some((line) => {tests})")

    def get(self, expression: str) -> object:
        return self.page.evaluate(
            f"() => {{ const {{ room, log, panel, center }} = window.belfry; return {expression}; }}")

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.wait("room.display.state.isOn")

    def skip(self, seconds: float) -> None:
        """Skips time for the watch and the phone."""
        self.page.evaluate("(seconds) => window.belfry.room.skip(seconds * 1e6)", seconds)

    def ask_for_code(self) -> None:
        self.page.get_by_role("button", name="Pair with Belfry").click()
        self.wait_for_event('"numericComparison"')
        # The watch ignores presses until the code was on the display for 1.5 s.
        self.skip(1.6)
        self.wait_for_event('"type":"prompt"', '"screen":"pairing"')

    def pair(self) -> None:
        self.ask_for_code()
        code = self.page.locator("#code").inner_text().replace(" ", "")
        self.wait_for_event('"type":"pairing"', f'"code":{int(code)}')
        self.page.get_by_role("button", name="Pair", exact=True).click()
        self.page.get_by_role("button", name="accept").click()
        self.wait_for_event('"state":"ready"')
        # "Paired" is shown for some seconds.
        self.skip(6)

    def screen(self) -> str:
        """The name of the screen on the display."""
        lines = self.get("log.lines.filter((line) => line.includes('\"type\":\"screen\"'))")
        assert isinstance(lines, list)
        return str(json.loads(lines[-1])["screen"])

    def wait_for_screen(self, name: str) -> None:
        """Waits until this screen is on the display."""
        self.wait("log.lines.filter((line) => line.includes('\"type\":\"screen\"')).at(-1)"
                  f".includes('\"screen\":\"{name}\"')")

    def show_clock(self) -> None:
        """Leaves the tutorial, which follows the first pairing, and lets alerts pass."""
        self.skip(30)
        self.press("d") if self.screen() == "tutorial" else None
        self.wait_for_screen("clock")
        # The first press only turns the display on.
        self.press("b")

    def press(self, key: str) -> None:
        """Presses a key of the watch with the focus nowhere, and lets the watch see it."""
        self.page.locator("body").press(key)
        self.skip(1)

    def picture(self) -> list[int]:
        picture = self.get("Array.from(room.display.picture)")
        assert isinstance(picture, list)
        return picture

    def screenshot(self, name: str) -> None:
        folder = os.environ.get("BELFRY_SCREENSHOTS")
        if not folder:
            return
        # The pending frame is drawn first.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


class WatchInRealTime(Watch):
    """The page with the phone of the tests, whose time cannot be skipped."""

    def skip(self, seconds: float) -> None:
        end = self.page.evaluate("() => window.belfry.room.clock.now()") + seconds * 1e6
        self.wait(f"room.clock.now() > {end}")


def faults_of(page: Page) -> list[str]:
    """The errors of the page, a list that grows."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    return faults


@pytest.fixture
def watch(context: BrowserContext, address: str) -> Iterator[Watch]:
    page = context.new_page()
    faults = faults_of(page)
    watch = Watch(page)
    watch.open(address)
    yield watch
    assert faults == []


@pytest.fixture
def bumble(context: BrowserContext, phone_server: str) -> Iterator[WatchInRealTime]:
    """The page with the phone of the tests."""
    page = context.new_page()
    faults = faults_of(page)
    watch = WatchInRealTime(page)
    watch.open(phone_server)
    with page.expect_navigation():
        page.get_by_label("Simulated iPhone").select_option("bumble")
    watch.wait("room.display.state.isOn")
    yield watch
    page.close()
    assert faults == []


@pytest.fixture
def paired(watch: Watch) -> Watch:
    watch.pair()
    return watch
