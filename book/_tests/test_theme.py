"""The theme's faults are mended, and what we add to it works, on the pages that were built."""

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from focus import contrast
from site_checks import pages
from small_site import build
from theme import icons, repairs
from theme.chapter_links import link
from whole_pages import unfold

# What each rule of repairs.py removes from a page: if the theme changes, a rule may miss.
FAULTS = [
    "fontawesome.js",
    "x-thebe-config",
    "THEBE_JS_URL",
    "kernelName",
    "ethical-ad-placement",
    'aria-label="Toggle hidden content"',
    'role="doc-biblioentry"',
    'aria-label="Main"',
    'alt="Colab logo"',
]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_page_has_this_fault_of_the_theme(site, fault):
    found = [page.name for page in pages(site) if fault in page.read_text(encoding="utf-8")]
    assert not found, f"{fault} is on {found}: see book/_ext/theme/repairs.py"


def test_every_page_has_the_mark_and_labelled_landmarks(site):
    for page in pages(site):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        assert soup.select_one(".logo .logo__mark"), f"{page.name} lacks the mark"
        sidebar = soup.select_one("#pst-primary-sidebar")
        assert sidebar["role"] == "navigation" and sidebar["aria-label"], page.name
        for dialog in soup.select("dialog"):
            assert " · " in dialog.get("aria-label", ""), f"{page.name}: {dialog['id']}"
        assert soup.select_one('link[rel="icon"]'), f"{page.name} lacks the favicon"


def test_every_picture_of_known_size_keeps_its_room(site):
    for page in pages(site):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for image in soup.select('article img[style*="width"]'):
            assert image.get("width") and image.get("height"), f"{page.name}: {image}"


PICTURE = """\
# 图 · Figure

![点 · A dot](dot.png)

```{figure} dot.png
:alt: 点 · A dot

一个点 · A dot
```
"""


def test_pictures_wait_until_the_reader_comes_near(tmp_path):
    dot = tmp_path / "source" / "dot.png"
    dot.parent.mkdir()
    dot.write_bytes(b"not looked at")
    (dot.parent / "favicon.svg").write_text("<svg />", encoding="utf-8")
    built = build(tmp_path, "theme", index=PICTURE)
    images = BeautifulSoup(built.page(), "html.parser").select("img")
    assert [image.get("loading") for image in images] == ["lazy", "lazy"], built.warnings


def test_pictures_of_the_book_wait_too(site):
    for page in pages(site):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for image in soup.select("article img"):
            assert image.get("loading") == "lazy", f"{page.name}: {image}"


def test_icons_are_drawn_without_the_icon_fonts(server, new_page):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server + "index.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "fa-" in url], asked
    icon = page.locator(".theme-switch-button .fa-circle-half-stroke")
    width = icon.evaluate("icon => getComputedStyle(icon, '::before').width")
    assert float(width.removesuffix("px")) > 10, f"the icon is {width} wide"


def test_the_theme_without_an_icon_that_we_name_fails_the_build():
    with pytest.raises(KeyError, match="angle-left"):
        icons.style_sheet('sun:[512,512,[9728],"f185","M1 2z"]')


def test_an_icon_is_known_by_all_its_names():
    found = icons.drawings('pencil:[512,256,[9999,"pencil-alt"],"f303","M1 2z"]')
    assert found["pencil"] == found["pencil-alt"]
    assert "viewBox='0 0 512 256'" in found["pencil"] and "d='M1 2z'" in found["pencil"]


@pytest.mark.parametrize(
    "html, expected",
    [
        ('<a data-chapter="05_a">x\ny</a>', '<a data-chapter="05_a" href="05_a.html">x\ny</a>'),
        ('<a class="lit" data-chapter="05_a" id="x"></a>',
         '<a class="lit" data-chapter="05_a" href="05_a.html" id="x"></a>'),
        ('<a data-chapter="99_none">x</a><a href="y">z</a>',
         '<g data-chapter="99_none">x</g><a href="y">z</a>'),
        ('<a href="x.html">', '<a href="x.html">'),
        ('<text data-chapter="05_a">', '<text data-chapter="05_a">'),
    ],
)  # fmt: skip
def test_a_diagram_links_to_the_chapters_that_exist(html, expected):
    assert link(html, {"05_a": "05_a.html"}.get) == expected


