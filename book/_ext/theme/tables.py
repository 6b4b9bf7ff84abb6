"""Tables that pandas wrote: an empty corner heads nothing, so it is no heading.

A screen reader announces the heading of each cell, and would announce these as “blank”.
"""

import re

from docutils import nodes

EMPTY_HEADING = re.compile(r"<th\b([^>]*)>\s*</th>")


def mend(html: str) -> str:
    return EMPTY_HEADING.sub(r"<td\1></td>", html)


def mend_tables(app, doctree, docname: str) -> None:
    for raw in list(doctree.findall(nodes.raw)):
        if raw.get("format") == "html" and EMPTY_HEADING.search(raw.astext()):
            raw.replace_self(nodes.raw("", mend(raw.astext()), **raw.attributes))
