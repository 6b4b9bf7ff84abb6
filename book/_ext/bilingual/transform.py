"""Mark every block of a page with its language while the page is read.

It runs just before Sphinx collects titles (880), so that the sidebar, the page contents and the
links to the neighbours hold the same spans as the headings and follow the switch as well.
"""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

from .callouts import make_callout
from .containers import mark_containers
from .marks import is_output, language_of_prose, mark, of
from .pairs import split_lines, split_pair

_BLOCKS = (
    nodes.paragraph,
    nodes.term,
    nodes.rubric,
    nodes.caption,
    nodes.title,
    nodes.line,
    nodes.attribution,
)
_OVERRIDE = re.compile(r"(?:<!--)?\s*(zh|en|both)\s*(?:-->)?\s*")


class MarkLanguages(SphinxTransform):
    default_priority = 870

    def apply(self, **kwargs):
        _drop_empty_texts(self.document)
        for quote in list(self.document.findall(nodes.block_quote)):
            if not is_output(quote):
                make_callout(quote)
        _obey_overrides(self.document)
        for block in _blocks(self.document):
            _mark_block(block)
        mark_containers(self.document)


def _drop_empty_texts(document):
    """MyST puts an empty text before a bold beginning, which hides that the bold is first."""
    for text in [t for t in document.findall(nodes.Text) if t.astext() == ""]:
        text.parent.remove(text)


def _blocks(root):
    found = root.findall(lambda n: isinstance(n, _BLOCKS))
    return [block for block in found if not is_output(block)]


def _mark_block(block):
    if of(block) or split_pair(block) or block.get("both_languages"):
        return
    if isinstance(block, nodes.paragraph):
        if split_lines(block):
            return
        if _is_lone_paragraph_of_cell(block):
            return
    if not isinstance(block, (nodes.title, nodes.caption)):
        mark(block, language_of_prose(block))


def _is_lone_paragraph_of_cell(paragraph):
    """A cell keeps its only paragraph in each language: a hole in a row helps nobody."""
    return isinstance(paragraph.parent, nodes.entry) and len(paragraph.parent.children) == 1


def _obey_overrides(document):
    """`<!-- en -->` before a block settles its language, and that of all blocks in it.

    After `<!-- both -->` no block in it is hidden; pairs are still split.
    """
    comments = document.findall(lambda n: isinstance(n, (nodes.comment, nodes.raw)))
    for comment in [n for n in comments if not is_output(n)]:
        said = _OVERRIDE.fullmatch(comment.astext())
        block = said and comment.next_node(descend=False, siblings=True)
        if block is None:
            continue
        for node in block.findall(lambda n: isinstance(n, nodes.Element)):
            if said[1] == "both":
                node["both_languages"] = True
            elif node is block or isinstance(node, _BLOCKS):
                mark(node, said[1])
        comment.parent.remove(comment)
