"""Ask the check of every exercise for its verdicts on an empty and on each wrong answer.

A check that accepts a wrong answer, or stops with a traceback, teaches the wrong thing. The
chapter runs once, with one more cell at its end that asks all the questions.
"""

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

print(json.dumps([verdict(*question) for question in QUESTIONS]))"""


def questions(nb):
    """(check cell, answer), for every answer that must be rejected."""
    for cell, _, _ in exercises(nb):
        for answer in ["None", *cell.metadata["exercise"]["wrong"]]:
            yield cell, answer


def verdicts(nb):
    """What each check says, in the order of the questions."""
    asked = [(cell.metadata["exercise"]["check"], answer) for cell, answer in questions(nb)]
    notebook = nbformat.read(nb.path, as_version=4)
    probe = nbformat.v4.new_code_cell(PROBE.replace("QUESTIONS", repr(asked)), id="probe")
    notebook.cells.append(probe)
    execute(notebook, nb.path)
    return json.loads(joined(probe.outputs[0].text))


def lenient_checks(nb):
    """The faults: every answer that is not rejected with one bilingual line."""
    faults = []
    for (cell, answer), said in zip(questions(nb), verdicts(nb), strict=True):
        if not said.startswith("✗") or " · " not in said or "\n" in said:
            name = cell.metadata["exercise"]["check"]
            faults.append(
                f"{cell.place()}: {name}({answer}) should print '✗ 中文 · English': {said!r}"
            )
    return faults
