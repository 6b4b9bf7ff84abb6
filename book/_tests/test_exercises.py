"""Checks reject wrong answers with a hint and never raise; errors that are announced come."""

import pytest

from notebooks import chapter_files, read
from sample import CHECK, sample_book, sample_chapter
from verdicts import faults_when_run

LENIENT = 'def check_mean(mean):\n    print("✓ 对 · Right" if mean else "✗ 空 · Empty")'
RAISING = CHECK.replace("except Exception", "except ZeroDivisionError")


@pytest.mark.parametrize("path", chapter_files(), ids=lambda path: path.stem)
def test_checks_reject_wrong_answers_and_announced_errors_come(path):
    found = faults_when_run(read(path))
    assert not found, "\n" + "\n".join(found)


def test_the_sample_rejects_wrong_answers(tmp_path):
    assert faults_when_run(read(sample_book(tmp_path))) == []


def test_a_lenient_and_a_raising_check_are_found(tmp_path):
    chapter = sample_chapter()
    cells = {cell["id"]: cell for cell in chapter["cells"]}
    cells["check-1"]["source"] = LENIENT
    cells["check-2"]["source"] = RAISING.replace("check_mean", "check_other")
    cells["check-2"]["metadata"]["exercise"]["check"] = "check_other"
    for name in ("stub-2", "solution-2"):
        cells[name]["source"] = cells[name]["source"].replace("check_mean", "print")
    found = faults_when_run(read(sample_book(tmp_path, chapter)))
    places = [fault.partition(": ")[0] for fault in found]
    assert places[:3] == ["02_sums.ipynb, cell 10 (id check-1)"] * 3
    assert places[3:] == ["02_sums.ipynb, cell 13 (id check-2)"] * 2
    assert "check_mean(sum)" in found[0]
    assert "raised TypeError" in found[-1]


ANNOUNCED = "try:\n    {}\nexcept ValueError as error:\n    print(error)"


@pytest.mark.parametrize(("line", "count"), [("int('a')", 0), ("int('1')", 1)])
def test_an_announced_error_that_does_not_come_is_found(tmp_path, line, count):
    chapter = sample_chapter()
    cells = {cell["id"]: cell for cell in chapter["cells"]}
    cells["result"]["source"] += "\n" + ANNOUNCED.format(line)
    found = faults_when_run(read(sample_book(tmp_path, chapter)))
    assert len(found) == count, found
    assert all("(id result): announces an error" in fault for fault in found)
