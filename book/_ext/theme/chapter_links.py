"""Links inside drawn diagrams.

A diagram names a chapter, `<a data-chapter="05_attention">`, because only the site knows
whether that chapter exists yet and where its page is. In Jupyter the diagram stays a picture.
"""

import re

from docutils import nodes

ANCHOR = re.compile(r'<a\b([^>]*?)\sdata-chapter="([^"]+)"([^>]*)>')


def link(html: str, address) -> str:
    """Give each anchor the address of its chapter, or none where the book has no such page."""

    def with_address(match: re.Match) -> str:
        href = address(match[2])
        target = f' href="{href}"' if href else ""
        return f'<a{match[1]} data-chapter="{match[2]}"{target}{match[3]}>'

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
