"""The opening cells and the imports: a chapter runs alone, and builds on earlier ones only."""

import ast
import re

from support import BOOK

from .source import calls_at_once, tree

BOOTSTRAP = (BOOK / "_tools" / "bootstrap.py").read_text(encoding="utf-8").rstrip("\n")
MARKER = "#| export"
ALMOST_MARKER = re.compile(r"^\s*#\s*\|\s*export\w*|^\s*#\s*exports?\s*$", re.MULTILINE)
PLOTTING = {"matplotlib", "altair", "pandas", "IPython", "figures"}


def is_export(cell):
    return cell.is_code and cell.source.split("\n")[0].strip() == MARKER


def imports(cell):
    """(line, dotted name) of everything the cell imports; `from a import b` gives a.b too."""
    for node in ast.walk(tree(cell)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)


def opens_with_bootstrap_then_export(nb):
    if len(nb.code) < 2:
        return [f"{nb.name}: fewer than two code cells"]
    first, second = nb.code[:2]
    faults = []
    if first.source != BOOTSTRAP:
        faults.append(f"{first.place()}: differs from book/_tools/bootstrap.py")
    if "remove-cell" not in first.tags or first.data.get("id") != "bootstrap":
        faults.append(f"{first.place()}: needs the tag remove-cell and the id bootstrap")
    if not is_export(second):
        faults.append(f"{second.place()}: the second code cell begins with {MARKER!r}")
    return faults


def shows_its_own_map(nb):
    """The map of the book with this chapter lit, so that a reader knows where they are."""
    wanted = f"chapter_map('{nb.path.stem}')"
    calls = (ast.unparse(call) for cell in nb.code for call in calls_at_once(cell))
    return [] if wanted in calls else [f"{nb.name}: no cell shows HTML({wanted})"]


def marks_exports_exactly(nb):
    return [
        f"{cell.place()}: {found[0].strip()!r} is not {MARKER!r} in the first line"
        for cell in nb.code
        if not is_export(cell) and (found := ALMOST_MARKER.search(cell.source))
    ]


def exports_without_plotting(nb):
    return [
        f"{cell.place(line)}: an export cell imports {name}"
        for cell in filter(is_export, nb.code)
        for line, name in imports(cell)
        if name.partition(".")[0] in PLOTTING
    ]


def imports_only_earlier_chapters(nb):
    earlier = {
        p.stem[3:] for p in nb.path.parent.glob("[0-9][0-9]_*.ipynb") if p.name < nb.name
    }
    return [
        f"{cell.place(line)}: {name} is no earlier chapter"
        for cell in nb.code
        for line, name in imports(cell)
        if re.match(r"chapters\.(?!fork$|BOOK$)", name) and name.split(".")[1] not in earlier
    ]


CHECKS = [
    opens_with_bootstrap_then_export,
    shows_its_own_map,
    marks_exports_exactly,
    exports_without_plotting,
    imports_only_earlier_chapters,
]