def test_every_lit_chapter_of_a_diagram_on_the_site_leads_there(site):
    for page in pages(site):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for part in soup.select("[data-chapter]"):
            exists = (site / f"{part['data-chapter']}.html").exists()
            is_link = part.name == "a" and part.has_attr("href")
            assert exists == is_link, f"{page.name}: {part['data-chapter']}"


CUT = """() => [...document.querySelectorAll("div.cell_input pre")]
  .filter((pre) => pre.scrollWidth > pre.clientWidth)
  .map((pre) => `${pre.scrollWidth} in ${pre.clientWidth}: ${pre.textContent.slice(0, 50)}`)"""


def test_no_line_of_code_is_cut_beside_the_sidebar(server, site, new_page):
    page = new_page(width=1280)
    for chapter in sorted(site.glob("[0-9][0-9]_*.html")):
        page.goto(server + chapter.name)
        unfold(page)
        cut = page.evaluate(CUT)
        assert not cut, f"{chapter.name}: {cut}"


def test_a_box_that_scrolls_can_be_reached_with_the_keyboard(server, site, new_page):
    page = new_page(width=390)
    scrolling = """() => [...document.querySelectorAll("main *")].filter((box) => {
      const overflow = getComputedStyle(box).overflowX;
      const can = ["auto", "scroll"].includes(overflow);
      return can && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0;
    })"""
    page.goto(server + next(site.glob("[0-9][0-9]_*.html")).name)
    assert page.evaluate(f"({scrolling})().length") > 0, "nothing scrolls, so nothing is tested"
    page.wait_for_function(f"({scrolling})().some((box) => box.tabIndex === 0)")
    missed = page.evaluate(
        f"({scrolling})().filter((box) => box.tabIndex < 0"
        " && !box.querySelector('[tabindex=\"0\"], a[href], button'))"
        ".map((box) => box.tagName + '.' + box.className)"
    )
    assert not missed, f"these scroll and cannot be focused: {missed}"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_line_under_a_link_in_a_diagram_has_the_colour_of_its_words(server, new_page, dark):
    page = new_page(dark=dark)
    page.goto(server + "index.html")
    link = page.locator("svg.diagram a[href]").first
    fills = "(a) => [a, a.querySelector('text')].map((part) => getComputedStyle(part).fill)"
    line, words = link.evaluate(fills)
    assert line == words


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_and_links_have_enough_contrast(server, new_page, dark):
    page = new_page(dark=dark)
    page.goto(server + "index.html")
    paper, ink, muted, accent = page.evaluate(COLOURS)
    for name, colour in {"ink": ink, "muted": muted, "accent": accent}.items():
        ratio = contrast(colour, paper)
        assert ratio >= 4.5, f"{name} {colour} on {paper}: contrast {ratio:.1f}"


COLOURS = """() => ["background", "text-base", "text-muted", "primary"].map((name) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(--pst-color-${name})`;
  return getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map(Number);
})"""


def test_the_measure_of_contrast_is_right():
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)


def test_lines_of_text_are_not_too_long(server, site, new_page):
    page = new_page(width=1920)
    page.goto(server + next(site.glob("[0-9][0-9]_*.html")).name)
    widths = page.locator("article section > p").evaluate_all(
        "all => all.map((p) => p.clientWidth / parseFloat(getComputedStyle(p).fontSize))"
    )
    assert widths and max(widths) <= 38.5, f"a line holds {max(widths):.1f} Han characters"


def test_print_leaves_out_the_frame(server, new_page):
    page = new_page()
    page.goto(server + "index.html")
    page.emulate_media(media="print")
    expect(page.locator("#pst-primary-sidebar")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_scripts_of_others_stay():
    class Script:
        def __init__(self, filename=None, body=None):
            self.filename, self.attributes = filename, {"body": body}

    ours = [Script("charts.js"), Script(None, "let x = 1"), "doctools.js"]
    thebe = [Script("sphinx-thebe.js"), Script(None, 'const THEBE_JS_URL = "x"')]
    assert repairs.without_thebe(ours + thebe) == ours
