"""What a stored output may be: the reader's page shows it, and nbval compares it.

nbval passes a cell that was never run, so the first rule closes that gap.
"""

import json
import re

from .source import joined, plain_texts

LOCAL_PATH = re.compile(r"(?<![\w.])/(home|Users|tmp|root)/|site-packages|[CD]:\\{1,2}Users")
OBJECT_REPR = re.compile(
    r"^Text\(|<Figure |<Axes|<matplotlib|alt\.\w*Chart\(|<module |<function |<bound method "
    r"|<generator |<__main__\.| at 0x[0-9a-f]+",
    re.MULTILINE,
)


def is_run_in_order(nb):
    return [
        f"{cell.place()}: run as [{cell.data['execution_count']}]; run all cells in order"
        for cell in nb.code
        if cell.data["execution_count"] != cell.number
    ]


def shows_no_error(nb):
    return [
        f"{cell.place()}: stored error {output['ename']}; catch it and print it"
        for cell in nb.code
        for output in cell.outputs
        if output["output_type"] == "error"
    ]


def prints_nothing_to_stderr(nb):
    return [
        f"{cell.place()}: on stderr: {joined(output['text'])[:80]!r}"
        for cell in nb.code
        for output in cell.outputs
        if output.get("name") == "stderr"
    ]


def shows_no_local_path(nb):
    faults = []
    for cell in nb.cells:
        shown = {k: v for o in cell.outputs for k, v in o.get("data", {}).items()}
        shown = {kind: value for kind, value in shown.items() if kind != "image/png"}
        streams = [joined(o["text"]) for o in cell.outputs if o["output_type"] == "stream"]
        for content in [cell.source, json.dumps(shown), *streams]:
            if found := LOCAL_PATH.search(content):
                faults.append(f"{cell.place()}: local path, {found[0]!r}")
    return faults


def shows_no_object_repr(nb):
    return [
        f"{cell.place()}: the reader sees an object's name, {found[0]!r}"
        for cell in nb.code
        for content in plain_texts(cell)
        if (found := OBJECT_REPR.search(content))
    ]


CHECKS = [
    is_run_in_order,
    shows_no_error,
    prints_nothing_to_stderr,
    shows_no_local_path,
    shows_no_object_repr,
]
