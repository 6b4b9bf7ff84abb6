"""Let a plain link such as ``reading.md#vaswani2017attention`` find its bibliography entry.

Chapters use ordinary links, which Jupyter and Colab show well. MyST knows the headings of
a page but not the entries that sphinxcontrib-bibtex writes into it, and would call every
such link broken; a key that is in no ``references.bib`` still is.
"""


def name_entries(app, env):
    """Add the bibliography's keys to the link targets of the page that holds it."""
    domain = env.get_domain("cite")
    for key in domain.bibliographies:
        targets = env.metadata[key.docname].setdefault("myst_slugs", {})
        targets.update({entry: (0, entry, entry) for entry in domain.bibdata.data.entries})


def setup(app):
    app.connect("env-updated", name_entries)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
