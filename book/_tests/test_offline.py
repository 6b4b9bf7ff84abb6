"""The site works with no other host, both from a server and straight from the disk."""

import re

import pytest

from site_checks import pages
from whole_pages import draw_charts

RAW_TEX = re.compile(r"\\\(|\\\[|\$\$|\\(?:frac|sqrt|mathrm|text|begin|top)\b")
# The text of the article as a reader sees it, without code, which may well show TeX.
PROSE = """() => {
  const copy = document.querySelector("article")?.cloneNode(true);
  const apart = "pre, code, script, noscript, .katex";
  copy?.querySelectorAll(apart).forEach((part) => part.remove());
  return copy?.textContent ?? "";
}"""


@pytest.fixture(params=["server", "disk"])
def base(request, site) -> str:
    if request.param == "disk":
        return site.resolve().as_uri() + "/"
    return request.getfixturevalue("server")


def faults(page) -> list[str]:
    """What is wrong with an open page."""
    found = [f"asks for {url}" for url in page.refused] + page.errors
    if page.locator(".katex-error, mjx-container").count():
        found.append("a formula is not typeset")
    found += [f"raw TeX: {tex}" for tex in RAW_TEX.findall(page.evaluate(PROSE))]
    return found


def test_every_page_is_whole_without_the_outside(base, site, new_page):
    wrong = []
    for file in pages(site):
        page = new_page()
        page.goto(base + file.relative_to(site).as_posix())
        draw_charts(page)
        page.wait_for_load_state("networkidle")
        wrong += [f"{file.name}: {fault}" for fault in faults(page)]
        page.context.close()
    assert not wrong, "\n  ".join([f"from {base}", *wrong])


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("language", ["both", "en"])
def test_no_page_is_wider_than_a_phone(server, site, new_page, width, language):
    page = new_page(width=width, height=800)
    wide = []
    for file in pages(site):
        page.goto(f"{server}{file.relative_to(site).as_posix()}?lang={language}")
        draw_charts(page)
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            wide.append(f"{file.name}: {needed} px")
    assert not wide, f"pages that scroll sideways at {width} px: {wide}"


@pytest.mark.parametrize(
    "body, said",
    [
        ('<img src="https://example.org/x.png">', "asks for https://example.org/x.png"),
        ("<script>nothing()</script>", "nothing is not defined"),
        ("<script>console.error('oh')</script>", "console: oh"),
        ('<script src="absent.js"></script>', "absent.js"),
        ('<article><span class="katex-error">x</span></article>', "a formula is not typeset"),
        (r"<article>\(x\)</article>", "raw TeX"),
        (r"<article>\frac{a}{b}</article>", "raw TeX"),
    ],
)
def test_each_fault_is_seen(tmp_path, new_page, body, said):
    file = tmp_path / "page.html"
    file.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    page = new_page()
    page.goto(file.as_uri())
    assert any(said in fault for fault in faults(page)), f"{said!r} not in {faults(page)}"


def test_a_chart_that_is_not_drawn_is_seen(tmp_path, new_page):
    file = tmp_path / "page.html"
    file.write_text('<figure class="chart" data-drawn="light">x</figure>', encoding="utf-8")
    page = new_page()
    page.goto(file.as_uri())
    with pytest.raises(AssertionError):
        draw_charts(page, timeout=200)
