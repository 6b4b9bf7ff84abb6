"""Scaled dot-product attention as a drawing: what flows in, what comes out, in which shape."""

from figures.svg import arrow, box, drawing, label, text

ALT = (
    "缩放点积注意力的数据流：查询与键相乘得到得分，除以根号 d_k，"
    "加掩码，对键做 softmax，再与值相乘 · "
    "The flow of scaled dot-product attention: queries times keys give scores, which are "
    "divided by the square root of d_k, masked, and passed through a softmax over the keys; "
    "the weights then multiply the values"
)
PITCH = 76  # from the top of one box to the top of the next
STEPS = [
    ("点积 QKᵀ", "dot products QKᵀ", "得分", "scores", "(T, S)"),
    ("除以 √dₖ", "divide by √dₖ", "得分", "scores", "(T, S)"),
    ("掩码（可选）", "mask (optional)", "得分", "scores", "(T, S)"),
    ("对键做 softmax", "softmax over the keys", "权重", "weights", "(T, S)"),
    ("加权求和", "weighted sum", "输出", "output", "(T, dᵥ)"),
]


def attention_flow():
    """The five steps of `attention` as SVG, from top to bottom, with the shape after each."""
    parts = [
        label(70, 22, "查询 Q", "queries Q", 13, 600),
        text(70, 46, "(T, dₖ)", 11),
        label(180, 22, "键 K", "keys K", 13, 600),
        text(180, 46, "(S, dₖ)", 11),
        label(330, 22, "值 V", "values V", 13, 600),
        text(330, 46, "(S, dᵥ)", 11),
        arrow((70, 56), (70, 78)),
        arrow((180, 56), (180, 78)),
    ]
    for i, (zh, en, out_zh, out_en, shape) in enumerate(STEPS):
        y = 78 + PITCH * i
        last = i == len(STEPS) - 1
        parts.append(box(24, y, 346 if last else 202, 42, lit=(i in (1, 3))))
        parts.append(label(197 if last else 125, y + 21, zh, en))
        parts.append(arrow((125, y + 42), (125, y + PITCH)))
        parts.append(label(152, y + 59, out_zh, out_en, 11, anchor="start"))
        parts.append(text(205, y + 59, shape, 11, anchor="start"))
    parts.append(arrow((330, 56), (330, 78 + PITCH * 4)))
    return drawing(394, 78 + PITCH * 5 + 6, ALT, parts)
