"""Pages of the built site as a test wants them: all of them, unfolded, with charts drawn."""

import re

from playwright.sync_api import expect

import weigh


def addresses(site) -> list[str]:
    """Every page; the search page with something found."""
    found = weigh.pages(site)
    return [f"{name}?q=attention" if name == "search.html" else name for name in found]


def first_chapter(site) -> str:
    return sorted(site.glob("[0-9][0-9]_*.html"))[0].name


def unfold(page) -> None:
    page.evaluate(
        "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
    )


def draw_charts(page, timeout=None) -> int:
    """Scrolls to every chart, also in folds, until it is drawn; gives how many there are."""
    unfold(page)
    charts = page.locator("figure.chart")
    for chart in charts.all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", re.compile("."), timeout=timeout)
        expect(chart.locator("svg .role-mark > *").first).to_be_attached(timeout=timeout)
    return charts.count()


def open_whole(page, address: str) -> None:
    page.goto(address)
    draw_charts(page)
    if "search.html?q=" in address:
        page.locator("#search-results li").first.wait_for()


def report(faults: list[str]) -> str:
    return f"{len(faults)} faults:\n  " + "\n  ".join(faults)
