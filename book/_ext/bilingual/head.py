"""What a page's head says about language: the state of the switch, and a description.

The script stands inline and first, so that the state is known before anything is drawn; a file
of its own would let the wrong language flash.
"""

import html

from docutils import nodes

from .marks import of

SCRIPT = """<script>
(() => {
  const known = ["both", "zh", "en"];
  let state = new URLSearchParams(location.search).get("lang");
  try {
    if (known.includes(state)) localStorage.setItem("book-language", state);
    else state = localStorage.getItem("book-language");
  } catch { /* a browser may refuse storage, above all for files */ }
  if (!known.includes(state)) state = "both";
  document.documentElement.dataset.language = state;
  document.documentElement.lang = state === "en" ? "en" : "zh-CN";
})();
</script>"""


def add_to_head(app, pagename, templatename, context, doctree):
    description = html.escape(describe(doctree) or app.config.html_title, quote=True)
    tags = f'{SCRIPT}<meta name="description" content="{description}">'
    context["metatags"] = tags + context.get("metatags", "")


def describe(doctree):
    """The first Chinese paragraph and the first English one."""
    if doctree is None:
        return ""
    first = {}
    for paragraph in doctree.findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split())
        first.setdefault(of(paragraph), text)
    return " ".join(_shorten(first[lang]) for lang in ("zh", "en") if lang in first)


def _shorten(text, limit=150):
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
