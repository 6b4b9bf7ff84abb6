"""In one language nothing betrays the other: no word, label, tooltip, or title of the tab."""

import pytest
from playwright.sync_api import expect

from bilingual.detect import HAN, WORD, language, separator_at
from site_checks import pages
from whole_pages import first_chapter, report

# What is seen, block by block, without code, outputs and formulas, and what is only said.
SEEN = """() => {
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  const apart = "pre, code, svg .code, script, style, noscript, .katex, .output table,"
    + " .language-switch";
  const flows = (element) => ["inline", "contents"].includes(getComputedStyle(element).display)
      && element.tagName !== "text";
  const blocks = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    let block = text.parentElement;
    if (!block.checkVisibility({ visibilityProperty: true })) continue;
    while (flows(block)) block = block.parentElement;
    const said = text.parentElement.closest(apart) ? " " : text.data;
    blocks.set(block, (blocks.get(block) ?? "") + said);
  }
  const quoted = "table.table, .citation, #search-results .context";
  return [...blocks].map(([block, text]) => ({
    text: text.replace(/\\s+/g, " ").trim(),
    inArticle: Boolean(block.closest("article")),
    quotes: Boolean(block.closest(quoted)),
  })).filter(({ text }) => text);
}"""
SAID = """() => {
  const names = ["title", "alt", "placeholder", "label", "aria-label", "aria-description",
    "aria-roledescription", "aria-valuetext", "data-bs-title", "data-bs-original-title",
    "data-tooltip"];
  const heard = [...document.querySelectorAll("body *")]
    .filter((element) => !element.closest("[aria-hidden=true]"));
  const labels = heard.flatMap((element) => names.map((name) => element.getAttribute(name)));
  const drawings = heard.filter((element) => element.matches("svg title"));
  return [document.title, ...labels, ...drawings.map((title) => title.textContent)]
    .filter((label) => label?.trim());
}"""


def seen_faults(blocks, state: str) -> list[str]:
    """Texts of the wrong language. English prose may quote Chinese, as in “the word 注意力”."""
    wrong = []
    for block in blocks:
        text = block["text"]
        if block["quotes"]:
            continue
        if state == "en":
            stray = HAN.search(text) and not (block["inArticle"] and language(text) == "en")
        else:
            words = [word for word in WORD.findall(text) if len(word) > 1]
            stray = language(text) == "en" and len(words) > 1
        if stray or separator_at(text) is not None:
            wrong.append(f"{state}: {text[:80]}")
    return wrong


def said_faults(labels, state: str) -> list[str]:
    """Labels of the wrong language; one in Chinese may well hold an English name."""
    if state == "en":
        return [f"en: label {label}" for label in labels if HAN.search(label)]
    english = [label for label in labels if WORD.search(label) and not HAN.search(label)]
    english += [label for label in labels if separator_at(label) is not None]
    return [f"zh: label {label}" for label in english]


def faults(page, state: str) -> list[str]:
    for chart in page.locator("figure.chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", f"light {state}")
    found = seen_faults(page.evaluate(SEEN), state) + said_faults(page.evaluate(SAID), state)
    return list(dict.fromkeys(found))


def addresses(site) -> list[str]:
    names = [page.relative_to(site).as_posix() for page in pages(site)]
    searches = [f"search.html?q={query}" for query in ("attention", "zzzz")]
    return [name for name in names if name != "search.html"] + ["search.html", *searches]


@pytest.mark.parametrize("first, then", [("en", "zh"), ("zh", "en")])
def test_no_page_betrays_the_other_language(server, site, new_page, first, then):
    page = new_page()
    wrong = []
    for address in addresses(site):
        page.goto(f"{server}{address}{'&' if '?' in address else '?'}lang={first}")
        if "q=" in address:
            page.locator("#search-results .search-summary span").first.wait_for(
                state="attached"
            )
        wrong += [f"{address}: {fault}" for fault in faults(page, first)]
        page.click(f".language-switch [value={then}]")
        wrong += [f"{address}, switched: {fault}" for fault in faults(page, then)]
    assert not wrong, report(wrong)


def test_the_copy_button_answers_in_the_readers_languages(server, site, new_page):
    page = new_page()
    page.goto(f"{server}{first_chapter(site)}?lang=zh")
    page.click(".language-switch [value=both]")
    button = page.locator(".copybtn").first
    name = button.locator("title")
    assert name.text_content() == "复制到剪贴板 · Copy to clipboard"
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("data-tooltip", "复制成功! · Copied!")
    assert name.text_content() == "复制成功! · Copied!"
    expect(name).to_have_text("复制到剪贴板 · Copy to clipboard")


def block(text, in_article=True, quotes=False):
    return {"text": text, "inArticle": in_article, "quotes": quotes}


@pytest.mark.parametrize("state, text, in_article", [
    ("en", "注意力", True),
    ("en", "注意力是一个加权和。", True),
    ("en", "Search 搜索", False),
    ("en", "注意力 · Attention", True),
    ("zh", "The weights of one query add up to one.", True),
    ("zh", "Search this book", False),
    ("zh", "注意力 · Attention", True),
])  # fmt: skip
def test_a_text_of_the_wrong_language_is_seen(state, text, in_article):
    assert seen_faults([block(text, in_article)], state)


@pytest.mark.parametrize("state, text", [
    ("en", "The word 注意力 means attention."),
    ("en", "bank 河岸/银行, bat 蝙蝠/球棒, and so on."),
    ("en", "O(n² · d)"),
    ("zh", "Transformer"),
    ("zh", "log₂ dₖ"),
    ("zh", "Vaswani et al. 2017"),
    ("zh", "注意力（attention）"),
])  # fmt: skip
def test_names_and_quotations_are_no_fault(state, text):
    assert seen_faults([block(text)], state) == []


def test_a_label_of_the_wrong_language_is_heard():
    labels = ["复制", "Copy", "复制 · Copy", "在 Colab 中运行", "05"]
    assert said_faults(labels, "en") == [f"en: label {x}" for x in (labels[0], *labels[2:4])]
    assert said_faults(labels, "zh") == ["zh: label Copy", "zh: label 复制 · Copy"]
