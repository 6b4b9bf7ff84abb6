"""Import earlier chapters straight from their notebooks.

``from chapters.attention import attention`` finds ``NN_attention.ipynb`` beside this file
and runs its *export cells*: the code cells whose first line is ``#| export``. The other
cells are demonstrations and do not run. So every definition stands once, in the chapter
that explains it. Change an export cell, save the notebook, and every chapter that imports
it has the change after its next Restart: there is no build step and no second copy.

Tracebacks say ``05_attention.ipynb, cell 3``: the cell that Jupyter numbers ``[3]`` after
Restart and Run All.
"""

import ast
import json
import linecache
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

BOOK = Path(__file__).resolve().parent
MARKER = "#| export"
forked = set()  # (chapter, name) of each definition that a reader has replaced
__path__ = []  # makes this module a package, so that `chapters.attention` can be imported


class ChapterFinder(MetaPathFinder):
    """Finds the notebook of a chapter. Its number is no part of the name."""

    def find_spec(self, fullname, path=None, target=None):
        if not fullname.startswith(f"{__name__}."):
            return None
        chapter = fullname.partition(".")[2]
        files = sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))
        found = [file for file in files if file.stem[3:] == chapter]
        if not found:
            known = ", ".join(file.stem[3:] for file in files) or "none"
            raise ImportError(f"no chapter {chapter!r} in {BOOK}; there are: {known}")
        if len(found) > 1:
            names = ", ".join(file.name for file in found)
            raise ImportError(f"several notebooks claim chapter {chapter!r}: {names}")
        return spec_from_file_location(fullname, found[0], loader=ChapterLoader(found[0]))


class ChapterLoader(Loader):
    """Runs the export cells of one notebook, one after the other, as one module."""

    def __init__(self, file):
        self.file = file

    def exec_module(self, module):
        cells = export_cells(self.file)
        whole = "\n\n\n".join(cells.values())
        remember(str(self.file), whole)  # here `inspect` looks for classes
        for number, source in cells.items():
            place = f"{self.file}, cell {number}"
            remember(place, source)
            exec(compile_cell(source, place), vars(module))
        number_classes(module, whole)


def export_cells(file):
    """The sources of the export cells, by the number that Jupyter shows beside the cell."""
    try:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise ImportError(f"{file} is not a readable notebook: {error!r}") from error
    return {n: text for n, text in enumerate(code, 1) if text.split("\n")[0].strip() == MARKER}


def compile_cell(source, place):
    try:
        return compile(source, place, "exec", dont_inherit=True)
    except SyntaxError as error:  # Python leaves out the line when it finds the fault late
        error.text = error.text or linecache.getline(place, error.lineno)
        raise


def remember(place, source):
    """Show `source` in tracebacks and `inspect`, which would read the notebook's JSON."""
    lines = [f"{line}\n" for line in source.split("\n")]
    linecache.cache[place] = (len(source), None, lines, place)  # no time: never out of date


def number_classes(module, whole):
    """From Python 3.13 on `inspect` trusts a class's own first line: count it in the whole."""
    for node in ast.parse(whole).body:
        if isinstance(node, ast.ClassDef) and node.name in vars(module):
            first = min(part.lineno for part in [node, *node.decorator_list])
            vars(module)[node.name].__firstlineno__ = first


def fork(new):
    """Decorator: let every chapter use `new` in place of the definition of that name.

    Chapters imported later get it too, through the chapter that defines it. Restart, and
    it is gone: the notebooks are not touched.
    """
    name = new.__name__
    loaded = [module for key, module in sys.modules.items() if key.startswith(f"{__name__}.")]
    homes = [module for module in loaded if defines(module, name)]
    if len(homes) != 1:
        found = (
            ", ".join(module.__name__ for module in homes) or "none; import its chapter first"
        )
        raise NameError(f"one loaded chapter must define {name!r}; these do: {found}")
    old = vars(homes[0])[name]
    forked.add((homes[0].__name__, name))
    for module in loaded:
        for alias in [key for key, value in vars(module).items() if value is old]:
            setattr(module, alias, new)
    return new


def defines(module, name):
    here = getattr(vars(module).get(name), "__module__", None) == module.__name__
    return here or (module.__name__, name) in forked


sys.meta_path.append(ChapterFinder())
