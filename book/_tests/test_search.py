"""Search in Chinese and English, tried as a reader does: through the search page itself."""

import sys

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect
from sphinx.errors import ExtensionError

import search
from search.words import Cutter, read_terms
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
    "index": "# 目录 · Contents\n\n```{toctree}\nattention\nmasks\n```\n",
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
            links = page.locator("#search-results ul.search a").evaluate_all(
                "links => links.map((link) => link.pathname.split('/').pop())"
            )
            return {link.removesuffix(".html") for link in links}

        yield find_pages, page


# Sphinx shows one space below the title, and in the end what it found.
DONE = """() => {
  const summary = document.querySelector("#search-results .search-summary");
  return !location.search.slice(3) || (summary && summary.textContent.trim());
}"""


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
        ("softmax", {"attention"}),
        ("d_k", {"attention"}),
        ("MultiheadAttention", {"attention"}),
        ("nn.MultiheadAttention", {"attention"}),
        ("掩码 注意力", {"masks"}),
        ("masking 位置", {"masks"}),
    ],
)
def test_a_query_finds_its_pages(find, query, pages):
    find_pages, page = find
    found = find_pages(query)
    assert pages <= found, f"{query}: found {found or 'nothing'}, not {pages - found}"
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


def test_every_chinese_term_of_the_glossary_is_read(tmp_path):
    table = tmp_path / "terms.tsv"
    table.write_text(
        "en\tzh\tnote\nhead\t头\t\ncross\t编码器-解码器注意力\tnever 遮罩\n", encoding="utf-8"
    )
    assert read_terms(table) == {"头", "编码器", "解码器注意力"}


def test_without_jieba_the_build_stops_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ExtensionError, match="pip install -r requirements.txt"):
        search.BookSearch({})


FIND_ALL = """(queries) => queries.map((query) => [
  query,
  Search._performSearch(...Search._parseQuery(query)).map((result) => result[0]),
])"""


def test_every_term_of_the_glossary_finds_every_chapter_that_writes_it(server, site, new_page):
    page = new_page()
    page.goto(server + "search.html?q=softmax")
    page.wait_for_function("typeof Search === 'object' && Search._index")
    chapters = {file.stem: article(file) for file in site.glob("[0-9][0-9]_*.html")}
    terms = [term for term in read_terms(search.TERMS) if len(term) > 1]
    found = dict(page.evaluate(FIND_ALL, terms))
    missing = [
        f"{term} in {name}"
        for term in terms
        for name, text in chapters.items()
        if term in text and name not in found[term]
    ]
    assert chapters and not missing, f"the search page does not find: {missing}"


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
