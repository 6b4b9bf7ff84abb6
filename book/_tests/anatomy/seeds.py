"""Random numbers: a cell that draws them sets the seed, so it can be run again, or alone."""

import ast
import re

from .opening import is_export
from .source import calls_at_once

DRAWS = re.compile(
    r"(torch\.)?(rand|randn|randint)(_like)?|(torch\.)?randperm"
    r"|torch\.(normal|bernoulli|multinomial|poisson)"
    r"|.*\.(normal|uniform|random|bernoulli|exponential)_"
)


def seeds_its_random_numbers(nb):
    """A draw inside a function waits for its call; an export cell must not touch the seed."""
    faults = []
    for cell in nb.code:
        seeded = is_export(cell)
        for call in calls_at_once(cell):
            function = ast.unparse(call.func)
            seeded = seeded or function.endswith("manual_seed")
            if not seeded and DRAWS.fullmatch(function):
                place = cell.place(call.lineno)
                faults.append(f"{place}: {function} without torch.manual_seed before it")
                break
    return faults


CHECKS = [seeds_its_random_numbers]
