"""Build small notebooks and whole small books, so that tests need no real chapter."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
PI = "import math\n\ndef pi():\n    return round(math.pi, 2)"
USES_PI = "from chapters.numbers import pi\n\ndef circle(r):\n    return pi() * r"

# Each process and kernel that a test starts inherits this: the first cell of a chapter can
# neither install a package from the network nor clone the book from there.
os.environ.update(PIP_NO_INDEX="1", BOOK_URL="/no/such/repository")


def code(source, outputs=(), count=None, id="cell", **metadata):
    return {
        "cell_type": "code",
        "execution_count": count,
        "id": id,
        "metadata": metadata,
        "outputs": list(outputs),
        "source": source,
    }


def text(source, id="text"):
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": source}


def stream(content, name="stdout"):
    return {"name": name, "output_type": "stream", "text": content}


def display(data):
    return {"data": data, "metadata": {}, "output_type": "display_data"}


def notebook(*cells):
    """Cells into a notebook: numbered in order, with ids of their own where they lack one."""
    for position, cell in enumerate(cells):
        if cell["id"] in ("cell", "text"):
            cell["id"] = f"{cell['id']}-{position}"
    for count, cell in enumerate([c for c in cells if c["cell_type"] == "code"], 1):
        cell["execution_count"] = count
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel}
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def write(path, data):
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def make_book(folder, **chapters):
    """A book of export cells: `_05_attention="def f(): ..."`, or a list of such sources."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(BOOK / "chapters.py", folder)
    for name, sources in chapters.items():
        sources = [sources] if isinstance(sources, str) else sources
        cells = [code(f"#| export\n{source}") for source in sources]
        write(folder / f"{name[1:]}.ipynb", notebook(*cells))
    return folder


def circle_book(folder):
    """Two chapters, in a folder whose name is as awkward as a reader's may be."""
    return make_book(folder / "我的 book", _01_numbers=PI, _02_circles=USES_PI)


def python(folder, *arguments, **environment):
    """Run Python in `folder`, as a kernel started there would; returns the finished process."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def run_code(folder, source):
    """What `source` prints in a fresh process in `folder`. It has to succeed."""
    done = python(folder, "-c", source)
    assert done.returncode == 0, f"{source}\nfailed:\n{done.stderr}"
    return done.stdout.strip()


def error_of(folder, source):
    """The traceback that `source` ends with in a fresh process. It has to fail."""
    done = python(folder, "-c", source)
    assert done.returncode == 1, f"{source}\nshould fail, but printed:\n{done.stdout}"
    return done.stderr
