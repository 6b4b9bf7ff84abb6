"""What a reader sees of a page in each language: small Markdown through the real extension.

All cases are built in one Sphinx project. A view is the text of the page after the blocks of
the other language are taken out, as the style sheet does it; `•` stands for a bullet or number.
"""

import re
from copy import copy

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from bilingual.frame import rewrite
from small_site import build, notebook_page, with_article

# name: (Markdown, seen in 中文, seen in English)
CASES = {
    "paragraphs": ("中文一句。\n\nOne sentence.", "中文一句。", "One sentence."),
    "heading": ("## 多头 · Heads", "多头", "Heads"),
    "heading with maths": (
        "## 缩放点积 $QK^T$ · Scaled dot product $QK^T$",
        r"缩放点积 \(QK^T\)",
        r"Scaled dot product \(QK^T\)",
    ),
    "heading with code": (
        "## 完整的 `attention` · `attention` in full",
        "完整的 attention",
        "attention in full",
    ),
    "code and maths are for all": (
        "中文。\n\nEnglish text.\n\n```python\nx = 1\n```\n\n$$a + b$$",
        r"中文。 x = 1 \[a + b\]",
        r"English text. x = 1 \[a + b\]",
    ),
    "names and numbers are for all": (
        "BLEU 28.4\n\nAshish Vaswani",
        "BLEU 28.4 Ashish Vaswani",
        "BLEU 28.4 Ashish Vaswani",
    ),
    "sentences that mix": (
        "Transformer 用 multi-head attention 代替 RNN。\n\nHere 掩码 means mask.",
        "Transformer 用 multi-head attention 代替 RNN。",
        "Here 掩码 means mask.",
    ),
    "one paragraph, two lines": ("中文一行。\nOne line here.", "中文一行。", "One line here."),
    "two lists": (
        "- 甲是一。\n- 乙是二。\n\n* One is first.\n* Two is next.",
        "• 甲是一。 • 乙是二。",
        "• One is first. • Two is next.",
    ),
    "nested lists": (
        "- 外层。\n  - 里层。\n\n* The outer one.\n  * The inner one.",
        "• 外层。 • 里层。",
        "• The outer one. • The inner one.",
    ),
    "a slip: one list for both": (
        "- 甲是一。\n- One is first.",
        "• 甲是一。",
        "• One is first.",
    ),
    "ordered lists": (
        "1. 先做。\n2. 后做。\n\n1) Do this first.\n2) Do that next.",
        "• 先做。 • 后做。",
        "• Do this first. • Do that next.",
    ),
    "lists kept apart by a comment": (
        "1. 先做。\n2. 后做。\n\n<!-- -->\n\n1. Do this first.\n2. Do that next.",
        "• 先做。 • 后做。",
        "• Do this first. • Do that next.",
    ),
    "lists with code of their own": (
        "- 运行：\n\n  ```python\n  f()\n  ```\n- 看。\n\n"
        "* Run this:\n\n  ```python\n  f()\n  ```\n* Look at it.",
        "• 运行： f () • 看。",
        "• Run this: f () • Look at it.",
    ),
    "lists with an item for all": (
        "- softmax\n- 点积\n\n* softmax\n* the dot product",
        "• softmax • 点积",
        "• softmax • the dot product",
    ),
    "a list of pairs": (
        "- 查询 · Query\n- [键](#x) · [Key](#x)\n- $V$",
        r"• 查询 • 键 • \(V\)",
        r"• Query • Key • \(V\)",
    ),
    "items with both": ("- 中文。\n\n  English text.", "• 中文。", "• English text."),
    "table of pairs": (
        "| 层 · Layer | 次数 · Count |\n|---|---|\n| 自注意力 · Self-attention | O(n² · d) |",
        "层 次数 自注意力 O(n² · d)",
        "Layer Count Self-attention O(n² · d)",
    ),
    "table of numbers": ("| d_model | BLEU |\n|---|---|\n| 512 | 27.3 |",)
    + ("d_model BLEU 512 27.3",) * 2,
    "table of terms": ("| en | zh |\n|---|---|\n| dot product | 点积 |",)
    + ("en zh dot product 点积",) * 2,
    "rows in turn": (
        "| k | 说明 · What |\n|---|---|\n| 1 | 先缩放。 |\n| 1 | It scales first. |",
        "k 说明 1 先缩放。",
        "k What 1 It scales first.",
    ),
    "cell with code": (
        "| 名 · Name |\n|---|\n| 用 `d_k` 维 · `d_k` dimensions |",
        "名 用 d_k 维",
        "Name d_k dimensions",
    ),
    "two tables": (
        "| 名 | 用途 |\n|---|---|\n| 查询 | 用来问 |\n\n"
        "| the name | its use |\n|---|---|\n| a query | to ask with |",
        "名 用途 查询 用来问",
        "the name its use a query to ask with",
    ),
    "call-out": (
        "> **注意 · Note**\n>\n> 行是查询。\n>\n> Rows are queries.",
        "注意 行是查询。",
        "Note Rows are queries.",
    ),
    "call-out on one line": (
        "> **直觉 · Intuition** 像查字典。\n>\n> It is like a dictionary.",
        "直觉 像查字典。",
        "Intuition It is like a dictionary.",
    ),
    "call-out without a blank line": (
        "> **重要 · Important**\n> 先评估。\n>\n> Call eval first.",
        "重要 先评估。",
        "Important Call eval first.",
    ),
    "quotes": ("> 引一句。\n\n<!-- -->\n\n> A quoted line.", "引一句。", "A quoted line."),
    "admonition": (
        "```{admonition} 提示 · Hint\n中文。\n\nEnglish text.\n```",
        "提示 中文。",
        "Hint English text.",
    ),
    "two admonitions": (
        "```{admonition} 提示\n中文。\n```\n\n```{admonition} A hint\nEnglish text.\n```",
        "提示 中文。",
        "A hint English text.",
    ),
    "definitions": (
        "词元 · token\n: 最小单位。\n\n  The smallest unit.",
        "词元 最小单位。",
        "token The smallest unit.",
    ),
    "figure": (
        "```{figure} dot.svg\n:alt: 点 · A dot\n\n一个点 · A dot\n```",
        "一个点",
        "A dot",
    ),
    "footnote": (
        "中文[^a]。\n\nEnglish text[^a].\n\n[^a]: 注释。\n\n    The note.",
        "中文 [ 1 ] 。 注释。",
        "English text [ 1 ] . The note.",
    ),
    "bold line": ("**先看 · Look first**", "先看", "Look first"),
    "slanted line": ("*图 · Figure*", "图", "Figure"),
    "line with a link on each side": (
        "下一章：[多头](other.md) · Next: [heads](other.md)",
        "下一章： 多头",
        "Next: heads",
    ),
    "links in sentences": (
        "见 [多头 · Heads](other.md)。\n\nSee [多头 · Heads](other.md).",
        "见 多头 。",
        "See Heads .",
    ),
    "links without a text": (
        "见 [](other.md)。\n\nSee also [](other.md).",
        "见 另一页 。",
        "See also Another page .",
    ),
    "link alone": ("- [多头 · Heads](other.md)", "• 多头", "• Heads"),
    "override": (
        "中文。\n\n<!-- en -->\n\n河岸 / 银行\n\n<!-- zh -->\n\nbank, as a word",
        "中文。 bank, as a word",
        "河岸 / 银行",
    ),
    "override of a list": ("<!-- en -->\n- 河岸\n- 银行\n\n中文。", "中文。", "• 河岸 • 银行"),
    "pairs under an override for both": (
        "<!-- both -->\n| 词 · Term | en |\n|---|---|\n| 点积 | the dot product |",
        "词 en 点积 the dot product",
        "Term en 点积 the dot product",
    ),
    "override for both": ("<!-- both -->\n我 坐 在 河岸 上",) + ("我 坐 在 河岸 上",) * 2,
}

