"""What the theme gets wrong on every page, mended as text while the page is written.

Jupyter Book 1 and its themes receive no more fixes, so each fault is mended here, by one rule
that says what it is for. The rules touch only markup that the theme itself writes.
"""

import re

HEAD = [
    # 1.5 MB of script for the icons that icons.py draws
    (r"\s*<!-- So that users can add custom icons -->", ""),
    (r"\s*<script[^>]*scripts/fontawesome\.js[^>]*></script>", ""),
]
BODY = [
    # the interactive kernels that this book does not offer
    (r'\s*<script type="text/x-thebe-config">.*?</script>', ""),
    (r"\s*<script>kernelName = '[^']*'</script>", ""),
    # a label for screen readers must hold the words that are seen
    (r'(<button class="btn search-button-field[^>]*?) aria-label="[^"]*"', r"\1"),
    (r'<summary aria-label="Toggle hidden content">', "<summary>"),
    # every part of the page belongs to a landmark
    (
        r'<div id="pst-primary-sidebar" ',
        '<div id="pst-primary-sidebar" role="navigation" aria-label="全书 · Book" ',
    ),
    (r'(<nav class="bd-links bd-docs-nav" aria-label=)"Main"', r'\1"章节 · Chapters"'),
    # the theme looks for this name and marks the wrong section; theme.js marks the right one
    (r'<nav id="pst-page-toc-nav"', '<nav id="page-contents"'),
    # a dialog says what it is
    (
        '<dialog id="pst-search-dialog">',
        '<dialog id="pst-search-dialog" aria-label="搜索 · Search">',
    ),
    (
        '<dialog id="pst-primary-sidebar-modal">',
        '<dialog id="pst-primary-sidebar-modal" aria-label="全书目录 · Book contents">',
    ),
    (
        '<dialog id="pst-secondary-sidebar-modal">',
        '<dialog id="pst-secondary-sidebar-modal" aria-label="本页目录 · Page contents">',
    ),
    # a picture beside its own name says nothing new
    (r'<img alt="[^"]*"(?= src="[^"]*images/logo_)', '<img alt=""'),
    # a notice is a sentence; words.py says it in both languages
    (
        r'(<noscript>\s*)<div class="admonition error">.*?<p>([^<]*)</p>\s*</div>',
        r"\1<p>\2</p>",
    ),
    # a place for advertisements
    (r'<div id="ethical-ad-placement"[^>]*>\s*</div>', ""),
    # room for a picture before it has come, also where a phone shows it smaller
    (
        r'(<img\b[^>]* style="width: ([\d.]+)px; height: ([\d.]+)px;")',
        r'\1 width="\2" height="\3"',
    ),
    # a notebook is to be kept, not looked at as text in a tab of its own
    (
        r'(<a href="[^"]*") target="_blank"(?=[^>]*btn-download-source-button)',
        r"\1 download",
    ),
    # an outdated role, which screen readers no longer know
    (r'role="doc-biblioentry"', 'role="listitem"'),
]
TITLE = '<p class="title logo__title">'


def apply(rules: list[tuple[str, str]], html: str) -> str:
    for pattern, replacement in rules:
        html = re.sub(pattern, replacement, html, flags=re.DOTALL)
    return html


def repair_head(html: str) -> str:
    return apply(HEAD, html)


def repair_body(html: str, mark: str = "") -> str:
    """The mended page, with the book's mark before its title."""
    return apply(BODY, html).replace(TITLE, mark + TITLE)


def without_thebe(files: list) -> list:
    """Scripts and styles without those of sphinx-thebe, which declares a constant twice."""

    def is_thebe(file) -> bool:
        body = getattr(file, "attributes", {}).get("body") or ""
        name = str(getattr(file, "filename", file) or "")
        return "THEBE_JS_URL" in body or "sphinx-thebe" in name

    return [file for file in files if not is_thebe(file)]
