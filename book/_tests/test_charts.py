"""Charts: placeholders in the page, drawn in the browser in the page's theme and language."""

import json

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from charts.figure import description, min_height, placeholder
from site_server import serving
from small_site import build, notebook_page

DESCRIPTION = "代价随长度增长 · Cost grows with length"
SPEC = {
    "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
    "description": DESCRIPTION,
    "width": 700,
    "height": 200,
    "params": [
        {"name": "scale", "value": 1, "bind": {"input": "range", "min": 1, "max": 5, "step": 1,
                                               "name": "倍数 · factor"}},
        {"name": "way", "value": "循环 · recurrent", "bind": {
            "input": "select", "options": ["循环 · recurrent", "卷积 · convolution"],
            "name": "方法 · method"}},
    ],
    "data": {"values": [
        {"n": 1, "方法": "循环 · recurrent"},
        {"n": 3, "方法": "卷积 · convolution"}]},
    "transform": [{"calculate": "datum.n * scale", "as": "cost"}],
    "mark": "bar",
    "encoding": {
        "x": {"field": "方法", "title": "方法 · method"},
        "y": {"field": "cost", "type": "quantitative", "title": "代价 · cost",
              "scale": {"domain": [0, 15]}},
        "opacity": {"condition": {"test": "datum['方法'] == way", "value": 1}, "value": 0.4},
    },
}  # fmt: skip

RADIO = {
    "input": "radio",
    "options": [1, 2, 3],
    "labels": ["一 · one", "二 · two", "三 · three"],
    "name": "显示 · show",
}
BUTTONS = {**SPEC, "params": [{"name": "scale", "value": 1, "bind": RADIO}, SPEC["params"][1]]}


