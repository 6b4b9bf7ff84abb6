"""Put both languages into the frame around a page: sidebar, buttons, footer, tab title.

The theme's templates print these in one language, and Sphinx keeps part captions and the site
title as plain text that no document tree holds. So the finished pages are rewritten, once:
texts become the same spans as elsewhere, and labels become `中文 · English`, of which the
page's script shows the half that is wanted.
"""

import re
from pathlib import Path

from .detect import SEPARATOR, separator_at
from .words import PAIRS

_TAG = re.compile(r"(<!--.*?-->|<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>)", re.DOTALL)
_LABEL = re.compile(r'(\s(?:title|alt|placeholder|aria-label|data-bs-title)=")([^"]*)(")')
_AUTHOR = re.compile(r"(?:作者：|By)\s*(\S.*)", re.DOTALL)
_COPYRIGHT = re.compile(r"©\s*(?:Copyright|版权所有)?\s*([\d, -]+)\.")
_GENERATED = {"search.html"}  # pages of which the article is the theme's too
_TITLE_JOINT = " &#8212; "


def rewrite_pages(app, exception):
    if exception or app.builder.format != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        old = page.read_text(encoding="utf-8")
        new = rewrite(old, whole=page.name in _GENERATED)
        if new != old:
            page.write_text(new, encoding="utf-8")


def rewrite(page, whole=False):
    """Translate the frame of one page; doing it twice changes nothing."""
    pieces = _TAG.split(page)  # texts at even places, tags between them
    in_article = in_summary = in_body = False
    for place in range(1, len(pieces) - 1, 2):
        tag = pieces[place]
        name = re.match(r"</?\w*", tag)
        opened = name is not None and not tag.startswith("</")
        match name[0].strip("</") if name else "":
            case "article":
                in_article = opened and not whole
            case "summary":
                in_summary = opened
            case "body":
                in_body = opened
            case "title" if opened and not in_body and whole:
                pieces[place + 1] = _tab_title(pieces[place + 1])
        pieces[place] = _LABEL.sub(_label, tag) if not tag.startswith("<script") else tag
        if in_body and (in_summary or not in_article) and not tag.startswith("<span lang="):
            pieces[place + 1] = _text(pieces[place + 1])
    return "".join(pieces)


def _label(found):
    pair = PAIRS.get(found[2])
    return found[1] + (SEPARATOR.join(pair) if pair else found[2]) + found[3]


def _tab_title(text):
    """The tab title of a page of the theme's own: `搜索 - Book`."""
    own, joint, book = text.partition(" - ")
    return SEPARATOR.join(PAIRS[own]) + _TITLE_JOINT + book if own in PAIRS else text


def _text(text):
    """A text between two tags, as a pair of spans if it is one."""
    core = text.strip()
    pair = PAIRS.get(core) or _halves(core)
    if author := _AUTHOR.fullmatch(core):
        zh, en = _halves(author[1]) or (author[1], author[1])
        pair = f"作者：{zh}", f"By {en}"
    elif copyright_line := _COPYRIGHT.fullmatch(core):
        return text.replace(core, f"© {copyright_line[1]}")
    return text.replace(core, as_spans(*pair)) if pair else text


def _halves(text):
    at = separator_at(text)
    return None if at is None else (text[:at], text[at + len(SEPARATOR) :])


def as_spans(zh, en):
    dot = f'<span class="pair-dot">{SEPARATOR}</span>'
    return f'<span lang="zh-CN">{zh}</span>{dot}<span lang="en">{en}</span>'
