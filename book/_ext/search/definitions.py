"""Tells the search where each name of the book's code is defined, and each section explained.

Many chapters write LayerNorm and cite Section 3.1; one defines the class, one is about the
section: these are the pages a reader looks for. Sphinx keeps index entries beside the words
of a page, and find_pages.js puts their places first.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

EXPORT = "#| export"
DEFINED = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)
ABOUT = re.compile(r"^It is .*?\bSection (\d+(?:\.\d+)*)")  # below a chapter's title


class IndexDefinitions(SphinxTransform):
    """An index entry for each class and function of a cell that other chapters import."""

    default_priority = 860

    def apply(self, **kwargs):
        for block in list(self.document.findall(nodes.literal_block)):
            names = DEFINED.findall(block.astext())
            if names and block.astext().startswith(EXPORT):
                self.note(block, names)
        for lead in list(self.document.findall(nodes.paragraph)):
            about = ABOUT.search(lead.astext())
            if about and isinstance(lead.parent.parent, nodes.document):
                self.note(lead, [f"section {about[1]}"])

    def note(self, block, names):
        section = block.parent
        while section and not isinstance(section, nodes.section):
            section = section.parent
        if section:  # its title stands first
            entries = [("single", name, section["ids"][0], "main", None) for name in names]
            section.insert(1, addnodes.index(entries=entries))
