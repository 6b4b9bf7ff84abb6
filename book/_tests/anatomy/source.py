"""What several checks need to know about a cell: its syntax, its text outputs."""

import ast
import re

HAN = re.compile(r"[\u4e00-\u9fff]")
PAIR = re.compile(r"[^·]*[\u4e00-\u9fff][^·]* · (?=[^\u4e00-\u9fff]*[A-Za-z])[^\u4e00-\u9fff]+")
VEGA = "application/vnd.vegalite.v5+json"
RICH = {"image/png", "image/svg+xml", "text/html", VEGA}


def tree(cell):
    """The parsed cell; empty where it is no plain Python, which another check reports."""
    try:
        return ast.parse(cell.source)
    except SyntaxError:
        return ast.Module([], [])


def calls_at_once(cell):
    """The calls that run with the cell itself, in order: none inside a function it defines."""
    waiting, calls = [tree(cell)], []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Call):
            calls.append(node)
        waiting += ast.iter_child_nodes(node)
    return sorted(calls, key=lambda call: (call.end_lineno, call.end_col_offset))


def joined(content):
    return "".join(content) if isinstance(content, list) else content


def plain_texts(cell):
    """Every text output with no picture, table or chart beside it."""
    for output in cell.outputs:
        data = output.get("data", {})
        if output["output_type"] == "stream":
            yield joined(output["text"])
        elif "text/plain" in data and not RICH & set(data):
            yield joined(data["text/plain"])
