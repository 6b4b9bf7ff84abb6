"""The import hook: each error must lead a reader to the notebook, the cell and the line."""

import pytest

from support import PI, circle_book, code, error_of, make_book, notebook, run_code, text, write

FAILING = """
import sys, traceback
from chapters.parts import half
try:
    half(1)
except ZeroDivisionError:
    traceback.print_exc(file=sys.stdout)
"""


@pytest.fixture
def book(tmp_path):
    return circle_book(tmp_path)


def test_unknown_chapter_is_named_and_the_known_ones_are_listed(book):
    error = error_of(book, "import chapters.attentoin")
    assert "ImportError: no chapter 'attentoin'" in error
    assert "there are: numbers, circles" in error
    assert "no chapter '*umbers'" in error_of(book, "__import__('chapters.*umbers')")


def test_two_notebooks_with_one_name_are_both_named(book):
    make_book(book, _09_numbers=PI)
    error = error_of(book, "import chapters.numbers")
    assert "ImportError: several notebooks" in error
    assert "01_numbers.ipynb, 09_numbers.ipynb" in error


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{\n "cells": [\n<<<<<<< HEAD\n', "line 3 column 1"),
        ('{"worksheets": []}', "cells"),
        ("[]", "list indices"),
    ],
)
def test_a_file_that_is_no_notebook_is_named_with_the_reason(book, content, reason):
    (book / "03_broken.ipynb").write_text(content, encoding="utf-8")
    last_line = error_of(book, "import chapters.broken").strip().splitlines()[-1]
    assert "ImportError" in last_line
    assert "03_broken.ipynb" in last_line
    assert reason in last_line


@pytest.mark.parametrize("wrong", ["y = = 2", "return 2"])
def test_a_syntax_error_names_notebook_cell_and_line(book, wrong):
    cells = [text("# A"), code("1"), text("words"), code(f"#| export\nx = 1\n{wrong}")]
    write(book / "03_wrong.ipynb", notebook(*cells))
    source = (
        "try:\n    import chapters.wrong\nexcept SyntaxError as error:\n"
        "    print(error.filename, error.lineno, error.text.strip(), error, sep='\\n')"
    )
    filename, line, source_line, message = run_code(book, source).splitlines()
    assert filename.endswith("03_wrong.ipynb, cell 2")
    assert (line, source_line) == ("3", wrong)
    assert "(03_wrong.ipynb, cell 2, line 3)" in message


def test_a_traceback_leads_to_the_cell_and_shows_python(tmp_path):
    book = make_book(tmp_path, _01_parts=["x = 1", "def half(n):\n    return n / 0"])
    error = run_code(book, FAILING)
    assert '01_parts.ipynb, cell 2", line 3, in half\n    return n / 0' in error
