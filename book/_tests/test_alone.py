"""A chapter opened alone, as Colab does: its first cell brings the rest of the book."""

import os
import shutil
import subprocess
import sys
from importlib import util
from types import SimpleNamespace

import nbformat
import pytest

from notebooks import chapter_files, read
from run import execute
from support import BOOK, code, notebook, python, write

BOOTSTRAP = (BOOK / "_tools" / "bootstrap.py").read_text(encoding="utf-8")
GIT = ["git", "-c", "user.name=reader", "-c", "user.email=reader@example.org"]
WHERE = """
import os, subprocess, sys
pip = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True)
print(pip.stdout.decode(), os.environ["BOOK_URL"])"""
PLACE = "\nimport chapters\nprint(chapters.BOOK)"


@pytest.fixture(scope="session")
def repository(tmp_path_factory):
    """A git repository of the book as it stands now, committed or not."""
    folder = tmp_path_factory.mktemp("repository")
    skipped = shutil.ignore_patterns("__pycache__", "_build", ".*")
    shutil.copytree(BOOK, folder / "book", ignore=skipped)
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "book"]):
        subprocess.run([*GIT, *command], cwd=folder, check=True)
    return folder


def run_alone(folder, source, url, **environment):
    (folder / "cells.py").write_text(source, encoding="utf-8")
    return python(folder, "cells.py", BOOK_URL=str(url), **environment)


def assert_offline(told):
    assert "no-index='1'" in told and "/no/such/repository" in told, told


@pytest.mark.parametrize("path", chapter_files(), ids=lambda path: path.stem)
def test_bootstrap_and_imports_run_alone(path, tmp_path, repository):
    nb = read(path)
    source = "\n".join(cell.source for cell in nb.code[:2])
    done = run_alone(tmp_path, source + PLACE, repository)
    assert done.returncode == 0, f"{path.name}, opened alone:\n{done.stderr}"
    assert done.stdout.strip() == str(tmp_path / "transformer-line-by-line" / "book")


def test_a_whole_chapter_runs_alone(tmp_path, repository, monkeypatch):
    paths = {path.stem: path for path in chapter_files()}
    path = paths.get("05_attention") or next(iter(paths.values()))
    alone = shutil.copy(path, tmp_path / path.name)
    monkeypatch.setenv("BOOK_URL", str(repository))
    execute(nbformat.read(alone, as_version=4), alone)
    assert (tmp_path / "transformer-line-by-line" / "book" / "chapters.py").exists()


def test_a_clone_that_is_there_is_used_again(tmp_path, repository):
    for url in (repository, "/no/such/repository"):
        done = run_alone(tmp_path, BOOTSTRAP + PLACE, url)
        assert done.returncode == 0, done.stderr


def test_beside_the_book_it_does_nothing(tmp_path):
    shutil.copy(BOOK / "chapters.py", tmp_path)
    done = run_alone(tmp_path, BOOTSTRAP, "/no/such/repository")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "transformer-line-by-line").exists()


@pytest.mark.parametrize("path_variable", [os.environ["PATH"], ""], ids=["no book", "no git"])
def test_a_failing_clone_says_what_failed_in_both_languages(tmp_path, path_variable):
    done = run_alone(tmp_path, BOOTSTRAP, "/no/such/book", PATH=path_variable)
    assert done.returncode == 1
    assert "RuntimeError: 取不到本书，请检查网络和 git · Cannot get the book" in done.stderr
    assert ": /no/such/book\n" in done.stderr


def test_a_failing_installation_says_what_failed_in_both_languages(tmp_path, repository):
    source = BOOTSTRAP.replace('"altair"', '"no-such-package-of-this-book"')
    done = run_alone(tmp_path, source, repository)
    assert done.returncode == 1
    assert "RuntimeError: 取不到本书，请检查网络和 git · Cannot get the book" in done.stderr
    assert "no-such-package-of-this-book" in done.stderr.rpartition("RuntimeError")[2]


def test_no_kernel_of_a_test_can_reach_the_network(tmp_path):
    path = write(tmp_path / "01_ask.ipynb", notebook(code(WHERE)))
    ran = nbformat.read(path, as_version=4)
    execute(ran, path)
    assert_offline(ran.cells[0].outputs[0].text)


def test_no_process_of_a_test_can_reach_the_network(tmp_path):
    assert_offline(python(tmp_path, "-c", WHERE).stdout)


def test_only_missing_packages_are_installed(tmp_path, monkeypatch):
    """What pip would be asked for; nothing is really installed."""
    commands, missing = [], {"chapters", "altair", "safetensors", "torch", "numpy"}
    found = SimpleNamespace()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(util, "find_spec", lambda name: None if name in missing else found)
    monkeypatch.setattr(subprocess, "run", lambda command, **options: commands.append(command))
    exec(compile(BOOTSTRAP, "bootstrap.py", "exec"), {})
    clone, install = commands
    assert clone[:2] == ["git", "clone"]
    assert install[:4] == [sys.executable, "-m", "pip", "install"]
    assert install[4:] == ["--quiet", "altair", "safetensors"]
