"""Headings and table cells hold both languages themselves, as `中文 · English`."""

from bilingual.detect import HAN, language, separator_at


def heading_holds_both(unit):
    for block in unit.blocks:
        if block.kind == "heading" and separator_at(block.text) is None:
            yield block.line, f"a heading is '中文 · English', not {block.text!r}"


def table_cells_hold_both(unit):
    for table in (block for block in unit.blocks if block.kind == "table" and not block.said):
        cells = [(block.line, block.text) for block in _cells(table)]
        langs = [language(text) for _, text in cells if separator_at(text) is None]
        if langs.count("zh") != langs.count("en"):
            alone = [
                text for _, text in cells if separator_at(text) is None and HAN.search(text)
            ]
            yield table.line, f"cells are '中文 · English', or both in turn: {alone[:3]}"


def _cells(block):
    if block.kind in ("th", "td"):
        return [block]
    return [cell for child in block.children for cell in _cells(child)]


CHECKS = [heading_holds_both, table_cells_hold_both]
