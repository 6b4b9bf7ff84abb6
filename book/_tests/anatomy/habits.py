"""Habits that would change an output from run to run, or break it on another machine."""

import ast
import io
import re
import tokenize

from .source import HAN, tree

NAMES = ["xlabel", "ylabel", "xticks", "yticks", "xticklabels", "yticklabels", "title", "text"]
LABELS = {*NAMES, *(f"set_{name}" for name in NAMES), "set", "annotate", "legend"}
LABELS |= {"suptitle", "supxlabel", "supylabel"}
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.DEDENT, tokenize.ENDMARKER)
TIMED = re.compile(r"perf_counter|timeit|Timer|time\(\)")


def is_plain_python(nb):
    """No magics: they hide code from ruff, and from a reader's script."""
    faults = []
    for cell in nb.code:
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            faults.append(f"{cell.place(error.lineno)}: no plain Python: {error.msg}")
    return faults


def last_token(cell):
    """The last piece of code, without a comment or line end after it."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(cell.source).readline))
    except (tokenize.TokenError, SyntaxError):
        return ""  # another check reports it
    return next((t.string for t in reversed(tokens) if t.type not in LAYOUT), "")


def shows_results_without_semicolon(nb):
    return [
        f"{cell.place()}: the last line ends in ';', which hides nothing from nbval"
        for cell in nb.code
        if last_token(cell) == ";"
    ]


def avoids_random_ids(nb):
    """pandas' Styler and notebook progress bars put other ids into each run's output."""
    faults = []
    for cell in nb.code:
        for node in ast.walk(tree(cell)):
            if isinstance(node, ast.Attribute) and node.attr == "style":
                if ast.unparse(node.value) not in ("plt", "mpl", "matplotlib"):
                    faults.append(f"{cell.place(node.lineno)}: pandas Styler")
        if found := re.search(r"tqdm\.(auto|notebook)", cell.source):
            faults.append(f"{cell.place()}: {found[0]}; write `from tqdm import tqdm`")
    return faults


def labels_plots_without_han(nb):
    """matplotlib needs a Chinese font that a reader may lack; Altair has the browser's."""
    faults = []
    for cell in nb.code:
        for call in (node for node in ast.walk(tree(cell)) if isinstance(node, ast.Call)):
            name = getattr(call.func, "attr", "")
            is_label = name in LABELS and not ast.unparse(call.func).startswith("alt.")
            shown = [*call.args, *call.keywords] if is_label else []
            shown += [word for word in call.keywords if word.arg == "label"]
            if any(HAN.search(ast.unparse(part)) for part in shown):
                faults.append(f"{cell.place(call.lineno)}: Chinese in a matplotlib label")
    return faults


def ignores_only_drawn_or_timed_output(nb):
    """The tag switches nbval's comparison off: only what changes by nature may carry it."""
    return [
        f"{cell.place()}: tagged nbval-ignore-output, but it neither draws nor measures time"
        for cell in nb.code
        if "nbval-ignore-output" in cell.tags and not TIMED.search(cell.source)
        if not any("image/png" in output.get("data", {}) for output in cell.outputs)
    ]


def proves_what_is_not_compared(nb):
    """Where nbval compares nothing, an assert has to hold what the cell shows."""
    return [
        f"{cell.place()}: tagged nbval-ignore-output, but no assert holds what it shows"
        for cell in nb.code
        if "nbval-ignore-output" in cell.tags
        if not any(isinstance(node, ast.Assert) for node in ast.walk(tree(cell)))
    ]


CHECKS = [
    is_plain_python,
    shows_results_without_semicolon,
    avoids_random_ids,
    labels_plots_without_han,
    ignores_only_drawn_or_timed_output,
    proves_what_is_not_compared,
]
