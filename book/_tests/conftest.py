"""What the tests of the built site share: the site, a server, a browser, and clean pages."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from browser import FLAGS, find
from site_server import serving

PROJECT = Path(__file__).resolve().parents[2]
BOOK = PROJECT / "book"
SITE = PROJECT / "_build" / "html"
expect.set_options(timeout=20_000)  # milliseconds; a machine may be busy with other things
NOT_ON_THE_SITE = {"_tests", "_tools", "_build", "__pycache__", ".ipynb_checkpoints"}


def newer_sources(site: Path, project: Path) -> list[str]:
    """The sources of the site that were changed after it was built."""
    built = (site / "searchindex.js").stat().st_mtime
    files = [project / "_config.yml", project / "_toc.yml", *(project / "book").rglob("*")]
    sources = (file for file in files if file.is_file())
    changed = [file.relative_to(project) for file in sources if file.stat().st_mtime > built]
    return [str(file) for file in changed if not NOT_ON_THE_SITE & set(file.parts)]


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site. It is not built here, so that a test run never hides a stale one."""
    if not (SITE / "searchindex.js").exists():
        pytest.fail("网站还没有生成：先运行 make book。 · No site: run `make book` first.")
    if changed := newer_sources(SITE, PROJECT):
        pytest.fail(
            f"先运行 make book。 · Run `make book` first; newer than the site: {changed}"
        )
    return SITE


@pytest.fixture(scope="session")
def server(site) -> str:
    with serving(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield chromium
        chromium.close()


def is_local(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("file", "data", "blob", "about") or parts.hostname == "127.0.0.1"


def watch(page) -> None:
    """Record in `page.refused` what was asked of other hosts, in `page.errors` what failed."""
    page.refused, page.errors = [], []

    def note_console(message) -> None:
        if message.type == "error":
            page.errors.append(f"console: {message.text}")

    def note_response(response) -> None:
        if response.status >= 400:
            page.errors.append(f"{response.status}: {response.url}")

    def note_failure(request) -> None:
        if is_local(request.url):
            page.errors.append(f"{request.failure}: {request.url}")

    page.on("console", note_console)
    page.on("pageerror", lambda error: page.errors.append(f"script: {error}"))
    page.on("response", note_response)
    page.on("requestfailed", note_failure)


@pytest.fixture
def new_page(browser):
    """Opens an empty page in a fresh profile that can reach no other host."""
    contexts = []

    def open_page(width=1280, height=900, dark=False, **options):
        scheme = "dark" if dark else "light"
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        watch(page)

        def guard(route) -> None:
            if is_local(route.request.url):
                route.continue_()
            else:
                page.refused.append(route.request.url)
                route.abort()

        context.route("**/*", guard)
        return page

    yield open_page
    for context in contexts:
        context.close()
