"""Who holds whom: the classes of the model as a tree, each under its attribute's name."""

from figures.linked import linked
from figures.svg import box, drawing, label

ALT = (
    "类的结构：EncoderDecoder 持有 src_embed、encoder、tgt_embed、decoder、generator；"
    "编码器有 N 个 EncoderLayer，解码器有 N 个 DecoderLayer，层里是注意力、前馈网络和"
    "包着 LayerNorm 的残差连接 · "
    "The classes: EncoderDecoder holds src_embed, encoder, tgt_embed, decoder and generator; "
    "the encoder has N EncoderLayers and the decoder N DecoderLayers, and these hold "
    "attention, a feed-forward network, and residual connections around a LayerNorm"
)
ATTENTION = "MultiHeadedAttention"
FEED_FORWARD = ("feed_forward", "PositionwiseFeedForward", "08_feed_forward", [])
NORM = ("norm", "LayerNorm", "03_encoder", [])
EMBED = [("[0]", "Embeddings", "09_embeddings", [])]
EMBED += [("[1]", "PositionalEncoding", "10_positions", [])]


def _attend(name):
    return (name, ATTENTION, "06_multi_head", [])


def _stack(name, letter, chapter, attentions):
    parts = [*map(_attend, attentions), FEED_FORWARD]
    count = len(parts)
    parts.append(("sublayer", f"SublayerConnection ×{count}", "03_encoder", [NORM]))
    layers = ("layers", f"{letter}coderLayer ×N", chapter, parts)
    return (name, f"{letter}coder", chapter, [layers, NORM])


# attribute, class, chapter, what it holds
TREE = (
    "model",
    "EncoderDecoder",
    "02_architecture",
    [
        ("src_embed", "nn.Sequential", "11_full_model", EMBED),
        _stack("encoder", "En", "03_encoder", ["self_attn"]),
        ("tgt_embed", "nn.Sequential", "11_full_model", EMBED),
        _stack("decoder", "De", "04_decoder", ["self_attn", "src_attn"]),
        ("generator", "Generator", "02_architecture", []),
    ],
)
ROW, STEP, TOP = 27, 22, 30  # from row to row, indentation of a level, the first row
WIDTH = 394


def class_map(here="02_architecture"):
    """The tree as SVG: attribute and class in each row, indented under what holds them.

    A row is a link to the chapter of its class, where the site has it; chapter `here` is lit.
    """
    parts = [label(8, 14, "章号，属性：类", "chapter, attribute: class", 11, anchor="start")]
    rows = list(_rows(TREE))
    for i, (depth, parent, (attribute, name, chapter, _)) in enumerate(rows):
        x, y = 8 + STEP * depth, TOP + ROW * i
        if parent is not None:
            parts.append(_branch(x - STEP + 11, TOP + ROW * (parent + 1) - 4, x, y + 12))
        frame = box(x, y, WIDTH - 8 - x, ROW - 4, chapter == here, radius=4)
        words = _names(x + 26, y + 12, attribute, name)
        parts.append(linked(chapter, x + 7, y + 12, frame, words, chapter == here))
    return drawing(WIDTH, TOP + ROW * len(rows) + 4, ALT, parts, role="group")


def _rows(node, depth=0, parent=None, place=0):
    """(depth, place of the parent, node), from top to bottom."""
    rows = [(depth, parent, node)]
    for child in node[3]:
        rows += _rows(child, depth + 1, place, place + len(rows))
    return rows


def _names(x, y, attribute, name):
    """`attribute: Class`, the class in bold; names in code belong to no language."""
    return (
        f'<text x="{x}" y="{y}" class="code" font-family="monospace" font-size="11" '
        f'dominant-baseline="central" fill="currentColor">{attribute}: '
        f'<tspan font-weight="600">{name}</tspan></text>'
    )


def _branch(x, top, right, y):
    """From below a parent to the left edge of a child."""
    return (
        f'<polyline points="{x},{top} {x},{y} {right},{y}" fill="none" '
        'stroke="currentColor" stroke-opacity="0.4"/>'
    )
