"""The import hook: what a chapter that imports another one may rely on.

Its error messages have their tests in test_chapters_errors.py, forks in test_fork.py.
"""

import os
import sys

import pytest

from support import (
    BOOK,
    PI,
    circle_book,
    code,
    error_of,
    make_book,
    notebook,
    python,
    run_code,
    text,
    write,
)

CLASSES = (
    "import functools\n\nclass First:\n    a = 1",
    "@functools.total_ordering\nclass Second:\n    def __lt__(self, other):\n        return 1",
)


@pytest.fixture
def book(tmp_path):
    return circle_book(tmp_path)


def test_a_chapter_is_imported_by_name_without_its_number(book):
    assert run_code(book, "from chapters.circles import circle; print(circle(2))") == "6.28"


def test_a_name_that_ends_like_another_is_another_chapter(tmp_path):
    book = make_book(tmp_path, _05_attention="x = 5", _12_why_self_attention="x = 12")
    for chapter, number in (("attention", "5"), ("why_self_attention", "12")):
        assert run_code(book, f"from chapters.{chapter} import x; print(x)") == number
    assert "no chapter 'self_attention'" in error_of(book, "import chapters.self_attention")


def test_renumbering_a_chapter_changes_no_import(book):
    (book / "01_numbers.ipynb").rename(book / "07_numbers.ipynb")
    assert run_code(book, "from chapters.circles import circle; print(circle(2))") == "6.28"


def test_only_export_cells_run(tmp_path):
    cells = [
        text("#| export\nnot Python"),
        code("print('a demonstration ran')"),
        code("\n#| export\nraise SystemExit('the marker is not on the first line')"),
        code("#| exports\nraise SystemExit('another word')"),
        code("#| export\nx = 1"),
    ]
    book = make_book(tmp_path)
    write(book / "01_demo.ipynb", notebook(*cells))
    assert run_code(book, "from chapters.demo import x; print(x)") == "1"


def test_getsource_shows_python_even_after_the_line_cache_was_checked(tmp_path):
    book = make_book(tmp_path, _01_classes=[*CLASSES, PI])
    source = (
        "import inspect, linecache\nfrom chapters.classes import First, Second, pi\n"
        "linecache.checkcache()\n"
        "print(*map(inspect.getsource, (First, Second, pi)), sep='')"
    )
    wanted = [CLASSES[0].partition("\n\n")[2], CLASSES[1], PI.partition("\n\n")[2]]
    assert run_code(book, source) == "\n".join(wanted)


def test_each_class_knows_its_first_line_in_the_whole_chapter(tmp_path):
    """`inspect` asks for it from Python 3.13 on; the older ones must set it all the same."""
    book = make_book(tmp_path, _01_classes=CLASSES)
    source = (
        "import inspect, linecache\nfrom chapters.classes import First, Second\n"
        "for one in First, Second:\n"
        "    line = linecache.getline(inspect.getsourcefile(one), one.__firstlineno__)\n"
        "    print(line.strip())"
    )
    assert run_code(book, source).splitlines() == [
        "class First:",
        "@functools.total_ordering",
    ]


def test_no_future_of_the_hook_reaches_a_chapter(tmp_path):
    """Whatever chapters.py imports from `__future__` is its own affair."""
    book = make_book(tmp_path, _01_notes="def double(x: int):\n    return 2 * x")
    hook = (book / "chapters.py").read_text(encoding="utf-8")
    future = "from __future__ import annotations\n\nimport ast\n"
    (book / "chapters.py").write_text(hook.replace("import ast\n", future, 1), encoding="utf-8")
    show = "import chapters\nfrom chapters.notes import double\n"
    show += "print(chapters.annotations.compiler_flag > 0, double.__annotations__['x'])"
    assert run_code(book, show) == "True <class 'int'>"


def test_objects_survive_pickling_into_another_process(tmp_path):
    book = make_book(tmp_path, _01_classes=CLASSES)
    dump = "import pickle; from chapters.classes import First\n"
    run_code(book, f"{dump}pickle.dump(First(), open('kept', 'wb'))")
    load = "import chapters, pickle; print(type(pickle.load(open('kept', 'rb'))))"
    assert run_code(book, load) == "<class 'chapters.classes.First'>"


def test_an_edit_in_an_early_chapter_reaches_a_late_one(book):
    show = "from chapters.circles import circle; print(circle(2))"
    assert run_code(book, show) == "6.28"
    make_book(book, _01_numbers=PI.replace("2)", "4)"))
    assert run_code(book, show) == "6.2832"


def test_an_edit_of_equal_size_in_the_same_second_is_seen(book):
    path = book / "01_numbers.ipynb"
    show = "from chapters.numbers import pi; print(pi())"
    assert run_code(book, show) == "3.14"
    before = path.stat()
    make_book(book, _01_numbers=PI.replace("2)", "1)"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert run_code(book, show) == "3.1"
    cached = {file.name.split(".")[0] for file in book.rglob("*.pyc")}
    assert cached <= {"chapters"}, f"bytecode of notebooks was stored: {cached}"


def test_twelve_chapters_in_a_chain(tmp_path):
    chain = {"_01_link1": "def depth():\n    return 1"}
    for n in range(2, 13):
        before = f"from chapters.link{n - 1} import depth as before\n\n"
        chain[f"_{n:02}_link{n}"] = f"{before}def depth():\n    return before() + 1"
    book = make_book(tmp_path, **chain)
    assert run_code(book, "from chapters.link12 import depth; print(depth())") == "12"


def test_every_real_chapter_can_be_imported():
    notebooks = sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))
    assert notebooks, f"no chapters found in {BOOK}"
    names = [path.stem[3:] for path in notebooks]
    done = python(BOOK, "-c", "\n".join(f"import chapters.{name}" for name in names))
    assert done.returncode == 0, done.stderr


def test_the_hook_needs_nothing_but_the_standard_library():
    source = (BOOK / "chapters.py").read_text(encoding="utf-8")
    lines = [
        line.split()[1] for line in source.splitlines() if line.startswith(("import", "from"))
    ]
    roots = {name.partition(".")[0] for name in lines}
    foreign = roots - set(sys.stdlib_module_names)
    assert not foreign, f"chapters.py imports {foreign}"
