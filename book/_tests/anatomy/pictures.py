"""Pictures and charts: light, described in both languages, and proved.

nbval skips PNG, so an `assert` beside each picture holds what the picture claims.
"""

import base64
import re

from .source import PAIR, VEGA, joined

PNG_BYTES, CHART_ROWS = 60_000, 500


def shows_pictures_as_png(nb):
    return [
        f"{cell.place()}: {kind}; plots are PNG, diagrams are SVG inside text/html"
        for cell in nb.code
        for output in cell.outputs
        for kind in output.get("data", {})
        if kind.startswith("image/") and kind != "image/png"
    ]


def has_light_described_pictures(nb):
    faults = []
    for position, cell in enumerate(nb.code):
        pictures = [
            o["data"]["image/png"] for o in cell.outputs if "image/png" in o.get("data", {})
        ]
        for picture in pictures:
            size = len(base64.b64decode(joined(picture)))
            if size > PNG_BYTES:
                faults.append(f"{cell.place()}: picture of {size} bytes, over {PNG_BYTES}")
        if not pictures:
            continue
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        if not PAIR.fullmatch(alt):
            faults.append(f"{cell.place()}: mystnb.image.alt is no '中文 · English': {alt!r}")
        near = nb.code[position : position + 2]
        if not any(re.search(r"^\s*assert", c.source, re.MULTILINE) for c in near):
            faults.append(
                f"{cell.place()}: no assert, here or in the next cell, for the picture"
            )
    return faults


def numbers_in(data):
    if isinstance(data, float):
        yield data
    elif isinstance(data, (list, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from numbers_in(part)


def words_in(spec, key):
    """Every value that stands under `key`, at any depth of a chart's specification."""
    if isinstance(spec, dict):
        yield from (value for name, value in spec.items() if name == key)
    if isinstance(spec, (dict, list)):
        for part in spec.values() if isinstance(spec, dict) else spec:
            yield from words_in(part, key)


def has_charts_of_fixed_width(nb):
    """JupyterLab 4.6 freezes on a chart that asks for the width of its container."""
    return [
        f"{cell.place()}: chart with width='container'; give a number, the site narrows it"
        for cell in nb.code
        for output in cell.outputs
        if "container" in words_in(output.get("data", {}).get(VEGA), "width")
    ]


def has_light_described_charts(nb):
    faults = []
    for cell in nb.code:
        for spec in (o["data"][VEGA] for o in cell.outputs if VEGA in o.get("data", {})):
            tables = [
                *spec.get("datasets", {}).values(),
                spec.get("data", {}).get("values", []),
            ]
            rows = sum(map(len, tables))
            long = [
                x for x in numbers_in(tables) if round(x, 4) != x and float(f"{x:.4g}") != x
            ]
            if rows > CHART_ROWS:
                faults.append(f"{cell.place()}: chart of {rows} rows, over {CHART_ROWS}")
            if long:
                faults.append(f"{cell.place()}: chart data not rounded to 4 digits: {long[0]}")
            if not PAIR.fullmatch(spec.get("description", "")):
                faults.append(f"{cell.place()}: the chart's description is no '中文 · English'")
    return faults


CHECKS = [
    shows_pictures_as_png,
    has_light_described_pictures,
    has_light_described_charts,
    has_charts_of_fixed_width,
]
