"""What the page starts with: an update, a link to a state, a browser that stores nothing, a trap."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import KeepingHandler, Watch, faults_of, served
from playwright.sync_api import BrowserContext

WEB = pathlib.Path(os.environ["BELFRY_WEB"])
CONTROLLED = "() => navigator.serviceWorker.controller"


def test_an_update_reaches_a_browser_that_keeps_files(context: BrowserContext, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "web"
    shutil.copytree(WEB, folder)
    with served(folder, KeepingHandler) as address:
        watch = Watch(context.new_page())
        watch.open(address)
        watch.page.wait_for_function(CONTROLLED)
        with (folder / "main.js").open("a") as page:
            page.write("window.isNew = true;\n")
        worker = (folder / "service-worker.js").read_text()
        (folder / "service-worker.js").write_text(re.sub("[0-9a-f]{16}", "0123456789abcdef", worker))
        watch.page.reload()
        watch.page.evaluate("""async () => {
          const isNew = (names) => names.length === 1 && names[0].includes("0123456789abcdef");
          while (!isNew(await caches.keys())) await new Promise((resolve) => setTimeout(resolve, 50));
        }""")
        watch.page.reload()
        watch.wait("room.display.state.isOn")
        assert watch.page.evaluate("() => window.isNew")


@pytest.mark.parametrize(("setting", "port"), [((), "8000"), (("PORT=8123",), "8123")])
def test_make_serves_the_page_at_the_port_that_is_named(setting: tuple[str, ...], port: str) -> None:
    inherited = ("PORT", "MAKEFLAGS", "MAKELEVEL")
    environment = {name: value for name, value in os.environ.items() if name not in inherited}
    plan = subprocess.run(
        ["make", "--dry-run", "web-serve", *setting], cwd=pathlib.Path(__file__).parents[2], env=environment,
        check=True, capture_output=True, text=True)
    assert f"web_serve.py --port {port} " in plan.stdout


def test_two_pages_on_one_host_share_nothing(context: BrowserContext, tmp_path: pathlib.Path) -> None:
    for name in ("a", "b"):
        shutil.copytree(WEB, tmp_path / name)
    with served(tmp_path) as address:
        first = Watch(context.new_page())
        first.open(f"{address}a/")
        first.page.wait_for_function(CONTROLLED)
        first.pair()
        second = Watch(context.new_page())
        second.open(f"{address}b/")
        second.page.wait_for_function(CONTROLLED)
        assert second.page.locator("#link").inner_text() == "not paired"
        assert len(second.page.evaluate("() => caches.keys()")) == 2


def link_to(state: object) -> str:
    """The link of the page to this state."""
    return "#state=" + base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


def long_notice(text: str) -> dict[str, object]:
    return {name: text for name in (
        "appName", "appIdentifier", "title", "subtitle", "message", "date", "positiveLabel", "negativeLabel")}


BAD_STATES = {
    "null": None, "a number": 7, "a list": [1], "no notice": {"notices": [None, 1, "a", []]},
    "notices that are no list": {"notices": {"length": 3}},
    "a far zone": {"zone": 1e10}, "a farther zone": {"zone": 1e12}, "half a zone": {"zone": 4.5},
    "a rare zone": {"zone": 1}, "an unknown colour": {"colour": "red"}, "an inherited colour": {"colour": "toString"},
    "a full battery": {"battery": 250}, "an empty battery": {"battery": -1},
    "long texts": {"notices": [long_notice("a" * 4000), long_notice("好" * 4000), long_notice("🎉" * 4000)]},
    "no texts": {"notices": [{}, {"appName": 7, "title": None, "message": {}, "category": "4"}]},
    "a far category": {"notices": [{"appName": "Mail", "category": 1e9, "isSilent": "yes"}]},
}


@pytest.mark.parametrize("name", BAD_STATES)
def test_a_bad_link_to_a_state_starts_the_page(context: BrowserContext, address: str, name: str) -> None:
    page = context.new_page()
    faults = faults_of(page)
    watch = Watch(page)
    watch.open(address + link_to(BAD_STATES[name]))
    watch.pair()
    assert page.locator("#start").is_hidden()
    assert 0 <= int(page.locator("#phone-battery").inner_text().removesuffix(" %")) <= 100
    assert page.locator("#zone").input_value() != ""
    assert page.locator("#colour").input_value() == watch.get("panel.colour") == "white"
    assert faults == []


FORBIDDEN = {
    "full": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "forbidden": "Object.defineProperty(window, 'indexedDB', { get: () => { throw new DOMException('no'); } });",
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_browser_that_stores_nothing_has_a_watch(context: BrowserContext, address: str, name: str) -> None:
    context.add_init_script(FORBIDDEN[name])
    page = context.new_page()
    faults = faults_of(page)
    watch = Watch(page)
    watch.open(address)
    assert "This browser stores nothing: the bond ends with the page" in page.locator("#message-line").inner_text()
    watch.pair()
    page.get_by_role("button", name="Restart the watch").click()
    watch.skip(5)
    watch.wait("room.phone.isSubscribed")
    assert faults == []


def test_a_watch_that_stops_says_so_until_it_is_restarted(watch: Watch) -> None:
    watch.page.evaluate("""() => {
      window.belfry.room.watch.turn = () => { throw new WebAssembly.RuntimeError("unreachable"); };
    }""")
    watch.page.locator("body").press("a")
    line = watch.page.locator("#message-line")
    assert "The watch has stopped: unreachable. Save the log, then restart it" in line.inner_text()
    watch.wait_for_event('"type":"fault"', "unreachable")
    watch.page.locator("body").press("a")
    watch.skip(1)
    watch.page.get_by_role("button", name="Restart the watch").click()
    watch.wait("log.lines.at(-1).includes('\"state\":\"advertising\"')")
    assert line.inner_text() == ""
    watch.pair()


def test_a_restart_turns_the_display_on(watch: Watch) -> None:
    watch.skip(300)
    watch.page.locator("body").press("a")
    watch.wait("room.display.state.isOn")
    watch.page.get_by_role("button", name="Restart the watch").click()
    watch.wait("log.lines.at(-1).includes('\"state\":\"advertising\"')")
    assert watch.get("room.display.state.isOn")
    assert watch.page.locator("#spoken").inner_text() == "Clock"


def test_a_page_that_is_opened_as_a_file_says_that_it_needs_a_server(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto((WEB / "index.html").resolve().as_uri())
    assert "needs a server" in page.locator("#start").inner_text()


def test_an_old_browser_is_named_in_plain_words(context: BrowserContext, address: str) -> None:
    context.add_init_script("delete window.DecompressionStream;")
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => document.getElementById('start').textContent.includes('browser is too old')")
