"""The three uses of attention as a drawing: where q, k and v come from, and who sees what."""

from figures.svg import ACCENT, arrow, box, drawing, label, text

ALT = (
    "注意力的三种用法。一，编码器自注意力：查询、键、值都来自源句，权重 S 行 S 列，"
    "遮住填充那一列。二，带掩码的解码器自注意力：三者都来自目标，权重 T 行 T 列，"
    "只剩下三角。三，编码器-解码器注意力：查询来自目标，键和值来自 memory，"
    "权重 T 行 S 列，遮住填充那一列 · "
    "Three uses of attention. One, encoder self-attention: query, key and value come from the "
    "source; the weights are S by S, with the column of padding hidden. Two, masked decoder "
    "self-attention: all three come from the target; the weights are T by T, with only the "
    "lower triangle left. Three, encoder-decoder attention: the query comes from the target, "
    "key and value from the memory; the weights are T by S, with the column of padding hidden"
)
LENGTH = {"S": 4, "T": 6}  # the lengths of the book's sentences; the last position is padding
SOURCE = ("源 x", "source x", "(B, S, d)")
TARGET = ("目标 x", "target x", "(B, T, d)")
MEMORY = ("编码器的输出", "encoder's output", "memory")
USES = [
    ("1 编码器自注意力", "1 encoder self-attention", [SOURCE], "src_mask", "S", "S"),
    (
        "2 带掩码的解码器自注意力",
        "2 masked decoder self-attention",
        [TARGET],
        "tgt_mask",
        "T",
        "T",
    ),
    (
        "3 编码器-解码器注意力",
        "3 encoder-decoder attention",
        [TARGET, MEMORY],
        "src_mask",
        "T",
        "S",
    ),
]
PANEL, CELL, GRID = 164, 12, 304  # height of a panel, side of a cell, left edge of the tables


def source(y, zh, en, shape):
    """One box on the left, its middle at height `y`."""
    return [
        box(4, y - 25, 104, 50),
        label(56, y - 7, zh, en, 12),
        text(56, y + 15, shape, 10.5, code=shape == "memory"),
    ]


def inputs(y, sources):
    """The boxes that hand over q, k and v, and the arrows from them."""
    first, last = (y, y) if len(sources) == 1 else (y - 29, y + 29)
    ports = {"q": y - 29, "k": y, "v": y + 29}
    parts = []
    if len(sources) > 1:
        ports |= {"k": y + 17, "v": y + 41}
    for middle, names in zip((first, last), sources, strict=False):
        parts += source(middle, *names)
    for name, port in ports.items():
        start = first if name == "q" else last
        path = [(108, start), (124, start), (124, port), (164, port)]
        parts.append(arrow(*(path if port != start else [path[0], path[-1]])))
        parts.append(text(148, port - 9, name, 13, weight=600))
    return parts


def weights(y, mask, rows, columns):
    """The table of weights, its hidden cells empty: padding, and in the target the future."""
    count, width = LENGTH[rows], LENGTH[columns]
    left, top = GRID + (LENGTH["T"] - width) * CELL / 2, y - count * CELL / 2
    middle = GRID + LENGTH["T"] * CELL // 2
    parts = [text(middle, top - 12, mask, 10.5, code=True)]
    for t in range(count):
        for s in range(width):
            seen = s < width - 1 and (mask == "src_mask" or s <= t)
            paint = f'"{ACCENT}" fill-opacity="0.55"' if seen else '"none"'
            place = f'x="{left + s * CELL:g}" y="{top + t * CELL:g}"'
            parts.append(
                f'<rect {place} width="{CELL}" height="{CELL}" fill={paint} '
                'stroke="currentColor" stroke-opacity="0.4"/>'
            )
    shape = f"(B, h, {rows}, {columns})"
    return [*parts, text(middle, top + count * CELL + 13, shape, 10.5)]


def attention_uses():
    """The three uses as SVG, one below the other."""
    parts = []
    for i, (zh, en, sources, mask, rows, columns) in enumerate(USES):
        top = PANEL * i
        y = top + 100
        parts += [
            label(4, top + 20, zh, en, 13, 600, anchor="start"),
            *inputs(y, sources),
            box(164, y - 48, 100, 96, lit=len(sources) > 1),
            label(214, y, "多头注意力", "multi-head"),
            arrow((264, y), (296, y)),
            *weights(y, mask, rows, columns),
        ]
    return drawing(384, PANEL * 3 - 4, ALT, parts)
