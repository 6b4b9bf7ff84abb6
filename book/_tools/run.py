"""Execute chapters in place, so that every output a reader sees was really computed.

    python book/_tools/run.py [NOTEBOOK ...]      no name: every chapter

A chapter that fails stays as it was. What changes from run to run is stripped, so a second
run leaves no diff. Cells tagged ``nbval-ignore-output`` (timings, drawn loss curves) keep
their stored output; ``TIMINGS=1`` renews it.
"""

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from notebooks import chapter_files, read

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
FAILURES = (CellExecutionError, CellTimeoutError, DeadKernelError)
KEPT_TAG = "nbval-ignore-output"
CELL_SECONDS = 600
OUTPUT_SECONDS = 60  # a busy machine delivers an output late; its loss is an error
COLOUR = re.compile(r"\x1b\[[\d;]*m")  # of the traceback: unreadable in a log


class RunFailed(Exception):
    """A cell did not run to its end; the text says which one and why."""


def execute(notebook, path):
    """Run every cell in a fresh kernel, as a reader does after Restart and Run All."""
    running = []
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        iopub_timeout=OUTPUT_SECONDS,
        raise_on_iopub_timeout=True,
        kernel_name=KERNEL["name"],
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,  # the kernel may split one print in two, differently each time
        on_cell_execute=lambda cell, cell_index: running.append(cell_index),
    )
    try:
        client.execute(env={**os.environ, **ENVIRONMENT})
    except FAILURES as error:
        place = read(path).cells[running[-1]].place() if running else f"{path.name}, at start"
        story = COLOUR.sub("", str(error)).strip()
        raise RunFailed(f"{place}: {story.splitlines()[-1]}\n{story}") from error


def normalise(notebook):
    """Drop what says when or with which patch version a notebook ran."""
    notebook.metadata.kernelspec = KERNEL
    notebook.metadata.pop("language_info", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)


def restore_kept(notebook, stored):
    """Give the tagged cells their stored output back, and say how many did get it."""
    outputs = {cell.id: cell.get("outputs") for cell in stored.cells}
    kept = [cell for cell in notebook.cells if KEPT_TAG in cell.metadata.get("tags", [])]
    kept = [cell for cell in kept if outputs[cell.id]]
    for cell in kept:
        cell.outputs = outputs[cell.id]
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
    return len(kept)


def save(notebook, path):
    """Write the file whole or not at all, and leave one without changes alone."""
    text = nbformat.writes(notebook).rstrip("\n") + "\n"
    if text != path.read_text(encoding="utf-8"):
        new = path.with_suffix(".ipynb.new")
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(path)


def run(path):
    """Execute one chapter and store its outputs. Returns a line to print."""
    stored = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    notebook = nbformat.from_dict(stored)
    execute(notebook, path)
    normalise(notebook)
    kept = 0 if os.environ.get("TIMINGS") == "1" else restore_kept(notebook, stored)
    save(notebook, path)
    note = f", {kept} kept their stored output (TIMINGS=1 renews it)" if kept else ""
    return f"{path.name}: ran{note}"


def main(names):
    failed = 0
    for path in [Path(name).resolve() for name in names] or chapter_files():
        try:
            print(run(path), flush=True)
        except RunFailed as failure:
            failed += 1
            print(f"{failure}\n{path.name}: failed, and left as it was", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
