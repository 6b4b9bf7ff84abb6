"""How the site looks, and the faults of the theme mended in one place."""

from functools import partial
from pathlib import Path

from . import lighter, repairs
from .chapter_links import link_diagrams
from .hosts import fit_buttons
from .icons import write_icons
from .launch import name_page_in_report
from .pictures import load_late
from .tables import mend_tables

HERE = Path(__file__).parent


def add_folders(app, config) -> None:
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.insert(0, str(HERE / "templates"))


def mend(app, pagename, templatename, context, doctree) -> None:
    name_page_in_report(app, pagename, context)
    for kind in ("script_files", "css_files"):
        files = repairs.without_thebe(context.get(kind, []))
        context[kind] = lighter.without_cards(files, context.get("body", ""))
    mark = Path(app.srcdir, "favicon.svg").read_text(encoding="utf-8")
    mark = mark.replace("<svg ", '<svg class="logo__mark" aria-hidden="true" ', 1)
    context["without_unused"], context["later"] = lighter.without_unused, lighter.later
    context["repair_head"] = repairs.repair_head
    context["repair_body"] = partial(repairs.repair_body, mark=mark)


def setup(app):
    app.connect("config-inited", add_folders)
    app.connect("config-inited", fit_buttons, priority=100)  # before the theme reads them
    app.connect("builder-inited", write_icons)
    app.connect("doctree-resolved", link_diagrams)
    app.connect("doctree-resolved", load_late)
    app.connect("doctree-resolved", mend_tables)
    app.connect("html-page-context", mend, priority=900)  # after all who add scripts
    app.connect("build-finished", lighter.trim_style_sheet)
    app.add_css_file("icons.css", priority=800)
    app.add_css_file("theme.css", priority=800)  # after the theme's own style sheets
    app.add_js_file("theme.js", loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