FULL = "h1, h2, p, li, ul, ol, tr, table, dl, dd, dt, blockquote, .admonition, figcaption"


def file_name(case):
    return re.sub(r"\W+", "-", case)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The article of every case, by name."""
    root = tmp_path_factory.mktemp("pages")
    source, out = root / "source", root / "out"
    source.mkdir()
    (source / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (source / "other.md").write_text("# 另一页 · Another page\n", encoding="utf-8")
    for case, (markdown, *_) in CASES.items():
        text = f"---\norphan: true\n---\n(x)=\n# 页 · Page\n\n{markdown}\n"
        (source / f"{file_name(case)}.md").write_text(text, encoding="utf-8")
    settings = {
        "project": "书 · Book",
        "extensions": ["myst_parser", "bilingual"],
        "root_doc": "other",
        "source_suffix": {".md": "markdown"},
        "html_theme": "basic",
        "myst_enable_extensions": ["dollarmath", "deflist", "colon_fence"],
        "templates_path": [with_article(root)],
        "suppress_warnings": ["myst.header", "image.not_readable"],
    }
    with docutils_namespace():
        Sphinx(source, None, out, root / "trees", "html", settings, status=None).build()
    return {case: out / f"{file_name(case)}.html" for case in CASES}


def article(path):
    soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    body = soup.select_one("section")
    for noise in body.select("a.headerlink, h1, .footnotes hr, span.label, .backrefs"):
        noise.decompose()
    return body


def view(body, lang):
    """Take the other language and the dots out, as the style sheet does; both keeps all."""
    hide = {"zh": '[lang="en"], .pair-dot', "en": '[lang="zh-CN"], .pair-dot', "both": None}
    for hidden in body.select(hide[lang]) if hide[lang] else []:
        if not hidden.decomposed:
            hidden.decompose()
    for item in body.select("li"):
        item.insert(0, "• ")
    return " ".join(body.get_text(" ").split())


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("case", CASES)
def test_what_is_seen(pages, case, lang):
    expected = CASES[case][1 if lang == "zh" else 2]
    assert view(article(pages[case]), lang) == expected, f"{case}, {lang}"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("case", CASES)
def test_nothing_empty_is_left(pages, case, lang):
    body = article(pages[case])
    view(body, lang)
    empty = [str(n)[:80] for n in body.select(FULL) if not n.get_text(strip=True).strip("•")]
    assert not empty, f"{case}, {lang}: {empty}"


def test_a_call_out_is_a_box_with_a_title(pages):
    box = article(pages["call-out"]).select_one("div.admonition.note")
    assert box is not None, "the quote did not become a call-out"
    assert box.select_one("p.admonition-title span[lang=en]").text == "Note"


OUTPUT = """
An English sentence that a cell has printed.

