"""Builds a very small site, so that a test of one extension needs no chapter and no theme."""

import io
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

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


def build(folder: Path, *extensions: str, settings: dict | None = None, **pages: str) -> Built:
    """A site of `pages`, a name or a name and suffix each, built as strictly as the book is."""
    source, output = folder / "source", folder / "html"
    source.mkdir(parents=True)
    for name, text in pages.items():
        suffix = ".ipynb" if text.lstrip().startswith("{") else ".md"
        (source / f"{name}{suffix}").write_text(text, encoding="utf-8")
    warnings = io.StringIO()
    with docutils_namespace():
        app = Sphinx(
            srcdir=source,
            confdir=None,
            outdir=output,
            doctreedir=folder / "doctrees",
            buildername="html",
            confoverrides={
                **SETTINGS,
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
