"""A decoder layer as a drawing: three sublayers, the masks and the memory that enter them."""

from figures.svg import arrow, box, drawing, label, plus, text

ALT = (
    "解码器层：目标自注意力、编码器-解码器注意力、前馈网络三个子层，"
    "每个子层前有层归一化，旁边有残差连接；目标掩码进入第一个子层，"
    "编码器的输出作为键和值，与源掩码一起进入第二个子层 · "
    "A decoder layer: three sublayers, self-attention over the target, encoder-decoder "
    "attention and a feed-forward network, each after a layer norm and beside a residual "
    "path; the target mask enters the first, the output of the encoder enters the second "
    "as keys and values, with the source mask"
)
MIDDLE, BYPASS, SIDE = 172, 34, 340  # x of the sublayers, the residual path, what comes in
TOP, PITCH = 46, 162  # of the first block, and from one block to the next
SUBLAYERS = [
    ("自注意力", "self-attention", "q, k, v"),
    ("编码器-解码器注意力", "encoder-decoder attention", "q"),
    ("前馈网络", "feed-forward network", "x"),
]


def incoming(y, port, zh, en, name):
    """What comes in from the right, at height `y`, and enters a sublayer at height `port`."""
    side = SIDE - 48 if y == port else SIDE
    edge = y + 26 if y < port else y - 26
    path = [(side, port)] if y == port else [(side, edge), (side, port)]
    return [
        box(SIDE - 48, y - 26, 96, 52),
        label(SIDE, y - 8, zh, en, 12),
        text(SIDE, y + 16, name, 10.5, code=True),
        arrow(*path, (MIDDLE + 88, port)),
    ]


def block(y, zh, en, taken, lit):
    """One sublayer with its norm, its dropout, and the path around it."""
    return [
        arrow((MIDDLE, y), (BYPASS, y), (BYPASS, y + 140), (MIDDLE - 11, y + 140)),
        label(BYPASS + 6, y + 100, "残差", "residual", 11, anchor="start"),
        arrow((MIDDLE, y - 10), (MIDDLE, y + 12)),
        box(MIDDLE - 62, y + 12, 124, 34),
        label(MIDDLE, y + 29, "层归一化", "layer norm", 12),
        arrow((MIDDLE, y + 46), (MIDDLE, y + 62)),
        text(MIDDLE + 9, y + 54, taken, 10.5, anchor="start"),
        box(MIDDLE - 88, y + 62, 176, 46, lit=lit),
        label(MIDDLE, y + 85, zh, en),
        arrow((MIDDLE, y + 108), (MIDDLE, y + 129)),
        text(MIDDLE + 9, y + 118, "dropout", 10.5, anchor="start"),
        plus(MIDDLE, y + 140, 11),
    ]


def decoder_layer():
    """`DecoderLayer` with norm_first=True as SVG, from top to bottom."""
    parts = [
        label(MIDDLE, 16, "目标 x", "target x", 13, 600),
        text(MIDDLE + 36, 16, "(B, T, d_model)", 11, anchor="start"),
    ]
    for i, names in enumerate(SUBLAYERS):
        parts += block(TOP + PITCH * i, *names, lit=(i == 1))
    first, second = (TOP + PITCH * i + 85 for i in (0, 1))
    parts += incoming(first, first, "目标掩码", "target mask", "tgt_mask")
    parts += incoming(
        second - 52, second - 10, "编码器的输出", "encoder's output", "memory: k, v"
    )
    parts += incoming(second + 52, second + 10, "源掩码", "source mask", "src_mask")
    end = TOP + PITCH * 3
    parts += [
        arrow((MIDDLE, end - 11), (MIDDLE, end + 12)),
        label(MIDDLE, end + 30, "输出", "output", 13, 600),
        text(MIDDLE + 36, end + 30, "(B, T, d_model)", 11, anchor="start"),
    ]
    return drawing(394, end + 52, ALT, parts)
