"""Read and write the language of a node of the document tree.

A language is the docutils class `language-zh-CN` or `language-en`, which docutils itself writes
as the HTML attribute `lang`: browsers pick the right glyphs, screen readers the right voice,
and the style sheet needs no class of its own.
"""

from docutils import nodes

from .detect import HTML_LANGUAGE, SEPARATOR, language

# What belongs to both languages, however it is spelled.
NEUTRAL_INLINE = (nodes.literal, nodes.math, nodes.raw, nodes.image, nodes.footnote_reference)
LISTS = (nodes.bullet_list, nodes.enumerated_list, nodes.definition_list)


def mark(node, lang):
    """Give `node` the language, unless it has one or was declared free of any."""
    if lang and not of(node) and not node.get("both_languages"):
        node["classes"].append(f"language-{HTML_LANGUAGE[lang]}")


def of(node):
    """The language that `node` carries itself: "zh", "en" or None."""
    classes = node.get("classes", []) if isinstance(node, nodes.Element) else []
    return next((k for k, v in HTML_LANGUAGE.items() if f"language-{v}" in classes), None)


def around(node):
    """The language of the nearest block that `node` stands in, itself included."""
    while node is not None:
        if found := of(node):
            return found
        node = node.parent
    return None


def inside(node, kinds):
    """Whether an ancestor of `node` is one of `kinds`."""
    while (node := node.parent) is not None:
        if isinstance(node, kinds):
            return True
    return False


def is_output(node):
    """Whether `node` was made by a code cell: outputs are shown in every language."""
    while node is not None:
        if isinstance(node, nodes.Element) and node.get("nb_element") == "cell_code":
            return True
        node = node.parent
    return False


def prose(node):
    """The words of `node` without code, maths, footnote marks, nested lists and link pairs."""
    if isinstance(node, nodes.Text):
        return node.astext()
    is_link = node.tagname in ("reference", "pending_xref")
    if isinstance(node, NEUTRAL_INLINE + LISTS) or (is_link and SEPARATOR in node.astext()):
        return " "
    return "".join(prose(child) for child in node.children)


def language_of_prose(node):
    return language(prose(node))
