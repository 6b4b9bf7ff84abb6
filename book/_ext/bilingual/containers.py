"""Give lists, boxes, quotes and tables the language of what they hold.

Hiding the paragraphs of a language must not leave an empty bullet, box or row behind, so a
container whose content is all in one language takes it. A Chinese list, quote or table that is
followed by its English twin is hidden whole, with the code and formulas in it.
"""

from docutils import nodes

from .marks import LISTS, inside, is_output, language_of_prose, mark, of

TWINS = LISTS + (nodes.block_quote, nodes.table, nodes.admonition, nodes.line_block)
CONTAINERS = LISTS + (
    nodes.list_item,
    nodes.definition_list_item,
    nodes.definition,
    nodes.block_quote,
    nodes.Admonition,
    nodes.footnote,
    nodes.line_block,
    nodes.topic,
    nodes.sidebar,
    nodes.legend,
    nodes.container,
)
_SILENT = (nodes.comment, nodes.target, nodes.label, nodes.title, nodes.colspec)


def mark_containers(document):
    found = list(document.findall(lambda n: isinstance(n, TWINS) and not is_output(n)))
    for node in found:
        _mark_twin(node)
    for table in document.findall(nodes.table):
        _mark_rows(table)
    boxes = document.findall(lambda n: isinstance(n, CONTAINERS) and not is_output(n))
    for node in reversed(list(boxes)):
        languages = {of(child) for child in _content(node)}
        if len(languages) == 1:
            mark(node, languages.pop())


def _content(node):
    """The children that a reader sees; a title alone does not fill a box."""
    return [child for child in node.children if not isinstance(child, _SILENT)]


def _mark_twin(node):
    twin = _next_block(node)
    if (
        type(twin) is type(node)
        and _size(twin) == _size(node)
        and _languages(node) == {"zh"}
        and _languages(twin) == {"en"}
    ):
        mark(node, "zh")
        mark(twin, "en")


def _next_block(node):
    siblings = node.parent.children[node.parent.index(node) + 1 :]
    return next((n for n in siblings if not _is_comment(n)), None)


def _is_comment(node):
    is_raw_comment = isinstance(node, nodes.raw) and node.astext().lstrip().startswith("<!--")
    return is_raw_comment or isinstance(node, nodes.comment)


def _size(node):
    """How many items a list has, or rows and columns a table."""
    if isinstance(node, nodes.table):
        return [len(row) for row in node.findall(nodes.row)]
    return len(_content(node)) if isinstance(node, LISTS) else 0


def _languages(node):
    """All languages that occur inside `node`; a pair counts for both."""
    blocks = node.findall(lambda n: isinstance(n, (nodes.paragraph, nodes.term, nodes.inline)))
    in_cells = isinstance(node, (nodes.table, nodes.row))
    found = {of(n) or (language_of_prose(n) if in_cells else None) for n in blocks}
    return found - {None}


def _mark_rows(table):
    """Rows that say the same in turn, 中文 above English, are shown one or the other."""
    if is_output(table) or inside(table, nodes.table):
        return
    for body in table.findall(nodes.tbody):
        languages = [_languages(row) for row in body.children]
        if languages.count({"zh"}) == languages.count({"en"}):
            for row, found in zip(body.children, languages, strict=True):
                if len(found) == 1:
                    mark(row, found.pop())
