"""Search in Chinese and English, tried as a reader does: through the search page itself."""

import sys

import pytest
from playwright.sync_api import expect
from sphinx.errors import ExtensionError

import search
import terms as terms_tool
from conftest import watch
from search.words import HAN_WORD, Cutter, read_terms
from search_page import DONE, LINKED, order
from site_server import serving
from small_site import build

PAGES = {
    "attention": """
# 缩放点积注意力 · Scaled dot-product attention

查询与键的点积除以 $\\sqrt{d_k}$，再用 softmax 归一化。每个头各算一次。见第 3.2.1 节。

The model attends to every key. See `nn.MultiheadAttention`.
""",
    "masks": """
# 因果掩码 · The causal mask

掩码挡住后面的位置，注意力就看不到它们。位置编码另有一章。

## 因果掩码的用处与后面还有什么 · Uses of masks

Masking hides what comes later. Tying is something else.
""",
    "01_birds": "# 鸟 · Birds\n\n企鹅不会飞。\n",
    "penguins": "# 企鹅 · Penguins\n\n它们会游泳。\n",
    "glossary": "# 词表 · Words\n\n企鹅 · penguin\n",
    "index": """
# 目录 · Contents

```{toctree}
:hidden:
:glob:

*
```
""",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    settings = {"language": "zh_CN"}
    return build(tmp_path_factory.mktemp("search"), "search", settings=settings, **PAGES)


@pytest.fixture(scope="module")
def tab(built, browser):
    """One page for all queries: it is the opening of pages that takes the time."""
    (built.folder / "favicon.ico").touch()  # a browser asks for it, and would note a fault
    with serving(built.folder) as address, browser.new_page() as page:
        watch(page)
        page.address = address + "search.html"
        yield page


@pytest.fixture
def find(tab):
    """Types a query into the search page; gives the names of the pages found and the page."""
    tab.errors.clear()

    def find_pages(query: str) -> set[str]:
        tab.goto(tab.address)
        tab.locator('main input[name="q"], .body input[name="q"]').first.fill(query)
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/search.html?q=**")
        tab.wait_for_function(DONE)
        return set(tab.evaluate(LINKED))

    return find_pages, tab


def test_the_pages_build_without_a_warning(built):
    assert not built.failed, built.warnings


@pytest.mark.parametrize(
    "query, pages",
    [
        ("掩码", {"masks"}),
        ("因果掩码", {"masks"}),
        ("注意力", {"attention", "masks"}),
        ("缩放点积注意力", {"attention"}),
        ("点积", {"attention"}),
        ("点积注意力", {"attention"}),
        ("位置编码", {"masks"}),
        ("头", {"attention"}),
        ("键", {"attention"}),
        ("attention", {"attention"}),
        ("attending", {"attention"}),
        ("Mask", {"masks"}),
        ("key", {"attention"}),  # which the browser stems to "kei"
        ("softmax", {"attention"}),
        ("d_k", {"attention"}),
        ("MultiheadAttention", {"attention"}),
        ("MultiHead", {"attention"}),  # half a name
        ("SOFTMAX", {"attention"}),
        ("ｓｏｆｔｍａｘ　查询", {"attention"}),
        ("√d_k", {"attention"}),
        ("tying", {"masks"}),  # of which a stem of two letters is left
        ("nn.MultiheadAttention", {"attention"}),
        ("掩码 注意力", {"masks"}),  # every word counts, also one of two characters
        ("k 查询", {"attention"}),  # no page has a word of one letter
        ("为什么归一化？", {"attention"}),
        ("3.2.1", {"attention"}),
        ("第 3.2.1 节", {"attention"}),
        ("3.2", {"attention"}),  # the section around it
        ("3.3", set()),
        ("注意力是什么", {"attention", "masks"}),
        ("masking 位置", {"masks"}),
        # stuck together as no page writes them: only a query that is cut finds anything
        ("位置掩码", {"masks"}),
        ("归一化查询", {"attention"}),
        ("归一化的头", {"attention"}),
        ("softmax归一化", {"attention"}),
        ("注意力掩码", {"masks"}),
        ("点积位置", set()),
        ("头号敌人", set()),  # of four characters the pages hold one
    ],
)
def test_a_query_finds_its_pages(find, query, pages):
    find_pages, page = find
    assert find_pages(query) == pages
    assert not page.errors and not page.refused


NOTHING = [
    "",
    " ",
    "。，、",
    "?!*",
    "没有的词语",
    "zzzz",
    "的",
    "为什么",
    "the",
    "2",
    "%E4",
    "(",
]
NOTHING += ["[ * \\", "'", "constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]
NOTHING += ["x" * 5000, "没有" * 2500, "没 " * 2500]


@pytest.mark.parametrize("query", NOTHING, ids=lambda query: query[:12])
def test_a_query_that_means_nothing_finds_nothing_and_does_no_harm(find, query):
    find_pages, page = find
    assert find_pages(query) == set()
    assert not page.errors


@pytest.mark.parametrize(
    "query", ["<script>ran = 1</script>", '"><img src=x onerror="ran = 1">', "javascript:ran=1"]
)
def test_a_query_is_shown_as_text_never_run(find, query):
    find_pages, page = find
    find_pages(query)
    expect(page.locator('input[name="q"]').first).to_have_value(query)
    assert not page.evaluate("'ran' in window || document.querySelector('img[src=x]')")
    assert not page.errors


def test_a_heading_is_found_by_either_half_of_it(find):
    find_pages, page = find
    for query in ("因果掩码的用处与后面", "Uses of", "USES OF MASKS"):
        find_pages(query)
        assert "masks.html#uses-of-masks" in order(page), query
    assert (
        "因果掩码的用处与后面还有什么 · Uses of masks"
        in page.locator("#search-results").text_content()
    )
    find_pages("masks")  # a small part of a heading is no reason to list it
    assert order(page) == ["masks.html"]


def test_a_page_with_the_word_in_its_title_comes_first_and_then_the_chapters(find):
    find_pages, page = find
    find_pages("企鹅")
    assert order(page) == ["penguins.html", "01_birds.html", "glossary.html"]


def test_a_quotation_shows_the_place_that_holds_most_of_the_query(find):
    find_pages, page = find
    find_pages("softmax MultiheadAttention")
    assert page.locator(".context .highlighted").all_text_contents() == [
        "softmax",
        "MultiheadAttention",
    ]


def test_a_glossary_term_stays_whole_and_its_parts_count_too():
    cutter = Cutter({"缩放点积注意力", "点积", "注意力"})
    words = cutter.chinese("缩放点积注意力")
    assert {"缩放点积注意力", "点积", "注意力"} <= set(words), words


def test_a_term_is_found_even_where_a_cutter_would_split_it():
    assert "注意力图" in Cutter({"注意力图", "图像"}).chinese("注意力图像")


def test_one_character_terms_are_words_and_particles_are_not():
    words = Cutter({"头"}).chinese("每个头的值")
    assert "头" in words and "的" not in words, words
    assert "头" in Cutter({"头"}).chinese("共有八个头")  # 个头 alone would be a stature


GLOSSARY = """\
en\tzh\tnote
head\t头\t
cross\t编码器-解码器注意力\tnever 遮罩
"""
QUOTED = 'mask\t掩码\t"never ""遮罩\t遮蔽"""\nmap\t"注意力\t图"\tnever "热图"\n'


def test_every_chinese_term_of_the_glossary_is_read(tmp_path):
    table = tmp_path / "terms.tsv"
    table.write_text(GLOSSARY, encoding="utf-8")
    assert read_terms(table) == {"头", "编码器", "解码器注意力"}


def test_the_glossary_is_read_with_the_quotes_that_its_own_tool_reads(tmp_path):
    table = tmp_path / "terms.tsv"
    table.write_text(GLOSSARY + QUOTED, encoding="utf-8")
    rows = terms_tool.read_terms(table)
    assert read_terms(table) == {w for row in rows for w in HAN_WORD.findall(row["zh"])}
    assert {"掩码", "图"} <= read_terms(table) and "遮蔽" not in read_terms(table)


def test_without_jieba_the_build_stops_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ExtensionError, match="pip install -r requirements.txt"):
        search.BookSearch({})
