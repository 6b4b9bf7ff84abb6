"""Turn quotes that begin `> **注意 · Note**` into call-outs.

Authors write a quote because plain Jupyter and Colab show it well, which a directive is not.
"""

from docutils import nodes

# The three kinds, and the class whose colours and icon the theme lends to each.
KINDS = {"注意 · Note": "note", "重要 · Important": "important", "直觉 · Intuition": "tip"}


def callout_title(quote):
    """The title if `quote` opens like a call-out, else None."""
    first = quote.children[0] if quote.children else None
    if not isinstance(first, nodes.paragraph) or not first.children:
        return None
    bold = first.children[0]
    title = bold.astext().strip() if isinstance(bold, nodes.strong) else None
    return title if title in KINDS else None


def make_callout(quote):
    """Replace the quote by an admonition with the same content; return whether it was one."""
    title = callout_title(quote)
    if title is None:
        return False
    box = nodes.admonition("", classes=[KINDS[title]])
    box.source, box.line = quote.source, quote.line
    box += nodes.title("", title)
    first = quote.children[0]
    rest = first.children[1:]
    if rest and isinstance(rest[0], nodes.Text):
        rest[0] = nodes.Text(rest[0].astext().lstrip())
    first.children = []
    first += [node for node in rest if node.astext()]
    box += quote.children[0 if first.children else 1 :]
    quote.replace_self(box)
    return True
