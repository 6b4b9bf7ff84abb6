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
