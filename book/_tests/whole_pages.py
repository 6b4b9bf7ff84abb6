"""Pages of the built site as a test wants them: all of them, unfolded, with charts drawn."""

import re

from playwright.sync_api import expect

from site_checks import pages


def addresses(site) -> list[str]:
    """Every page; the search page with something found."""
    found = [page.relative_to(site).as_posix() for page in pages(site)]
    return [f"{name}?q=attention" if name == "search.html" else name for name in found]


def first_chapter(site) -> str:
    return sorted(site.glob("[0-9][0-9]_*.html"))[0].name


def open_whole(page, address: str) -> None:
    page.goto(address)
    page.evaluate(
        "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
    )
    for chart in page.locator("figure.chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", re.compile("."))
    if "search.html?q=" in address:
        page.locator("#search-results li").first.wait_for()


def report(faults: list[str]) -> str:
    return f"{len(faults)} faults:\n  " + "\n  ".join(faults)
