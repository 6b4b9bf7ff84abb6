"""One word for one idea, with its English in brackets where a chapter uses it first."""

import csv
import re
from functools import cache

from bilingual.detect import HAN, separator_at
from notebooks import BOOK

from .units import chinese_texts


@cache
def rows():
    with open(BOOK / "data" / "terms.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def avoided():
    """{a word never to write: the word to write}, from the notes `never X, Y` of the terms."""
    words = {}
    for row in rows():
        if found := re.search(r"never ([^;]+)", row["note"] or ""):
            words |= {word.strip(' "'): row["zh"] for word in found[1].split(",")}
    return words


def only_the_books_own_terms(unit):
    if unit.file == "terms.md":
        return  # it lists what to avoid
    for line, text in unit.texts:
        for word, better in avoided().items():
            if word.lower() in text.lower():
                yield line, f"write {better}, not {word}"


def english_stands_at_first_use(units):
    """Faults of a whole chapter: an English word in brackets that comes too late."""
    terms = {row["zh"]: row["en"] for row in rows() if HAN.match(row["zh"])}
    terms = {zh: en for zh, en in terms.items() if len(zh) > 1}
    seen = set()
    for unit in units:
        headings = {block.line for block in unit.blocks if block.kind == "heading"}
        for line, text in chinese_texts(unit):
            if line in headings or separator_at(text) is not None:
                continue
            for zh, rest in _occurrences(text, terms):
                with_english = re.match(rf"（{re.escape(terms[zh])}", rest, re.IGNORECASE)
                if with_english and zh in seen:
                    yield f"{unit.place(line)}: {zh} stands without {terms[zh]} before this"
                seen.add(zh)


def _occurrences(text, terms):
    """(term, what follows it) in order; a term inside a longer one does not count."""
    longest_first = sorted(terms, key=len, reverse=True)
    for found in re.finditer("|".join(map(re.escape, longest_first)), text):
        yield found[0], text[found.end() :]


CHECKS = [only_the_books_own_terms]
