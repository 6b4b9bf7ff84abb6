"""The switch 双语 / 中文 / English, as a reader uses it in a browser."""

import re

import pytest

STATES = {"both": {"zh-CN", "en"}, "zh": {"zh-CN"}, "en": {"en"}}
FRAME = {
    "site title": ".logo__title",
    "part": ".bd-sidebar-primary .caption-text",
    "sidebar": ".bd-sidebar-primary .toctree-l1 a",
    "page contents": ".bd-sidebar-secondary .toc-entry a",
    "heading of the page contents": ".bd-sidebar-secondary .onthispage",
    "neighbour": ".prev-next-title",
    "word above the neighbour": ".prev-next-subtitle",
    "search button": ".search-button__default-text",
    "heading": "article h1",
}
HAN = re.compile(r"[\u3400-\u9fff]")

# The languages of which something is drawn in the article.
DRAWN = """() => [...new Set([...document.querySelectorAll("article [lang]")]
    .filter((e) => e.checkVisibility()).map((e) => e.getAttribute("lang")))]"""

LABELS = """() => [...document.querySelectorAll("body *")].flatMap((e) =>
    ["title", "aria-label", "placeholder", "alt", "data-bs-title", "data-bs-original-title",
     "data-tooltip"].map((n) => e.getAttribute(n) ?? ""))"""

# Looks at a block of the wrong language whenever the page grows while it is being read.
WATCH = """window.seen = { looks: 0, wrong: [] };
new MutationObserver(() => {
    if (!document.querySelector("link[rel=stylesheet][href*=bilingual]")?.sheet) return;
    const block = document.querySelector('article [lang="WRONG"]');
    if (!block) return;
    seen.looks += 1;
    if (block.checkVisibility()) seen.wrong.push(document.documentElement.dataset.language);
}).observe(document, { childList: true, subtree: true, attributes: true });"""

# The space inside each pair of paragraphs, and between it and the next pair.
GAPS = """() => {
    const above = (e) => e.getBoundingClientRect().top
        - e.previousElementSibling.getBoundingClientRect().bottom;
    return [...document.querySelectorAll("p[lang=zh-CN] + p[lang=en] + p[lang=zh-CN]")]
        .map((next) => [above(next.previousElementSibling), above(next)]);
}"""

# How far the ink stands out from the ground.
CONTRAST = """(element) => {
    const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
    let ground = element;
    while (ground && rgb(getComputedStyle(ground).backgroundColor)[3] === 0)
        ground = ground.parentElement;
    const light = (color) => rgb(color).slice(0, 3)
        .map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const [a, b] = [getComputedStyle(element).color, getComputedStyle(ground).backgroundColor]
        .map(light).sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
}"""


@pytest.fixture(scope="session")
def chapter(site):
    """A page with neighbours on both sides and headings of its own."""
    return sorted(site.glob("[0-9][0-9]_*.html"))[0].name


def state_of(page):
    return page.evaluate("document.documentElement.dataset.language")


def choose(page, state):
    page.click(f".language-switch [value={state}]")


def pressed(page):
    buttons = page.locator(".language-switch [aria-pressed=true]")
    return [button.get_attribute("value") for button in buttons.all()]


