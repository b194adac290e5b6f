"""The controls of the page: keys, clicks without a pointer, forms, and small screens."""

import pytest
from conftest import Watch
from playwright.sync_api import Browser
from test_page import ring


def pressed(watch: Watch) -> list[str]:
    """The names of the watch's buttons that are down."""
    names = watch.page.evaluate("() => [...document.querySelectorAll('.keys .down')].map((one) => one.dataset.button)")
    assert isinstance(names, list)
    return names


def test_a_click_without_a_pointer_presses_a_button(paired: Watch) -> None:
    paired.show_clock()
    paired.page.evaluate("() => document.querySelector('[data-button=accept]').click()")
    paired.wait_for_screen("list")
    paired.page.wait_for_function("() => !document.querySelector('.keys .down')")


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_on_a_focused_button_presses_it_once(paired: Watch, key: str) -> None:
    paired.show_clock()
    paired.page.locator("[data-button=accept]").focus()
    paired.page.keyboard.press(key)
    paired.wait_for_screen("list")
    paired.skip(1)
    assert pressed(paired) == [] and paired.screen() == "list"


def test_a_key_is_released_although_shift_went_down(watch: Watch) -> None:
    watch.page.keyboard.down("j")
    watch.page.keyboard.down("Shift")
    assert pressed(watch) == ["down"]
    watch.page.keyboard.up("J")
    assert pressed(watch) == []


@pytest.mark.parametrize(("key", "code"), [("A", "KeyA"), ("ф", "KeyA"), ("a", "KeyQ"), ("a", "")])
def test_a_key_of_any_layout_presses_a_button(watch: Watch, key: str, code: str) -> None:
    send = "([type, key, code]) => document.body.dispatchEvent(new KeyboardEvent(type, { key, code, bubbles: true }))"
    watch.page.evaluate(send, ["keydown", key, code])
    assert pressed(watch) == ["accept"]
    watch.page.evaluate(send, ["keyup", key, code])
    assert pressed(watch) == []


def test_arrows_scroll_the_page_unless_the_watch_has_the_focus(watch: Watch) -> None:
    watch.page.set_viewport_size({"width": 1000, "height": 300})
    watch.page.keyboard.down("ArrowDown")
    assert pressed(watch) == []
    watch.page.keyboard.up("ArrowDown")
    watch.page.wait_for_function("() => scrollY > 0")
    watch.page.locator("#panel").click()
    watch.page.keyboard.down("ArrowDown")
    assert pressed(watch) == ["down"]
    watch.page.keyboard.up("ArrowDown")


def test_a_switch_disables_the_keys(watch: Watch) -> None:
    switch = watch.page.get_by_label("Keys press the watch's buttons")
    assert switch.is_checked()
    watch.page.locator("#panel").click()
    for is_on in (False, True):
        # The switch is not clicked, so that the focus stays on the watch.
        switch.evaluate("(element, isOn) => { element.checked = isOn; }", is_on)
        for key, button in (("a", "accept"), ("Enter", "select"), ("Escape", "back"), ("ArrowUp", "up")):
            watch.page.keyboard.down(key)
            assert pressed(watch) == ([button] if is_on else [])
            watch.page.keyboard.up(key)


def test_a_button_that_has_the_focus_needs_no_switch(watch: Watch) -> None:
    watch.page.get_by_label("Keys press the watch's buttons").uncheck()
    watch.page.locator("[data-button=accept]").focus()
    watch.page.keyboard.down("Enter")
    assert pressed(watch) == ["accept"]
    watch.page.keyboard.up("Enter")
    assert pressed(watch) == []


def test_a_key_is_released_although_the_keys_were_disabled(watch: Watch) -> None:
    watch.page.keyboard.down("j")
    watch.page.get_by_label("Keys press the watch's buttons").uncheck()
    assert pressed(watch) == ["down"]
    watch.page.keyboard.up("j")
    assert pressed(watch) == []


def test_the_controls_say_the_truth_after_back(watch: Watch) -> None:
    page = watch.page
    page.get_by_label("Airplane mode").check()
    page.get_by_label("Share system notifications").uncheck()
    page.locator("#colour").select_option("blue")
    page.locator("#app").fill("Mail")
    page.locator("#keys").uncheck()
    page.goto("about:blank")
    page.go_back()
    watch.wait("room.display.state.isOn")
    assert page.get_by_label("Share system notifications").is_checked()
    assert not page.get_by_label("Airplane mode").is_checked()
    assert page.locator("#colour").input_value() == watch.get("panel.colour")
    assert page.locator("#app").input_value() == "Messages"
    assert page.locator("#keys").is_checked()
    watch.pair()


