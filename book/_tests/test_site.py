"""The built site, page by page: nothing broken, nothing leaked, nothing from elsewhere."""

import os

import pytest
from bs4 import BeautifulSoup

import site_checks as checks
import weigh
from conftest import BOOK, PROJECT, newer_sources
from small_site import build

NO_TEXT = {"genindex.html", "search.html"}


def report(faults: list[str]) -> str:
    return f"{len(faults)} faults:\n  " + "\n  ".join(faults)


def over_the_site(site, check, *more) -> list[str]:
    return [fault for page in checks.pages(site) for fault in check(page, site, *more)]


@pytest.mark.parametrize(
    "check",
    [
        checks.broken_links,
        checks.images_without_words,
        checks.leaks,
        checks.outside_requests,
        checks.missing_icons,
    ],
    ids=lambda check: check.__name__,
)
def test_no_page_has_this_fault(site, check):
    faults = over_the_site(site, check)
    assert not faults, report(faults)


def test_the_site_has_a_page_for_each_source(site):
    names = {page.name for page in checks.pages(site)}
    chapters = {f"{file.stem}.html" for file in BOOK.glob("[0-9][0-9]_*.ipynb")}
    missing = (chapters | {"index.html", "search.html"}) - names
    assert not missing, f"not built: {sorted(missing)}"


def share_of_han(page) -> float:
    """Of the words of a page, code left out: Chinese characters among all characters."""
    article = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").find("article")
    for code in article.find_all(["pre", "code", "script", "style"]):
        code.decompose()
    words = article.get_text()
    return len(checks.HAN.findall(words)) / max(len(words), 1)


def test_no_page_that_says_zh_is_nearly_all_english(site):
    """Long lists of English titles did that to the page of references."""
    content = [page for page in checks.pages(site) if page.name not in NO_TEXT]
    shares = {page.name: share_of_han(page) for page in content}
    poor = [f"{name}: {share:.1%}" for name, share in shares.items() if share < 0.052]
    assert not poor, report(poor)


def test_style_sheets_load_nothing_from_elsewhere(site):
    sheets = (site / "_static").rglob("*.css")
    faults = [fault for sheet in sheets for fault in checks.style_sheet_faults(sheet, site)]
    assert not faults, report(faults)


def test_every_launch_button_opens_a_notebook_that_exists(site):
    faults = over_the_site(site, checks.launch_faults, PROJECT)
    assert not faults, report(faults)
    chapters = [page for page in checks.pages(site) if page.name[2:3] == "_"]
    without = [
        p.name for p in chapters if "colab.research" not in p.read_text(encoding="utf-8")
    ]
    assert not without, f"chapters without a Colab button: {without}"


def test_each_page_is_light(site, server, browser):
    heavy = []
    for page in weigh.pages(site):
        tab = browser.new_page()
        weight = weigh.weigh(tab, site, server, page)
        tab.close()
        if weight.sent > weigh.LIMIT:
            heavy.append(f"{page}: {weight.sent} bytes, of which {weight.heaviest(5)}")
    assert not heavy, report(heavy)


def a_site_and_its_sources(root):
    """A project that was built after all of its files were written, at the second 100."""
    files = ["_config.yml", "_toc.yml", "README.md", "book/index.md", "book/_ext/a.py"]
    files += ["book/_tests/a.py", "book/_tools/a.py", "book/_ext/__pycache__/a.pyc"]
    for file in [*files, "site/searchindex.js"]:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (100, 100))
    return root / "site"


@pytest.mark.parametrize(
    "file", ["_config.yml", "_toc.yml", "book/index.md", "book/_ext/a.py", "book/new.md"]
)
def test_a_source_newer_than_the_site_is_named(tmp_path, file):
    site = a_site_and_its_sources(tmp_path)
    assert newer_sources(site, tmp_path) == []
    (tmp_path / file).touch()
    assert newer_sources(site, tmp_path) == [file]


