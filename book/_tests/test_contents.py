"""The contents beside the text mark the section that is being read, and no other."""

import pytest

from whole_pages import first_chapter

# The last heading above the line by which the eye reads, found without theme.js.
READ = """() => {
  const headings = [...document.querySelectorAll("article :is(h2, h3)")];
  const above = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
  return above.length ? ["#" + above.pop().closest("section").id] : [];
}"""
MARKED = """() => [...document.querySelectorAll("#pst-secondary-sidebar a")]
  .filter((link) => link.matches('.active[aria-current="true"]')).map((link) => link.hash)"""
SECTIONS = """() => [...document.querySelectorAll("article > section > section")]
  .map((section) => "#" + section.id)"""
HALF = "#pst-secondary-sidebar a:is(.active:not([aria-current]), [aria-current]:not(.active))"
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def chapter(server, site, new_page):
    page = new_page(reduced_motion="reduce")
    page.goto(server + first_chapter(site))
    page.wait_for_load_state("networkidle")
    return page


def scroll_to(page, place) -> None:
    page.evaluate(f"scrollTo(0, {place})")
    page.evaluate(FRAMES)


def test_down_and_up_the_section_being_read_is_marked(chapter):
    end = chapter.evaluate("document.documentElement.scrollHeight - innerHeight")
    down = range(0, end - 50, 700)
    seen = []
    for place in [*down, *reversed(down)]:
        scroll_to(chapter, place)
        assert chapter.evaluate(MARKED) == chapter.evaluate(READ), f"at {place} px"
        assert chapter.locator(HALF).count() == 0
        seen += chapter.evaluate(MARKED)
    assert len(set(seen)) > 5, "hardly anything was marked, so nothing is tested"


def test_at_the_end_the_last_is_marked(chapter):
    scroll_to(chapter, "document.documentElement.scrollHeight")
    last = chapter.locator("#pst-secondary-sidebar a").last.get_attribute("href")
    assert chapter.evaluate(MARKED) == [last]


def test_after_a_reload_and_after_a_click_the_section_is_marked(chapter):
    links = chapter.locator("#pst-secondary-sidebar a:visible")
    third, fifth = (links.nth(place).get_attribute("href") for place in (2, 4))
    chapter.goto(chapter.url + third)
    chapter.reload()
    chapter.wait_for_function(f"({MARKED})()[0] === '{third}'")
    links.nth(4).click()
    chapter.wait_for_function(f"({MARKED})()[0] === '{fifth}'")
    assert chapter.evaluate(READ) == [fifth]


def test_text_that_grows_moves_the_mark(chapter):
    hashes = chapter.evaluate(SECTIONS)[1:3]  # neither of them within the other
    chapter.evaluate("hash => document.querySelector(hash).scrollIntoView()", hashes[1])
    chapter.wait_for_function(f"({MARKED})()[0] === '{hashes[1]}'")
    chapter.evaluate(
        """hash => {
          document.documentElement.style.overflowAnchor = "none";
          document.querySelector(hash).style.paddingBottom = "2000px";
        }""",
        hashes[0],
    )
    chapter.wait_for_function(f"({MARKED})()[0] !== '{hashes[1]}'")
    assert chapter.evaluate(MARKED) == chapter.evaluate(READ)
