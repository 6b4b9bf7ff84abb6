"""A page on paper: light, without the frame, with every fold open and every chart drawn."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"


def setup(app):
    app.connect(
        "config-inited", lambda app, config: config.html_static_path.append(str(STATIC))
    )
    app.add_css_file("paper.css", priority=850)  # after the looks of the screen
    app.add_js_file("paper.js", loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
