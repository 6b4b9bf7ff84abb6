"""The architecture as a drawing: what flows where, in which shape, told in which chapter."""

from figures.linked import linked
from figures.svg import ACCENT, arrow, box, drawing, label, plus, text

ALT = (
    "整体架构：源词元编号经嵌入和位置编码进入 N 层编码器，得到 memory；目标词元编号同样进入 "
    "N 层解码器，解码器还要读 memory；forward 到解码器输出的状态为止，生成器在框外，"
    "把状态变成对数概率 · "
    "The architecture: source ids pass embeddings and positional encodings into N encoder "
    "layers, which give the memory; target ids enter N decoder layers in the same way, and "
    "the decoder also reads the memory; forward ends with the states of the decoder, and the "
    "generator, outside the frame, turns states into log-probabilities"
)
LEFT, RIGHT = 102, 292  # the middle of the column of the encoder, of the decoder
ATTENTION, FEED_FORWARD = "06_multi_head", "08_feed_forward"
SUBLAYERS = {  # from top to bottom; data flow upwards
    LEFT: [("前馈网络", "feed-forward network", FEED_FORWARD)]
    + [("自注意力", "self-attention", ATTENTION)],
    RIGHT: [("前馈网络", "feed-forward network", FEED_FORWARD)]
    + [("编码器-解码器注意力", "encoder-decoder attention", ATTENTION)]
    + [("带掩码的自注意力", "masked self-attention", ATTENTION)],
}
INPUTS = [(LEFT, "源编号", "source ids", "S"), (RIGHT, "目标编号", "target ids", "T")]
EMBEDDED, BOTTOM = 590, 566  # the top of the embeddings, the bottom of both stacks
PITCH = 100  # from one sublayer to the next


def architecture(here="02_architecture"):
    """Encoder and decoder, side by side, from ids at the bottom to log-probabilities on top.

    Boxes are links to the chapters that build them, where the site has these; chapter `here`
    is lit.
    """
    stacks = [
        _stack(LEFT, "03_encoder", "编码器", "Encoder", here),
        _stack(RIGHT, "04_decoder", "解码器", "Decoder", here),
    ]
    parts = [
        f'<rect x="4" y="124" width="386" height="556" rx="6" fill="none" '
        f'stroke="{ACCENT}" stroke-width="2" stroke-dasharray="6 4"/>',
        text(14, 140, "forward", 12, weight=600, anchor="start"),
        *stacks,
        arrow((LEFT, 304), (LEFT, 234), (197, 234), (197, 390), (220, 390)),
        label(LEFT, 208, "编码器的输出 memory", "the encoder's output, memory", 11, 600),
        text(LEFT + 10, 246, "(B, S, d)", 11, anchor="start"),
        arrow((RIGHT, 204), (RIGHT, 86)),
        label(RIGHT + 10, 108, "状态", "states", 11, anchor="start"),
        text(RIGHT + 46, 108, "(B, T, d)", 11, anchor="start"),
        _part("02_architecture", RIGHT, 46, "生成器", "generator", here),
        arrow((RIGHT, 46), (RIGHT, 36)),
        label(RIGHT - 34, 20, "对数概率", "log-probabilities", 11, 600),
        text(RIGHT + 34, 20, "(B, T, V)", 11, anchor="start"),
        label(
            8, 26, "⊕ 残差：加上原来的输入", "⊕ residual: adds the input", 11, anchor="start"
        ),
        label(
            8,
            62,
            "d：d_model；V：目标词表",
            "d: d_model; V: target vocabulary",
            11,
            anchor="start",
        ),
    ]
    for x, zh, en, length in INPUTS:
        parts += [
            text(x + 10, 580, f"(B, {length}, d)", 11, anchor="start"),
            _part("10_positions", x, EMBEDDED, "+ 位置编码", "+ positions", here),
            _part("09_embeddings", x, EMBEDDED + 44, "嵌入", "embeddings", here),
            arrow((x, 690), (x, 674)),
            label(x - 26, 704, zh, en, 12, 600),
            text(x + 14, 704, f"(B, {length})", 11, anchor="start"),
        ]
    return drawing(394, 724, ALT, parts, role="group")


def _part(chapter, x, y, zh, en, here):
    frame, words = box(x - 68, y, 136, 40, chapter == here), label(x + 4, y + 20, zh, en, 12)
    return linked(chapter, x - 63, y + 9, frame, words, chapter == here)


def _stack(x, chapter, zh, en, here):
    """A stack of N layers around the middle line `x`, with the norm that closes it."""
    sublayers = SUBLAYERS[x]
    top = BOTTOM - 8 - PITCH * len(sublayers)
    frame = box(x - 92, top - 92, 184, BOTTOM - top + 92, chapter == here)
    words = label(x - 70, top - 74, zh, en, 12, 600, anchor="start")
    parts = [
        linked(chapter, x - 86, top - 80, frame, words, chapter == here),
        box(x - 88, top - 22, 176, BOTTOM - top + 18),
        label(x + 82, top - 8, "N 层", "N layers", 10, anchor="end"),
        _norm(x, top - 54),
        arrow((x, top), (x, top - 35)),
    ]
    for i, names in enumerate(sublayers, 1):
        below = PITCH if i < len(sublayers) else PITCH + EMBEDDED - BOTTOM + 8
        parts.append(_sublayer(x, top + PITCH * (i - 1), below, *names, here))
    return "\n".join(parts)


def _sublayer(x, y, below, zh, en, chapter, here):
    """x + Sublayer(norm(x)): the path through the sublayer, and the residual path beside it."""
    frame, words = box(x - 72, y + 24, 156, 36), label(x + 13, y + 42, zh, en, 11)
    side = x - 81
    return "\n".join(
        [
            arrow((x, y + below), (x, y + 87)),
            _norm(x, y + 68),
            arrow((x, y + 68), (x, y + 60)),
            linked(chapter, x - 69, y + 32, frame, words, chapter == here),
            arrow((x, y + 24), (x, y + 16)),
            arrow((x, y + 94), (side, y + 94), (side, y + 8), (x - 8, y + 8)),
            plus(x, y + 8, 8),
        ]
    )


def _norm(x, y):
    return box(x - 72, y, 156, 19) + text(x + 6, y + 9.5, "norm", 10.5)
