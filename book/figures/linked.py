"""A part of a drawing that belongs to a chapter: its number, and a link on the site."""

from figures.svg import text


def linked(chapter, x, y, frame, words, lit=False):
    """`frame` and the `words` in it as an ``<a data-chapter="…">``, with its number at (x, y).

    The site turns the anchor into a link when the chapter exists; `lit` says that the
    chapter is this very page.
    """
    number = text(x, y, chapter[:2], 9.5, weight=600, anchor="start")
    current = ' aria-current="page"' if lit else ""
    return f'<a data-chapter="{chapter}"{current}>{frame}{number}{words}</a>'
