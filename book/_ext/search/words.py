"""Cuts a text into the words that a reader may look for, Chinese and English.

Three things that a general cutter does not give: the book's own terms stay whole (缩放点积注意力);
the terms inside them count as well (点积, 注意力); and one-character terms (头, 键, 值) are words.
"""

import csv
import functools
import logging
import re
from pathlib import Path

HAN = r"\u3400-\u9fff"
HAN_WORD = re.compile(f"[{HAN}]+")
LATIN_WORD = re.compile(r"[A-Za-z0-9_]+")
# One-character words that stand in nearly every sentence and that nobody looks for.
PARTICLES = set(
    "的了是在和与把被就也都而及其为用对从将向让使这那一不有见由即着过地得个们我你他它她很更最还又再"
    "只才能会可要以于到上下中里外前后时则并或但因所若如比每各该此之等种次两三吗呢吧啊"
)


def read_terms(path: Path) -> set[str]:
    """The Chinese terms of the glossary, which has the columns en, zh, note."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {word for row in rows for word in HAN_WORD.findall(row["zh"])}


class Cutter:
    def __init__(self, terms: set[str]):
        import jieba

        jieba.setLogLevel(logging.WARNING)
        for term in terms:
            jieba.add_word(term)
        self.terms, self.jieba = terms, jieba
        self.parts = functools.cache(self._parts)

    def _parts(self, word: str) -> list[str]:
        """The glossary's terms inside a word, and the word itself."""
        return [word] + [term for term in self.terms if term in word and term != word]

    def chinese(self, text: str) -> list[str]:
        runs = HAN_WORD.findall(text)
        words = (word for run in runs for word in self.jieba.cut_for_search(run))
        return [part for word in words for part in self.parts(word) if part not in PARTICLES]

    def latin(self, text: str) -> list[str]:
        return LATIN_WORD.findall(text)
