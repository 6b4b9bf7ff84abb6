"""axe-core, the checker of accessibility, in an open page.

It comes from a pinned pip package, of which only the script is used.
"""

from importlib.resources import files

SCRIPT = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {"runOnly": {"type": "tag", "values": TAGS}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
STRUCTURE = {**EVERYTHING, "rules": {"color-contrast": {"enabled": False}}}  # half the time

# Most of axe's time goes to things that it has seen already: a keyword in the colour of all
# keywords, and the drawn twin of each formula, which is hidden from screen readers and has the
# ink of the text around it. One of each colour stays.
THIN = """() => {
  const seen = new Set();
  for (const token of document.querySelectorAll("pre span:not(:has(span))")) {
    const inside = token.closest("details, .cell_output, .cell_input, pre")?.className;
    const kind = [inside, token.className].join();
    if (seen.has(kind)) token.replaceWith(...token.childNodes);
    else seen.add(kind);
  }
  document.querySelectorAll(".katex-html").forEach((drawn) => drawn.remove());
}"""

# What axe cannot decide counts as well, except for contrast: it gives up on ink over pictures.
RUN = """async ([options, within]) => {
  const { violations, incomplete } = await axe.run(within ?? document, options);
  const undecided = incomplete.filter((rule) => rule.id !== "color-contrast");
  return [...violations, ...undecided].flatMap((rule) =>
    rule.nodes.map(({ target, html }) => `${rule.id}: ${target.join()}: ${html.slice(0, 90)}`));
}"""


def load(page) -> None:
    """Make an open page ready for `faults`."""
    page.evaluate(THIN)
    page.evaluate(SCRIPT)


def faults(page, rules=EVERYTHING, within: str | None = None) -> list[str]:
    """What axe finds, a line for each element, on the page or in the elements of a selector."""
    return page.evaluate(RUN, [rules, within])
