"""Search in Chinese and English, tried as a reader does: through the search page itself."""

import re
import sys

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect
from sphinx.errors import ExtensionError

import search
import terms as terms_tool
from search.words import HAN_WORD, Cutter, read_terms
from site_checks import pages
from site_server import serving
from small_site import build

PAGES = {
    "attention": """
# 缩放点积注意力 · Scaled dot-product attention

查询与键的点积除以 $\\sqrt{d_k}$，再用 softmax 归一化。每个头各算一次。

The model attends to every key. See `nn.MultiheadAttention`.
""",
    "masks": """
# 因果掩码 · The causal mask

掩码挡住后面的位置，注意力就看不到它们。位置编码另有一章。

Masking hides what comes later.
""",
    "index": "# 目录 · Contents\n\n```{toctree}\n:hidden:\n\nattention\nmasks\n```\n",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    settings = {"language": "zh_CN"}
    return build(tmp_path_factory.mktemp("search"), "search", settings=settings, **PAGES)


@pytest.fixture
def find(built, new_page):
    """Types a query into the search page; gives the names of the pages found and the page."""
    with serving(built.folder) as address:
        page = new_page()

        def find_pages(query: str) -> set[str]:
            page.goto(address + "search.html")
            page.locator('main input[name="q"], .body input[name="q"]').first.fill(query)
            page.keyboard.press("Enter")
            page.wait_for_url("**/search.html?q=**")
            page.wait_for_function(DONE)
            return set(page.evaluate(LINKED))

        yield find_pages, page


# Sphinx shows one space below the title, and in the end what it found.
DONE = """() => {
  const summary = document.querySelector("#search-results .search-summary");
  return !location.search.slice(3) || (summary && summary.textContent.trim());
}"""
LINKED = """() => [...document.querySelectorAll("#search-results ul.search li > a")].map(
  (link) => link.pathname.split("/").pop().replace(".html", "")
)"""


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
        ("点积注意力", {"attention", "masks"}),  # Sphinx lets the word of two characters go
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
        ("nn.MultiheadAttention", {"attention"}),
        ("掩码 注意力", {"attention", "masks"}),
        ("masking 位置", {"masks"}),
        # stuck together as no page writes them: only a query that is cut finds anything
        ("位置掩码", {"masks"}),
        ("归一化查询", {"attention"}),
        ("归一化的头", {"attention"}),
        ("softmax归一化", {"attention"}),
        ("注意力掩码", {"attention", "masks"}),
        ("点积位置", set()),
    ],
)
def test_a_query_finds_its_pages(find, query, pages):
    find_pages, page = find
    assert find_pages(query) == pages
    assert not page.errors and not page.refused


@pytest.mark.parametrize("query", ["", " ", "。，、", "?!*", "没有的词语", "zzzz", "的"])
def test_a_query_that_means_nothing_finds_nothing_and_does_no_harm(find, query):
    find_pages, page = find
    assert find_pages(query) == set()
    assert not page.errors


def test_a_query_is_shown_as_text_never_run(find):
    find_pages, page = find
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    find_pages("<script>alert(1)</script><img src=x onerror=alert(2)>")
    expect(page.locator("#search-results img")).to_have_count(0)
    assert not dialogs and not page.errors


def test_a_glossary_term_stays_whole_and_its_parts_count_too():
    cutter = Cutter({"缩放点积注意力", "点积", "注意力"})
    words = cutter.chinese("缩放点积注意力")
    assert {"缩放点积注意力", "点积", "注意力"} <= set(words), words


def test_a_term_is_found_even_where_a_cutter_would_split_it():
    assert "注意力图" in Cutter({"注意力图", "图像"}).chinese("注意力图像")


def test_one_character_terms_are_words_and_particles_are_not():
    words = Cutter({"头"}).chinese("每个头的值")
    assert "头" in words and "的" not in words, words


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


FIND_ALL = """(queries) => queries.map((query) => [
  query,
  Search._performSearch(...Search._parseQuery(query)).map((result) => result[0]),
])"""
# A term of one character is a word of its own only where no other word runs on around it.
ALONE = r"(?:[^\u3400-\u9fff]|[个的与和]){}(?:[^\u3400-\u9fff]|[的与和])"


@pytest.fixture(scope="module")
def texts(site):
    """What each page of the book says, by its name."""
    files = [file for file in pages(site) if file.stem not in ("search", "genindex")]
    return {file.stem: article(file) for file in files}


def writes(text: str, term: str) -> bool:
    if term.isascii():
        return bool(re.search(rf"\b{re.escape(term)}\b", text, re.IGNORECASE))
    return bool(re.search(ALONE.format(term), text)) if len(term) == 1 else term in text


def test_every_term_of_the_glossary_finds_every_page_that_writes_it(server, texts, new_page):
    page = new_page()
    page.goto(server + "search.html?q=softmax")
    page.wait_for_function("typeof Search === 'object' && Search._index")
    terms = [row[language] for row in terms_tool.read_terms() for language in ("zh", "en")]
    found = dict(page.evaluate(FIND_ALL, terms))
    missing = [
        f"{term} in {name}"
        for term in terms
        for name, text in texts.items()
        if writes(text, term) and name not in found[term]
    ]
    assert not missing, f"the search page does not find: {missing}"


@pytest.mark.parametrize(
    "term",
    [
        "头",
        "键",
        "值",
        "层",
        "编码器-解码器注意力",
        "key-value cache",
        "scaled dot-product attention",
    ],
)
def test_a_reader_finds_every_page_that_writes_a_term(server, texts, new_page, term):
    page = new_page()
    page.goto(f"{server}search.html?q={term}")
    expected = {name for name, text in texts.items() if writes(text, term)}
    assert expected, f"{term} is on no page, so nothing is tested"
    page.wait_for_function(DONE)
    assert expected <= set(page.evaluate(LINKED))


@pytest.mark.parametrize("query", ["掩码", "点积", "softmax", "attending"])
def test_the_books_own_search_page_answers(server, new_page, query):
    page = new_page()
    page.goto(f"{server}search.html?q={query}")
    expect(page.locator("#search-results ul.search li a").first).to_be_visible()
    assert not page.errors and not page.refused


def article(file) -> str:
    soup = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser").article
    for hidden in soup(["script", "svg"]):
        hidden.decompose()
    return soup.get_text()


@pytest.mark.parametrize(
    ("language", "query", "wanted", "unwanted"),
    [("en", "median", "median", "[\u4e00-\u9fff]"), ("zh", "中位数", "中位数", "median")],
)
def test_a_result_is_quoted_from_the_article_in_the_chosen_language(
    server, new_page, language, query, wanted, unwanted
):
    page = new_page()
    page.goto(f"{server}search.html?lang={language}&q={query}")
    quotation = page.locator("#search-results .context").first
    expect(quotation).to_contain_text(wanted)
    text = quotation.text_content()
    assert not re.search(unwanted, text), text
    assert not page.errors


def test_from_disk_results_stand_without_a_quotation_and_without_an_error(site, new_page):
    page = new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q=padding")
    expect(page.locator("#search-results ul.search a").first).to_be_visible()
    expect(page.locator("#search-results .search-summary")).to_contain_text("Pages found")
    assert not page.errors
