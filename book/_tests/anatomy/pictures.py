"""Pictures: shown, light, described in both languages, and proved.

nbval skips PNG, so an `assert` beside each picture holds what the picture claims.
"""

import ast
import base64
import re

from .source import PAIR, calls_at_once, joined

PNG_BYTES = 60_000
NO_DRAWING = re.compile(r"plt\.(rc\w*|style|cm|colormaps|get_cmap|close)\b")


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


def ends_drawings_with_show(nb):
    """Without it the reader also sees the name of the last thing drawn."""
    faults = []
    for cell in nb.code:
        functions = [ast.unparse(call.func) for call in calls_at_once(cell)]
        drawing = [f for f in functions if f.startswith("plt.") and not NO_DRAWING.match(f)]
        figure = any(
            joined(output.get("data", {}).get("text/plain", "")).startswith("<Figure")
            for output in cell.outputs
        )
        if (drawing or figure) and drawing[-1:] != ["plt.show"]:
            faults.append(f"{cell.place()}: a drawing ends with plt.show()")
    return faults


CHECKS = [
    shows_pictures_as_png,
    has_light_described_pictures,
    ends_drawings_with_show,
]