def test_both_languages_at_first(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    assert state_of(page) == "both"
    assert set(page.evaluate(DRAWN)) == STATES["both"]
    assert page.locator("html").get_attribute("lang") == "zh-CN"


@pytest.mark.parametrize("state", STATES)
def test_a_click_shows_what_it_says(new_page, server, chapter, state):
    page = new_page()
    page.goto(f"{server}{chapter}?lang={'en' if state == 'zh' else 'zh'}")
    choose(page, state)
    assert set(page.evaluate(DRAWN)) == STATES[state], f"drawn after choosing {state}"
    assert pressed(page) == [state]
    assert page.locator("html").get_attribute("lang") == ("en" if state == "en" else "zh-CN")
    assert page.url.endswith(f"?lang={state}"), "a reload would bring the old language back"
    dots = page.locator("article .pair-dot >> visible=true").count()
    assert state == "both" or dots == 0, f"{dots} separators are left in {state}"


@pytest.mark.parametrize("state", STATES)
def test_the_address_can_choose(new_page, server, chapter, state):
    page = new_page()
    page.goto(f"{server}{chapter}?lang={state}")
    assert state_of(page) == state
    assert pressed(page) == [state]
    page.goto(server + "index.html")
    assert state_of(page) == state, f"?lang={state} was forgotten on the next page"


def test_an_unknown_language_in_the_address_changes_nothing(new_page, server, chapter):
    page = new_page()
    page.goto(f"{server}{chapter}?lang=en")
    page.goto(f"{server}{chapter}?lang=fr")
    assert state_of(page) == "en"


def test_the_choice_is_remembered_on_the_next_page(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    choose(page, "en")
    page.click(".prev-next-area a.right-next")
    page.wait_for_url(lambda url: not url.endswith(chapter))
    assert state_of(page) == "en"
    assert pressed(page) == ["en"]


def test_the_keyboard_reaches_the_switch(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    focus = "document.activeElement.closest('.language-switch') && document.activeElement.value"
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate(focus) == "zh":
            break
    assert page.evaluate(focus) == "zh", "a hundred Tabs do not reach the switch"
    page.keyboard.press("Enter")
    assert state_of(page) == "zh", "Enter does not press the button"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert state_of(page) == "en", "Space does not press the button"


def test_a_screen_reader_hears_what_the_switch_is(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    group = page.get_by_role("group", name="语言 · Language")
    assert [b.inner_text() for b in group.get_by_role("button").all()] == [
        "双语",
        "中文",
        "English",
    ]


@pytest.mark.parametrize(("state", "wrong"), [("en", "zh-CN"), ("zh", "en")])
def test_the_wrong_language_never_flashes(new_page, server, chapter, state, wrong):
    page = new_page()
    page.goto(f"{server}{chapter}?lang={state}")
    page.add_init_script(WATCH.replace("WRONG", wrong))
    page.goto(server + chapter)
    seen = page.evaluate("seen")
    assert seen["looks"] > 0, "nothing was observed while the page was read"
    assert not seen["wrong"], f"{wrong} was visible in state {state}: {seen['wrong'][:3]}"


def test_the_frame_follows(new_page, server, chapter):
    page = new_page()
    page.goto(f"{server}{chapter}?lang=en")
    english = frame_texts(page)
    choose(page, "zh")
    chinese = frame_texts(page)
    for place in FRAME:
        assert english[place], f"{place}: nothing is shown"
        assert not HAN.search("".join(english[place])), f"{place} in English: {english[place]}"
        odd = [text for text in chinese[place] if not HAN.search(text)]
        assert not odd, f"{place} in Chinese: {odd}"


def frame_texts(page):
    texts = {}
    for place, selector in FRAME.items():
        texts[place] = page.locator(f"{selector} >> visible=true").all_inner_texts()
    return texts


def test_the_tab_title_follows(new_page, server, chapter):
    page = new_page()
    page.goto(f"{server}{chapter}?lang=en")
    assert not HAN.search(page.title()), page.title()
    choose(page, "zh")
    assert HAN.search(page.title()) and " · " not in page.title(), page.title()
    choose(page, "both")
    assert " · " in page.title(), page.title()


def test_labels_and_tooltips_follow(new_page, server, chapter):
    page = new_page()
    page.goto(f"{server}{chapter}?lang=en")
    page.wait_for_load_state("load")
    left = [label for label in page.evaluate(LABELS) if HAN.search(label)]
    assert not left, f"Chinese labels in English mode: {left}"
    choose(page, "zh")
    english = {"Search", "Color mode", "Toggle primary sidebar", "Link to this heading", "Copy"}
    assert not english & set(page.evaluate(LABELS))
    assert "复制" in page.evaluate(LABELS), "the copy buttons do not follow"


@pytest.mark.parametrize(
    ("query", "shown"), [("attention", "Results: "), ("zzzz", "Nothing found")]
)
def test_the_words_of_the_search_page_follow(new_page, server, query, shown):
    page = new_page()
    page.goto(f"{server}search.html?q={query}&lang=en")
    summary = page.locator("#search-results .search-summary")
    summary.get_by_text(shown).wait_for()
    assert not HAN.search(summary.inner_text()), summary.inner_text()
    assert "$" not in summary.inner_text(), summary.inner_text()
    choose(page, "zh")
    assert HAN.search(summary.inner_text()) and shown not in summary.inner_text()


def test_other_tabs_follow(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    other = page.context.new_page()
    other.goto(server + "index.html")
    choose(page, "en")
    other.wait_for_function("document.documentElement.dataset.language === 'en'")
    assert pressed(other) == ["en"]


def test_a_change_is_announced_once(new_page, server, chapter):
    page = new_page()
    page.goto(server + chapter)
    page.evaluate(
        "window.heard = []; document.addEventListener('book:language',"
        " () => heard.push(document.documentElement.dataset.language))"
    )
    choose(page, "en")
    choose(page, "en")
    choose(page, "zh")
    assert page.evaluate("heard") == ["en", "zh"]


def test_without_javascript_both_show_and_no_switch(new_page, server, chapter):
    page = new_page(java_script_enabled=False)
    page.goto(server + chapter)
    assert page.locator("article p[lang=zh-CN]").first.is_visible()
    assert page.locator("article p[lang=en]").first.is_visible()
    assert not page.locator(".language-switch").is_visible()


def test_without_storage_the_switch_still_works(new_page, server, chapter):
    page = new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('refused', 'SecurityError'); } })"
    )
    page.goto(server + chapter)
    assert state_of(page) == "both"
    choose(page, "en")
    assert set(page.evaluate(DRAWN)) == STATES["en"]


def test_it_works_from_disk(new_page, site, chapter):
    page = new_page()
    page.goto((site / chapter).as_uri() + "?lang=zh")
    assert set(page.evaluate(DRAWN)) == STATES["zh"]


@pytest.mark.parametrize("dark", [False, True])
def test_the_quieter_english_is_still_readable(new_page, server, chapter, dark):
    page = new_page(dark=dark)
    page.goto(server + chapter)
    for selector in ("article p[lang=en]", "article h1 [lang=en]", ".toctree-l1 a [lang=en]"):
        ratio = page.locator(selector).first.evaluate(CONTRAST)
        assert ratio >= 4.5, f"{selector}, dark={dark}: contrast {ratio:.2f}"


def test_english_stands_closer_to_its_chinese_than_to_the_next_pair(new_page, server, site):
    page = new_page()
    found = []
    for path in sorted(site.glob("*.html")):
        page.goto(server + path.name)
        found += [(path.name, *pair) for pair in page.evaluate(GAPS)]
    assert found, "no page has two pairs in a row"
    bad = [(name, near, far) for name, near, far in found if near * 1.5 > far]
    assert not bad, f"(page, gap in a pair, gap after it): {bad[:5]}"
