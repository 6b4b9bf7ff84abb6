"""Chinese typography: full-width punctuation, and a space beside Latin letters and digits."""

import re

from bilingual.detect import HAN

from .blocks import SYMBOL
from .units import chinese_texts

_HAN = HAN.pattern
_NARROW = re.compile(rf"{_HAN}[,;:?!()]|[,;:?!()]{_HAN}|{_HAN}\.(?!\w)")
_LATIN = f"[A-Za-z0-9{SYMBOL}]"
_TIGHT = re.compile(rf"{_HAN}{_LATIN}|{_LATIN}{_HAN}")
_LOOSE = re.compile(r"[^\s] +[，。；：？！、）》]|[，。；：？！、（《] +[^\s]")


def punctuation_is_full_width(unit):
    yield from _found(unit, _NARROW, "full-width punctuation beside Chinese")


def latin_stands_apart(unit):
    yield from _found(unit, _TIGHT, "a space between Chinese and Latin, digits, code or maths")


def full_width_punctuation_stands_close(unit):
    yield from _found(unit, _LOOSE, "no space beside full-width punctuation")


def _found(unit, pattern, advice):
    for line, text in chinese_texts(unit):
        for match in pattern.finditer(text):
            around = text[max(match.start() - 6, 0) : match.end() + 6].replace(SYMBOL, "…")
            yield line, f"{advice}: {around!r}"


CHECKS = [punctuation_is_full_width, latin_stands_apart, full_width_punctuation_stands_close]
