"""Run a chapter once more and put questions to it, where stored outputs do not answer them.

Two things teach the wrong lesson without any test turning red: a check of an exercise that
accepts a wrong answer or stops with a traceback, and a cell that announces an error which
does not come. The chapter runs with one more cell at its end, which asks every check for its
verdict on an empty and on each wrong answer; and where a cell prints the error it expects,
the run notes each time that none came.
"""

import ast
import json

import nbformat

from anatomy.exercises import exercises
from anatomy.source import joined
from run import execute

PROBE = """\
import contextlib, io, json

def verdict(check, answer):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            globals()[check](eval(answer))
    except Exception as error:
        return f"raised {error!r}"
    return printed.getvalue().strip()

said = [verdict(*question) for question in QUESTIONS]
print(json.dumps([said, globals().get("CALM", [])]))"""


class Announced(ast.NodeTransformer):
    """Lets every `try` whose handler prints the error note when no error came."""

    def __init__(self, place):
        self.place = place

    def visit_FunctionDef(self, node):
        return node  # the check of an exercise, for one, prints errors that need not come

    def visit_Try(self, node):
        self.generic_visit(node)
        handlers = [(ast.unparse(handler.body[0]), handler.name) for handler in node.handlers]
        if any(first == f"print({name})" for first, name in handlers):
            note = f"globals().setdefault('CALM', []).append({self.place!r})"
            node.orelse.append(ast.parse(note).body[0])
        return node


def noting(cell):
    """The source of a code cell, changed to note each announced error that does not come."""
    tree = Announced(cell.place()).visit(ast.parse(cell.source))
    return ast.unparse(ast.fix_missing_locations(tree))


def questions(nb):
    """(check cell, answer), for every answer that must be rejected."""
    for cell, _, _ in exercises(nb):
        for answer in ["None", *cell.metadata["exercise"]["wrong"]]:
            yield cell, answer


def interview(nb):
    """What each check says, in the order of the questions; the places of absent errors."""
    asked = [(cell.metadata["exercise"]["check"], answer) for cell, answer in questions(nb)]
    notebook = nbformat.read(nb.path, as_version=4)
    for stored, cell in zip(notebook.cells, nb.cells, strict=True):
        if cell.is_code and "except" in cell.source:
            stored.source = noting(cell)
    probe = nbformat.v4.new_code_cell(PROBE.replace("QUESTIONS", repr(asked)), id="probe")
    notebook.cells.append(probe)
    execute(notebook, nb.path)
    return json.loads(joined(probe.outputs[0].text))


def faults_when_run(nb):
    """Every answer that is not rejected with one bilingual line, every error that is absent."""
    said, calm = interview(nb)
    faults = [f"{place}: announces an error, but none came" for place in calm]
    for (cell, answer), words in zip(questions(nb), said, strict=True):
        if not words.startswith("✗") or " · " not in words or "\n" in words:
            name = cell.metadata["exercise"]["check"]
            faults.append(
                f"{cell.place()}: {name}({answer}) should print '✗ 中文 · English': {words!r}"
            )
    return faults
