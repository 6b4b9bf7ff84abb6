"""Markup that shows as it should: on the site, in plain Jupyter and in Colab."""

import re

from bilingual.callouts import KINDS

_LEFT_OVER = re.compile(r"\*\*|(?<=\S)\*|\*(?=\S)")
_SITE_ONLY = {
    "a role": re.compile(r"\{[a-z:-]+\}`"),
    "a directive": re.compile(r"^ *(?:```+|:::+) *\{", re.MULTILINE),
    "a label": re.compile(r"^\([^()\s]+\)=", re.MULTILINE),
    "a footnote": re.compile(r"\[\^[^\]]+\]"),
}
_ONE_LANGUAGE = re.compile(
    r"^ *(?:```+|:::+) *\{(note|tip|hint|warning|important|caution|danger|attention|seealso)\}",
    re.MULTILINE,
)
_CODE = re.compile(
    r"^( *)(```+)(?! *\{).*?^\1\2 *$|`[^`\n]+`(?<!\}`)", re.MULTILINE | re.DOTALL
)


def bold_is_closed(unit):
    for line, text in unit.texts:
        if found := _LEFT_OVER.search(text):
            around = text[max(found.start() - 8, 0) : found.end() + 8]
            yield line, f"a * shows as it is; keep punctuation outside the bold: {around!r}"


def notebook_needs_no_site(unit):
    if not unit.in_notebook:
        return
    for what, pattern in _SITE_ONLY.items():
        for found in pattern.finditer(_without_code(unit.source, what)):
            line = unit.source.count("\n", 0, found.start()) + 1
            yield line, f"{what} shows raw in Jupyter: {found[0].strip()!r}"


def box_title_holds_both(unit):
    for found in _ONE_LANGUAGE.finditer(unit.source):
        line = unit.source.count("\n", 0, found.start()) + 1
        yield (
            line,
            f"{{{found[1]}}} has a title in one language: use {{admonition}} 注意 · Note",
        )


def call_out_is_of_a_known_kind(unit):
    for quote in (block for block in unit.blocks if block.kind == "blockquote"):
        inline = quote.node.children[0].children[0] if quote.node.children else None
        parts = [n for n in inline.children if n.type != "text" or n.content] if inline else []
        if parts and parts[0].type == "strong":
            title = "".join(n.content for n in parts[0].children)
            if title not in KINDS:
                yield quote.line, f"a call-out is one of {list(KINDS)}, not {title!r}"


def _without_code(source, what):
    """The text with plain code blanked; a role is made of code marks, so it keeps them."""
    if what == "a role":
        return source
    return _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)


CHECKS = [
    bold_is_closed,
    notebook_needs_no_site,
    box_title_holds_both,
    call_out_is_of_a_known_kind,
]
