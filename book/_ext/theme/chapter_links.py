"""Links inside drawn diagrams.

A diagram names a chapter, `<a data-chapter="05_attention">`, because only the site knows
whether that chapter exists yet and where its page is. Where there is none, the anchor becomes
a plain group. In Jupyter the diagram stays a picture.
"""

import re

from docutils import nodes

ANCHOR = re.compile(r'<a\b([^>]*?)\sdata-chapter="([^"]+)"([^>]*)>(.*?)</a>', re.DOTALL)


def link(html: str, address) -> str:
    """Give each anchor the address of its chapter, if the book has such a page."""

    def with_address(match: re.Match) -> str:
        before, chapter, after, inside = match.groups()
        href = address(chapter)
        tag, target = ("a", f' href="{href}"') if href else ("g", "")
        return f'<{tag}{before} data-chapter="{chapter}"{target}{after}>{inside}</{tag}>'

    return ANCHOR.sub(with_address, html)


def link_diagrams(app, doctree, docname: str) -> None:
    if app.builder.format != "html":
        return

    def address(chapter: str) -> str | None:
        if chapter not in app.env.found_docs:
            return None
        return app.builder.get_relative_uri(docname, chapter) or "#"  # "" is this very page

    for raw in list(doctree.findall(nodes.raw)):
        if "data-chapter=" in raw.astext():
            raw.replace_self(nodes.raw("", link(raw.astext(), address), **raw.attributes))
