"""A folded cell is labelled with its `# @title`, and other cells keep the site's own words."""

import json
from types import SimpleNamespace

from bs4 import BeautifulSoup

import folds
from notebooks import chapter_files, read
from sample import sample_chapter


def labelled(notebook, path="05_attention.ipynb"):
    app = SimpleNamespace(env=SimpleNamespace(doc2path=lambda name: path))
    source = [json.dumps(notebook)]
    folds.name_folds(app, "05_attention", source)
    return source[0]


def test_titled_cells_are_labelled_and_others_are_not():
    for cell in json.loads(labelled(sample_chapter()))["cells"]:
        first = "".join(cell["source"]).split("\n")[0]
        labels = cell["metadata"].get("mystnb", {})
        if first.startswith("# @title "):
            assert labels["code_prompt_show"] == first.removeprefix("# @title ")
        else:
            assert "code_prompt_show" not in labels


def test_a_page_that_is_no_notebook_is_left_alone():
    source = ["# 题 · Title"]
    app = SimpleNamespace(env=SimpleNamespace(doc2path=lambda name: "index.md"))
    folds.name_folds(app, "index", source)
    assert source == ["# 题 · Title"]


def test_every_fold_of_the_built_chapters_says_what_it_holds(site):
    for file in chapter_files():
        page = BeautifulSoup(
            (site / f"{file.stem}.html").read_text(encoding="utf-8"), "html.parser"
        )
        shown = [p.get_text() for p in page.select("summary p.collapsed")]
        cells = [cell for cell in read(file).code if "remove-cell" not in cell.tags]
        titles = [cell.source.split("\n")[0] for cell in cells]
        wanted = [t.removeprefix("# @title ") for t in titles if t.startswith("# @title ")]
        assert wanted and shown == wanted, f"{file.name}: {shown}"
