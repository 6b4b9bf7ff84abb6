"""A page sends what it needs and no more, and nothing delays its first words."""

import gzip
import re

import pytest
from playwright.sync_api import expect

import weigh
from site_checks import pages, soup_of
from site_server import serving
from theme import lighter

PICTURE = b"\x89PNG" + bytes(range(256)) * 40
SHEET = ".a { color: red }\n" * 500
PAGE = """<link rel="stylesheet" href="a.css"><script src="vega.js"></script>
<p style="height: 9000px">far down</p><img src="a.png" loading="lazy">"""


def test_a_page_is_weighed_with_all_that_it_loads_as_it_travels(tmp_path, browser):
    files = {"page.html": PAGE.encode(), "a.css": SHEET.encode(), "a.png": PICTURE}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with serving(tmp_path) as address, browser.new_page() as tab:
        weight = weigh.weigh(tab, tmp_path, address, "page.html")
    assert weight.raw == sum(len(data) for data in files.values())
    assert weight.parts == {
        "page.html": len(gzip.compress(files["page.html"], 6)),
        "a.css": len(gzip.compress(files["a.css"], 6)),
        "a.png": len(PICTURE),
    }
    assert weight.sent == sum(weight.parts.values()) < weight.raw


def test_only_the_search_page_loads_the_search(site):
    for page in pages(site):
        loaded = "searchindex.js" in page.read_text(encoding="utf-8")
        assert loaded == (page.name == "search.html"), page.name


def test_no_script_delays_the_first_words(site):
    for page in pages(site):
        scripts = soup_of(page).head.find_all("script", src=True)
        assert scripts, page.name
        blocking = [s["src"] for s in scripts if not s.has_attr("defer")]
        if page.name != "search.html":
            others = [name for name in blocking if not re.search(lighter.SPHINX, name)]
            assert not others and len(blocking) <= 4, f"{page.name}: {blocking}"


def test_a_script_is_put_off_once_and_those_inside_the_page_stay():
    head = '<script src="a.js"></script><script async src="b.js"></script><script>c</script>'
    assert lighter.later(head, "index") == head.replace(
        '<script src="a', '<script defer="defer" src="a'
    )
    assert lighter.later(lighter.later(head, "index"), "index") == lighter.later(head, "index")
    assert lighter.later(head, "search") == head


def test_the_theme_draws_no_icon_twice(site):
    css = (site / lighter.SHEET).read_text(encoding="utf-8")
    assert lighter.without_icons(css) == css and "fa-solid-900" not in css
    assert css.count("{") == css.count("}") > 1000, "the style sheet is no longer whole"
    assert len(css) < 330_000, "another version of the theme? see lighter.py"


@pytest.mark.parametrize(
    "css, left",
    [
        ('a{}.fa-sun:before{content:"\\f1"}b{}', "a{}b{}"),
        ('a{}.fa-x:before,.fa-y:before{content:"z"}.fa-z::before{content:"z"}', "a{}"),
        ('a{}@font-face{src:url(../v/fa-solid-900.woff2) format("x")}b{}', "a{}b{}"),
        ("@font-face{src:url(KaTeX.woff2)}", "@font-face{src:url(KaTeX.woff2)}"),
        ('.menu,.fa-sun:before{content:"\\f1"}', '.menu,.fa-sun:before{content:"\\f1"}'),
        ('a{}.p .fa-sun:before{content:"\\f1"}', 'a{}.p .fa-sun:before{content:"\\f1"}'),
        ("a{}.fa-sun:before{color:red}", "a{}.fa-sun:before{color:red}"),
        ('a{}.fa-spin{content:"x"}', 'a{}.fa-spin{content:"x"}'),
    ],
)  # fmt: skip
def test_only_the_icon_fonts_and_whole_rules_of_single_icons_go(css, left):
    assert lighter.without_icons(css) == left


@pytest.mark.parametrize(
    "body, count", [('<div class="sd-card">', 3), ("sd-card", 1), ('<div class="used">', 1)]
)
def test_a_page_with_a_card_has_its_styles(body, count):
    files = ["_static/sphinx-design.min.css", "_static/design-tabs.js", "theme.css"]
    assert len(lighter.without_cards(files, body)) == count


# What the theme would draw with its icon fonts, and icons.css does not.
NEEDS_FONT = """() => [...document.querySelectorAll("*")].flatMap((element) =>
  ["::before", "::after"].filter((part) => {
    const style = getComputedStyle(element, part);
    const drawn = !["none", '""'].includes(style.content);
    return drawn && style.fontFamily.startsWith('"Font Awesome');
  }).map((part) => element.tagName + "." + element.className + part))"""


def test_nothing_on_any_page_needs_the_icon_fonts(server, site, new_page):
    page = new_page()
    for file in pages(site):
        page.goto(server + file.name + "?highlight=attention")
        assert not page.evaluate(NEEDS_FONT), f"{file.name}: give it a drawing in icons.py"
    title = "<div class='admonition'><p class='admonition-title'>x</p></div>"
    page.evaluate("html => { document.body.innerHTML = html; }", title)
    assert len(page.evaluate(NEEDS_FONT)) == 1, "the check sees nothing"


def test_scripts_that_wait_still_do_their_work_in_both_languages(server, new_page):
    page = new_page()
    page.goto(server + "05_attention.html?highlight=softmax&lang=both")
    hide = page.locator(".highlight-link a")
    expect(hide).to_contain_text("取消高亮 · Hide search matches")
    expect(page.locator("div.cell_input .copybtn").first).to_be_attached()
    assert not page.errors
