"""A complete small chapter that keeps every rule: the good case of the structural checks.

Each check is shown to fail by spoiling one thing of it. It says 求和 · Sums, in few words.
"""

import base64
import struct
import zlib

from support import BOOK, code, display, make_book, notebook, stream, text, write

BOOTSTRAP = (BOOK / "_tools" / "bootstrap.py").read_text(encoding="utf-8").rstrip("\n")
ALT = {"image": {"alt": "一条上升的线 · A rising line"}}
PLOTTING = """\
import matplotlib.pyplot as plt
from IPython.display import HTML

from figures import chapter_map"""
SHOW_MAP = 'HTML(chapter_map("02_sums"))'
MAP = {"text/html": "02_sums", "text/plain": "<IPython.core.display.HTML object>"}
FIGURES = "def chapter_map(here):\n    return here\n"  # stands for the book's own
PLOT = """\
sums = [total([1] * n) for n in range(5)]
plt.figure(figsize=(2, 1), dpi=50)
plt.plot(sums)
plt.xlabel("terms")
plt.show()
assert sums == sorted(sums)"""
CHART = """\
rows = [{"n": n, "half": round(n / 2, 4)} for n in range(3)]
spec = {"description": "一半 · The half", "data": {"values": rows}, "mark": "line"}
display({"application/vnd.vegalite.v5+json": spec, "text/plain": "图 · Chart"}, raw=True)"""
VEGA = {
    "description": "一半 · The half",
    "data": {"values": [{"n": n, "half": n / 2} for n in range(3)]},
    "mark": "line",
}
CHECK = '''\
# @title 检查 · Check
def check_mean(mean):
    """Print what is right or wrong about the learner's `mean`."""
    try:
        right = mean([1, 2, 6]) == 3
    except Exception:
        right = False
    print("✓ 对了 · Right" if right else "✗ 请除以个数 · Divide by the count")'''
STUB = "def mean(numbers):\n    return None\n\n\ncheck_mean(mean)"
SOLUTION = """\
# @title 参考答案 · Solution
def mean(numbers):
    return total(numbers) / len(numbers)


check_mean(mean)"""
FORM = {"jupyter": {"source_hidden": True}, "cellView": "form"}
FOLDED = {"tags": ["hide-cell"], **FORM}
WRONG = ["sum", "lambda numbers: 0", "42"]


def tiny_png():
    """One grey pixel."""

    def chunk(kind, data):
        crc = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + crc

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = (
        chunk(b"IHDR", header),
        chunk(b"IDAT", zlib.compress(b"\0\x88")),
        chunk(b"IEND", b""),
    )
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(parts)).decode()


def exercise(number):
    """Heading, check, stub and solution of one exercise."""
    about = {"check": "check_mean", "wrong": WRONG}
    metadata = {"exercise": about, "tags": ["hide-input"], **FORM}
    return [
        text(f"### 练习 {number} · Exercise {number}", id=f"exercise-{number}"),
        code(CHECK, id=f"check-{number}", **metadata),
        code(STUB, [stream("✗ 请除以个数 · Divide by the count\n")], id=f"stub-{number}"),
        code(SOLUTION, [stream("✓ 对了 · Right\n")], id=f"solution-{number}", **FOLDED),
    ]


def sample_chapter():
    figure = {"image/png": tiny_png(), "text/plain": "<Figure size 100x50 with 1 Axes>"}
    chart = {"application/vnd.vegalite.v5+json": VEGA, "text/plain": "图 · Chart"}
    return notebook(
        text("# 求和 · Sums\n\n把数加起来。\n\nAdd numbers up.", id="title"),
        code(BOOTSTRAP, id="bootstrap", tags=["remove-cell"], **FORM),
        code("#| export\nfrom chapters.numbers import one", id="imports"),
        code(PLOTTING, id="plotting"),
        code(SHOW_MAP, [display(MAP)], id="map", tags=["remove-input"]),
        text("## 定义 · Definition\n\n看函数 `total`。\n\nLook at `total`.", id="definition"),
        code("#| export\ndef total(numbers):\n    return sum(numbers, one - 1)", id="total"),
        text("试一试。\n\nTry it.", id="try"),
        code("print(total([1, 2]))", [stream("3\n")], id="result"),
        text("画出来。\n\nDraw it.", id="draw"),
        code(PLOT, [display(figure)], id="plot", mystnb=ALT),
        text("再画一张。\n\nDraw another.", id="another"),
        code(CHART, [display(chart)], id="chart"),
        text("## 常见疑问 · Questions readers ask\n\n空的呢？\n\nAnd nothing?", id="questions"),
        code("print(total([]))", [stream("0\n")], id="nothing"),
        text("## 练习 · Exercises", id="exercises"),
        *exercise(1),
        *exercise(2),
        text("## 小结 · Summary\n\n会加了。\n\nWe can add.", id="summary"),
        text("## 出处 · Sources\n\n- 无 · None", id="sources"),
    )


def sample_book(folder, chapter=None):
    """The sample as chapter 2 of a small book; returns its path."""
    make_book(folder, _01_numbers="one = 1", _03_later="two = 2")
    (folder / "figures.py").write_text(FIGURES, encoding="utf-8")
    return write(folder / "02_sums.ipynb", chapter or sample_chapter())