@pytest.mark.parametrize(
    "file",
    ["README.md", "book/_tests/a.py", "book/_tools/a.py", "book/_ext/__pycache__/a.pyc"],
)
def test_a_newer_file_that_the_site_does_not_hold_is_no_matter(tmp_path, file):
    site = a_site_and_its_sources(tmp_path)
    (tmp_path / file).touch()
    assert newer_sources(site, tmp_path) == []


GOOD = """
<article><h1 id="a">甲</h1> <a href="#a">to a</a> <img src="x.png" alt="图 · plot"></article>
<i class="fa-solid fa-sun fa-lg"></i>"""
BAD = {
    checks.broken_links: [
        '<a href="#nowhere">x</a>',
        '<a href="absent.html">x</a>',
        '<a href="page.html#nowhere">x</a>',
    ],
    checks.images_without_words: [
        '<img src="a.png">',
        '<article><img src="a.png" alt=""></article>',
        '<article><img src="a.png" alt="a plot"></article>',
        '<article><img src="a.png" alt="图"></article>',
        '<article><img src="a.png" alt="_images/a.png"></article>',
    ],
    checks.leaks: [
        "<pre>/home/someone/book/x.py:3: UserWarning</pre>",
        "<pre>C:\\Users\\someone\\x.py</pre>",
        "<pre>lib/site-packages/torch/nn.py</pre>",
        "<pre>Traceback (most recent call last):</pre>",
    ],
    checks.outside_requests: [
        '<script src="https://example.org/x.js"></script>',
        '<script src="//example.org/x.js"></script>',
        '<link rel="stylesheet" href="https://example.org/x.css">',
        '<link rel="preconnect" href="https://example.org">',
        '<img src="https://example.org/x.png" alt="">',
        '<iframe src="https://example.org"></iframe>',
        "<style>@import 'https://example.org/x.css'</style>",
        '<p style="background: url(https://example.org/x.png)">x</p>',
    ],
    checks.missing_icons: ['<i class="fa-solid fa-unicorn"></i>'],
}


def page_of(folder, body):
    folder.mkdir(exist_ok=True)
    (folder / "_static").mkdir(exist_ok=True)
    (folder / "_static" / "icons.css").write_text(".fa-sun { }", encoding="utf-8")
    page = folder / "page.html"
    page.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    return page


@pytest.mark.parametrize("check", BAD, ids=lambda check: check.__name__)
def test_a_sound_page_has_no_fault(tmp_path, check):
    assert check(page_of(tmp_path, GOOD), tmp_path) == []


@pytest.mark.parametrize(
    "check, body", [(check, body) for check, bodies in BAD.items() for body in bodies]
)
def test_each_fault_is_seen_and_named(tmp_path, check, body):
    faults = check(page_of(tmp_path, body), tmp_path)
    assert len(faults) == 1 and faults[0].startswith("page.html: "), faults


def test_a_link_that_a_reader_may_follow_is_no_request(tmp_path):
    page = page_of(tmp_path, '<a href="https://example.org">x</a>')
    assert checks.outside_requests(page, tmp_path) == []


def test_a_style_sheet_from_elsewhere_is_seen(tmp_path):
    sheet = tmp_path / "x.css"
    sheet.write_text("/* url(https://a.org) */ @font-face { src: url(https://b.org/f.woff2) }")
    assert checks.style_sheet_faults(sheet, tmp_path) == ["x.css: https://b.org/f.woff2"]


@pytest.mark.parametrize(
    "path", ["blob/main/book/absent.ipynb", "blob/main/book/terms.md", "tree/main/x.ipynb"]
)
def test_a_launch_button_to_nowhere_is_seen(tmp_path, path):
    address = f"https://colab.research.google.com/github/a/b/{path}"
    page = page_of(tmp_path, f'<a href="{address}">x</a>')
    assert checks.launch_faults(page, tmp_path, PROJECT) == [f"page.html: {address}"]


def test_a_broken_link_fails_the_build_and_is_named(tmp_path):
    built = build(
        tmp_path, index="# 题 · Title\n\n见 [那里](absent.md) 与 [这里](#nowhere)。\n"
    )
    assert built.failed, "the build passed"
    assert "index.md:3" in built.warnings, built.warnings
    assert "absent.md" in built.warnings and "nowhere" in built.warnings, built.warnings
