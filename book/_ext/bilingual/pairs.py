"""Split a line that says a thing twice, `中文 · English`, into two spans and a dot.

Headings, captions, table cells and other one-line texts hold both languages in one block, so
the two halves, not the block, carry the language.
"""

from docutils import nodes

from .detect import SEPARATOR, separator_at
from .marks import language_of_prose, mark

_WRAPPERS = (nodes.strong, nodes.emphasis, nodes.reference, nodes.inline)


def split_pair(block):
    """Split `block` if it is a pair; return whether it is one."""
    at = separator_at(block.astext())
    if at is None:
        return False
    holder = _holder(block)
    halves = _cut(holder.children, at, len(SEPARATOR))
    if halves is None:
        return False
    spans = [nodes.inline("", "", *half) for half in halves]
    mark(spans[0], "zh")
    mark(spans[1], "en")
    holder.children = []
    holder += [spans[0], nodes.inline("", SEPARATOR, classes=["pair-dot"]), spans[1]]
    block["is_pair"] = True
    return True


def split_lines(paragraph):
    """Make two paragraphs of Chinese lines followed, without a blank line, by English ones."""
    text = paragraph.astext()
    for at in (i for i, letter in enumerate(text) if letter == "\n"):
        halves = _cut(paragraph.children, at, 1)
        if halves is None:
            continue
        parts = [nodes.paragraph("", "", *(n.deepcopy() for n in half)) for half in halves]
        if [language_of_prose(part) for part in parts] == ["zh", "en"]:
            parts[0]["ids"] = paragraph["ids"]
            mark(parts[0], "zh")
            mark(parts[1], "en")
            paragraph.replace_self(parts)
            return True
    return False


def _holder(block):
    """The node whose children hold the separator: a bold line or a link holds it inside."""
    while len(block.children) == 1 and (
        isinstance(block.children[0], _WRAPPERS) or block.children[0].tagname == "pending_xref"
    ):
        block = block.children[0]
    return block


def _cut(children, at, length):
    """The children before position `at` of their joined text, and those `length` after it.

    None where the position lies inside markup that cannot be cut.
    """
    for index, child in enumerate(children):
        size = len(child.astext())
        if at < size:
            if not isinstance(child, nodes.Text):
                return None
            left, right = child.astext()[:at], child.astext()[at + length :]
            before = children[:index] + ([nodes.Text(left)] if left else [])
            after = ([nodes.Text(right)] if right else []) + children[index + 1 :]
            return before, after
        at -= size
    return None
