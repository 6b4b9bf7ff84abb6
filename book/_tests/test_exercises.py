"""The check of every exercise rejects wrong answers with a hint and never raises."""

import pytest

from notebooks import chapter_files, read
from sample import CHECK, sample_book, sample_chapter
from verdicts import lenient_checks

LENIENT = 'def check_mean(mean):\n    print("✓ 对 · Right" if mean else "✗ 空 · Empty")'
RAISING = CHECK.replace("except Exception", "except ZeroDivisionError")


@pytest.mark.parametrize("path", chapter_files(), ids=lambda path: path.stem)
def test_checks_reject_wrong_answers(path):
    found = lenient_checks(read(path))
    assert not found, "\n" + "\n".join(found)


def test_the_sample_rejects_wrong_answers(tmp_path):
    assert lenient_checks(read(sample_book(tmp_path))) == []


def test_a_lenient_and_a_raising_check_are_found(tmp_path):
    chapter = sample_chapter()
    cells = {cell["id"]: cell for cell in chapter["cells"]}
    cells["check-1"]["source"] = LENIENT
    cells["check-2"]["source"] = RAISING.replace("check_mean", "check_other")
    cells["check-2"]["metadata"]["exercise"]["check"] = "check_other"
    for name in ("stub-2", "solution-2"):
        cells[name]["source"] = cells[name]["source"].replace("check_mean", "print")
    found = lenient_checks(read(sample_book(tmp_path, chapter)))
    places = [fault.partition(": ")[0] for fault in found]
    assert places[:3] == ["02_sums.ipynb, cell 10 (id check-1)"] * 3
    assert places[3:] == ["02_sums.ipynb, cell 13 (id check-2)"] * 2
    assert "check_mean(sum)" in found[0]
    assert "raised TypeError" in found[-1]
