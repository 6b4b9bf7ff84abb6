"""Let a folded cell say what it holds: “参考答案 · Solution”, not only “show code”.

Colab takes the name of a folded cell from its first line, ``# @title 中文 · English``. The
site takes the same line, so that an author writes it once.
"""

import json
import re

TITLE = re.compile(r"# ?@title (?P<title>.+)")


def name_folds(app, docname, source):
    """Give each titled cell its title as the label of its fold."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        first = "".join(cell["source"]).partition("\n")[0]
        if found := TITLE.fullmatch(first.strip()):
            labels = dict.fromkeys(("code_prompt_show", "code_prompt_hide"), found["title"])
            cell["metadata"].setdefault("mystnb", {}).update(labels)
    source[0] = json.dumps(notebook, ensure_ascii=False)


def setup(app):
    app.connect("source-read", name_folds)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
