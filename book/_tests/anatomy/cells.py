"""The cells one by one: a standard notebook, short cells, words between them."""

import ast
import re

from .source import PAIR, tree

TITLE = re.compile(r"^[ \t]*#[ \t]*@[ \t]*title\b[ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)
NOT_SHOWN = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
OPENING_CELLS, CELL_LINES = 3, 30
READABLE = re.compile(r"[a-z][a-z0-9_-]*")
RANDOM = re.compile(r"(?=.*\d)[0-9a-f-]{8,}")  # as Jupyter makes them


def is_standard_notebook(nb):
    version = f"{nb.data['nbformat']}.{nb.data['nbformat_minor']}"
    kernel = nb.data["metadata"].get("kernelspec", {}).get("name")
    faults = [] if version == "4.5" else [f"{nb.name}: nbformat {version}, not 4.5"]
    return (
        faults if kernel == "python3" else [*faults, f"{nb.name}: kernel {kernel}, not python3"]
    )


def has_readable_ids(nb):
    """A stable name per cell keeps diffs short and lets a message point at the cell."""
    faults, seen = [], set()
    for cell in nb.cells:
        name = cell.data.get("id", "")
        if not READABLE.fullmatch(name) or RANDOM.fullmatch(name):
            faults.append(f"{cell.place()}: the id is not a readable lower-case name")
        if name in seen:
            faults.append(f"{cell.place()}: the id stands twice")
        seen.add(name)
    return faults


def has_no_empty_cell(nb):
    return [f"{cell.place()}: empty" for cell in nb.cells if not cell.source.strip()]


def has_words_between_cells(nb):
    return [
        f"{cell.place()}: no words between this cell and the one before"
        for before, cell in zip(nb.cells, nb.cells[1:], strict=False)
        if before.is_code and cell.is_code and cell.number > OPENING_CELLS
        if not NOT_SHOWN & {*before.tags, *cell.tags}
    ]


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def uncounted(node):
    """The lines of a docstring or a refusal; of a guard, no `else` branch."""
    if is_text(node) or isinstance(node, ast.Raise):
        return range(node.lineno, node.end_lineno + 1)
    if isinstance(node, ast.If) and all(isinstance(n, ast.Raise) for n in node.body):
        return range(node.lineno, node.body[-1].end_lineno + 1)
    return range(0)


def counted_lines(cell):
    """How many lines a reader has to take in: no docstring, comment, blank or refusal."""
    lines = enumerate(cell.source.split("\n"), 1)
    counted = {n for n, line in lines if line.strip() and not line.strip().startswith("#")}
    for node in ast.walk(tree(cell)):
        counted -= set(uncounted(node))
    return len(counted)


def has_short_cells(nb):
    return [
        f"{cell.place()}: {counted_lines(cell)} lines, over {CELL_LINES}"
        for cell in nb.code
        if counted_lines(cell) > CELL_LINES
    ]


def writes_titles_alike(nb):
    """Colab also reads `#@title`, but ruff format writes a space, and the site looks for it."""
    faults = []
    for cell in nb.code:
        for found in TITLE.finditer(cell.source):
            line = cell.source.count("\n", 0, found.start()) + 1
            if not found[0].startswith("# @title"):
                faults.append(f"{cell.place(line)}: write '# @title', not {found[0]!r}")
            elif line > 1:
                faults.append(f"{cell.place(line)}: # @title stands on the first line")
            elif not PAIR.fullmatch(found[1]):
                faults.append(f"{cell.place(line)}: write '# @title 中文 · English'")
    return faults


def folds_titled_cells(nb):
    """A titled cell is furniture: folded in JupyterLab (jupyter) and in Colab (cellView)."""
    return [
        f"{cell.place()}: a # @title needs jupyter.source_hidden and cellView form"
        for cell in nb.code
        if cell.source.startswith("# @title ")
        and not (
            cell.metadata.get("jupyter", {}).get("source_hidden") is True
            and cell.metadata.get("cellView") == "form"
        )
    ]


CHECKS = [
    is_standard_notebook,
    has_readable_ids,
    has_no_empty_cell,
    has_words_between_cells,
    has_short_cells,
    writes_titles_alike,
    folds_titled_cells,
]