中文一句。

- 查询 · Query

| 层 · Layer |
|---|
| 头 · Head |

见 [多头 · Heads](https://example.org)。

<!-- en -->

> **注意 · Note** one
"""


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """What a page shows of the output of its cell."""
    settings = {"html_title": "书 · Book", "nb_render_markdown_format": "myst"}
    folder = tmp_path_factory.mktemp("output")
    page = notebook_page("页 · Page", {"text/markdown": OUTPUT})
    built = build(folder, "bilingual", settings=settings, index=page)
    assert not built.failed, built.warnings
    return BeautifulSoup(built.page(), "html.parser").select_one(".cell_output")


def test_outputs_of_code_are_never_marked(output):
    marked = [str(node) for node in output.select("[lang], .pair-dot, .admonition")]
    assert "An English sentence" in output.text and not marked, marked


def test_outputs_of_code_are_shown_whole_in_each_language(output):
    assert view(copy(output), "zh") == view(copy(output), "en") == view(copy(output), "both")


def test_with_both_languages_a_link_speaks_the_language_of_its_sentence(pages):
    body = article(pages["links in sentences"])
    assert view(body, "both") == "见 多头 。 See Heads ."
    body = article(pages["links without a text"])
    assert view(body, "both") == "见 另一页 。 See also Another page ."


def test_with_both_languages_a_link_alone_says_both(pages):
    assert view(article(pages["link alone"]), "both") == "• 多头 · Heads"


def test_the_description_holds_both_languages(pages):
    head = BeautifulSoup(pages["paragraphs"].read_text(encoding="utf-8"), "html.parser").head
    assert head.select_one("meta[name=description]")["content"] == "中文一句。 One sentence."


def test_the_state_is_set_before_anything_is_drawn(pages):
    head = BeautifulSoup(pages["paragraphs"].read_text(encoding="utf-8"), "html.parser").head
    first = head.select("script, link[rel=stylesheet]")[0]
    assert "dataset.language" in first.text, f"the first script of the page is {first}"


FRAME = """<html><head><title>搜索 - 书</title></head><body>
<p class="caption"><span class="caption-text">参考 · Reference</span></p>
<button title="Toggle primary sidebar">上一页</button>
<article><p>上一页</p><summary><p>展开 · Show</p></summary></article>
</body></html>"""


def test_the_frame_is_in_both_languages():
    body = BeautifulSoup(rewrite(FRAME), "html.parser").body
    assert body.select_one(".caption [lang=en]").text == "Reference"
    assert body.button["title"] == "开合全书目录 · Toggle the book contents"
    assert body.button.select_one("[lang=en]").text == "Previous"
    assert body.select_one("article > p").text == "上一页", "the article is the author's"
    assert body.select_one("summary [lang=zh-CN]").text == "展开"


def test_rewriting_a_page_twice_changes_nothing():
    once = rewrite(FRAME, whole=True)
    assert rewrite(once, whole=True) == once


def test_a_page_of_the_theme_gets_a_title_in_both_languages():
    assert "<title>搜索 · Search &#8212; 书</title>" in rewrite(FRAME, whole=True)
