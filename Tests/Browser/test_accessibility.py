"""The page with a keyboard and with a screen reader."""

from conftest import Watch
from playwright.sync_api import Browser


def test_every_control_has_a_name(watch: Watch) -> None:
    nameless = watch.page.evaluate("""() => [...document.querySelectorAll("button, input, select, textarea")]
      .filter((control) => !(
        control.labels?.length || control.textContent.trim() || control.getAttribute("aria-label")))
      .map((control) => control.id)""")
    assert nameless == []


def test_the_name_of_a_control_contains_its_text(watch: Watch) -> None:
    watch.page.evaluate("""() => window.belfry.center.add(
      { title: "Anna", appIdentifier: "a.b", category: 4, date: "" })""")
    watch.page.get_by_role("button", name="Choose Anna").click()
    different = watch.page.evaluate("""() => [...document.querySelectorAll("button[aria-label]")]
      .map((button) => [button.getAttribute("aria-label"), button.textContent.trim()])
      .filter(([name, text]) => /[a-z]/i.test(text) && !name.includes(text))""")
    assert different == []


def test_the_event_log_scrolls_with_the_keyboard(watch: Watch) -> None:
    watch.page.evaluate("""() => {
      for (let number = 0; number < 100; number += 1) window.belfry.log.add({ type: "test", at: number });
    }""")
    watch.page.get_by_text("Event log").click()
    watch.page.keyboard.press("Tab")
    # Chromium lets the keyboard into each list that scrolls. Other browsers need the index.
    assert watch.page.evaluate("() => [document.activeElement.id, document.activeElement.tabIndex]") == ["log", 0]
    watch.page.keyboard.press("End")
    watch.page.wait_for_function("() => document.getElementById('log').scrollTop > 0")
    assert watch.page.get_by_role("list", name="Event log").count() == 1


def test_the_buttons_of_a_notification_name_it_in_older_browsers_too(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.add_init_script("delete Element.prototype.ariaLabel;")
    try:
        watch = Watch(context.new_page())
        watch.open(address)
        watch.page.evaluate("""() => window.belfry.center.add(
          { title: "Anna", appIdentifier: "a.b", category: 4, date: "" })""")
        for name in ("Choose Anna", "Remove Anna"):
            assert watch.page.get_by_role("button", name=name, exact=True).count() == 1
    finally:
        context.close()
