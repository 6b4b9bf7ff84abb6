"""Write terms.md, the glossary, from data/terms.tsv, so that terms stand in one place.

python book/_tools/terms.py
"""

import csv
import re
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
HEAD = """\
<!-- Made by book/_tools/terms.py from book/data/terms.tsv: change the terms there. -->

# 术语表 · Glossary

一个概念只用一个词。最后一列是别处见得到、本书不用的译法。

One word for one idea. The last column lists translations seen elsewhere but not used here.

<!-- both -->
| 中文 · Chinese | 英文 · English | 本书不用 · Avoided |
|---|---|---|
"""


def glossary(terms):
    """The text of terms.md for the rows of terms.tsv, in the order of the English terms."""
    rows = []
    for term in sorted(terms, key=lambda term: term["en"].lower()):
        note = term["note"] or ""
        english = term["en"]
        if re.fullmatch(r"[A-Z][A-Za-z ]*", note):  # an abbreviation
            english += f" ({note})"
        avoided = re.match(r"never (?P<words>[^\"a-z]+)$", note)
        others = avoided["words"].replace(", ", "、") if avoided else ""
        rows.append(f"| {term['zh']} | {english} | {others} |")
    return HEAD + "\n".join(rows) + "\n"


def read_terms(path=BOOK / "data" / "terms.tsv"):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    (BOOK / "terms.md").write_text(glossary(read_terms()), encoding="utf-8")
