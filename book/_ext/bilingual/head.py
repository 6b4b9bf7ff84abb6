"""What a page's head says about language: the state of the switch, and a description.

The script stands inline and first, so that the state is known before anything is drawn; a file
of its own would let the wrong language flash.

A browser may refuse storage, or have no room in it, and the scripts of the theme and of Sphinx
then stop in the middle. A stand-in that lasts as long as the page takes its place before them.
"""

import html

from docutils import nodes

from .marks import of

SCRIPT = """<script>
(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = new Map();
    try {
      for (const item of Object.entries(window[name])) kept.set(...item);
      window[name].setItem("book-probe", "-".repeat(999));
      window[name].removeItem("book-probe");
    } catch {
      const value = {
        getItem: (key) => kept.get(`${key}`) ?? null,
        setItem: (key, text) => { kept.set(`${key}`, `${text}`); },
        removeItem: (key) => { kept.delete(`${key}`); },
        clear: () => kept.clear(),
        key: (place) => [...kept.keys()][place] ?? null,
        get length() { return kept.size; },
      };
      Object.defineProperty(window, name, { configurable: true, value });
    }
  }
  const known = ["both", "zh", "en"];
  let state = new URLSearchParams(location.search).get("lang");
  if (known.includes(state)) localStorage.setItem("book-language", state);
  else state = localStorage.getItem("book-language");
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
