"""The book's own search page: it finds every term, quotes in the right language, and opens."""

import re

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

import terms as terms_tool
from chapters import export_cells
from notebooks import chapter_files
from search_page import DONE, LINKED
from site_checks import pages

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


def first_results(server, new_page, queries):
    page = new_page()
    page.goto(server + "search.html?q=softmax")
    page.wait_for_function("typeof Search === 'object' && Search._index")
    return {query: (found or [None])[-1] for query, found in page.evaluate(FIND_ALL, queries)}


def test_a_name_is_found_first_where_the_code_defines_it(server, new_page):
    defined = {
        name: file.stem
        for file in chapter_files()
        for source in export_cells(file).values()
        for name in re.findall(r"^(?:class|def) (\w+)", source, re.MULTILINE)
    }
    assert len(defined) > 10
    assert first_results(server, new_page, list(defined)) == defined


def test_a_title_is_found_first_in_its_own_chapter(server, new_page, site):
    titles = {}
    for file in chapter_files():
        page = BeautifulSoup((site / f"{file.stem}.html").read_text("utf-8"), "html.parser")
        for span in page.select("article h1 > [lang]"):
            titles[span.get_text().removeprefix("The ")] = file.stem
    titles["the decoder"] = "04_decoder"
    assert first_results(server, new_page, list(titles)) == titles


SECTIONS = {"3.1": "03_encoder", "3.2.1": "05_attention", "3.2.2": "06_multi_head"}
SECTIONS |= {"3.2.3": "07_attention_uses", "3.3": "08_feed_forward", "3.4": "09_embeddings"}
SECTIONS |= {"5.1": "14_batches_masks", "5.3": "15_optimizer", "5.4": "16_regularization"}


def test_a_section_of_the_paper_is_found_first_in_its_own_chapter(server, new_page):
    asked = {**SECTIONS, "第 3.5 节": "10_positions", "Section 3.5": "10_positions"}
    asked |= {"Section 1": "01_why_transformer", "Section 4": "12_why_self_attention"}
    asked |= {"Section 5": "17_training", "第 5 节": "17_training"}
    assert first_results(server, new_page, list(asked)) == asked


def test_a_table_of_the_paper_is_found_first_in_its_own_chapter(server, new_page):
    asked = {"表 1": "12_why_self_attention", "Table 1": "12_why_self_attention"}
    asked |= {"表 3": "11_full_model", "Table 3": "11_full_model"}
    assert first_results(server, new_page, list(asked)) == asked


def test_a_title_comes_before_a_page_that_only_mentions_it(server, new_page):
    asked = ["贪心解码", "greedy decoding"]  # chapter 02 mentions it, 11 has the section
    found = first_results(server, new_page, asked)
    assert set(found.values()) == {"11_full_model"}


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


# A query, the language, what the quotation must hold and what it must not.
QUOTED_AS = [
    ("median", "en", "median", "[\u4e00-\u9fff]"),
    ("中位数", "zh", "中位数", "median"),
    ("def attention", "en", r"def attention\(", "[\u4e00-\u9fff]"),  # inside a code cell
    ("padding", "zh", "[\u4e00-\u9fff]", "such as"),
    ("key", "en", r"\bkeys?\b", "^$"),  # the stem of which is "kei"
    ("measurement", "en", "√d_k", r"\\|[{}]"),  # a formula as plain text
]


@pytest.mark.parametrize(("query", "language", "wanted", "unwanted"), QUOTED_AS)
def test_a_result_is_quoted_from_the_article_in_the_chosen_language(
    server, new_page, query, language, wanted, unwanted
):
    page = new_page()
    page.goto(f"{server}search.html?lang={language}&q={query}")
    quotation = page.locator("#search-results li:has([href^='05_']) .context").first
    expect(quotation).to_contain_text(re.compile(wanted))
    text = quotation.text_content()
    assert not re.search(unwanted, text) and len(text) < 260, text
    expect(quotation.locator(".highlighted").first).to_be_visible()
    assert not page.errors


def test_a_formula_is_quoted_as_plain_text(server, new_page):
    page = new_page()
    page.goto(server + "search.html?lang=en&q=LayerNorm")
    quotation = page.locator("#search-results li .context").first
    expect(quotation).to_contain_text("LayerNorm(x) = γ ⊙ (x - μ) / √(σ^2 + ε) + β")


