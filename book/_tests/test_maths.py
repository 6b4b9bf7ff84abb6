"""Formulas are typeset while the site is built, and a wrong one stops the build."""

import json

import pytest
from bs4 import BeautifulSoup

from maths import katex
from small_site import build

PAGE = r"""
# 除以 $\sqrt{d_k}$ · Divided by $\sqrt{d_k}$

行内 $q \cdot k$ 公式。

$$
\mathrm{softmax}(x) = \frac{e^x}{\sum e^x}
$$ (eq-softmax)

见 [](#eq-softmax)。

\begin{align}
a &= b \\
c &= d
\end{align}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("maths")
    toctree = "\n```{toctree}\nplain\n```\n"
    return build(folder, "maths", index=PAGE + toctree, plain="# 没有公式 · No formula\n")


@pytest.fixture(scope="module")
def soup(built):
    return BeautifulSoup(built.page(), "html.parser")


def test_a_page_of_formulas_builds_without_a_warning(built):
    assert not built.failed, built.warnings


def test_formulas_are_html_for_the_eye_and_mathml_for_screen_readers(soup):
    formulas = soup.select(".katex")
    assert len(formulas) >= 5, f"only {len(formulas)} formulas were typeset"
    for formula in formulas:
        assert formula.select_one("math") and formula.select_one(".katex-html"), formula


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("形状是 $x$。然后", ["x。"]),
        ("（$a$）与 $b$，$c$ 和 $d$", ["（a）", "b，"]),
        ("没有 $x$ 标点 $y$", []),
        ("很长 $" + "a + " * 12 + "b$。", []),
    ],
)
def test_punctuation_stays_with_its_formula(tmp_path, text, pieces):
    built = build(tmp_path, "maths", index=f"# 题 · Title\n\n{text}\n")
    page = BeautifulSoup(built.page(), "html.parser")
    for hidden in page.select(".katex-html"):
        hidden.decompose()
    for tex in page.select("annotation"):
        tex.find_parent(class_="katex").replace_with(tex.get_text())
    assert [piece.get_text() for piece in page.select(".unbroken")] == pieces
    assert page.select_one("section p").get_text() == text.replace("$", "")


def test_no_script_typesets_formulas_in_the_browser(built):
    assert "mathjax" not in built.page().lower().replace("mathjax_ignore", "")


def test_a_numbered_formula_has_its_number_its_anchor_and_links_to_it(soup):
    formula = soup.select_one("#equation-eq-softmax")
    assert formula.select_one(".eqno").get_text().startswith("(1)")
    assert soup.select_one('a[href="#equation-eq-softmax"].reference').get_text() == "(1)"


def test_a_block_of_several_lines_has_one_number(soup):
    block = soup.select_one("div.amsmath")
    assert block.select_one(".eqno").get_text().startswith("(2)")
    assert not block.select(".eqn-num"), "KaTeX counts as well as Sphinx"


def test_the_tab_shows_a_title_without_markup(soup):
    assert soup.title.get_text().startswith(r"除以 \sqrt{d_k} · Divided by \sqrt{d_k}")


def test_fonts_are_woff2_and_all_are_there(built):
    folder = built.folder / "_static" / "katex"
    css = (folder / "katex.min.css").read_text(encoding="utf-8")
    assert ".ttf" not in css and '"woff"' not in css
    assert len(list(folder.glob("fonts/*.woff2"))) == css.count("url(") > 10


def test_a_book_without_formulas_loads_no_style_sheet(tmp_path):
    built = build(tmp_path, "maths", index="# 没有公式 · No formula\n")
    assert "katex.min.css" not in built.page()


def test_a_wrong_formula_in_a_page_fails_the_build_and_is_named(tmp_path):
    built = build(tmp_path, "maths", index="# 题 · Title\n\n好。\n\n坏 $\\frac{a$ 了。\n")
    assert built.failed, "the build passed"
    assert "index.md:5" in built.warnings and r"\frac{a" in built.warnings, built.warnings


def test_a_wrong_formula_in_a_notebook_names_the_cell_and_the_line(tmp_path):
    cells = ["# 题 · Title", "第一行\n\n$$\n\\undefinedcommand\n$$"]
    notebook = {
        "cells": [
            {"cell_type": "markdown", "id": str(i), "metadata": {}, "source": text}
            for i, text in enumerate(cells)
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    built = build(tmp_path, "maths", index=json.dumps(notebook))
    assert built.failed, "the build passed"
    assert "index.ipynb" in built.warnings and "cell 2, line 3" in built.warnings, (
        built.warnings
    )


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(katex, "PACKAGE", "no_such_package")
    with pytest.raises(katex.KatexMissing, match="pip install --no-deps djangocms-katex"):
        katex.folder()


@pytest.mark.parametrize(
    "tex",
    [
        r"\operatorname{LayerNorm}(x) = \gamma \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}",
        r"\begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}",
        r"\underbrace{QK^\top}_{\text{scores}} \quad \mathbb{R}^{n \times d} \quad \|x\|",
        r"\text{注意力}(Q, K, V) \in [0, 1]",
    ],
)
def test_what_the_book_writes_is_understood(tex):
    assert "katex-error" not in katex.render(tex, True)
