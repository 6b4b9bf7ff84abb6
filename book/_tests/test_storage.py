"""A browser that refuses to store anything, or has no room left, shows the whole book."""

import pytest
from playwright.sync_api import expect

from search_page import DONE, LINKED

# What each kind of browser does, told to a page before its first script.
BROWSERS = {
    "refuses": """for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("refused", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}""",
    "is full": """Storage.prototype.setItem = () => {
  throw new DOMException("no room", "QuotaExceededError");
};""",
    "has none": """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get: () => null });
}""",
}


@pytest.fixture(params=BROWSERS)
def page(request, new_page):
    page = new_page()
    page.add_init_script(BROWSERS[request.param])
    return page


def test_the_search_finds_pages(server, page):
    page.goto(server + "search.html?q=softmax&lang=en")
    page.wait_for_function(DONE)
    assert "05_attention" in page.evaluate(LINKED)
    assert page.evaluate("document.documentElement.dataset.language") == "en"
    assert not page.errors


def test_the_theme_turns_and_the_keyboard_searches(server, page):
    page.goto(server + "index.html")
    themes = []
    for _ in range(3):
        page.click(".theme-switch-button")
        themes.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(themes) == ["auto", "dark", "light"]
    page.keyboard.press("Control+k")
    expect(page.locator("#pst-search-dialog")).to_be_visible()
    page.keyboard.type("softmax")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=softmax")
    page.wait_for_function(DONE)
    assert "05_attention" in page.evaluate(LINKED)
    assert not page.errors


def test_what_stands_in_is_a_storage(server, page):
    page.goto(server + "index.html")
    assert page.evaluate("""() => {
      localStorage.clear();
      localStorage.setItem("a", 1);
      localStorage.setItem("b", null);
      localStorage.removeItem("a");
      return [localStorage.length, localStorage.key(0), localStorage.key(1),
              localStorage.getItem("a"), localStorage.getItem("b")];
    }""") == [1, "b", None, None, "null"]


def test_a_full_storage_is_still_read(server, new_page):
    page = new_page()
    page.goto(server + "index.html?lang=zh")
    page.add_init_script(BROWSERS["is full"])
    page.goto(server + "05_attention.html")
    assert page.evaluate("document.documentElement.dataset.language") == "zh"


def test_a_browser_that_stores_keeps_its_own(server, new_page):
    page = new_page()
    page.goto(server + "index.html")
    kept = page.evaluate("localStorage instanceof Storage && Object.keys(localStorage)")
    assert sorted(kept) == ["mode", "theme"]
