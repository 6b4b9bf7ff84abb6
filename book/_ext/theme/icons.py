"""The theme's few icons without its icon fonts, which weigh 274 kB on every page.

The drawings are in the theme's own fontawesome.js; the dozen that pages show are cut out of it
while the site is built and become masks in one small style sheet, in the colour of the text.
"""

import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

NAMES = """angle-left angle-right arrow-up bars circle-half-stroke download expand file file-pdf
github lightbulb list magnifying-glass moon pencil-alt rocket sun""".split()
STATIC = "theme/pydata_sphinx_theme/static"
ENTRY = re.compile(r'"?([a-z0-9-]+)"?:\[(\d+),(\d+),\[([^\]]*)\],"[0-9a-f]+","([^"]+)"\]')
SHAPE = """\
:is(.fa-solid, .fas, .fa-brands, .fab) { font-family: inherit; }
:is(.fa-solid, .fas, .fa-brands, .fab)::before {
  content: "";
  display: inline-block;
  width: 1.25em;
  height: 1em;
  vertical-align: -0.125em;
  background: currentcolor;
  mask: var(--icon) center / contain no-repeat;
}
@media (forced-colors: active) { /* in which a background has the colour of the page */
  :is(.fa-solid, .fas, .fa-brands, .fab)::before {
    background: ButtonText;
  }
}
"""


def drawings(script: str) -> dict[str, str]:
    """Each icon's SVG by its names; the solid set comes last in the script, and wins."""
    found = {}
    for name, width, height, aliases, path in ENTRY.findall(script):
        svg = (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>"
            f"<path d='{path}'/></svg>"
        )
        found |= dict.fromkeys([name, *re.findall(r'"([a-z0-9-]+)"', aliases)], svg)
    return found


def style_sheet(script: str) -> str:
    icons = drawings(script)
    rules = [
        f'.fa-{name} {{ --icon: url("data:image/svg+xml,{quote(icons[name])}"); }}'
        for name in NAMES
    ]
    return SHAPE + "\n".join(rules) + "\n"


def write_icons(app) -> None:
    if app.builder.format != "html":
        return
    theme = Path(find_spec("pydata_sphinx_theme").origin).parent / STATIC
    script = (theme / "scripts" / "fontawesome.js").read_text(encoding="utf-8")
    target = Path(app.outdir) / "_static" / "icons.css"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(style_sheet(script), encoding="utf-8")
