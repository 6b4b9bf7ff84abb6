"""The safety net itself: a stored number that is no longer true turns `make test` red."""

import json
import re
import shutil

import pytest

from anatomy.outputs import is_run_in_order
from anatomy.source import joined, plain_texts
from notebooks import Notebook, chapter_files, read
from support import BOOK, code, notebook, python, stream, text, write

STRICT = ["-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", "--rootdir=."]


def nbval(path):
    """Exit status and report of nbval on one notebook, run in the notebook's folder."""
    done = python(path.parent, *STRICT, path.name, OMP_NUM_THREADS="1", TQDM_DISABLE="1")
    return done.returncode, done.stdout + done.stderr


def spoil_first_number(cell):
    """Change one digit of the first output that has one."""
    for output in cell.outputs:
        holder, name = (output, "text") if "text" in output else (output["data"], "text/plain")
        content = joined(holder.get(name, ""))
        if digit := re.search(r"\d", content):
            other = "1" if digit[0] == "2" else "2"
            holder[name] = content.replace(digit[0], other, 1)
            return


def tiny(tmp_path, shown):
    cells = [text("# T"), code("x = 2"), code("print(x * 3)", [stream(shown)])]
    return write(tmp_path / "01_tiny.ipynb", notebook(*cells))


def test_true_numbers_pass(tmp_path):
    status, report = nbval(tiny(tmp_path, "6\n"))
    assert status == 0, report


def test_a_wrong_number_fails_and_is_named(tmp_path):
    status, report = nbval(tiny(tmp_path, "7\n"))
    assert status == 1, report
    assert "01_tiny.ipynb::Cell 1" in report


def test_a_cell_that_was_never_run_is_a_fault(tmp_path):
    path = tiny(tmp_path, "6\n")
    data = json.loads(path.read_text(encoding="utf-8"))
    data["cells"][2].update(outputs=[], execution_count=None)
    [fault] = is_run_in_order(Notebook(path, data))
    assert fault.startswith("01_tiny.ipynb, cell 2")


def first_number(nb):
    """Position of the first cell that stores a number as text, or None."""
    for position, cell in enumerate(nb.cells):
        if any(re.search(r"\d", content) for content in plain_texts(cell)):
            return position


def chapter_with_a_number():
    for path in chapter_files():
        if first_number(read(path)) is not None:
            return path
    pytest.fail("no chapter stores a single number")


@pytest.mark.parametrize("spoil", [False, True], ids=["as stored", "spoiled"])
def test_a_real_chapter_is_checked_number_by_number(tmp_path, spoil):
    """The chapter up to its first number, in a copy of the book."""
    skipped = shutil.ignore_patterns("_ext", "_tests", "_tools", "lab", ".*")
    book = shutil.copytree(BOOK, tmp_path / "book", ignore=skipped)
    path = book / chapter_with_a_number().name
    nb = read(path)
    last = first_number(nb)
    nb.data["cells"] = nb.data["cells"][: last + 1]
    if spoil:
        spoil_first_number(nb.cells[last])
    write(path, nb.data)
    status, report = nbval(path)
    assert status == int(spoil), report
    if spoil:
        assert f"{path.name}::Cell {nb.cells[last].number - 1}" in report
