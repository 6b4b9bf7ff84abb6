"""Read the chapters: the one place that knows how a notebook looks on disk.

Tools and tests speak of cells by a *place* that leads a reader there, such as
``05_attention.ipynb, cell 3 (id scores), line 2``. A code cell has the number that Jupyter
shows beside it after Restart and Run All; a text cell is named by the code cell before it.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
PATTERN = "[0-9][0-9]_*.ipynb"


@dataclass(frozen=True)
class Cell:
    notebook: str  # the file's name
    number: int
    data: dict

    @property
    def is_code(self):
        return self.data["cell_type"] == "code"

    @property
    def source(self):
        return "".join(self.data["source"])

    @property
    def metadata(self):
        return self.data["metadata"]

    @property
    def tags(self):
        return self.metadata.get("tags", [])

    @property
    def outputs(self):
        return self.data.get("outputs", [])

    def place(self, line=None):
        kind = "cell" if self.is_code else "text after cell"
        where = f"{self.notebook}, {kind} {self.number} (id {self.data.get('id', '-')})"
        return f"{where}, line {line}" if line else where


@dataclass(frozen=True)
class Notebook:
    path: Path
    data: dict

    @property
    def name(self):
        return self.path.name

    @cached_property
    def cells(self):
        number, cells = 0, []
        for data in self.data["cells"]:
            number += data["cell_type"] == "code"
            cells.append(Cell(self.name, number, data))
        return cells

    @property
    def code(self):
        return [cell for cell in self.cells if cell.is_code]


def read(path):
    try:
        return Notebook(path, json.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path} is not a readable notebook: {error}") from error


def chapter_files(book=BOOK):
    """Every chapter, in order. None at all is an error: a check of nothing proves nothing."""
    files = sorted(book.glob(PATTERN))
    if not files:
        raise FileNotFoundError(f"no chapters found: {book / PATTERN}")
    return files
