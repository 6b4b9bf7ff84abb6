"""Everything can be reached and used with the keyboard alone, and one sees where one is."""

import re

import pytest
from playwright.sync_api import expect

from focus import focus_faults, walk_faults
from whole_pages import addresses, first_chapter, open_whole, report


@pytest.mark.parametrize("width, dark", [(1280, False), (1280, True), (390, False)])
def test_tab_reaches_everything_and_the_place_is_seen(server, site, new_page, width, dark):
    page = new_page(width=width, dark=dark, reduced_motion="reduce")
    wrong = []
    everywhere = (width, dark) == (1280, False)
    for address in addresses(site) if everywhere else [first_chapter(site)]:
        open_whole(page, server + address)
        page.evaluate("scrollTo(0, 0)")
        wrong += [f"{address}: {fault}" for fault in walk_faults(page)]
    assert not wrong, report(wrong)


def pressed(page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def in_focus(page, selector: str) -> bool:
    return page.evaluate("(selector) => document.activeElement.matches(selector)", selector)


@pytest.fixture
def chapter(server, site, new_page):
    def open_chapter(width=1280, **options):
        page = new_page(width=width, reduced_motion="reduce", **options)
        page.goto(server + first_chapter(site))
        return page

    return open_chapter


def test_the_first_tab_skips_to_the_text(chapter):
    page = chapter()
    pressed(page, "Tab", "Enter", "Tab")
    assert in_focus(page, "#main-content *"), page.evaluate("document.activeElement.outerHTML")


def test_the_theme_turns_and_the_focus_stays(chapter):
    page = chapter()
    page.focus(".theme-switch-button")
    themes = []
    for _ in range(3):
        pressed(page, "Enter")
        themes.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(themes) == ["auto", "dark", "light"]
    assert in_focus(page, ".theme-switch-button")


@pytest.mark.parametrize("way", ["Control+k", "button"])
def test_search_by_keyboard_and_back(chapter, way):
    page = chapter()
    page.focus(".search-button-field")
    pressed(page, "Enter" if way == "button" else way)
    dialog = page.locator("#pst-search-dialog")
    expect(dialog).to_be_visible()
    assert in_focus(page, "#pst-search-dialog input")
    pressed(page, "Escape")
    expect(dialog).to_be_hidden()
    assert in_focus(page, ".search-button-field"), "the focus is lost"


def test_a_search_and_its_results(chapter):
    page = chapter()
    pressed(page, "Control+k")
    page.keyboard.type("attention")
    pressed(page, "Enter")
    page.wait_for_url("**/search.html?q=attention*")
    page.locator("#search-results li a").first.wait_for()
    page.focus("#main-content form input")
    for _ in range(3):
        pressed(page, "Tab")
        if in_focus(page, "#search-results a"):
            break
    assert in_focus(page, "#search-results a"), "three Tabs do not reach a result"
    pressed(page, "Enter")
    page.wait_for_url(lambda url: "search.html" not in url)


@pytest.mark.parametrize("side", ["primary", "secondary"])
def test_a_sidebar_on_a_phone(chapter, side):
    page = chapter(width=390)
    page.focus(f".{side}-toggle")
    pressed(page, "Enter")
    dialog = page.locator(f"#pst-{side}-sidebar-modal")
    expect(dialog).to_be_visible()
    pressed(page, "Tab", "Tab")
    assert in_focus(page, f"#pst-{side}-sidebar-modal a"), "the focus is behind the sidebar"
    pressed(page, "Escape")
    expect(dialog).to_be_hidden()
    assert in_focus(page, f".{side}-toggle"), "the focus is lost"


def test_a_hidden_sidebar_is_no_stop(chapter):
    page = chapter()
    page.focus(".primary-toggle")
    pressed(page, "Enter")
    expect(page.locator("#pst-primary-sidebar")).to_be_hidden()
    assert not [fault for fault in walk_faults(page) if "out of sight" in fault]


def test_the_mouse_leaves_no_focus_behind(chapter):
    page = chapter()
    page.click(".theme-switch-button")
    assert not in_focus(page, ".theme-switch-button"), "its tooltip would stay"


@pytest.mark.parametrize("menu", ["launch", "source", "download"])
def test_a_menu_of_the_header(chapter, menu):
    page = chapter()
    page.focus(f".dropdown-{menu}-buttons > button")
    pressed(page, "Enter", "ArrowDown")
    assert in_focus(page, f".dropdown-{menu}-buttons .dropdown-item")
    pressed(page, "Escape")
    expect(page.locator(f".dropdown-{menu}-buttons .dropdown-menu")).to_be_hidden()
    assert in_focus(page, f".dropdown-{menu}-buttons > button")


def test_a_fold_opens_and_closes(chapter):
    page = chapter()
    fold = page.locator("article details").first
    fold.locator("summary").focus()
    pressed(page, "Enter")
    expect(fold).to_have_attribute("open", "")
    pressed(page, "Space")
    expect(fold).not_to_have_attribute("open", "")


def test_a_box_scrolls_with_the_arrows(chapter):
    page = chapter(width=390)
    box = page.locator("pre[tabindex='0'] >> visible=true").first
    box.focus()
    pressed(page, *["ArrowRight"] * 3)
    page.wait_for_function("document.activeElement.scrollLeft > 0")


def test_the_controls_of_the_charts(server, site, new_page):
    """Each is reached by its name, and turning it draws something else."""
    page = new_page()
    tried = 0
    for file in sorted(site.glob("[0-9][0-9]_*.html")):
        open_whole(page, server + file.name)
        for chart in page.locator("figure.chart").all():
            for control in chart.locator("input, select").all():
                tried += 1
                where = f"{file.name}: {control.evaluate('(c) => c.outerHTML')}"
                assert turned(page, chart, control), f"the keyboard does not turn {where}"
    assert tried, "no chart has a control, so nothing is tested"


def turned(page, chart, control) -> bool:
    kind = control.evaluate("(control) => control.type")
    control.focus()
    before = chart.locator(".chart-drawing").inner_html()
    for key in {"range": ["ArrowLeft", "ArrowRight"], "checkbox": ["Space"]}.get(
        kind, ["ArrowDown", "ArrowUp"]
    ):
        pressed(page, key)
        page.wait_for_timeout(100)
        if chart.locator(".chart-drawing").inner_html() != before:
            return True
    return False


GOOD = {
    "name": "A.x", "ring": 2, "opacity": 1, "seen": True, "colours": [[0, 0, 0], [255] * 3],
}  # fmt: skip


@pytest.mark.parametrize("change, said", [
    ({"ring": 0}, "a ring of 0 px"),
    ({"colours": [[200] * 3, [255] * 3]}, "contrast of 1.7"),
    ({"opacity": 0}, "opacity 0"),
    ({"seen": False}, "out of sight"),
])  # fmt: skip
def test_a_focus_that_cannot_be_seen_is_a_fault(change, said):
    assert focus_faults(GOOD) == []
    (fault,) = focus_faults(GOOD | change)
    assert re.search(re.escape(said), fault), fault


def test_what_tab_never_reaches_is_a_fault(server, new_page):
    page = new_page(reduced_motion="reduce")
    page.goto(server + "changelog.html")
    page.evaluate("document.querySelector('.prev-next-area a').tabIndex = -1")
    (fault,) = walk_faults(page)
    assert fault.startswith("never reached") and "left-prev" in fault
