"""Charts of the notebooks on the site, drawn by one local copy of Vega and by no other host.

The chart's own mime type is stored in the notebook; myst-nb asks the plugin below for its HTML.
The bundle comes from the pip package that also draws Vega charts in Python.
"""

from importlib import metadata
from pathlib import Path

from docutils import nodes
from myst_nb.core.render import MimeRenderPlugin, load_mime_renders
from sphinx.errors import ExtensionError

from .figure import description, placeholder

HERE = Path(__file__).parent
MIME = "application/vnd.vegalite.v5+json"
CLASS = "chart-output"
ADVICE = (
    "a chart needs .properties(description='中文 · English'), which screen readers read aloud; "
    "chart in cell %s has %r"
)


class ChartPlugin(MimeRenderPlugin):
    """Before the plain text that a notebook stores beside each chart."""

    mime_priority_overrides = [("*", MIME, 1)]

    @staticmethod
    def handle_mime(renderer, data, inline):
        if data.mime_type != MIME:
            return None
        if description(data.content) is None:
            message = ADVICE % (data.cell_index, data.content.get("description"))
            renderer.logger.warning(message, subtype="chart", line=data.line)
        html = placeholder(data.content)
        return [nodes.raw(text=html, format="html", classes=["output", CLASS])]


def add_plugin(app) -> None:
    """myst-nb finds plugins among installed packages only, so a local one joins its list."""
    if ChartPlugin not in load_mime_renders():
        load_mime_renders().append(ChartPlugin)


def write_bundle(app) -> None:
    """Vega, Vega-Lite and Vega-Embed in one file, made once for each version of the package."""
    if app.builder.format != "html":
        return
    try:
        import vl_convert
    except ImportError as error:
        raise ExtensionError(
            "图表需要 vl-convert-python。 · Charts need vl-convert-python. "
            "Run: make book, or pip install -r requirements.txt"
        ) from error
    static = Path(app.outdir) / "_static"
    stamp = "/* vl-convert-python " + metadata.version("vl-convert-python") + " */\n"
    bundle = static / "vega.js"
    if not bundle.exists() or not bundle.read_text(encoding="utf-8").startswith(stamp):
        static.mkdir(parents=True, exist_ok=True)
        code = vl_convert.javascript_bundle()  # its names would clash with those of the page
        bundle.write_text(f"{stamp}(() => {{{code}\n}})();\n", encoding="utf-8")


def is_chart(node) -> bool:
    return isinstance(node, nodes.raw) and CLASS in node["classes"]


def add_scripts(app, pagename, templatename, context, doctree) -> None:
    """Only pages with a chart load the scripts, and the second one loads Vega."""
    if doctree and any(doctree.findall(is_chart)):
        app.add_js_file("charts_look.js", loading_method="defer")
        app.add_js_file("charts.js", loading_method="defer")
        app.add_css_file("charts.css")


def setup(app):
    add_plugin(app)
    app.connect("builder-inited", write_bundle)
    app.connect(
        "builder-inited", lambda app: app.config.html_static_path.append(str(HERE / "static"))
    )
    app.connect("html-page-context", add_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
