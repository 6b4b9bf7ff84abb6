"""Which cells share one mean: two sentences as tables, once for each of two norms."""

from figures.svg import box, drawing, label, text

CELL, LEFT, GAP = 30, 44, 186  # GAP: from the left edge of one sentence to that of the next
PANEL = 192  # height of a norm with its two sentences


def norm_axes(x, alt):
    """BatchNorm above, LayerNorm below; lit are the cells that the lit mean is taken of.

    Args:
        x: (2, 3, d), two sentences of whole numbers, a row for each position; d <= 4.
        alt: what the drawing shows, as 中文 · English.
    """
    batch = "批归一化：一个分量，所有句子的所有位置", "BatchNorm: a component, all positions"
    layer = "层归一化：一个位置的所有分量", "LayerNorm: a position, all components"
    parts = _panel(x, 0, batch, lambda b, t, j: j == 0)
    parts += _panel(x, PANEL, layer, lambda b, t, j: b == t == 0)
    return drawing(384, 2 * PANEL - 6, alt, parts)


def _panel(x, top, title, lit):
    cells = [
        number
        for b, sentence in enumerate(x)
        for t, row in enumerate(sentence)
        for j, number in enumerate(row)
        if lit(b, t, j)
    ]
    mean = sum(cells) / len(cells)
    parts = [label(192, top + 18, *title, 13, 600)]
    for b, sentence in enumerate(x):
        left, y = LEFT + GAP * b, top + 64
        middle = left + CELL * len(sentence[0]) / 2
        parts.append(label(middle, top + 48, f"句子 {b}", f"sentence {b}", 11))
        parts += _table(sentence, b, left, y, lit)
    below = top + 76 + CELL * len(x[0])
    words = (
        f"点亮的 {len(cells)} 格：均值 {mean:g}",
        f"the {len(cells)} lit cells: mean {mean:g}",
    )
    return [*parts, label(192, below + 6, *words, 12)]


def _table(sentence, b, left, top, lit):
    parts = []
    for t, row in enumerate(sentence):
        y = top + CELL * t
        parts.append(text(left - 8, y + CELL / 2, f"t = {t}", 11, anchor="end"))
        for j, number in enumerate(row):
            cell = left + CELL * j
            parts.append(box(cell, y, CELL, CELL, lit=lit(b, t, j), radius=0))
            parts.append(text(cell + CELL / 2, y + CELL / 2, str(number), 13))
    return parts
