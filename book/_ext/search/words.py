"""Cuts a text into the words that a reader may look for, Chinese and English.

Three things that a general cutter does not give: the book's own terms stay whole, such as
缩放点积注意力; the terms inside them count as well, here 点积 and 注意力; and terms of one
character, such as 头, are words.
"""

import csv
import logging
import re
from pathlib import Path

HAN = r"\u3400-\u9fff"
HAN_WORD = re.compile(f"[{HAN}]+")
SECTION = r"(?<![\w.])[1-9](?:\.[1-9]){1,2}(?!\w|\.\d)"  # of the paper: 3.2.2 is one word
LATIN_WORD = re.compile(rf"{SECTION}|[A-Za-z0-9_]+")
# Words that stand in nearly every sentence, and those of questions: nobody looks for them.
PARTICLES = set(
    "的了是在和与把被就也都而及其为用对从将向让使这那一不有见由即着过地得个们我你他它她很更最还又再"
    "只才能会可要以于到上下中里外前后时则并或但因所若如比每各该此之等种次两三吗呢吧啊"
) | set("什么 怎么 怎样 怎么样 为什么 为何 如何 多少 哪个 哪些 哪里 是否 是不是".split())


def read_terms(path: Path) -> set[str]:
    """The Chinese terms of the glossary, which has the columns en, zh, note."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {word for row in rows for word in HAN_WORD.findall(row["zh"])}


class Cutter:
    """jieba with the glossary in its dictionary."""

    def __init__(self, terms: set[str]):
        import jieba

        jieba.setLogLevel(logging.WARNING)
        for term in terms:
            jieba.add_word(term)
            if len(term) == 1:
                jieba.del_word("个" + term)  # 8 个头 is 8 heads, not 个头, stature
        self.jieba = jieba
        self.terms = [term for term in terms if len(term) > 1]

    def chinese(self, text: str) -> list[str]:
        """The words of the text, and each term of the glossary wherever it is written."""
        words = []
        for run in HAN_WORD.findall(text):
            # HMM would guess that 与键 is a word; without it a word is what a dictionary holds
            found = self.jieba.cut_for_search(run, HMM=False)
            words += [word for word in found if word not in PARTICLES]
            words += [term for term in self.terms if term in run]
        return words

    def latin(self, text: str) -> list[str]:
        return LATIN_WORD.findall(text)
