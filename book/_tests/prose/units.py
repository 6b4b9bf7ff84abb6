"""Cut the book's text into units: Markdown cells of notebooks, sections of pages."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bilingual.detect import HAN, language, separator_at
from notebooks import BOOK, chapter_files, read

from .blocks import SYMBOL, blocks_of, line_of, parse, text_of


@dataclass(frozen=True)
class Unit:
    """What one reader meets at a time: the text between two code cells, or one section."""

    file: str
    source: str
    where: str
    first_line: int = 1

    @property
    def in_notebook(self):
        return self.file.endswith(".ipynb")

    def place(self, line):
        return f"{self.where}, line {self.first_line + line - 1}"

    @cached_property
    def blocks(self):
        """The blocks on the top level."""
        return blocks_of(parse(self.source))

    @cached_property
    def texts(self):
        """Every block that holds text itself, however deep, as (line, text)."""
        inlines = (n for n in parse(self.source).walk() if n.type == "inline")
        return [(line_of(n), text_of(n)) for n in inlines]


def notebook_units(path):
    for cell in read(path).cells:
        if not cell.is_code:
            yield Unit(path.name, cell.source, cell.place())


def page_units(path):
    """The sections of a page, each from its heading on."""
    lines = path.read_text(encoding="utf-8").split("\n")
    fences = (1 if line.startswith("```") else 0 for line in lines)
    starts, inside = [0], 0
    for number, (line, fence) in enumerate(zip(lines, fences, strict=True)):
        inside ^= fence
        if number and not inside and re.match("#+ ", line):
            starts.append(number)
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        yield Unit(path.name, "\n".join(lines[start:end]), path.name, start + 1)


def all_units(book: Path = BOOK):
    for path in chapter_files(book):
        yield from notebook_units(path)
    for path in sorted(book.glob("*.md")):
        yield from page_units(path)


def chinese_texts(unit):
    """(line, text) of all that is Chinese: whole blocks, and the left half of a pair."""
    for line, text in unit.texts:
        cut = separator_at(text)
        if cut is not None:
            yield line, text[:cut]
        elif HAN.search(text) and language(text.replace(SYMBOL, " ")) == "zh":
            yield line, text
