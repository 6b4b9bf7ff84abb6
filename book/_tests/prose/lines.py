"""Manners: one line for a Chinese paragraph, no stiff 您, no "simply" that scolds."""

import re

from bilingual.detect import HAN

_WIDE = rf"(?:{HAN.pattern}|[，。；：？！、“”（）《》])"
_BREAK = re.compile(rf"{_WIDE}\n *{_WIDE}")
_SCOLDING = re.compile(r"\b(?:simply|obviously)\b", re.IGNORECASE)


def chinese_paragraph_is_one_line(unit):
    for line, text in unit.texts:
        if _BREAK.search(text):
            yield line, "a Chinese paragraph stands on one line: a break shows as a gap"


def reader_is_addressed_plainly(unit):
    for line, text in unit.texts:
        for word in [*re.findall("您", text), *_SCOLDING.findall(text)]:
            yield line, f"without {word!r}"


CHECKS = [chinese_paragraph_is_one_line, reader_is_addressed_plainly]
