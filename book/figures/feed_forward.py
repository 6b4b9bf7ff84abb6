"""The feed-forward network at three positions: narrow, wide, narrow, with shared weights."""

from figures.svg import arrow, box, drawing, label, text

ALT = (
    "前馈网络用在三个位置上：每个位置的向量先经 W_1 展宽，负的隐藏单元变成 0，再经 W_2 收回；"
    "W_1 和 W_2 横贯三个位置，各只有一份，位置之间没有箭头 · "
    "The feed-forward network at three positions: each vector is widened by W_1, negative "
    "hidden units become 0, and W_2 narrows it again; W_1 and W_2 stretch across all three "
    "positions, one copy of each, and no arrow leads from one position to another"
)
CELL, BAND = 20, 40
# A token, the middle of its column, and which of its hidden units are positive.
COLUMNS = [("river", 134, "0110"), ("bank", 238, "1010"), ("flooded", 342, "0011")]
BANDS = [
    (76, "同一个 W_1 和 b_1，再取 max(0, ·)", "the same W_1 and b_1, then max(0, ·)"),
    (176, "同一个 W_2 和 b_2", "the same W_2 and b_2"),
]


def feed_forward():
    """`PositionwiseFeedForward` at three positions as SVG, from top to bottom."""
    parts = [
        label(38, 46, "输入", "input"),
        label(38, 146, "隐藏单元", "hidden units"),
        label(38, 246, "输出", "output"),
    ]
    for token, x, positive in COLUMNS:
        parts += [text(x, 16, token, 13), *_cells(x, 36, "--"), *_cells(x, 136, positive)]
        parts += _cells(x, 236, "--")
        parts += [arrow((x, y), (x, y + 20)) for y in (56, 116, 156, 216)]
    for y, zh, en in BANDS:
        parts.append(box(84, y, 308, BAND, lit=True))
        parts.append(label(238, y + BAND / 2, zh, en))
    return drawing(394, 264, ALT, parts)


def _cells(middle, y, kinds):
    """A row of cells; a hidden unit that is not positive shows its 0."""
    parts = []
    for i, kind in enumerate(kinds):
        x = middle + CELL * (i - len(kinds) / 2)
        parts.append(box(x, y, CELL, CELL, lit=kind == "1", radius=0))
        if kind == "0":
            parts.append(text(x + CELL / 2, y + CELL / 2, "0", 11))
    return parts
