"""A chapter on paper, in each state of the language switch."""

import pytest
from playwright.sync_api import expect

from notebooks import chapter_files

# What a printer gets: Chromium tells the page before, as for a reader, and "print" is stubbed.
STUB = """window.print = () => {
  const charts = [...document.querySelectorAll("figure.chart")];
  window.printed = {
    theme: document.documentElement.dataset.theme,
    folded: document.querySelectorAll("article details:not([open])").length,
    charts: charts.map((chart) => chart.dataset.drawn),
  };
  dispatchEvent(new Event("afterprint"));
};"""
# Boxes on the page that hold more than they show, or that reach over its edge.
CUT = """() => {
  const boxes = [...document.querySelectorAll(".bd-article :not(.katex, .katex *)")];
  return boxes.filter((box) => {
    const { overflowX } = getComputedStyle(box);
    const scrolls = overflowX !== "visible" || box.matches(".katex-display");
    const over = box.getBoundingClientRect().right > innerWidth + 1;
    return over || (scrolls && box.clientWidth && box.scrollWidth > box.clientWidth + 1);
  }).map((box) => `${box.tagName}.${box.className}: ${box.textContent.slice(0, 40)}`);
}"""


@pytest.fixture
def chapter(server, site):
    """The first chapter that has a chart."""
    files = sorted(site.glob("[0-9][0-9]_*.html"))
    return server + next(
        f.name for f in files if '<figure class="chart"' in f.read_text("utf-8")
    )


@pytest.mark.parametrize("way", ["the page's button", "the keyboard"])
def test_folds_are_open_charts_drawn_and_all_is_light_and_then_as_before(
    chapter, new_page, way
):
    page = new_page(dark=True)
    page.add_init_script(STUB)
    page.goto(chapter + "?lang=en")
    folded = page.locator("article details:not([open])").count()
    assert folded and page.locator("figure.chart").count(), "so nothing is tested"
    if way == "the keyboard":
        page.keyboard.press("Control+p")
    else:
        page.evaluate("document.querySelector('.btn-download-pdf-button').click()")
    page.wait_for_function("window.printed")
    printed = page.evaluate("window.printed")
    assert printed["theme"] == "light" and printed["folded"] == 0
    assert set(printed["charts"]) == {"light en"}, printed
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("article details:not([open])").count() == folded
    assert not page.errors


def on_paper(page, address):
    """The page as it prints on A4 between its margins, its charts drawn."""
    page.goto(address)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for chart in page.locator("figure.chart").all():
        expect(chart.locator("svg .role-mark > *").first).to_be_attached()


@pytest.mark.parametrize("file", chapter_files(), ids=lambda file: file.stem)
def test_nothing_is_cut_in_any_chapter(server, new_page, file):
    page = new_page(width=690, height=1000)
    on_paper(page, f"{server}{file.stem}.html?lang=both")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["both", "zh", "en"])
def test_the_frame_is_gone_and_the_title_is_in_the_chosen_language(chapter, new_page, language):
    page = new_page(width=690, height=1000)
    on_paper(page, f"{chapter}?lang={language}")
    assert page.evaluate(CUT) == []
    for frame in (".bd-header-article", "#pst-primary-sidebar", ".prev-next-area", ".copybtn"):
        expect(page.locator(frame).first).to_be_hidden()
    shown = {code: language in (code, "both") for code in ("zh", "en")}
    title = page.locator("#jb-print-docs-body h1").first
    for code, tag in (("zh", "zh-CN"), ("en", "en")):
        expect(title.locator(f'[lang="{tag}"]')).to_be_visible(visible=shown[code])


# The left edges of the title, of "Contents", and of the text; and how wide headings may be.
EDGES = """() => ["#jb-print-docs-body h1", "#jb-print-toc h2", "article section > h2",
  "article section > p"].map((part) => document.querySelector(part))
  .map((part) => part.getBoundingClientRect().left)"""
NARROW = """() => [...document.querySelectorAll(".bd-article :is(h2, h3, h4)")]
  .filter((part) => part.clientWidth < part.parentElement.clientWidth)
  .map((part) => part.textContent)"""


def test_all_begins_at_one_edge_and_headings_have_the_width(server, site, new_page):
    page = new_page(width=690, height=1000)
    for file in site.glob("[0-9][0-9]_*.html"):
        page.goto(server + file.name)
        page.emulate_media(media="print")
        assert len(set(page.evaluate(EDGES))) == 1, f"{file.name}: {page.evaluate(EDGES)}"
        assert not page.evaluate(NARROW), file.name


def test_the_check_sees_what_is_cut(chapter, new_page):
    page = new_page(width=690, height=1000)
    page.goto(chapter)
    page.emulate_media(media="print")
    box = "<pre style='white-space: pre; overflow: hidden'>" + "x" * 200 + "</pre>"
    page.locator(".bd-article section").first.evaluate(
        "(e, box) => { e.innerHTML = box; }", box
    )
    assert any("PRE" in fault for fault in page.evaluate(CUT))


def test_a_whole_chapter_becomes_a_document(chapter, new_page):
    page = new_page()
    page.goto(chapter)
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 10 <= pages <= 60, f"{pages} pages"
