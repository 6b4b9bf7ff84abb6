"""Every text of the book keeps the rules of its two languages, and every rule can fail."""

import pytest

from notebooks import BOOK, chapter_files
from prose import CHECKS, chinese, faults, lines, links, markup, pairs, short_texts, terms
from prose.units import Unit, all_units, notebook_units

PAIR = "一句中文。\n\nOne sentence.\n\n"

# (rule, text that breaks it, words of the fault)
BAD = [
    (short_texts.heading_holds_both, "## 只有中文", "只有中文"),
    (short_texts.heading_holds_both, "## English first · 中文", "English first"),
    (pairs.blocks_come_in_pairs, "一句中文。", "no English twin"),
    (pairs.blocks_come_in_pairs, "English first.\n\n一句中文。", "Chinese should stand"),
    (
        pairs.blocks_come_in_pairs,
        "一句。\n\n两句。\n\nOne.\n\nAnd two.",
        "English should stand",
    ),
    (pairs.blocks_come_in_pairs, PAIR + "- 甲是。\n- 乙是。\n\n* Only one.", "as many items"),
    (pairs.blocks_come_in_pairs, "- 甲是。\n\nA sentence, not a list.", "as many items"),
    (pairs.blocks_come_in_pairs, "- 甲是一。\n- One is first.", "both languages"),
    (
        pairs.blocks_come_in_pairs,
        "1. 先做。\n2. 后做。\n\n1. Do it.\n2. Then that.",
        "both languages",
    ),
    (pairs.blocks_come_in_pairs, "> **注意 · Note**\n>\n> 只有中文。", "no English twin"),
    (
        pairs.blocks_come_in_pairs,
        "- 一句。\n\n  再一句。\n\n  One sentence.",
        "English should stand",
    ),
    (
        pairs.pairs_have_comparable_length,
        "短。\n\nThis sentence goes on and on and says a great deal more than the Chinese one.",
        "characters a word",
    ),
    (
        pairs.pairs_have_comparable_length,
        "这" * 90
        + "。\n\nA rather short sentence of a few words, thirteen or so, no more here.",
        "characters a word",
    ),
    (short_texts.table_cells_hold_both, "| 名 · Name |\n|---|\n| 只有中文 |", "只有中文"),
    (chinese.punctuation_is_full_width, "这是一,二。", "一,二"),
    (chinese.punctuation_is_full_width, "注意力(attention)。", "力(att"),
    (chinese.punctuation_is_full_width, "一句中文.", "中文."),
    (chinese.punctuation_is_full_width, "## 为什么? · Why?", "什么?"),
    (chinese.latin_stands_apart, "用PyTorch 来算。", "用PyTor"),
    (chinese.latin_stands_apart, "共 8个头。", "8个头"),
    (chinese.latin_stands_apart, "用`mask`遮住。", "用…遮住"),
    (chinese.latin_stands_apart, "宽度是$d_k$。", "度是…"),
    (chinese.latin_stands_apart, "看*bank* 一词。", "看bank"),
    (chinese.full_width_punctuation_stands_close, "先看 `mask` ，再算。", "，再算"),
    (chinese.full_width_punctuation_stands_close, "一句， 再一句。", "， 再"),
    (lines.chinese_paragraph_is_one_line, "一句中文，\n断成两行。", "one line"),
    (lines.reader_is_addressed_plainly, "您可以试试。", "您"),
    (lines.reader_is_addressed_plainly, "This is Simply a sum.", "Simply"),
    (terms.only_the_books_own_terms, "每个令牌一个向量。", "词元"),
    (terms.only_the_books_own_terms, "用遮罩挡住。", "掩码"),
    (terms.only_the_books_own_terms, "an encoder-decoder self-attention", "编码器"),
    (markup.bold_is_closed, "**注意（attention）**是核心。", "**"),
    (markup.bold_is_closed, "**练习一。**写出得分。", "**练习一。**"),
    (markup.notebook_needs_no_site, "见 {cite}`vaswani2017attention`。", "a role"),
    (markup.notebook_needs_no_site, "```{note}\n中文\n```", "a directive"),
    (markup.notebook_needs_no_site, ":::{tip}\n中文\n:::", "a directive"),
    (markup.notebook_needs_no_site, "(mha)=\n## 多头 · Heads", "a label"),
    (markup.notebook_needs_no_site, "一句[^a]。\n\n[^a]: 注。", "a footnote"),
    (markup.box_title_holds_both, "```{warning}\n中文\n```", "warning"),
    (markup.call_out_is_of_a_known_kind, "> **警告 · Warning**\n>\n> 一句。", "警告 · Warning"),
    (links.link_leads_to_a_file, "见 [下章](99_nowhere.ipynb)。", "99_nowhere.ipynb"),
    (links.link_leads_to_a_file, "[A](reading.md#nobody1900nothing)", "nobody1900nothing"),
    (links.source_is_linked, "## 出处 · Sources\n\n- 第 3 节\n\n* Section 3", "第 3 节"),
    (
        links.paper_is_linked_through_reading,
        "## 出处 · Sources\n\n- [论文](https://arxiv.org/abs/1706.03762v7)",
        "arxiv.org",
    ),
    (
        links.paper_is_linked_through_reading,
        "## 出处 · Sources\n\n看<https://doi.org/10.1/x>。",
        "doi.org",
    ),
    (
        links.paper_is_linked_through_reading,
        "## 出处 · Sources\n\n- [论文](https://example.org/paper.pdf)",
        "paper.pdf",
    ),
]

