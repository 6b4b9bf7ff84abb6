"""The report of an error names the page that it is about, in words that a reader knows.

The theme names the file alone and asks for “your issue content” in English.
"""

import re
from urllib.parse import parse_qsl, urlencode

from docutils import nodes

BODY = """\
哪一句、哪一格代码或哪张图 · Which sentence, cell or picture:


你原以为会怎样 · What you had expected:


"""


def report(address: str, pagename: str, title: str) -> str:
    """The `address` that opens a new report, with our words in place of the theme's.

    GitHub and GitLab call the two fields by other names, which stay.
    """
    form, _, query = address.partition("?")
    words = [f"{pagename}: {title}" if title else pagename, BODY]
    names = [name for name, _ in parse_qsl(query)]
    return f"{form}?{urlencode(list(zip(names, words, strict=True)))}"


def buttons(context) -> list[dict]:
    """The buttons in the page's header, those inside menus included."""
    top = context.get("header_buttons", [])
    return [*top, *(button for group in top for button in group.get("buttons", []))]


def title_of(app, pagename: str) -> str:
    title = app.env.titles.get(pagename)
    return re.sub(r"\s+", " ", title.astext()) if isinstance(title, nodes.Element) else ""


def name_page_in_report(app, pagename, context) -> None:
    for button in buttons(context):
        if button.get("label") == "source-issues-button":
            button["url"] = report(button["url"], pagename, title_of(app, pagename))
