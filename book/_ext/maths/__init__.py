"""Formulas of the site, typeset while it is built: no MathJax, no script, no other host.

A formula that KaTeX cannot read is a warning with its place, so it fails a strict build.
"""

import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from . import katex
from .punctuation import TiePunctuation

logger = logging.getLogger(__name__)
NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|alignat|gather)\}")
CELL = 10_000  # myst-nb numbers the lines of a notebook as cell * CELL + line + 1


def place(node) -> str:
    line = node.line or getattr(node.parent, "line", None) or 0
    return f" (cell {line // CELL}, line {line % CELL - 1})" if line >= CELL else ""


def typeset(node, tex: str, display: bool) -> str:
    try:
        return katex.render(tex.strip(), display)
    except katex.FormulaError as error:
        message = "KaTeX cannot read the formula `%s`%s: %s"
        logger.warning(message, tex.strip(), place(node), error, location=node, type="maths")
        return f"<code>{html.escape(tex)}</code>"


def visit_math(self, node) -> None:
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(typeset(node, node.astext(), display=False) + "</span>")
    raise nodes.SkipNode


def display_tex(node) -> str:
    """One display formula; the number comes from Sphinx, so KaTeX must not count as well."""
    tex = node.astext()
    if node.get("nowrap"):
        return NUMBERED.sub(r"\\\1{\2*}", tex)
    parts = [part.strip() for part in tex.split("\n\n") if part.strip()]
    if len(parts) == 1 and r"\\" not in tex:
        return tex
    lines = r" \\ ".join(parts)
    return lines if lines.startswith(r"\begin") else rf"\begin{{aligned}}{lines}\end{{aligned}}"


def visit_displaymath(self, node) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "链接到此公式 · Link to this equation")
        self.body.append("</span>")
    self.body.append(typeset(node, display_tex(node), display=True) + "</div>\n")
    raise nodes.SkipNode


def copy_assets(app) -> None:
    if app.builder.format == "html":
        katex.copy_assets(Path(app.outdir) / "_static" / "katex")


def link_styles(app, pagename, templatename, context, doctree) -> None:
    """Pages without a formula, in text or in a title of the sidebar, load nothing."""
    titles = app.env.titles.values()
    if doctree and (
        any(doctree.findall(is_maths)) or any(any(t.findall(is_maths)) for t in titles)
    ):
        app.add_css_file("katex/katex.min.css")
    title = app.env.titles.get(pagename)
    if title is not None and any(title.findall(is_maths)):
        context["title"] = html.escape(title.astext())  # a browser tab shows no markup


def is_maths(node) -> bool:
    return isinstance(node, (nodes.math, nodes.math_block))


def setup(app):
    app.add_html_math_renderer("katex", (visit_math, None), (visit_displaymath, None))
    app.connect(
        "config-inited", lambda app, config: setattr(config, "html_math_renderer", "katex")
    )
    app.add_post_transform(TiePunctuation)
    app.connect("builder-inited", copy_assets)
    app.connect("html-page-context", link_styles)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
