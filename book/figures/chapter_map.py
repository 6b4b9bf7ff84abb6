"""The map of the chapters: the model's own diagram, each part marked with its chapter.

``python -m figures``, run in ``book/``, writes ``chapter_map.svg``, the picture of
the README and of the first page.
"""

from pathlib import Path

from figures.linked import linked
from figures.svg import arrow, box, drawing, label

SVG_FILE = Path(__file__).with_suffix(".svg")
# As a file of its own the picture has no page to take its colour from.
INK = (
    "<style>svg:root{color:#222}@media(prefers-color-scheme:dark){svg:root{color:#ddd}}</style>"
)
ALT = (
    "全书地图：Transformer 的结构图，每个部件标着讲解它的章号 · "
    "Map of the book: the Transformer's diagram, each part marked with its chapter"
)

# chapter file: (Chinese, English, x, y, width, height); a tall box carries its label on top
FRAMES = {
    "11_full_model": ("完整模型", "Full model", 8, 8, 464, 344),
    "03_encoder": ("编码器", "Encoder", 24, 62, 204, 188),
    "04_decoder": ("解码器", "Decoder", 252, 110, 204, 140),
    "06_multi_head": ("多头注意力", "Multi-head attention", 36, 160, 180, 82),
}
BOXES = {
    "02_architecture": ("架构与生成器", "Architecture, generator", 252, 44, 204, 40),
    "08_feed_forward": ("前馈网络", "Feed-forward network", 36, 106, 180, 40),
    "05_attention": (
        "缩放点积注意力",
        "Dot-product attention",
        44,
        196,
        164,
        40,
    ),
    "07_attention_uses": (
        "注意力的三种用法",
        "Three uses of attention",
        264,
        164,
        180,
        48,
    ),
    "10_positions": ("位置编码", "Positional encoding", 24, 264, 432, 36),
    "09_embeddings": ("嵌入", "Embeddings", 24, 308, 432, 36),
}
STRIPS = [
    (
        ("为什么", "Why"),
        {
            "01_why_transformer": ("来历", "Before 2017"),
            "12_why_self_attention": ("代价", "Cost"),
            "13_why_layer_norm": ("层归一化", "Layer norm"),
        },
    ),
    (
        ("训练", "Training"),
        {
            "14_batches_masks": ("批次", "Batches"),
            "15_optimizer": ("优化器", "Optimizer"),
            "16_regularization": ("正则化", "Regularize"),
            "17_training": ("训练", "Train"),
        },
    ),
    (
        ("使用", "Use"),
        {
            "18_decoding": ("解码", "Decode"),
            "19_results": ("结果", "Results"),
            "20_variations": ("变体", "Variants"),
            "21_parsing": ("句法", "Parsing"),
            "22_after_2017": ("后来", "Since"),
        },
    ),
]


def chapter_map(here=None):
    """The map as SVG, with the box of chapter `here` (its file name without ending) lit.

    Each box is an ``<a data-chapter="…">``: the site turns it into a link when the chapter
    exists. Raises ValueError for a chapter that is not on the map.
    """
    parts = [_place(name, *place, here, tall=True) for name, place in FRAMES.items()]
    parts += [_place(name, *place, here) for name, place in BOXES.items()]
    parts += [
        arrow((228, 84), (240, 84), (240, 188), (264, 188)),
        arrow((354, 110), (354, 84)),
        arrow((126, 264), (126, 250)),
        arrow((354, 264), (354, 250)),
    ]
    for row, ((zh, en), chapters) in enumerate(STRIPS):
        y, width = 364 + 46 * row, (400 - 6 * (len(chapters) - 1)) / len(chapters)
        parts.append(label(38, y + 20, zh, en, 12, 600))
        for i, (name, words) in enumerate(chapters.items()):
            x = round(72 + i * (width + 6), 1)
            parts.append(_place(name, *words, x, y, round(width, 1), 40, here))
    names = [*FRAMES, *BOXES, *(name for _, chapters in STRIPS for name in chapters)]
    if here is not None and here not in names:
        raise ValueError(
            f"chapter {here!r} is not on the map; it knows {', '.join(sorted(names))}"
        )
    return drawing(480, 502, ALT, parts, role="group")


def _place(name, zh, en, x, y, width, height, here, tall=False):
    lit = name == here
    words_at = y + (20 if tall else height / 2)
    frame = box(x, y, width, height, lit)
    words = label(x + width / 2 + (0 if tall else 4), words_at, zh, en, 12, 600 if lit else 400)
    return linked(name, x + 6, y + 9, frame, words, lit)


def as_file():
    """The map with no box lit, as it stands in ``chapter_map.svg``."""
    return chapter_map().replace("\n", f"\n{INK}\n", 1) + "\n"
