"""The four kinds of place for dropout in an encoder layer, the paper's own ones lit."""

from figures.svg import arrow, box, drawing, label, plus, text

ALT = (
    "编码器层里的 dropout：嵌入与位置之和之后、两个子层的输出在相加之前，这三处亮着，"
    "是论文写的；注意力权重上和隐藏单元上的两处不亮，是后来的代码加的 · "
    "Dropout in an encoder layer: after the sum of embeddings and positions and on the outputs "
    "of both sublayers before the addition, three places that are lit, since the paper names "
    "them; on the attention weights and on the hidden units, two places that are not lit, "
    "since later code added them"
)
MIDDLE, BYPASS, SIDE = 160, 34, 310  # x of the path, the residual path, the places inside
TOP, PITCH = 96, 198  # of the first sublayer, and from one to the next
SUBLAYERS = [
    ("自注意力", "self-attention", "注意力权重", "attention weights"),
    ("前馈网络", "feed-forward network", "隐藏单元", "hidden units"),
]


def place(x, y, lit):
    """One dropout."""
    return box(x - 34, y - 11, 68, 22, lit, radius=11) + text(x, y, "dropout", 11, code=True)


def sublayer(y, zh, en, inner_zh, inner_en):
    """A sublayer with its norm, the dropout inside it and the one on its output."""
    return [
        arrow((MIDDLE, y), (BYPASS, y), (BYPASS, y + 176), (MIDDLE - 11, y + 176)),
        label(BYPASS + 6, y + 146, "残差", "residual", 11, anchor="start"),
        arrow((MIDDLE, y - 10), (MIDDLE, y + 12)),
        box(MIDDLE - 62, y + 12, 124, 32),
        label(MIDDLE, y + 28, "层归一化", "layer norm", 12),
        arrow((MIDDLE, y + 44), (MIDDLE, y + 58)),
        box(MIDDLE - 80, y + 58, 286, 58),
        label(MIDDLE, y + 87, zh, en),
        label(SIDE, y + 74, inner_zh, inner_en, 12),
        place(SIDE, y + 99, lit=False),
        arrow((MIDDLE, y + 116), (MIDDLE, y + 130)),
        place(MIDDLE, y + 141, lit=True),
        arrow((MIDDLE, y + 152), (MIDDLE, y + 165)),
        plus(MIDDLE, y + 176, 11),
    ]


def dropout_places():
    """Where `make_model(dropout=p)` drops, with norm_first=True, from top to bottom."""
    parts = [
        label(MIDDLE, 18, "嵌入 + 位置", "embedding + position", 13, 600),
        arrow((MIDDLE, 36), (MIDDLE, 52)),
        place(MIDDLE, 63, lit=True),
        arrow((MIDDLE, 74), (MIDDLE, TOP - 8)),
    ]
    for i, names in enumerate(SUBLAYERS):
        parts += sublayer(TOP + PITCH * i, *names)
    end = TOP + PITCH * 2
    parts += [arrow((MIDDLE, end - 11), (MIDDLE, end + 10))]
    return drawing(380, end + 16, ALT, parts)
