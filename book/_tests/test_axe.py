"""axe finds no fault of accessibility: on any page, light or dark, in two languages or one."""

import pytest
from playwright.sync_api import expect

import axe
from whole_pages import addresses, first_chapter, open_whole, report

LANGUAGES = ["both", "zh", "en"]


def turn(page, theme: str, language: str) -> None:
    """Put an open page into a state and wait for its charts."""
    page.emulate_media(color_scheme=theme)
    page.click(f".language-switch [value={language}]")
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for chart in page.locator("figure.chart").all():
        expect(chart).to_have_attribute("data-drawn", f"{theme} {language}")


def found_in(page, theme: str, language: str, rules: dict) -> list[str]:
    turn(page, theme, language)
    return [f"{theme}, {language}: {fault}" for fault in axe.faults(page, rules)]


def test_axe_finds_nothing_on_any_page(server, site, new_page):
    """Ink differs by theme; one language alone leaves out, and adds no colour."""
    page = new_page(reduced_motion="reduce")
    wrong = []
    for address in [*addresses(site), "terms.html?highlight=attention"]:
        open_whole(page, server + address)
        axe.load(page)
        found = [
            *found_in(page, "light", "both", axe.EVERYTHING),
            *found_in(page, "light", "zh", axe.STRUCTURE),
            *found_in(page, "light", "en", axe.STRUCTURE),
            *found_in(page, "dark", "both", axe.CONTRAST),
        ]
        wrong += [f"{address}, {fault}" for fault in found]
    assert not wrong, report(wrong)


def test_axe_finds_no_pale_ink_in_any_state(server, site, new_page):
    page = new_page(reduced_motion="reduce")
    open_whole(page, server + first_chapter(site))
    axe.load(page)
    states = [(theme, language) for theme in ("light", "dark") for language in LANGUAGES]
    wrong = [fault for state in states for fault in found_in(page, *state, axe.CONTRAST)]
    assert not wrong, report(wrong)


def test_axe_finds_nothing_on_a_phone(server, site, new_page):
    page = new_page(width=390, height=800, reduced_motion="reduce")
    wrong = []
    for address in addresses(site):
        open_whole(page, server + address)
        axe.load(page)
        wrong += [f"{address}: {fault}" for fault in axe.faults(page)]
    assert not wrong, report(wrong)


OPENED = [
    (1280, ".search-button-field", "#pst-search-dialog"),
    (390, ".primary-toggle", "#pst-primary-sidebar-modal"),
    (390, ".secondary-toggle", "#pst-secondary-sidebar-modal"),
    (1280, ".dropdown-launch-buttons > button", ".dropdown-launch-buttons .dropdown-menu"),
    (1280, ".dropdown-source-buttons > button", ".dropdown-source-buttons .dropdown-menu"),
    (1280, ".dropdown-download-buttons > button", ".dropdown-download-buttons .dropdown-menu"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width, button, opened", OPENED)
def test_axe_finds_nothing_in_what_a_button_opens(
    server, site, new_page, width, button, opened, theme
):
    page = new_page(width=width, dark=theme == "dark", reduced_motion="reduce")
    page.goto(server + first_chapter(site))
    page.click(button)
    expect(page.locator(opened)).to_be_visible()
    axe.load(page)
    found = axe.faults(page, within=opened)
    assert not found, report(found)


BROKEN = {
    "image-alt": "<img src='data:,'>",
    "button-name": "<button></button>",
    "link-name": "<a href='#x'></a>",
    "label": "<input type=range>",
    "empty-table-header": "<table><tr><th></th><td>1</td></tr></table>",
    "color-contrast": "<p style='color: #bbb; background: #fff'>pale words</p>",
    "heading-order": "<h6>too deep</h6>",
    "target-size": "<p><button style='width: 9px; height: 9px; padding: 0'>a</button>"
    "<button style='width: 9px; height: 9px; padding: 0'>b</button></p>",
}


def test_a_broken_element_is_found(server, new_page):
    page = new_page()
    page.goto(server + "index.html")
    axe.load(page)
    for rule, html in BROKEN.items():
        page.evaluate(
            """(html) => {
            document.getElementById("broken")?.remove();
            const box = Object.assign(document.createElement("div"), { id: "broken" });
            box.innerHTML = html;
            document.querySelector("article h1").after(box);
        }""",
            html,
        )
        found = axe.faults(page)
        assert [fault for fault in found if fault.startswith(f"{rule}:")], (rule, found)


def test_a_pale_colour_of_code_is_found_though_tokens_are_thinned(server, site, new_page):
    page = new_page()
    page.goto(server + first_chapter(site))
    tokens = page.locator("pre .kn").count()
    page.add_style_tag(content=".highlight .kn { color: #ccc !important; }")
    axe.load(page)
    found = axe.faults(page, axe.CONTRAST)
    assert 0 < len(found) < tokens and all('class="kn"' in fault for fault in found), found
