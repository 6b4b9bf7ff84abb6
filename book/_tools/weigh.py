"""Weighs each page of the built site with all that it loads, as it travels: compressed.

    python book/_tools/weigh.py [_build/html]

A browser opens the page, pictures further down included, so fonts count exactly when a letter
needs them. Charts are left out: they come when the reader scrolls to them, and all pages share
one copy of Vega.
"""

import gzip
import sys
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from browser import FLAGS, find
from site_server import serving

PACKED = (".woff2", ".png", ".jpg", ".gif", ".webp")  # already compressed
LIMIT = 700_000  # bytes that a page may send
ALL_LOADED = "[...document.images].every((image) => image.complete)"
LOAD_ALL = "document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })"


@dataclass
class Weight:
    page: str
    raw: int = 0
    sent: int = 0
    parts: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, data: bytes) -> None:
        sent = len(data) if name.endswith(PACKED) else len(gzip.compress(data, 6))
        self.parts[name] = sent
        self.raw += len(data)
        self.sent += sent

    def heaviest(self, count: int = 3) -> str:
        parts = sorted(self.parts.items(), key=lambda part: -part[1])[:count]
        return ", ".join(f"{Path(name).name} {sent / 1000:.0f}" for name, sent in parts)


def weigh(tab: Page, root: Path, address: str, page: str) -> Weight:
    loaded = set()
    tab.on("request", lambda request: loaded.add(request.url.partition("?")[0]))
    tab.route("**/vega.js*", lambda route: route.abort())
    tab.goto(address + page)
    tab.evaluate(LOAD_ALL)
    tab.wait_for_function(ALL_LOADED)
    tab.wait_for_load_state("networkidle")
    weight = Weight(page)
    for url in sorted(loaded):
        name = url.removeprefix(address)
        if not name.endswith("vega.js"):
            weight.add(name, (root / name).read_bytes())
    return weight


def pages(root: Path) -> list[str]:
    """The addresses of all pages, relative to the site."""
    found = (page.relative_to(root) for page in sorted(root.rglob("*.html")))
    return [page.as_posix() for page in found if "_static" not in page.parts]


def main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else "_build/html")
    with sync_playwright() as playwright, serving(root) as address:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        print(f"{'page':30}{'raw kB':>8}{'sent kB':>9}   heaviest")
        for page in pages(root):
            with browser.new_page() as tab:
                weight = weigh(tab, root, address, page)
            sizes = f"{weight.raw / 1000:8.0f}{weight.sent / 1000:9.0f}"
            print(f"{page:30}{sizes}   {weight.heaviest()}")
        browser.close()


if __name__ == "__main__":
    main()
