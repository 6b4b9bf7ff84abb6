"""Charts of Altair: light, of a fixed width, and in both languages wherever they say a word."""

import re

from .source import HAN, PAIR, VEGA

CHART_ROWS = 500
# Names of functions are mathematics, the same in both languages; so is any name with a digit.
FUNCTIONS = {"log", "ln", "exp", "sin", "cos", "tanh", "softmax"}


def charts(nb):
    """(cell, specification) of every stored chart."""
    for cell in nb.code:
        for output in cell.outputs:
            if VEGA in output.get("data", {}):
                yield cell, output["data"][VEGA]


def numbers_in(data):
    if isinstance(data, float):
        yield data
    elif isinstance(data, (list, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from numbers_in(part)


def values_of(spec, key):
    """Every value that stands under `key`, at any depth of a specification."""
    if isinstance(spec, dict):
        yield from (value for name, value in spec.items() if name == key)
    if isinstance(spec, (dict, list)):
        for part in spec.values() if isinstance(spec, dict) else spec:
            yield from values_of(part, key)


def has_charts_of_fixed_width(nb):
    """JupyterLab 4.6 freezes on a chart that asks for the width of its container."""
    return [
        f"{cell.place()}: chart with width='container'; give a number, the site narrows it"
        for cell, spec in charts(nb)
        if "container" in values_of(spec, "width")
    ]


def has_light_described_charts(nb):
    faults = []
    for cell, spec in charts(nb):
        tables = [*spec.get("datasets", {}).values(), spec.get("data", {}).get("values", [])]
        rows = sum(map(len, tables))
        long = [x for x in numbers_in(tables) if round(x, 4) != x and float(f"{x:.4g}") != x]
        if rows > CHART_ROWS:
            faults.append(f"{cell.place()}: chart of {rows} rows, over {CHART_ROWS}")
        if long:
            faults.append(f"{cell.place()}: chart data not rounded to 4 digits: {long[0]}")
        if not PAIR.fullmatch(spec.get("description", "")):
            faults.append(f"{cell.place()}: the chart's description is no '中文 · English'")
    return faults


def has_words(text):
    """Is there more than symbols, as in `log₂ dₖ`?"""
    latin = [name for name in re.findall(r"\w+", text) if re.fullmatch("[A-Za-z]{2,}", name)]
    return bool(HAN.search(text)) or not FUNCTIONS.issuperset(latin)


def titles_in(spec):
    """The titles of a chart, its axes and legends, and what stands beside its controls."""
    spec = {key: part for key, part in spec.items() if key not in ("data", "datasets")}
    bindings = list(values_of(spec, "bind"))
    titles = [*values_of(spec, "title"), *values_of(bindings, "name")]
    for title in titles:
        parts = (
            [title.get("text"), title.get("subtitle")] if isinstance(title, dict) else [title]
        )
        for part in parts:
            lines = part if isinstance(part, list) else [part]
            yield " ".join(line for line in lines if isinstance(line, str))


def titles_charts_in_both_languages(nb):
    return [
        f"{cell.place()}: the chart says {title!r}; write '中文 · English'"
        for cell, spec in charts(nb)
        for title in titles_in(spec)
        if has_words(title) and not PAIR.fullmatch(title)
    ]


CHECKS = [
    has_light_described_charts,
    has_charts_of_fixed_width,
    titles_charts_in_both_languages,
]
