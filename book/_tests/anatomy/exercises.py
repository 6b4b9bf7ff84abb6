"""Exercises: a check that gives hints, a stub to fill in, a folded solution.

The cell that defines the check is folded under a title, and carries the metadata
``"exercise": {"check": "check_mean", "wrong": ["sum", "lambda numbers: 0"]}``. The check takes
the learner's answer, prints one line ``✓ 中文 · English`` or ``✗ 中文 · English``, returns
nothing and never raises. The two code cells after it are the stub and the solution; both
call the check. ``wrong`` lists answers, as Python expressions, that the check must reject.
"""

import ast
import re

from .source import PAIR, plain_texts, tree

SOLUTION_LINE = "# @title 参考答案 · Solution"
HEADING = "## 练习 · Exercises"


def exercises(nb):
    """(check, stub, solution) cells; the last two are None where the notebook ends."""
    for position, cell in enumerate(nb.code):
        if "exercise" in cell.metadata:
            yield (nb.code[position : position + 3] + [None, None])[:3]


def has_two_to_four_exercises(nb):
    count = len(list(exercises(nb)))
    return [] if 2 <= count <= 4 else [f"{nb.name}: {count} exercises; wanted two to four"]


def keeps_exercises_in_their_section(nb):
    section, faults = "", []
    for cell in nb.cells:
        for heading in (
            [] if cell.is_code else re.findall(r"^## .*$", cell.source, re.MULTILINE)
        ):
            section = heading
        is_part = "exercise" in cell.metadata or cell.source.startswith(SOLUTION_LINE)
        if is_part and section != HEADING:
            faults.append(f"{cell.place()}: an exercise outside the section {HEADING!r}")
    return faults


def describes_checks(nb):
    """The metadata names a function of this cell, and answers that Python can read."""
    faults = []
    for cell, _, _ in exercises(nb):
        about = cell.metadata["exercise"]
        names = [node.name for node in tree(cell).body if isinstance(node, ast.FunctionDef)]
        if about.get("check") not in names:
            faults.append(f"{cell.place()}: no function {about.get('check')!r} in the cell")
        if not about.get("wrong"):
            faults.append(f"{cell.place()}: metadata exercise.wrong lists no wrong answer")
        for answer in about.get("wrong", []):
            try:
                ast.parse(answer, mode="eval")
            except SyntaxError:
                faults.append(f"{cell.place()}: wrong answer {answer!r} is no expression")
    return faults


def calls(cell, function):
    return any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == function
        for node in ast.walk(tree(cell))
    )


def shows_verdict(cell, mark):
    """Does the stored output hold exactly one verdict, a bilingual line with that mark?"""
    lines = [line for content in plain_texts(cell) for line in content.splitlines()]
    verdicts = [line for line in lines if line[:1] in ("✓", "✗")]
    return len(verdicts) == 1 and verdicts[0][0] == mark and PAIR.fullmatch(verdicts[0][1:])


def has_stub_then_solution(nb):
    faults = []
    for check, stub, solution in exercises(nb):
        name = check.metadata["exercise"].get("check")
        if solution is None:
            faults.append(f"{check.place()}: no stub and solution after the check")
            continue
        for cell, mark, kind in ((stub, "✗", "stub"), (solution, "✓", "solution")):
            if not calls(cell, name):
                faults.append(f"{cell.place()}: the {kind} does not call {name}")
            if not shows_verdict(cell, mark):
                faults.append(
                    f"{cell.place()}: the {kind} stores no line '{mark} 中文 · English'"
                )
        if stub.source.startswith(SOLUTION_LINE):
            faults.append(f"{stub.place()}: a solution where the stub should stand")
    return faults


def folds_checks(nb):
    return [
        f"{cell.place()}: a check has the tag hide-input and begins '# @title 检查 · Check'"
        for cell, _, _ in exercises(nb)
        if "hide-input" not in cell.tags or not cell.source.startswith("# @title ")
    ]


def folds_solutions(nb):
    """Folded on the site (tag), in JupyterLab (jupyter) and in Colab (cellView)."""
    faults = []
    for _, _, cell in exercises(nb):
        if cell is None:
            continue
        if cell.source.split("\n")[0] != SOLUTION_LINE:
            faults.append(f"{cell.place(1)}: a solution begins with {SOLUTION_LINE!r}")
        folded = cell.metadata.get("jupyter", {}).get("source_hidden") is True
        if (
            not folded
            or "hide-cell" not in cell.tags
            or cell.metadata.get("cellView") != "form"
        ):
            faults.append(
                f"{cell.place()}: wanted: tag hide-cell, jupyter.source_hidden, cellView form"
            )
    return faults


CHECKS = [
    has_two_to_four_exercises,
    keeps_exercises_in_their_section,
    describes_checks,
    has_stub_then_solution,
    folds_checks,
    folds_solutions,
]
