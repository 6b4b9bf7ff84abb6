"""Chinese and English say the same, block by block, Chinese first, at comparable length."""

import re

from bilingual.detect import HAN, WORD, separator_at

from .blocks import SYMBOL

LISTS = ("bullet_list", "ordered_list")
# Chinese characters for one English word: 1.1 to 1.8 in the first chapters, 1.5 in the middle.
LENGTH_RATIO = (0.8, 2.4)
SHORT = 12  # English words under which a ratio says nothing


def blocks_come_in_pairs(unit):
    yield from _unpaired(unit.blocks)
    for block in unit.blocks:
        if block.kind == "blockquote" and len({b.language for b in block.children}) > 1:
            yield from _unpaired(block.children)
        elif block.kind in LISTS:
            yield from _items_agree(block)


def pairs_have_comparable_length(unit):
    for zh, en in _pairs(_spoken(unit.blocks)):
        words = len(WORD.findall(en.text)) + en.text.count(SYMBOL)
        latin = len(WORD.findall(zh.text)) + zh.text.count(SYMBOL)
        ratio = (len(HAN.findall(zh.text)) + 1.6 * latin) / max(words, 1)
        low, high = LENGTH_RATIO
        if words > SHORT and not low <= ratio <= high:
            yield en.line, f"{ratio:.1f} Chinese characters a word: does one language say more?"


def _spoken(blocks):
    """The blocks that have to have a twin."""
    return [
        b for b in blocks if b.kind in ("paragraph", "blockquote", *LISTS) and _one_language(b)
    ]


def _one_language(block):
    """The language of a whole block; None where it holds both inside, or neither."""
    inner = block.children if block.kind in ("blockquote", *LISTS) else []
    if block.kind in LISTS:
        inner = [child for item in inner for child in item.children]
    langs = {b.language for b in inner if b.language} or {block.language}
    pairs_only = bool(inner) and all(separator_at(b.text) is not None for b in inner)
    return None if pairs_only or len(langs) > 1 else langs.pop()


def _pairs(spoken):
    return [
        (a, b)
        for a, b in zip(spoken[::2], spoken[1::2], strict=False)
        if (_one_language(a), _one_language(b)) == ("zh", "en")
    ]


def _unpaired(blocks):
    spoken = _spoken(blocks)
    for place, block in enumerate(spoken):
        wanted = "zh" if place % 2 == 0 else "en"
        if _one_language(block) != wanted:
            names = {"zh": "Chinese", "en": "English"}
            text = re.sub(r"\s+", " ", block.text.replace(SYMBOL, "…"))[:30]
            yield block.line, f"here {names[wanted]} should stand, Chinese first: {text!r}"
            return
    if len(spoken) % 2:
        yield spoken[-1].line, "this block has no English twin"
        return
    for zh, en in _pairs(spoken):
        if zh.kind != en.kind or (zh.kind in LISTS and len(zh.children) != len(en.children)):
            yield en.line, "the twin of a list is a list with as many items"


def _items_agree(block):
    """A list is in one language; or each item is a pair, or holds both."""
    items = [child for child in block.children]
    langs = {_one_language_of_item(item) for item in items} - {None}
    if len(langs) > 1:
        yield block.line, "one list holds both languages: write the English one with * or 1)"
    for item in items:
        if len({b.language for b in item.children if b.kind == "paragraph"} - {None}) > 1:
            yield from _unpaired(item.children)


def _one_language_of_item(item):
    langs = {b.language for b in item.children if b.kind == "paragraph"} - {None}
    return langs.pop() if len(langs) == 1 else None


CHECKS = [
    blocks_come_in_pairs,
    pairs_have_comparable_length,
]
