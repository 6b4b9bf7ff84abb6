"""Links that lead somewhere: files of the book, and entries of its references."""

import re
from functools import cache

from notebooks import BOOK

from .blocks import line_of

SOURCES = "出处 · Sources"
PAPER = re.compile(
    r"//([\w.-]+\.)?(arxiv\.org|doi\.org|aclanthology\.org|aclweb\.org|openreview\.net"
    r"|jmlr\.org|mlr\.press|dl\.acm\.org|ieeexplore\.ieee\.org|semanticscholar\.org"
    r"|(nips|neurips)\.cc)/|\.pdf$",
    re.IGNORECASE,
)


@cache
def keys():
    entries = (BOOK / "references.bib").read_text(encoding="utf-8")
    return set(re.findall(r"^@\w+\{([^,\s]+),", entries, re.MULTILINE))


def links_of(node):
    return [n for n in node.walk() if n.type == "link"]


def link_leads_to_a_file(unit):
    for node, target, anchor in _inner_links(unit):
        if not (BOOK / target).is_file():
            yield line_of(node), f"no such file in the book: {target}"
        elif target == "reading.md" and anchor and anchor not in keys():
            yield line_of(node), f"references.bib has no {anchor}"


def source_is_linked(unit):
    for block in _sources(unit):
        if block.kind in ("bullet_list", "ordered_list"):
            for item in block.children:
                if not links_of(item.node):
                    yield item.line, f"a source needs a link: {item.text[:30]!r}"


def paper_is_linked_through_reading(unit):
    """One place knows the address of a paper: references.bib, which reading.md shows."""
    for block in _sources(unit):
        for node in links_of(block.node):
            address = node.attrs["href"]
            if PAPER.search(address):
                yield line_of(node), f"link a paper as reading.md#key, not {address}"


def _sources(unit):
    """The blocks under the heading of the sources."""
    at_sources = False
    for block in unit.blocks:
        if block.kind == "heading":
            at_sources = block.text == SOURCES
        elif at_sources:
            yield block


def _inner_links(unit):
    for block in unit.blocks:
        for node in links_of(block.node):
            address = node.attrs["href"]
            if not re.match(r"[a-z][a-z+.-]*:|#|//", address):
                target, _, anchor = address.partition("#")
                yield node, target, anchor


CHECKS = [link_leads_to_a_file, source_is_linked, paper_is_linked_through_reading]
