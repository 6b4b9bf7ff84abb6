"""What must hold for every page of the built site. Each check returns the faults it finds.

A fault is one line that names the page and the thing; no fault is an empty list.
"""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

HAN = re.compile(r"[\u3400-\u9fff]")
CSS_URL = re.compile(r"(?:url\(\s*|@import\s+)['\"]?([^'\")\s]+)")
LOADED = [("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src")]
LOADED += [("source", "src"), ("video", "src"), ("img", "srcset"), ("object", "data")]
NOT_LOADED = {"canonical", "next", "prev", "search", "index", "author", "license"}
LOCAL_PATH = re.compile(r"(?:/home/|/Users/|/root/|/tmp/|site-packages/|\b[A-Z]:\\)\S*")
TRACEBACK = "Traceback (most recent call last)"
ICON = re.compile(r"fa-(?!solid|brands|regular|lg).*")
COLAB = re.compile(r"https://colab\.research\.google\.com/github/[^/]+/[^/]+/blob/[^/]+/(.+)")


def pages(root: Path) -> list[Path]:
    return [page for page in sorted(root.rglob("*.html")) if "_static" not in page.parts]


@cache
def soup_of(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def ids(page: Path) -> set[str]:
    return {node["id"] for node in soup_of(page).find_all(id=True)}


def name(page: Path, root: Path) -> str:
    return page.relative_to(root).as_posix()


def broken_links(page: Path, root: Path) -> list[str]:
    """Links inside the site whose page or whose anchor does not exist."""
    faults = []
    for link in soup_of(page).find_all("a", href=True):
        parts = urlsplit(link["href"])
        if parts.scheme or parts.netloc:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        anchor = unquote(parts.fragment)
        if not target.is_file():
            faults.append(f"{name(page, root)}: {link['href']}: no such file")
        elif anchor and target.suffix == ".html" and anchor not in ids(target):
            faults.append(f"{name(page, root)}: {link['href']}: no such place")
    return faults


def images_without_words(page: Path, root: Path) -> list[str]:
    """Pictures in the text need words in both languages; elsewhere an empty alt may stand."""
    faults = []
    for image in soup_of(page).find_all("img"):
        words = image.get("alt")
        zh, _, en = (words or "").partition(" · ")
        bilingual = HAN.search(zh) and en.strip() and not HAN.search(en)
        if words is None or (image.find_parent("article") and not bilingual):
            faults.append(f"{name(page, root)}: {image.get('src')}: alt={words!r}")
    return faults


def leaks(page: Path, root: Path) -> list[str]:
    """Paths of the machine that built the book, and errors that nobody meant to show."""
    text = soup_of(page).get_text()
    faults = [found[0] for found in LOCAL_PATH.finditer(text)]
    faults += [TRACEBACK] if TRACEBACK in text else []
    return [f"{name(page, root)}: {fault}" for fault in faults]


def is_outside(address: str) -> bool:
    parts = urlsplit(address.strip())
    return bool(parts.netloc) and parts.scheme != "data"


def outside_requests(page: Path, root: Path) -> list[str]:
    """What a page would load from another host. A link that a reader may follow is no load."""
    found = []
    for tag, attribute in LOADED:
        for node in soup_of(page).find_all(tag, attrs={attribute: True}):
            if not NOT_LOADED & set(node.get("rel") or []):
                found.append(node[attribute])
    for style in soup_of(page).find_all("style"):
        found += CSS_URL.findall(style.get_text())
    for node in soup_of(page).find_all(style=True):
        found += CSS_URL.findall(node["style"])
    return [f"{name(page, root)}: {address}" for address in found if is_outside(address)]


def style_sheet_faults(sheet: Path, root: Path) -> list[str]:
    """Fonts and pictures of a style sheet that lie on another host."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [f"{name(sheet, root)}: {url}" for url in CSS_URL.findall(text) if is_outside(url)]


def launch_faults(page: Path, root: Path, project: Path) -> list[str]:
    """Buttons that open a notebook somewhere else must name one that the project has."""
    faults = []
    for link in soup_of(page).find_all("a", href=True):
        if "colab.research.google.com" not in link["href"]:
            continue
        match = COLAB.match(link["href"])
        file = project / unquote(match[1]) if match else None
        if file is None or file.suffix != ".ipynb" or not file.is_file():
            faults.append(f"{name(page, root)}: {link['href']}")
    return faults


def missing_icons(page: Path, root: Path) -> list[str]:
    """Icons that the page names and that the style sheet of icons does not draw."""
    drawn = (root / "_static" / "icons.css").read_text(encoding="utf-8")
    classes = {word for node in soup_of(page).find_all(class_=True) for word in node["class"]}
    named = {word for word in classes if ICON.fullmatch(word)}
    return [f"{name(page, root)}: {icon}" for icon in sorted(named) if f".{icon} " not in drawn]
