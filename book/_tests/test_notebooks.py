"""Every chapter keeps the anatomy, and every check of the anatomy can fail."""

import pytest

import anatomy
from harmless import HARMLESS
from notebooks import Notebook, chapter_files, read
from sample import sample_book, sample_chapter
from spoilers import SPOILERS


def faults(nb, checks=anatomy.CHECKS):
    return [f"{check.__name__}: {fault}" for check in checks for fault in check(nb)]


def test_there_are_chapters():
    assert chapter_files()


def test_a_book_without_chapters_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="no chapters found"):
        chapter_files(tmp_path)


@pytest.mark.parametrize("path", chapter_files(), ids=lambda path: path.stem)
def test_chapter_keeps_the_anatomy(path):
    found = faults(read(path))
    assert not found, "\n" + "\n".join(found)


def test_the_sample_chapter_is_without_fault(tmp_path):
    assert faults(read(sample_book(tmp_path))) == []


def spoiled(tmp_path, spoil):
    """The sample chapter after one change."""
    data = sample_chapter()
    spoil(data, {cell["id"]: cell for cell in data["cells"]})
    return Notebook(sample_book(tmp_path, data), data)


@pytest.mark.parametrize(
    ("check", "spoil", "place"), SPOILERS, ids=lambda value: getattr(value, "__name__", None)
)
def test_check_can_fail(tmp_path, check, spoil, place):
    found = check(spoiled(tmp_path, spoil))
    assert found, f"{check.__name__} does not see this fault"
    assert found[0].startswith("02_sums.ipynb"), found[0]
    assert place in found[0]


@pytest.mark.parametrize(
    ("check", "change"), HARMLESS, ids=lambda value: getattr(value, "__name__", None)
)
def test_check_leaves_alone_what_is_right(tmp_path, check, change):
    assert check(spoiled(tmp_path, change)) == []


def test_every_check_is_shown_to_fail():
    assert {check for check, _, _ in SPOILERS} == set(anatomy.CHECKS)
