"""Builds a very small site, so that a test of one extension needs no chapter and no theme."""

import io
import json
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

import support

# The text of a page stands in an article, as the book's theme has it; around it is the frame.
LAYOUT = """{% extends "!layout.html" %}
{% block document %}<article>{{ super() }}</article>{% endblock %}"""
SETTINGS = {
    "root_doc": "index",
    # Sphinx shares its default among all sites of one process, and each adds its own to it.
    "source_suffix": {".md": "myst-nb", ".ipynb": "myst-nb"},
    "html_theme": "basic",
    "nb_execution_mode": "off",
    "myst_enable_extensions": ["amsmath", "dollarmath"],
    "myst_heading_anchors": 3,
}


@dataclass
class Built:
    folder: Path
    failed: bool
    warnings: str

    def page(self, name: str = "index") -> str:
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")


def with_article(folder: Path) -> str:
    """A folder of templates that put an article into Sphinx's plainest theme."""
    templates = folder / "templates"
    templates.mkdir()
    (templates / "layout.html").write_text(LAYOUT, encoding="utf-8")
    return str(templates)


def build(folder: Path, *extensions: str, settings: dict | None = None, **pages: str) -> Built:
    """A site of `pages`, a name or a name and suffix each, built as strictly as the book is."""
    source, output = folder / "source", folder / "html"
    source.mkdir(parents=True, exist_ok=True)  # a test may have put pictures there
    for name, text in pages.items():
        suffix = ".ipynb" if text.lstrip().startswith("{") else ".md"
        (source / f"{name}{suffix}").write_text(text, encoding="utf-8")
    warnings = io.StringIO()
    templates = with_article(folder)
    with docutils_namespace():
        app = Sphinx(
            srcdir=source,
            confdir=None,
            outdir=output,
            doctreedir=folder / "doctrees",
            buildername="html",
            confoverrides={
                **SETTINGS,
                "templates_path": [templates],
                "extensions": ["myst_nb", *extensions],
                **(settings or {}),
            },
            status=None,
            warning=warnings,
            warningiserror=True,
            keep_going=True,
        )
        app.build()
    return Built(output, bool(app.statuscode), warnings.getvalue())


def notebook_page(title: str, *data: dict) -> str:
    """A notebook of a title and one cell, whose outputs display `data`, by mime type."""
    outputs = [{"output_type": "display_data", "metadata": {}, "data": part} for part in data]
    notebook = support.notebook(support.text(f"# {title}"), support.code("x", outputs))
    # without it Sphinx looks for a lexer that the small site does not load
    notebook["metadata"]["language_info"] = {"name": "python", "pygments_lexer": "python"}
    return json.dumps(notebook)