GOOD = {
    "a section": "## 缩放 $QK^T$ · Scaled $QK^T$\n\n" + PAIR,
    "lists": "- 甲是一。\n- 乙是二。\n\n* One is first.\n* Two is next.",
    "ordered lists": "1. 先做。\n2. 后做。\n\n1) Do this.\n2) Then that.",
    "a list of pairs": "- 查询 · Query\n- 键 · Key\n- `value`",
    "items with both": "- 一句中文。\n\n  One sentence.\n- 又一句。\n\n  One more.",
    "formula between pairs": PAIR + "$$a + b$$\n\n" + PAIR,
    "call-out": "> **注意 · Note**\n>\n> 一句。\n>\n> One sentence.",
    "two quotes": "> 引一句。\n\n<!-- -->\n\n> A quoted line.",
    "override": "一句中文。\n\n<!-- en -->\n河岸 / 银行",
    "neutral blocks": PAIR + "BLEU 28.4\n\n```python\nx = 1  # 中文,\n```",
    "table": "| 层 · Layer | $n$ |\n|---|---|\n| 自 · Self | O(n² · d) |",
    "table of terms": "<!-- both -->\n| 中文 | English |\n|---|---|\n| 头 | a head |",
    "spacing": "用 `mask` 和 $d_k$，在 PyTorch 2 里算；*bank* 也占 12.5%。\n\nThe same.",
    "brackets": "注意力（attention）看“公式 (1)”。\n\nAttention (注意力) looks at it.",
    "bold": "**练习一**。写出得分。\n\n**Exercise 1.** Write the scores.",
    "code that looks like markup": "写 `[^a]` 和 `**`。\n\nWrite `[^a]` and `**`.",
    "links": "见[参考](reading.md)。\n\nSee [this](reading.md#vaswani2017attention).",
    "a source of code": "## 出处 · Sources\n\n- [代码](https://github.com/pytorch/pytorch)\n\n"
    "* [the code](https://github.com/pytorch/pytorch)",
    "a paper elsewhere": "见[它](https://arxiv.org/abs/1)。\n\nSee [it](https://arxiv.org/abs/1).",
    "sources": "## 出处 · Sources\n\n- [论文](reading.md)\n\n* [the paper](reading.md)",
}


def unit(source):
    return Unit("05_attention.ipynb", source, "05_attention.ipynb, cell 1")


@pytest.mark.parametrize("file", sorted({u.file for u in all_units()}))
def test_the_text_is_without_fault(file):
    found = [fault for u in all_units() if u.file == file for fault in faults(u)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("path", chapter_files(), ids=lambda path: path.stem)
def test_a_term_has_its_english_where_it_is_used_first(path):
    found = list(terms.english_stands_at_first_use(notebook_units(path)))
    assert not found, "\n" + "\n".join(found)


def test_each_paper_is_introduced_in_both_languages():
    """The reading page says what each entry is good for, and is no English page for it."""
    lines_of = (BOOK / "reading.md").read_text(encoding="utf-8").splitlines()
    for mark in ("- ", "* "):
        items = "".join(line for line in lines_of if line.startswith(mark))
        assert not [key for key in links.keys() if f"reading.md#{key})" not in items], mark


@pytest.mark.parametrize(("check", "source", "words"), BAD)
def test_rule_can_fail(check, source, words):
    found = faults(unit(source), [check])
    assert found, f"{check.__name__} does not see the fault in {source!r}"
    assert found[0].startswith("05_attention.ipynb, cell 1, line "), found[0]
    assert any(words in fault for fault in found), found


def test_every_rule_is_shown_to_fail():
    assert {check for check, *_ in BAD} == set(CHECKS)


@pytest.mark.parametrize("name", GOOD)
def test_good_text_is_left_alone(name):
    assert faults(unit(GOOD[name])) == []


def test_a_fault_names_its_line():
    assert ", line 3: " in faults(unit(PAIR.replace("One sentence.", "你好。")))[0]


def test_english_in_brackets_comes_with_the_first_use():
    late = [unit("先用掩码。"), unit("掩码（mask）藏住键，因果掩码（causal mask）也是。")]
    found = list(terms.english_stands_at_first_use(late))
    assert len(found) == 1 and "掩码 stands without mask" in found[0], found
    assert list(terms.english_stands_at_first_use(late[1:])) == []
