"""`make run`: outputs are computed anew, nothing is lost, and a second run leaves no diff."""

import pytest

import anatomy
from notebooks import read
from run import main
from sample import sample_book
from support import code, notebook, stream, text, write

RANDOM = "import os\nprint(os.urandom(8).hex())"
KEPT = {"tags": ["nbval-ignore-output"]}


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Writes a chapter of these cells."""
    monkeypatch.delenv("TIMINGS", raising=False)
    return lambda *cells: write(tmp_path / "01_tiny.ipynb", notebook(*cells))


def printed(path, id):
    """What the cell with this id stored."""
    [cell] = [cell for cell in read(path).code if cell.data["id"] == id]
    return ["".join(output.get("text", "")) for output in cell.outputs]


def test_outputs_are_computed_and_counted(chapter):
    path = chapter(text("# T"), code("x = 2", id="set"), code("print(x * 3)", id="show"))
    assert main([str(path)]) == 0
    assert printed(path, "show") == ["6\n"]
    assert [cell.data["execution_count"] for cell in read(path).code] == [1, 2]
    assert not read(path).cells[0].metadata


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import os\nos._exit(1)", "Kernel died"),
    ],
)
def test_a_failing_cell_is_named_and_the_file_stays(chapter, capsys, wrong, reason):
    old = [stream("an old output\n")]
    path = chapter(code("print('new')", old), text("so"), code(wrong, id="wrong"))
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["01_tiny.ipynb"]
    first_line = capsys.readouterr().err.splitlines()[0]
    assert first_line == f"01_tiny.ipynb, cell 2 (id wrong): {reason}"


def test_the_others_run_after_a_failure(chapter, tmp_path):
    bad = write(tmp_path / "02_bad.ipynb", notebook(code("1 / 0")))
    good = chapter(code("print(1)", id="show"))
    assert main([str(bad), str(good)]) == 1
    assert printed(good, "show") == ["1\n"]


def test_a_second_run_leaves_no_diff(chapter):
    many_prints = "for n in range(3000):\n    print(n, flush=n % 7 == 0)"
    path = chapter(code(many_prints, id="many"), code("{'键': 1.5}"), code(RANDOM, **KEPT))
    assert main([str(path)]) == 0
    first, changed = path.read_bytes(), path.stat().st_mtime_ns
    assert main([str(path)]) == 0
    assert path.read_bytes() == first
    assert path.stat().st_mtime_ns == changed, "an unchanged file was written again"
    assert len(printed(path, "many")) == 1, "one print came out in several pieces"


def test_nothing_that_changes_with_time_or_version_is_stored(chapter):
    path = chapter(code("1", execution={"iopub.status.busy": "2017-06-12T17:57:34Z"}))
    assert main([str(path)]) == 0
    data = read(path).data
    assert "execution" not in data["cells"][0]["metadata"]
    assert list(data["metadata"]) == ["kernelspec"]
    content = path.read_bytes()
    assert content.endswith(b"}\n") and not content.endswith(b"\n\n")


def test_tagged_cells_keep_their_output_until_it_is_renewed(chapter, monkeypatch, capsys):
    path = chapter(code(RANDOM, [stream("kept\n")], id="time", **KEPT), code(RANDOM, id="free"))
    assert main([str(path)]) == 0
    assert printed(path, "time") == ["kept\n"]
    assert len(printed(path, "free")[0]) == 17, "an untagged cell has to be computed anew"
    assert "1 kept their stored output" in capsys.readouterr().out
    monkeypatch.setenv("TIMINGS", "1")
    assert main([str(path)]) == 0
    assert len(printed(path, "time")[0]) == 17


def test_the_first_run_of_a_tagged_cell_stores_what_it_computes(chapter, capsys):
    path = chapter(code("print(2 * 3)", id="time", **KEPT))
    assert main([str(path)]) == 0
    assert printed(path, "time") == ["6\n"]
    assert "kept" not in capsys.readouterr().out


def test_a_kept_result_has_the_number_of_its_cell(chapter):
    """A cell was put before it, so what was stored as [7] now stands in cell 2."""
    data = {"text/plain": "'kept'"}
    kept = {"output_type": "execute_result", "execution_count": 7, "data": data, "metadata": {}}
    path = chapter(code("1", id="new"), code("'fresh'", [kept], id="time", **KEPT))
    assert main([str(path)]) == 0
    cell = read(path).code[1]
    [output] = cell.outputs
    assert output["data"]["text/plain"] == ["'kept'"]
    assert output["execution_count"] == cell.data["execution_count"] == 2


def test_chapters_run_on_one_thread_without_progress_bars(chapter):
    show = "import os\nprint(os.environ['OMP_NUM_THREADS'], os.environ['TQDM_DISABLE'])"
    path = chapter(code(show, id="show"))
    assert main([str(path)]) == 0
    assert printed(path, "show") == ["1 1\n"]


def test_a_run_chapter_keeps_the_anatomy(tmp_path):
    path = sample_book(tmp_path)
    assert main([str(path)]) == 0
    assert [fault for check in anatomy.CHECKS for fault in check(read(path))] == []
