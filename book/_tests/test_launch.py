"""The buttons above a chapter lead where they say: to Colab, Binder, GitHub, and the file."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import yaml

from bilingual.detect import HAN
from conftest import BOOK, PROJECT
from site_checks import pages, soup_of
from theme.launch import report

CONFIG = yaml.safe_load((PROJECT / "_config.yml").read_text(encoding="utf-8"))
REPOSITORY = CONFIG["repository"]["url"]
OWNER_AND_NAME = urlsplit(REPOSITORY).path.strip("/")
BRANCH = CONFIG["repository"]["branch"]
ENVIRONMENT = yaml.safe_load(
    (PROJECT / ".binder" / "environment.yml").read_text(encoding="utf-8")
)
# Each kind of address, down to the path of a file in the repository.
KINDS = {
    "colab": f"https://colab.research.google.com/github/{OWNER_AND_NAME}/blob/{BRANCH}/",
    "binder": f"https://mybinder.org/v2/gh/{OWNER_AND_NAME}/{BRANCH}?urlpath=lab/tree/",
    "edit": f"{REPOSITORY}/edit/{BRANCH}/",
}
BUTTONS = ".article-header-buttons .dropdown-menu a[href]"


def targets(page) -> dict[str, str]:
    """The files of the repository that the buttons of a page open, by kind."""
    found = {}
    for link in soup_of(page).select(BUTTONS):
        for kind, start in KINDS.items():
            if link["href"].startswith(start):
                found[kind] = unquote(link["href"].removeprefix(start))
    return found


def chapters(site):
    return [page for page in pages(site) if re.match(r"\d\d_", page.name)]


def has_source(page) -> bool:
    """Not so the search page, for one, which is made while the site is built."""
    return bool(list(page.parent.glob(f"_sources/{page.stem}.*")))


def test_each_chapter_opens_in_colab_and_binder_and_can_be_edited(site):
    assert chapters(site)
    for page in chapters(site):
        file = f"book/{page.stem}.ipynb"
        assert targets(page) == dict.fromkeys(KINDS, file), page.name
        assert (PROJECT / file).is_file(), file


def test_each_other_page_can_be_edited(site):
    for page in pages(site):
        if page not in chapters(site) and has_source(page):
            assert targets(page) == {"edit": f"book/{page.stem}.md"}, page.name
            assert (BOOK / f"{page.stem}.md").is_file(), page.stem


def test_no_button_leads_anywhere_else(site):
    ours = (REPOSITORY, *KINDS.values(), "_sources/")
    for page in pages(site):
        addresses = [link["href"] for link in soup_of(page).select(BUTTONS)]
        strange = [address for address in addresses if not address.startswith(ours)]
        assert addresses and not strange, f"{page.name}: {strange}"


def test_what_is_downloaded_is_the_notebook_itself(site):
    for page in chapters(site):
        link = soup_of(page).select_one(".btn-download-source-button")
        assert link.has_attr("download") and not link.has_attr("target"), link
        downloaded = (page.parent / link["href"]).read_bytes()
        assert downloaded == (BOOK / f"{page.stem}.ipynb").read_bytes(), page.name


def test_a_report_of_an_error_names_the_page(site):
    for page in pages(site):
        link = soup_of(page).select_one(".btn-source-issues-button")
        address, fields = link["href"].partition("?")[0], parse_qs(urlsplit(link["href"]).query)
        assert address == f"{REPOSITORY}/issues/new"
        title = soup_of(page).title.get_text().partition(" — ")[0].strip()
        named = f"{page.stem}: {title}" if has_source(page) else page.stem
        assert fields["title"] == [named]
        zh, _, en = fields["body"][0].partition(" · ")
        assert HAN.search(zh) and en


@pytest.mark.parametrize("form, title, body", [
    ("https://github.com/a/b/issues/new?title=x&body=y", "title", "body"),
    ("https://gitlab.com/a/b/-/issues/new?issue[title]=x&issue[description]=y",
     "issue[title]", "issue[description]"),
])  # fmt: skip
def test_the_fields_of_a_report_keep_their_names(form, title, body):
    found = urlsplit(report(form, "05_x", "甲 & 乙 · A & B"))
    assert found.path == urlsplit(form).path
    assert parse_qs(found.query)[title] == ["05_x: 甲 & 乙 · A & B"]
    assert set(parse_qs(found.query)) == {title, body}


def book_packages() -> set[str]:
    """What the notebooks import, as requirements.txt lists it first."""
    text = (PROJECT / "requirements.txt").read_text(encoding="utf-8")
    section = re.search(r"# the book's code\n(.*?)\n\n", text, re.DOTALL)[1]
    return {line.partition("==")[0] for line in section.splitlines()}


def test_binder_installs_what_the_notebooks_need_and_no_more():
    other_names = {"torch": "pytorch-cpu", "matplotlib": "matplotlib-base"}
    wanted = {other_names.get(name, name) for name in book_packages()}
    listed = {re.match(r"[\w-]+", line)[0] for line in ENVIRONMENT["dependencies"]}
    assert listed == wanted | {"python"}


def test_binder_takes_a_python_that_the_book_supports():
    # repo2docker reads the version from `python=`, and from nothing else
    (python,) = [x for x in ENVIRONMENT["dependencies"] if x.startswith("python=")]
    assert python in ("python=3.11", "python=3.12", "python=3.13")


def test_binder_has_one_description_of_its_machine():
    names = {file.name for file in (PROJECT / ".binder").iterdir()}
    assert names == {"environment.yml"}
    assert not [
        n for n in ("binder", "environment.yml", "runtime.txt") if (PROJECT / n).exists()
    ]
