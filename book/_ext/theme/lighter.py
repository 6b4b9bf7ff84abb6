"""What the theme loads without need is left out, so that the first words show sooner."""

import re
from pathlib import Path

# The icons of icons.py take the place of these fonts and 1,500 rules, a third of the sheet.
# Without the fonts here, none can be fetched while a slow network still keeps icons.css back.
ICON_FONT = re.compile(r"@font-face\{[^}]*\bfa-[a-z]+-\d+\.woff2[^}]*\}")
ICON_RULE = re.compile(r'(?<=[}/])(?:\.fa-[a-z0-9-]+::?before,?)+\{content:"[^"]*"\}')
SHEET = "_static/styles/pydata-sphinx-theme.css"
UNUSED = [
    # only a search while one types, which is off, would need these outside the search page
    r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js"></script>',
]
CARDS = re.compile(r'class="[^"]*\bsd-')
# Sphinx's own, 5 kB in all, set up what others add to, and do their work when all are there.
SPHINX = r"(?:documentation_options|doctools|sphinx_highlight|translations)\.js"
BLOCKING = re.compile(rf"<script (?![^>]*\b(?:defer|async)\b)(?=[^>]*\bsrc=)(?![^>]*{SPHINX})")


def trim_style_sheet(app, exception) -> None:
    sheet = Path(app.outdir) / SHEET
    if exception is None and sheet.is_file():
        css = sheet.read_text(encoding="utf-8")
        sheet.write_text(without_icons(css), encoding="utf-8")


def without_icons(css: str) -> str:
    return ICON_FONT.sub("", ICON_RULE.sub("", css))


def without_unused(head: str) -> str:
    for pattern in UNUSED:
        head = re.sub(pattern, "", head)
    return head


def later(scripts: str, pagename: str) -> str:
    """Scripts run in their order once the page has been read, so that none delays its words.

    On the search page one of them, written by the theme after these, needs them at once.
    """
    return scripts if pagename == "search" else BLOCKING.sub(r'<script defer="defer" ', scripts)


def without_cards(files: list, body: str) -> list:
    """The styles and scripts of sphinx-design only where a page has a card or a tab."""

    def is_design(file) -> bool:
        name = str(getattr(file, "filename", file) or "")
        return "sphinx-design" in name or "design-tabs" in name

    return files if CARDS.search(body) else [file for file in files if not is_design(file)]
