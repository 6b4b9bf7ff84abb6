"""Multi-head attention as a drawing: the five steps of `forward`, with the shape after each."""

from figures.svg import arrow, box, drawing, label, text

ALT = (
    "多头注意力的数据流：查询、键、值各经一个线性投影，拆成 h 个头，每个头各做缩放点积注意力，"
    "再合并，最后经过输出投影 · "
    "The flow of multi-head attention: queries, keys and values pass a linear projection each, "
    "are split into h heads, every head runs scaled dot-product attention, the heads are "
    "joined, and an output projection follows"
)
COLUMNS = [
    (66, "查询", "query", "W_Q", "T"),
    (184, "键", "key", "W_K", "S"),
    (302, "值", "value", "W_V", "S"),
]
SHAPE = 11  # font size


def multi_head_flow():
    """The five steps of `MultiHeadedAttention.forward` as SVG, from top to bottom."""
    parts = []
    for x, zh, en, matrix, length in COLUMNS:
        parts += [
            label(x, 18, zh, en, 13, 600),
            text(x, 42, f"(B, {length}, d_model)", SHAPE),
            arrow((x, 52), (x, 74)),
            box(x - 52, 74, 104, 40),
            label(x, 94, f"1 投影 {matrix}", f"project by {matrix}"),
            arrow((x, 114), (x, 136)),
            box(x - 52, 136, 104, 40, lit=True),
            label(x, 156, "2 拆", "split"),
            text(x, 187, f"(B, h, {length}, dₖ)", SHAPE),
            arrow((x, 196), (x, 222)),
        ]
    parts.append(box(14, 222, 340, 86))
    parts.append(label(184, 242, "3 每个头各做一次注意力", "attention, in every head"))
    for x, name in (66, "1"), (170, "2"), (302, "h"):
        parts.append(box(x - 42, 260, 84, 38))
        parts.append(label(x, 279, f"头 {name}", f"head {name}", 12))
    parts.append(text(236, 279, "…"))
    steps = [
        (308, "(B, h, T, dₖ)", "4 合", "join", True),
        (376, "(B, T, d_model)", "5 输出投影 W_O", "output projection W_O", False),
    ]
    for y, shape, zh, en, lit in steps:
        parts += [
            arrow((184, y), (184, y + 28)),
            text(196, y + 13, shape, SHAPE, anchor="start"),
            box(96, y + 28, 176, 40, lit=lit),
            label(184, y + 48, zh, en),
        ]
    parts += [arrow((184, 444), (184, 468)), label(184, 488, "输出", "output", 13, 600)]
    parts.append(text(236, 488, "(B, T, d_model)", SHAPE, anchor="start"))
    return drawing(368, 510, ALT, parts)
