"""The page for an address that does not exist, however deep that address lies."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

DEEP = ["a/b.html", "06_multi_head.html/", "a/b/c/"]
HOST = "http://owner.github.io"


@pytest.fixture
def project_pages(site, new_page):
    """A page for which GitHub's host has the book, under the name of its repository."""

    def answer(route):
        path = urlsplit(route.request.url).path
        name = path.removeprefix("/repo/")
        if name != path and not name.endswith("/") and (site / name).is_file():
            route.fulfill(path=site / name)
        else:
            route.fulfill(status=404, path=site / "404.html", content_type="text/html")

    page = new_page()
    page.route(f"{HOST}/**", answer)
    return page


def check(page, top: str, address: str) -> None:
    """It looks as it should, and every way out of it leads somewhere."""
    assert page.goto(top + address).status == 404
    mark = page.locator(".logo__mark").bounding_box()
    assert mark["width"] == 32, f"unstyled: the mark is {mark['width']} px wide"
    page.click(".language-switch [value=en]")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("No such page", use_inner_text=True)
    page.click(".theme-switch-button")
    page.locator(".skip-link a").focus()
    page.keyboard.press("Enter")
    assert page.url == f"{top}{address}#main-content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#main-content *')")
    links = page.locator("a.logo, article a:visible, nav.bd-links a")
    for url in links.evaluate_all("links => links.map((link) => link.href)"):
        assert url.startswith(top) and url.count("/") == top.count("/"), url
    page.locator("article a:visible").click()
    page.wait_for_url(top + "index.html")
    page.goto(top + address)
    page.locator('article input[name="q"]').fill("softmax")
    page.keyboard.press("Enter")
    page.wait_for_url(top + "search.html?q=softmax")


@pytest.mark.parametrize("address", DEEP)
def test_deep_addresses_lead_back_and_search(server, new_page, address):
    page = new_page()
    check(page, server, address)
    assert not [error for error in page.errors if error.startswith("script")]


@pytest.mark.parametrize("address", [*DEEP, "gone.html"])
def test_so_they_do_under_the_name_of_a_repository(project_pages, address):
    check(project_pages, f"{HOST}/repo/", address)
