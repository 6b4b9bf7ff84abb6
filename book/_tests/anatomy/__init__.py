"""The anatomy of a chapter, as checks: what a reader may expect of every notebook.

Each check is a function that takes a notebook and returns a list of faults; a fault begins
with its place and says what to do. No fault, empty list.
"""

from . import (
    cells,
    charts,
    exercises,
    habits,
    opening,
    outputs,
    pictures,
    sections,
    seeds,
)

MODULES = [cells, opening, sections, exercises, habits, seeds, outputs, pictures, charts]
CHECKS = [check for module in MODULES for check in module.CHECKS]
