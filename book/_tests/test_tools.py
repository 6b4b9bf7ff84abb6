"""The small tools behind the Makefile, and that README, Makefile and requirements agree."""

import re
import shutil
import subprocess
import sys

import pytest

import repo
import terms
from notebooks import BOOK, chapter_files
from python_version import complaint
from site_server import serve_book, serving

ROOT = BOOK.parent
PYTHON = ".venv/bin/python"
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("version", "words"),
    [((3, 10), "太旧"), ((2, 7), "too old"), ((3, 14), "太新"), ((4, 0), "too new")],
)
def test_a_python_that_does_not_fit_is_named(version, words):
    assert words in complaint(version)
    assert ".".join(map(str, version)) in complaint(version)


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_a_python_that_fits_is_silent(version):
    assert complaint(version) is None


def test_every_chapter_is_in_the_table_of_contents_in_order():
    listed = re.findall(r"file: (\d\d_\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    assert listed == [file.stem for file in chapter_files()], "see _toc.yml"


def test_a_port_in_use_is_named_with_the_way_out():
    with serving(BOOK) as address, pytest.raises(SystemExit) as stop:
        serve_book(int(address.rstrip("/").rpartition(":")[2]))
    assert "make serve PORT=" in str(stop.value) and "cannot be used" in str(stop.value)


@pytest.fixture
def copy(tmp_path):
    """The project's own files, without what is built."""
    ignore = shutil.ignore_patterns(".venv", "_build", ".git", "__pycache__", ".*_cache")
    return shutil.copytree(ROOT, tmp_path / "我的 copy", ignore=ignore)


def make(folder, *words):
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True)


def test_make_stops_where_python_does_not_fit(copy):
    old = copy / "old-python"
    old.write_text("#!/bin/sh\necho 'Python 3.9 is too old'; exit 1\n")
    old.chmod(0o755)
    run = make(copy, "book", f"PYTHON={old}")
    assert run.returncode != 0 and "too old" in run.stdout
    assert not (copy / ".venv").exists()
    run = make(copy, "book", "PYTHON=no-such-python")
    assert run.returncode != 0 and "No no-such-python here" in run.stdout


def test_make_says_so_when_the_network_is_away(copy):
    venv = copy / ".venv"
    (venv / "bin").mkdir(parents=True)
    fake = venv / "bin" / "python"  # stands for a Python whose pip reaches nothing
    fake.write_text("#!/bin/sh\necho 'no route to host' >&2; exit 1\n")
    fake.chmod(0o755)
    (venv / "python").touch()
    run = make(copy, "book")
    assert run.returncode != 0 and "network is away" in run.stdout
    assert not (venv / "site").exists(), "a failed installation must be tried again"


def test_the_repository_has_one_address_everywhere():
    url = repo.current(ROOT)
    files = [str(file.relative_to(ROOT)) for file in repo.copies(ROOT, url)]
    assert {"_config.yml", "book/_tools/bootstrap.py", "book/index.md"} <= set(files)
    assert {f"book/{f.name}" for f in BOOK.glob("[0-9][0-9]_*.ipynb")} <= set(files)


def test_make_repo_rewrites_every_copy(copy):
    old, new = repo.current(copy), "https://github.com/somebody/my-book"
    before = repo.copies(copy, old)
    run = make(copy, "repo", f"URL={new}.git", f"PYTHON={sys.executable}")
    assert run.returncode == 0, run.stderr
    assert repo.current(copy) == new
    assert repo.copies(copy, new) == before and not repo.copies(copy, old)
    assert "cd my-book\n" in (copy / "book" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("url", ["", "my-book", "https://github.com/one", "https://x y/z/w"])
def test_make_repo_refuses_what_is_no_address(copy, url):
    run = make(copy, "repo", f"URL={url}", f"PYTHON={sys.executable}")
    assert run.returncode != 0 and f"URL={url!r}" in run.stderr
    assert repo.current(copy) == repo.current(ROOT)


def test_the_glossary_is_made_from_the_terms():
    written = (BOOK / "terms.md").read_text(encoding="utf-8")
    assert written == terms.glossary(terms.read_terms()), "run: python book/_tools/terms.py"


def test_no_two_terms_share_a_name():
    for column in ("en", "zh"):
        names = [term[column] for term in terms.read_terms() if column == "en" or term["zh"]]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, f"terms.tsv, column {column}: {twice}"


def test_readme_gives_the_commands_of_the_makefile():
    packages = re.search(r"^SITE_PACKAGES := (.+)$", MAKEFILE, re.M)[1]
    assert f"pip install -c requirements.txt {packages}\n" in README
    katex = re.search(r"--no-deps: *(\S+)", (ROOT / "requirements.txt").read_text())[1]
    assert f"pip install --no-deps {katex}\n" in README
    lines = MAKEFILE.replace("$(CURDIR)", "$PWD").replace("$(PY)", PYTHON)
    lines = lines.replace("$(JB)", ".venv/bin/jupyter-book")
    lines = lines.replace("$(TEST_ENV)", "OMP_NUM_THREADS=1 TQDM_DISABLE=1").splitlines()
    for command in ("jupyter-book build", "browser.py --install", "-m pytest"):
        line = next(line.strip() for line in lines if line.startswith("\t") and command in line)
        assert f"\n{line}\n" in README, f"README lacks: {line}"


def test_every_target_is_in_the_help_and_in_the_readme():
    targets = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.M)[1].split()
    for target in set(targets) - {"help"}:
        assert f"#   make {target}" in MAKEFILE and f"`make {target}" in README, target


def test_requirements_are_pinned():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = re.compile(r"#|[\w-]+==[\w.]+( *#.*)?$")
    assert not [line for line in lines if line and not pinned.match(line)]
