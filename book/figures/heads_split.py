"""How the width is split among heads: a drawing with the numbers of real tensors in it."""

from figures.svg import arrow, box, drawing, label, text

CELL, LEFT, TOP = 34, 132, 40


def heads_split(x, heads, tokens, alt):
    """The table `x` above, one table for each of two heads below, as SVG.

    A lit cell is a number from the first half of its row of `x`, and the word beside a row
    of a head is the token that the row's numbers come from.

    Args:
        x: (T, d_model), rows of whole numbers, no two alike.
        heads: (2, T, d_k), where these numbers went.
        tokens: T words, one for each row of `x`.
        alt: what the drawing shows, as 中文 · English.
    """
    half = len(x[0]) // 2
    first = {number for row in x for number in row[:half]}
    token = {number: word for row, word in zip(x, tokens, strict=True) for number in row}
    bottom = TOP + CELL * len(x)
    parts = table(x, tokens, LEFT, TOP, first)
    parts.append(label(LEFT + CELL * half, 18, "x：一行一个词元", "x: one row for each token"))
    for i, head in enumerate(heads):
        left = 84 + 198 * i
        middle = left + CELL * half / 2
        start = LEFT + CELL * half * (i + 0.5)
        turn = ((start, bottom + 4), (start, bottom + 18), (middle, bottom + 18))
        parts.append(arrow(*turn, (middle, bottom + 36)))
        parts.append(label(middle, bottom + 54, f"头 {i + 1}", f"head {i + 1}", 13, 600))
        words = [token[row[0]] for row in head]
        parts += table(head, words, left, bottom + 74, first)
    return drawing(394, bottom + 80 + CELL * len(x), alt, parts)


def table(rows, words, left, top, lit):
    """The cells of `rows`, those in `lit` in the accent colour, and a word beside each row."""
    parts = []
    for i, (row, word) in enumerate(zip(rows, words, strict=True)):
        y = top + CELL * i
        parts.append(text(left - 8, y + CELL / 2, word, 13, anchor="end"))
        for j, number in enumerate(row):
            x = left + CELL * j
            parts.append(box(x, y, CELL, CELL, lit=number in lit, radius=0))
            parts.append(text(x + CELL / 2, y + CELL / 2, str(number), 13))
    return parts
