"""`@chapters.fork`: a reader's own definition, used by every chapter until Restart."""

import pytest

from support import circle_book, error_of, make_book, run_code

FORK = "import chapters\n@chapters.fork\ndef pi():\n    return 3\n"


@pytest.fixture
def book(tmp_path):
    return circle_book(tmp_path)


def test_a_fork_replaces_a_name_that_other_chapters_already_bound(book):
    source = f"from chapters.circles import circle\n{FORK}print(circle(2), pi())"
    assert run_code(book, source) == "6 3"


def test_a_fork_reaches_a_chapter_imported_later(book):
    source = f"import chapters.numbers\n{FORK}from chapters.circles import circle\n"
    assert run_code(book, f"{source}print(circle(2))") == "6"


def test_a_fork_can_be_changed_and_run_again(book):
    again = FORK.replace("3", "4")
    source = f"from chapters.circles import circle\n{FORK}{again}print(circle(2))"
    assert run_code(book, source) == "8"


def test_a_fork_leaves_what_comes_from_elsewhere_alone(tmp_path):
    own = "def sqrt(x):\n    return 'own'"
    book = make_book(tmp_path, _01_own=own, _02_other="from math import sqrt")
    fork = "import chapters\n@chapters.fork\ndef sqrt(x):\n    return 'fork'\n"
    source = f"import chapters.own, chapters.other\n{fork}"
    show = "print(chapters.own.sqrt(4), chapters.other.sqrt(4))"
    assert run_code(book, source + show) == "fork 2.0"


def test_a_fork_is_gone_after_restart(book):
    show = "from chapters.circles import circle\nprint(circle(2))"
    files = {path.name: path.read_bytes() for path in book.glob("*.ipynb")}
    assert run_code(book, f"import chapters.numbers\n{FORK}{show}") == "6"
    assert run_code(book, show) == "6.28"
    assert files == {path.name: path.read_bytes() for path in book.glob("*.ipynb")}


def test_a_fork_of_an_unknown_name_is_refused_by_name(book):
    error = error_of(book, f"import chapters.circles\n{FORK.replace('pi', 'pie')}")
    assert "NameError: one loaded chapter must define 'pie'; these do: none" in error


def test_a_fork_reaches_a_name_that_was_imported_under_another(tmp_path):
    alias = "from chapters.own import f as g\ndef twice():\n    return 2 * g()"
    book = make_book(tmp_path, _01_own="def f():\n    return 1", _02_other=alias)
    fork = "import chapters\n@chapters.fork\ndef f():\n    return 5\n"
    assert run_code(book, f"import chapters.other\n{fork}print(chapters.other.twice())") == "10"


def test_a_name_that_two_chapters_define_is_refused_with_both(tmp_path):
    book = make_book(tmp_path, _01_own="def f(): ...", _02_other="def f(): ...")
    fork = "import chapters\n@chapters.fork\ndef f(): ...\n"
    error = error_of(book, f"import chapters.own, chapters.other\n{fork}")
    assert "must define 'f'; these do: chapters.own, chapters.other" in error
