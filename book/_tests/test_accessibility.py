"""What axe cannot see: ink on drawings, stillness, the system's own colours, large letters."""

import io

import numpy as np
import pytest
from matplotlib.image import imread

from focus import contrast
from small_site import build, notebook_page
from theme.tables import mend
from whole_pages import addresses, first_chapter

LANGUAGES = ["both", "zh", "en"]

# Each text of the diagrams: its ink, and the boxes under it laid over the page.
LAYERS = """() => [...document.querySelectorAll("svg.diagram text")].map((text) => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const { x, y, width, height } = text.getBoundingClientRect();
  const under = [...text.closest("svg").querySelectorAll("rect")].filter((rect) => {
    const box = rect.getBoundingClientRect();
    const [left, top] = [x + width / 2 - box.left, y + height / 2 - box.top];
    return left > 0 && left < box.width && top > 0 && top < box.height
      && rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  const ground = under.reduce((below, rect) => {
    const { fill, fillOpacity } = getComputedStyle(rect);
    const part = fill === "none" ? 0 : Number(fillOpacity);
    const paint = part ? numbers(fill) : below;
    return below.map((colour, i) => (1 - part) * colour + part * paint[i]);
  }, numbers(getComputedStyle(document.body).backgroundColor).slice(0, 3));
  const ink = numbers(getComputedStyle(text).fill).slice(0, 3);
  return [text.textContent, ink, ground, under.length];
})"""


@pytest.mark.parametrize("dark", [False, True])
def test_the_words_of_the_diagrams_stand_out_from_their_boxes(server, site, new_page, dark):
    page = new_page(dark=dark)
    layered = 0
    for address in addresses(site):
        page.goto(server + address)
        for words, ink, ground, layers in page.evaluate(LAYERS):
            layered += layers
            ratio = contrast(ink, ground)
            assert ratio >= 4.5, f"{address}: {words}: contrast {ratio:.1f}"
    assert layered, "no text of a diagram stands in a box, so nothing is tested"


TABLE = "<table><tr><th></th><th>a</th></tr><tr><th>0</th><td>1</td></tr></table>"


def test_an_empty_corner_of_a_table_is_no_heading(tmp_path):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "favicon.svg").write_text("<svg />", encoding="utf-8")
    built = build(tmp_path, "theme", index=notebook_page("表 · Table", {"text/html": TABLE}))
    assert TABLE.replace("<th></th>", "<td></td>") in built.page(), built.warnings
    assert mend('<th colspan="2"> </th><th>a</th>') == '<td colspan="2"></td><th>a</th>'


def test_who_asks_for_stillness_sees_nothing_move(server, site, new_page):
    page = new_page(reduced_motion="reduce")
    page.goto(server + first_chapter(site))
    moving = page.evaluate("""() => [...document.querySelectorAll("*")].filter((element) => {
        const style = getComputedStyle(element);
        return [style.transitionDuration, style.animationDuration].join().match(/[1-9]/)
            && (style.transitionProperty !== "none" || style.animationName !== "none")
            || style.scrollBehavior === "smooth";
    }).map((element) => element.tagName + "." + element.className)""")
    assert not moving, moving[:10]


def colours(locator) -> list:
    """The colours of an element as it is drawn, the most frequent first."""
    pixels = imread(io.BytesIO(locator.screenshot()))[:, :, :3].reshape(-1, 3)
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    return found[np.argsort(-counts)].tolist()


def test_with_the_colours_of_the_system_nothing_is_lost(server, site, new_page):
    page = new_page(forced_colors="active")
    page.goto(server + first_chapter(site))
    page.click(".language-switch [value=en]")
    switch = page.locator(".language-switch")
    grounds = {name: colours(switch.locator(f"[value={name}]"))[0] for name in LANGUAGES}
    assert grounds["zh"] == grounds["both"] != grounds["en"], grounds
    icon = page.locator(".theme-switch-button .fa-circle-half-stroke")
    assert len(colours(icon)) > 1, "the icon has the colour of its ground"


def test_at_twice_the_size_nothing_is_cut(server, site, new_page):
    page = new_page(width=640, height=450)  # how a window of 1280 px is laid out at 200 %
    wide = []
    for address in addresses(site):
        page.goto(server + address)
        if (width := page.evaluate("document.documentElement.scrollWidth")) > 640:
            wide.append(f"{address}: {width} px")
    assert not wide, wide
    page.goto(server + first_chapter(site))
    for button in page.locator(".bd-header-article button >> visible=true").all():
        box = button.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 640, button.inner_text()
