"""Tells the search where each name of the book's code is defined.

Many chapters write LayerNorm, one defines it: that is the page a reader looks for. Sphinx
keeps index entries beside the words of a page, and find_pages.js puts their places first.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

EXPORT = "#| export"
DEFINED = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)


class IndexDefinitions(SphinxTransform):
    """An index entry for each class and function of a cell that other chapters import."""

    default_priority = 860

    def apply(self, **kwargs):
        for block in list(self.document.findall(nodes.literal_block)):
            names = DEFINED.findall(block.astext())
            if names and block.astext().startswith(EXPORT):
                self.note(block, names)

    def note(self, block, names):
        section = block.parent
        while section and not isinstance(section, nodes.section):
            section = section.parent
        if section:  # its title stands first
            entries = [("single", name, section["ids"][0], "main", None) for name in names]
            section.insert(1, addnodes.index(entries=entries))
