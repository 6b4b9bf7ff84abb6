"""The language rules of the book, as checks on its text.

Each check takes one unit of text (a Markdown cell of a notebook, a section of a page) and
yields faults; a fault is a line number in the unit and what to do. No fault, nothing.
"""

from . import chinese, lines, links, markup, pairs, short_texts, terms

MODULES = [pairs, short_texts, chinese, lines, terms, markup, links]
CHECKS = [check for module in MODULES for check in module.CHECKS]


def faults(unit, checks=CHECKS):
    """All faults of a unit, each beginning with its place."""
    return [f"{unit.place(line)}: {text}" for check in checks for line, text in check(unit)]
