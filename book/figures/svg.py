"""The few SVG shapes that the diagrams are made of.

Every word appears in Chinese and in English, each in an element with its own ``lang``:
the site hides one of them when a reader asks for a single language. Colours come from
the page (``currentColor`` and the accent), with a fallback for Jupyter.
"""

from html import escape

ACCENT = "var(--accent, #1f5fa8)"


def text(x, y, words, size=13, lang=None, weight=400, anchor="middle", code=False):
    """One line of `words`, its middle at height `y`; a name in code belongs to no language."""
    attributes = f'x="{x}" y="{y}" font-size="{size}" font-weight="{weight}"'
    attributes += f' text-anchor="{anchor}" dominant-baseline="central"'
    attributes += ' fill="currentColor"'
    if lang:
        attributes += f' lang="{lang}" class="{lang[:2]}"'
    if code:
        attributes += ' class="code" font-family="monospace"'
    return f"<text {attributes}>{escape(words)}</text>"


def label(x, y, zh, en, size=13, weight=400, anchor="middle"):
    """A pair of lines around height `y`: Chinese above, English below and smaller."""
    return text(x, y - 0.52 * size, zh, size, "zh-CN", weight, anchor) + text(
        x, y + 0.62 * size, en, round(size * 0.82, 1), "en", 400, anchor
    )


def box(x, y, width, height, lit=False, radius=6):
    """A rectangle; a lit one stands out in the accent colour."""
    paint = (
        f'fill="{ACCENT}" fill-opacity="0.18" stroke="{ACCENT}" stroke-width="2"'
        if lit
        else 'fill="currentColor" fill-opacity="0.05" stroke="currentColor" stroke-opacity=".4"'
    )
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {paint}/>'


def plus(x, y, radius):
    """The sign in a circle that adds two arrows."""
    circle = f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="currentColor" '
    return circle + 'stroke-opacity="0.6" stroke-width="1.3"/>' + text(x, y, "+", radius + 4)


def arrow(*points):
    """A line through `points`, with a head at the last one."""
    path = " ".join(f"{x},{y}" for x, y in points)
    (x0, y0), (x1, y1) = points[-2:]
    length = max(abs(x1 - x0), abs(y1 - y0))
    u, v = (x1 - x0) / length, (y1 - y0) / length
    head = f"{x1},{y1} {x1 - 7 * u - 4 * v:g},{y1 - 7 * v + 4 * u:g} "
    head += f"{x1 - 7 * u + 4 * v:g},{y1 - 7 * v - 4 * u:g}"
    return (
        f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-opacity="0.6" '
        f'stroke-width="1.3"/><polygon points="{head}" fill="currentColor" fill-opacity="0.6"/>'
    )


def drawing(width, height, alt, parts, role="img"):
    """A picture of `parts` that shrinks with the page; `alt` says it in both languages."""
    return (
        f'<svg class="diagram" viewBox="0 0 {width} {height}" width="{width}" '
        f'style="max-width:100%;height:auto" role="{role}" aria-label="{escape(alt)}" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="inherit">\n'
        + "\n".join(parts)
        + "\n</svg>"
    )
