"""KaTeX without a browser: a JavaScript engine turns TeX into HTML while the site is built.

Readers then get formulas that need no script, at a third of the weight of a script that would
typeset them on every visit. KaTeX comes from a pinned pip package, so that nobody needs node;
the package also holds a Django app, which is never imported here.
"""

import functools
import importlib.util
import json
import re
import shutil
from pathlib import Path

PACKAGE = "djangocms_katex"
INSTALL = "pip install --no-deps djangocms-katex==1.0.2 && pip install mini-racer==0.14.1"
RENDER = """
function render(tex, display) {
  const options = {displayMode: display, output: "htmlAndMathml", strict: "ignore"};
  try { return JSON.stringify({html: katex.renderToString(tex, options)}); }
  catch (error) { return JSON.stringify({error: error.rawMessage || String(error)}); }
}
"""


class FormulaError(ValueError):
    """KaTeX does not understand a formula."""


class KatexMissing(RuntimeError):
    """The packages that formulas need are not installed."""

    def __init__(self, name: str):
        super().__init__(
            f"公式需要 {name}，但没有安装。 · Formulas need {name}, which is not installed. "
            f"Run: make book, or {INSTALL}"
        )


def folder() -> Path:
    """Where pip put KaTeX's own files."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None:
        raise KatexMissing("djangocms-katex")
    return Path(package.submodule_search_locations[0]) / "static" / PACKAGE / "vendor" / "katex"


@functools.cache
def engine():
    try:
        from py_mini_racer import MiniRacer
    except ImportError as error:
        raise KatexMissing("mini-racer") from error
    context = MiniRacer()
    context.eval((folder() / "katex.min.js").read_text(encoding="utf-8"))
    context.eval(RENDER)
    return context


@functools.cache
def render(tex: str, display: bool) -> str:
    answer = json.loads(engine().call("render", tex, display))
    if "error" in answer:
        raise FormulaError(answer["error"])
    return answer["html"]


def woff2_only(css: str) -> str:
    """Browsers take the first format they know, so the two older ones need not be shipped."""
    return re.sub(r",url\(fonts/[^)]+\.(?:woff|ttf)\) format\(\"\w+\"\)", "", css)


def copy_assets(target: Path) -> None:
    """Put the style sheet and its fonts into the built site."""
    source, fonts = folder(), target / "fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    css = (source / "katex.min.css").read_text(encoding="utf-8")
    (target / "katex.min.css").write_text(woff2_only(css), encoding="utf-8")
    for font in source.glob("fonts/*.woff2"):
        shutil.copy(font, fonts / font.name)
