"""Cut a Markdown text into blocks that know their language."""

import re
from dataclasses import dataclass
from functools import cached_property

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.dollarmath import dollarmath_plugin

from bilingual.detect import language, separator_at

PARSER = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, allow_digits=True)
SYMBOL = "\ue000"  # stands for a piece of code or maths in the text of a block
OVERRIDE = re.compile(r"<!--\s*(zh|en|both)\s*-->\s*")


def parse(source):
    return SyntaxTreeNode(PARSER.parse(source))


@dataclass(frozen=True)
class Block:
    node: SyntaxTreeNode
    said: str | None  # what a comment before the block says of its language

    @property
    def kind(self):
        return self.node.type

    @property
    def line(self):
        return line_of(self.node)

    @cached_property
    def text(self):
        return text_of(self.node)

    @property
    def language(self):
        if self.said or separator_at(self.text) is not None:
            return self.said if self.said != "both" else None
        return language(self.text.replace(SYMBOL, " "))

    @property
    def children(self):
        return blocks_of(self.node)


def blocks_of(parent):
    said, blocks = None, []
    for node in parent.children:
        found = OVERRIDE.fullmatch(node.content) if node.type == "html_block" else None
        if found is None:
            blocks.append(Block(node, said))
        said = found and found[1]
    return blocks


def line_of(node):
    while node.map is None:
        node = node.parent
    return node.map[0] + 1


def text_of(node):
    """The words of a block; code and maths as symbols, other markup left out."""
    if node.type == "text":
        return node.content
    if node.type in ("softbreak", "hardbreak"):
        return "\n"
    if node.type in ("code_inline", "math_inline", "math_inline_double"):
        return SYMBOL
    if node.type in ("fence", "code_block", "math_block", "html_inline", "image"):
        return ""
    joint = "" if node.type in ("inline", "em", "strong", "link") else "\n"
    return joint.join(text_of(child) for child in node.children)