@pytest.mark.parametrize(("width", "height"), [(568, 320), (320, 256), (375, 667), (375, 800), (280, 653)])
def test_the_watch_does_not_cover_the_controls(watch: Watch, width: int, height: int) -> None:
    watch.page.set_viewport_size({"width": width, "height": height})
    assert watch.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for name in ("send", "ring", "pair", "set-time"):
        top = watch.page.evaluate("""(name) => {
          const control = document.getElementById(name);
          for (let parent = control; parent; parent = parent.parentElement) if ("open" in parent) parent.open = true;
          control.scrollIntoView({ block: "nearest" });
          window.scrollBy(0, -1);
          control.scrollIntoView({ block: "start" });
          const { x, y, width, height } = control.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.id;
        }""", name)
        assert top == name
    watch.screenshot(f"screen-{width}x{height}")


@pytest.mark.parametrize("zone", ["Pacific/Chatham", "Pacific/Marquesas", "Australia/Eucla", "America/St_Johns"])
def test_the_zone_of_the_browser_is_in_the_list(browser: Browser, address: str, zone: str) -> None:
    context = browser.new_context(timezone_id=zone)
    try:
        watch = Watch(context.new_page())
        watch.open(address)
        offset = watch.page.evaluate("() => -new Date().getTimezoneOffset() / 15")
        assert watch.page.locator("#zone").input_value() == str(offset)
    finally:
        context.close()


def test_the_caller_of_a_changed_call_still_rings(paired: Watch) -> None:
    ring(paired)
    paired.page.get_by_role("button", name="Choose Anna").click()
    paired.page.get_by_label("Message", exact=True).fill("Incoming Call from home")
    paired.page.get_by_role("button", name="Change the chosen one").click()
    assert paired.get("center.notices[0].category") == 1


def focused(watch: Watch) -> str:
    """The name of the element with the focus."""
    name = watch.page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id")
    assert isinstance(name, str)
    return name


def test_the_focus_stays_on_the_action_of_a_notification(paired: Watch) -> None:
    add = "(title) => window.belfry.center.add({ title, appIdentifier: 'a.b', category: 4, date: '' })"
    for title in ("Anna", "Ben", "Cleo"):
        paired.page.evaluate(add, title)
    paired.page.get_by_role("button", name="Choose Ben").focus()
    paired.page.keyboard.press("Enter")
    assert focused(paired) == "Choose Ben"
    assert paired.page.get_by_role("button", name="Choose Ben").get_attribute("aria-pressed") == "true"
    # One that arrives does not move it either.
    paired.page.evaluate(add, "Dora")
    assert focused(paired) == "Choose Ben"
    paired.page.keyboard.press("Tab")
    # The row that is in its place now follows, then the last row.
    for expected in ("Remove Anna", "Remove Cleo", "Remove Dora", "empty"):
        paired.page.keyboard.press("Enter")
        assert focused(paired) == expected


def test_the_focus_stays_on_the_buttons_for_calls(paired: Watch) -> None:
    ring(paired)
    paired.page.locator("#answer").focus()
    paired.page.keyboard.press("Enter")
    assert focused(paired) == "hang-up"
    paired.page.keyboard.press("Enter")
    assert focused(paired) == "ring"
    # A call that ends without an answer.
    ring(paired)
    paired.page.locator("#hang-up").focus()
    paired.page.keyboard.press("Enter")
    assert focused(paired) == "ring"


def test_the_focus_goes_back_after_the_pairing(watch: Watch) -> None:
    watch.ask_for_code()
    assert focused(watch) == "code-yes"
    watch.page.keyboard.press("Enter")
    assert focused(watch) == "pair"
    watch.press("a")
    watch.wait_for_event('"state":"ready"')
    assert focused(watch) == "Forget this device"


def test_the_focus_goes_back_after_a_pairing_that_failed(watch: Watch) -> None:
    watch.ask_for_code()
    watch.press("d")
    watch.wait_for_event('"type":"pairing"', '"result":"failed"')
    assert watch.page.locator("#pairing").is_hidden()
    assert focused(watch) == "pair"
