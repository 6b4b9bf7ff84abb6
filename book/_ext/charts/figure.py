"""The HTML that stands where a chart will be drawn.

The page carries only the chart's description and its data; static/charts.js draws it when the
reader comes near, so a long page is light and a chart can follow the theme and the language.
"""

import html
import json
import re

HAN = re.compile(r"[\u3400-\u9fff]")
BELOW = 54  # px for axis labels and titles, which Vega adds to the height of the plot
CONTROL = 34  # px for each slider or menu
CHOICE = 27  # px for each of several buttons, one below the other

TEMPLATE = """\
<figure class="chart" style="min-height: {height}px">
<div class="chart-drawing" role="img" aria-label="{label}"></div>
<div class="chart-controls"></div>
<script type="application/json">{spec}</script>
<noscript><p><span lang="zh-CN">这张图需要 JavaScript：{zh}</span>
<span lang="en">This chart needs JavaScript: {en}</span></p></noscript>
</figure>
"""


def description(spec: dict) -> tuple[str, str] | None:
    """What the chart shows, in Chinese and in English, or None where a half is missing."""
    zh, dot, en = str(spec.get("description", "")).partition(" · ")
    return (zh, en) if dot and HAN.search(zh) and en.strip() else None


def min_height(spec: dict) -> int:
    """The room to keep, so that the text below does not jump when the chart appears."""
    rows = spec.get("vconcat")
    if rows:
        return sum(min_height(row) for row in rows)
    columns = spec.get("hconcat") or spec.get("concat")
    plot = max((min_height(column) for column in columns), default=0) if columns else None
    if plot is None:
        height = spec.get("height", 300)
        plot = (height if isinstance(height, int | float) else 300) + BELOW
    bindings = [param["bind"] for param in spec.get("params", []) if "bind" in param]
    return round(plot + sum(map(control_height, bindings)))


def control_height(binding: dict) -> int:
    buttons = isinstance(binding, dict) and binding.get("input") == "radio"
    return CHOICE * len(binding["options"]) if buttons else CONTROL


def placeholder(spec: dict) -> str:
    zh, en = description(spec) or ("", "")
    text = json.dumps(spec, ensure_ascii=False, separators=(",", ":")).replace("</", r"<\/")
    return TEMPLATE.format(
        height=min_height(spec),
        label=html.escape(f"{zh} · {en}"),
        spec=text,
        zh=html.escape(zh),
        en=html.escape(en),
    )
