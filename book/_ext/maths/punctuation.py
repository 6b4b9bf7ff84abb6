"""No line of Chinese begins with a comma or a full stop, not even after a formula.

To a browser a formula is a box, and it may break a line between a box and any character.
So the punctuation is tied to the formula before it, and an opening bracket to the one after.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

CLOSING = re.compile(r"^[，。；：、？！）》」』”’,.;:?!)]+")
OPENING = re.compile(r"[（《「『“‘(]+$")
LONGEST = 30  # characters of TeX; a longer formula must be free to break inside


class TiePunctuation(SphinxPostTransform):
    default_priority = 900  # after every other text is in place

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            if len(formula.astext()) <= LONGEST:
                tie(formula)


def tie(formula):
    """Put the formula and the punctuation that touches it into one unbreakable piece."""
    parent, at = formula.parent, formula.parent.index(formula)
    before = cut(parent, at - 1, OPENING) if at else None
    after = cut(parent, at + 1, CLOSING) if at + 1 < len(parent) else None
    if before or after:
        piece = nodes.inline(classes=["unbroken"])
        parent.replace(formula, piece)
        piece += [part for part in (before, formula, after) if part is not None]


def cut(parent, at, pattern):
    """Take what matches `pattern` off the text at that place, or None."""
    text = parent[at]
    found = isinstance(text, nodes.Text) and pattern.search(text)
    if not found:
        return None
    parent[at] = nodes.Text(pattern.sub("", text))
    return nodes.Text(found[0])
