"""The order of a chapter: title, sections, the four closing ones; never a long read."""

import re

from .source import HAN, PAIR

SECTIONS = [
    "## 常见疑问 · Questions readers ask",
    "## 练习 · Exercises",
    "## 小结 · Summary",
    "## 出处 · Sources",
]
HAN_LIMIT, WORD_LIMIT = 480, 300
UNREAD = re.compile(
    r"```.*?```|<!--.*?-->|\$\$.*?\$\$|\$[^$\n]*\$|`[^`]*`|\]\([^)]*\)", re.DOTALL
)


def headings(nb):
    """(cell, line number, text) of every Markdown heading."""
    for cell in nb.cells:
        lines = [] if cell.is_code else cell.source.split("\n")
        yield from ((cell, n, line) for n, line in enumerate(lines, 1) if re.match("#+ ", line))


def has_one_bilingual_title(nb):
    first = nb.cells[0]
    title = first.source.split("\n")[0]
    if first.is_code or not title.startswith("# ") or not PAIR.fullmatch(title[2:]):
        return [f"{first.place(1)}: a chapter begins with '# 中文 · English'"]
    titles = [(cell, n) for cell, n, line in headings(nb) if line.startswith("# ")]
    return [f"{cell.place(n)}: a second title" for cell, n in titles[1:]]


def has_closing_sections(nb):
    found = [line for _, _, line in headings(nb) if line in SECTIONS]
    if found == SECTIONS:
        return []
    return [f"{nb.name}: closing sections {found}; wanted, in this order: {SECTIONS}"]


def count_words(source):
    """(Han characters, English words); each line counts for the language that fills it."""
    han = words = 0
    for line in UNREAD.sub(" ", source).split("\n"):
        for part in line.split(" · "):
            line_han, line_words = (
                len(HAN.findall(part)),
                len(re.findall(r"[A-Za-z][\w'’-]*", part)),
            )
            han += line_han
            words += line_words if line_words > line_han else 0
    return han, words


def is_brief_between_cells(nb):
    """Never a long read without code; the list of sources at the end is no reading."""
    faults, han, words = [], 0, 0
    for cell in nb.cells:
        if cell.is_code or SECTIONS[-1] in cell.source:
            han = words = 0
            continue
        more_han, more_words = count_words(cell.source)
        han, words = han + more_han, words + more_words
        if han > HAN_LIMIT or words > WORD_LIMIT:
            faults.append(f"{cell.place()}: {han} Han characters, {words} words without code")
    return faults


CHECKS = [
    has_one_bilingual_title,
    has_closing_sections,
    is_brief_between_cells,
]
