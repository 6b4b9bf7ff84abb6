"""Pictures far down a page wait until the reader comes near, so that a long page opens soon."""

from docutils import nodes


def load_late(app, doctree, docname: str) -> None:
    for image in doctree.findall(nodes.image):
        image["loading"] = "lazy"
