"""What the page starts with: an update, an old browser."""

import os
import pathlib
import re
import shutil

from conftest import KeepingHandler, Watch, served
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


def test_an_old_browser_is_named_in_plain_words(context: BrowserContext, address: str) -> None:
    context.add_init_script("delete window.DecompressionStream;")
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => document.getElementById('start').textContent.includes('browser is too old')")
