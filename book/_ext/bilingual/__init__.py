"""Two languages on one page: every block knows its own, and a switch shows one or both.

detect.py tells the language of a text; transform.py marks the blocks of a page with the help of
callouts.py, pairs.py and containers.py; links.py looks after link texts; head.py and frame.py
after the page around the article; static/ holds the looks and the switch's behaviour.
"""

import zlib
from pathlib import Path

from .frame import rewrite_pages
from .head import add_to_head
from .links import SplitLinks
from .transform import MarkLanguages

HERE = Path(__file__).parent
SOURCES = b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))


def add_files(app, config):
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.append(str(HERE / "templates"))


def setup(app):
    app.add_transform(MarkLanguages)
    app.add_post_transform(SplitLinks)
    app.connect("config-inited", add_files)
    app.connect("html-page-context", add_to_head)
    app.connect("build-finished", rewrite_pages)
    app.add_css_file("bilingual.css")
    app.add_css_file("switch.css")
    app.add_js_file("bilingual.js", loading_method="defer")
    app.add_js_file("search-words.js", loading_method="defer")
    return {
        "version": "1",
        "env_version": zlib.crc32(SOURCES),  # a change of these rules reads every page again
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