def notebook(*specs: dict) -> str:
    mime = "application/vnd.vegalite.v5+json"
    return notebook_page(
        "图 · Chart", *({mime: spec, "text/plain": "图表 · chart"} for spec in specs)
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("charts")
    plain = "---\norphan: true\n---\n# 无图 · No chart\n\n```{toctree}\ntwins\n```\n"
    pages = {"index": notebook(SPEC), "plain": plain, "twins": notebook(BUTTONS, BUTTONS)}
    return build(folder, "charts", **pages)


@pytest.fixture
def chart(built, new_page):
    """Opens the page with the chart and waits until it is drawn; gives the chart's figure."""
    with serving(built.folder) as address:

        def open_chart(**options):
            page = new_page(**options)
            page.goto(address + "index.html")
            figure = page.locator("figure.chart")
            figure.scroll_into_view_if_needed()
            expect(figure).to_have_attribute("data-drawn", "undefined both")
            return figure

        yield open_chart


def set_root(figure, **data) -> None:
    """What the theme's and the language's switches do to the page."""
    figure.page.evaluate(
        """(data) => {
          Object.assign(document.documentElement.dataset, data);
          document.dispatchEvent(new CustomEvent("book:language"));
        }""",
        data,
    )
    drawn = f"{data.get('theme', 'undefined')} {data.get('language', 'both')}"
    expect(figure).to_have_attribute("data-drawn", drawn)


def texts(figure) -> list[str]:
    return figure.locator("svg text").all_text_contents()


def test_a_notebook_with_a_chart_builds_without_a_warning(built):
    assert not built.failed, built.warnings


def test_the_plain_text_beside_the_chart_is_not_shown(built):
    assert "图表 · chart" not in built.page()


def test_a_chart_without_a_description_in_both_languages_fails_the_build(tmp_path):
    built = build(tmp_path, "charts", index=notebook({**SPEC, "description": "only English"}))
    assert built.failed, "the build passed"
    assert "index.ipynb" in built.warnings and "only English" in built.warnings, built.warnings


def test_only_pages_with_charts_load_the_script(built):
    assert "charts.js" in built.page() and "charts.js" not in built.page("plain")


def test_bars_are_drawn_and_nothing_fails(chart):
    figure = chart()
    expect(figure.locator("svg .mark-rect path")).to_have_count(2)
    assert not figure.page.errors and not figure.page.refused


def put_chart_far_away(page, built) -> None:
    html = built.page().replace("<figure", '<p style="height: 5000px"></p><figure')
    page.route(
        "**/index.html", lambda route: route.fulfill(body=html, content_type="text/html")
    )


def test_vega_is_not_asked_for_before_the_chart_is_near(built, new_page):
    page = new_page()
    put_chart_far_away(page, built)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    with serving(built.folder) as address:
        page.goto(address + "index.html")
        page.wait_for_load_state("networkidle")
        assert not any("vega.js" in url for url in asked), "Vega came with the page"
        page.locator("figure.chart").scroll_into_view_if_needed()
        expect(page.locator("figure.chart svg")).to_be_visible()


def test_a_dark_page_draws_its_text_in_the_dark_themes_ink(chart):
    figure = chart()
    style = "html[data-theme=dark] { --pst-color-text-base: rgb(1, 2, 3); }"
    figure.page.add_style_tag(content=style)
    set_root(figure, theme="dark")
    expect(figure.locator("svg .role-axis-title text").first).to_have_attribute(
        "fill", "rgb(1, 2, 3)"
    )


@pytest.mark.parametrize(
    "language, shown, gone",
    [
        ("zh", ["方法", "代价", "循环"], ["method", "cost", "recurrent"]),
        ("en", ["method", "cost", "recurrent"], ["方法", "代价", "循环"]),
        ("both", ["方法 · method", "代价 · cost", "循环 · recurrent"], []),
    ],
)
def test_labels_controls_and_data_follow_the_language(chart, language, shown, gone):
    figure = chart()
    set_root(figure, language=language)
    found = [*texts(figure), figure.locator(".chart-controls").inner_text()]
    missing = [word for word in shown if not any(word in text for text in found)]
    left = [word for word in gone if any(word in text for text in found)]
    assert not missing and not left, f"missing {missing}, left {left} in {found}"


@pytest.mark.parametrize(
    "language, label",
    [("zh", "代价随长度增长"), ("en", "Cost grows with length"), ("both", DESCRIPTION)],
)
def test_screen_readers_get_the_description_as_one_picture(chart, language, label):
    figure = chart()
    set_root(figure, language=language)
    drawing = figure.locator(".chart-drawing")
    expect(drawing).to_have_attribute("role", "img")
    expect(drawing).to_have_attribute("aria-label", label)


def test_code_in_the_spec_survives_the_change_of_language(chart):
    figure = chart()
    set_root(figure, language="en")
    assert opacities(figure) == [0.4, 1], "the chosen method is not marked"


def opacities(figure) -> list[float]:
    found = figure.locator("svg .mark-rect path").evaluate_all(
        "bars => bars.map((bar) => Number(bar.getAttribute('opacity') ?? 1))"
    )
    return sorted(found)


@pytest.mark.parametrize("language", ["zh", "en", "both"])
def test_a_text_in_code_finds_the_data_in_each_language(built, new_page, language):
    marked = {"test": "datum['方法'] == '循环 · recurrent'", "value": 1}
    opacity = {"condition": marked, "value": 0.4}
    spec = {**SPEC, "encoding": {**SPEC["encoding"], "opacity": opacity}}
    page = new_page()
    html = built.page().replace(in_page(SPEC), in_page(spec))
    html = html.replace("<html", f'<html data-language="{language}"', 1)
    page.route(
        "**/index.html", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    with serving(built.folder) as address:
        page.goto(address + "index.html")
        figure = page.locator("figure.chart")
        expect(figure).to_have_attribute("data-drawn", f"undefined {language}")
        assert opacities(figure) == [0.4, 1], f"the test is wrong in {language}"


def in_page(spec: dict) -> str:
    return json.dumps(spec, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    "spec, expected",
    [
        ({"test": "datum.m == '循环 · recurrent'"}, {"test": "datum.m == 'recurrent'"}),
        ({"filter": 'datum.m != "循环 · recurrent"'}, {"filter": 'datum.m != "recurrent"'}),
        ({"calculate": "n > 1 ? '多 · many' : '一 · one'"},
         {"calculate": "n > 1 ? 'many' : 'one'"}),
        ({"filter": {"or": ["m == '甲 · a'", "m == '乙 · b'"]}},
         {"filter": {"or": ["m == 'a'", "m == 'b'"]}}),
        ({"filter": {"field": "方 · m", "equal": "甲 · a"}},
         {"filter": {"field": "方 · m", "equal": "a"}}),
        ({"filter": "datum['方 · m'] == '甲 · a'"}, {"filter": "datum['方 · m'] == 'a'"}),
        ({"filter": "indexof(['甲 · a', '乙 · b'], datum.m) < 0"},
         {"filter": "indexof(['a', 'b'], datum.m) < 0"}),
        ({"expr": "'甲' + ' · ' + 'a'"}, {"expr": "'甲' + ' · ' + 'a'"}),
        ({"expr": r"'它\'s · it\'s'"}, {"expr": r"'it\'s'"}),
    ],
)  # fmt: skip
def test_only_quoted_texts_of_code_are_translated(built, new_page, spec, expected):
    page = new_page()
    page.add_script_tag(path=built.folder / "_static" / "charts_look.js")
    in_english = page.evaluate("(spec) => chartLook.inLanguage(spec, 'en')", spec)
    assert in_english == expected
    assert page.evaluate("(spec) => chartLook.inLanguage(spec, 'both')", spec) == spec


def test_every_control_is_named_and_works_from_the_keyboard(chart):
    figure = chart()
    slider = figure.get_by_label("倍数 · factor")
    before = figure.locator("svg .mark-rect path").first.get_attribute("d")
    slider.focus()
    slider.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(figure.locator("svg .mark-rect path").first).not_to_have_attribute("d", before)
    expect(figure.get_by_label("方法 · method")).to_be_visible()


def test_a_slider_keeps_its_place_when_the_chart_is_redrawn(chart):
    figure = chart()
    figure.get_by_label("倍数 · factor").fill("4")
    set_root(figure, theme="dark", language="zh")
    expect(figure.get_by_label("倍数")).to_have_value("4")


def test_buttons_of_two_charts_are_chosen_apart_and_stay_chosen(built, new_page):
    page = new_page()
    with serving(built.folder) as address:
        page.goto(address + "twins.html")
        one, other = (page.locator("figure.chart").nth(i) for i in (0, 1))
        for figure in (one, other):
            figure.scroll_into_view_if_needed()
            expect(figure).to_have_attribute("data-drawn", "undefined both")
        one.get_by_label("三 · three").check()
        expect(other.get_by_label("一 · one")).to_be_checked()
        set_root(one, theme="dark", language="en")
        expect(one.get_by_label("three")).to_be_checked()
        kept = float(one.evaluate("figure => parseFloat(figure.style.minHeight)"))
        drawn = one.evaluate("figure => figure.getBoundingClientRect().height")
        assert abs(drawn - kept) < 40, f"{kept} px are kept for {drawn} px"


def test_many_changes_in_a_row_leave_one_drawing(chart):
    figure = chart()
    figure.page.evaluate(
        """() => {
          for (const theme of ["dark", "light", "dark", "light"]) {
            document.documentElement.dataset.theme = theme;
            document.dispatchEvent(new CustomEvent("book:language"));
          }
        }"""
    )
    expect(figure).to_have_attribute("data-drawn", "light both")
    expect(figure.locator("svg.marks")).to_have_count(1)
    expect(figure.locator(".chart-controls input")).to_have_count(1)


def test_a_wide_chart_fits_a_phone_with_labels_of_full_size(chart):
    figure = chart(width=390)
    width, ratio = figure.locator("svg.marks").evaluate(
        "svg => [svg.getBoundingClientRect().right,"
        " svg.getBoundingClientRect().width / svg.width.baseVal.value]"
    )
    assert width <= 390, f"the chart ends at {width} px"
    assert ratio > 0.95, f"the chart is shrunk to {ratio:.2f}, so its labels are too small"


def test_a_chart_that_is_far_away_is_drawn_for_print(built, new_page):
    page = new_page()
    put_chart_far_away(page, built)
    with serving(built.folder) as address:
        page.goto(address + "index.html")
        page.wait_for_load_state("networkidle")
        expect(page.locator("figure.chart svg")).to_have_count(0)
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(page.locator("figure.chart svg")).to_be_visible()


def test_a_chart_is_drawn_when_the_page_is_opened_from_disk(built, new_page):
    page = new_page()
    page.goto((built.folder / "index.html").as_uri())
    expect(page.locator("figure.chart svg .mark-rect path")).to_have_count(2)
    assert not page.errors


def test_without_javascript_the_page_says_what_the_chart_shows(built):
    soup = BeautifulSoup(built.page(), "html.parser")
    words = {span["lang"]: span.get_text() for span in soup.select("noscript span[lang]")}
    assert words == {
        "zh-CN": "这张图需要 JavaScript：代价随长度增长",
        "en": "This chart needs JavaScript: Cost grows with length",
    }


@pytest.mark.parametrize(
    "text, halves",
    [
        ("图 · a chart", ("图", "a chart")),
        ("a chart", None),
        ("图", None),
        ("a chart · 图", None),
        ("", None),
    ],
)
def test_a_description_has_a_chinese_and_an_english_half(text, halves):
    assert description({"description": text}) == halves


def test_the_room_kept_grows_with_rows_and_controls():
    one = min_height({"height": 200})
    assert min_height({"vconcat": [{"height": 200}, {"height": 200}]}) == 2 * one
    assert min_height({"hconcat": [{"height": 200}, {"height": 100}]}) == one
    assert min_height({"height": 200, "params": [{"bind": {}}]}) > one


def test_a_spec_cannot_close_its_own_script():
    html = placeholder({"description": "图 · x", "title": "</script><b>"})
    assert "</script><b>" not in html