def test_a_quotation_does_not_repeat_the_title_above_it(server, new_page):
    page = new_page()
    page.goto(
        f"{server}search.html?lang=en&q=缩放点积注意力"
    )  # in English only the title has it
    result = page.locator("#search-results li:has([href^='05_'])").first
    expect(result.locator("a").first).to_contain_text("Scaled dot-product attention")
    expect(result.locator(".context")).to_contain_text(re.compile("^This chapter"))


def test_quotations_follow_the_switch(server, new_page):
    page = new_page()
    page.goto(f"{server}search.html?lang=zh&q=padding")
    quotation = page.locator("#search-results li:has([href^='05_']) .context").first
    expect(quotation).to_contain_text(re.compile("[\u4e00-\u9fff]"))
    page.locator('.language-switch [value="en"]').click()
    expect(quotation).not_to_contain_text(re.compile("[\u4e00-\u9fff]"))
    expect(quotation.locator(".highlighted").first).to_have_text("padding")


NOT_FOUND = {"zh": "没有找到", "en": "Nothing found"}


@pytest.mark.parametrize("query", ["企鹅", "penguin"])
def test_that_nothing_was_found_is_said_in_the_chosen_language(server, new_page, query):
    page = new_page()
    page.goto(f"{server}search.html?lang=both&q={query}")
    summary = page.locator("#search-results .search-summary")
    expect(summary).to_contain_text(re.compile(".*".join(NOT_FOUND.values())))
    for language, words in NOT_FOUND.items():
        page.locator(f'.language-switch [value="{language}"]').click()
        said = [w for w in NOT_FOUND.values() if w in summary.inner_text()]
        assert said == [words], summary.inner_text()


# What is left of an empty field beside the words that stand in it.
ROOM = """(field) => {
  const pen = document.createElement("canvas").getContext("2d");
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  pen.font = font;
  const words = pen.measureText(field.placeholder).width;
  return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - words;
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_search_opens_from_any_page_with_a_click_and_with_the_keyboard(server, new_page, width):
    page = new_page(width=width)
    page.goto(server + "terms.html")
    field = page.locator('#pst-search-dialog input[name="q"]')
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.locator(".search-button, .search-button-field").locator("visible=true").first.click()
    expect(field).to_be_focused()
    box = field.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width, box
    assert field.evaluate(ROOM) > 0, "the words in the empty field are cut"
    field.fill("点积")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results ul.search a").first).to_be_visible()
    assert not page.errors


@pytest.mark.parametrize(("language", "said"), [("zh", "没有这一页"), ("en", "No such page")])
def test_an_address_that_does_not_exist_leads_back_and_searches(
    server, new_page, language, said
):
    page = new_page()
    assert page.goto(f"{server}gone.html?lang={language}").status == 404
    expect(page.get_by_role("heading", level=1)).to_contain_text(said)
    assert said in page.title() and " · " not in page.title()
    expect(page.locator("article a:visible")).to_have_attribute("href", "index.html")
    page.locator('article input[name="q"]').fill("softmax")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results ul.search a").first).to_be_visible()


def test_without_javascript_the_search_says_so_in_both_languages(site, server, new_page):
    notices = BeautifulSoup((site / "search.html").read_text(encoding="utf-8"), "html.parser")
    (notice,) = notices.select("main noscript")
    spans = {span["lang"]: span.get_text() for span in notice.select("p > [lang]")}
    assert set(spans) == {"zh-CN", "en"}, notice
    assert all("JavaScript" in text for text in spans.values())
    assert notice.get_text().strip() == " · ".join(spans.values())
    page = new_page(java_script_enabled=False)
    page.goto(server + "search.html")
    for span in page.locator("main noscript p > [lang]").all():
        expect(span).to_be_visible()


def test_from_disk_results_stand_without_a_quotation_and_without_an_error(site, new_page):
    page = new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q=padding")
    expect(page.locator("#search-results ul.search a").first).to_be_visible()
    expect(page.locator("#search-results .search-summary")).to_contain_text("Results")
    assert not page.errors
