"""Three ways from the cue to the place where its meaning is decided."""

from figures.svg import arrow, box, drawing, label, text

ALT = (
    "上排是编码器里的 rivers 和 bank，下排是解码器里已经写下的“河流”和“一”，"
    "“一”的下面要写量词。线索到那里有三条路：经编码器的自注意力到 bank，再往下；"
    "经编码器-解码器注意力直接到“一”；从译文里的“河流”经解码器的自注意力到“一” · "
    "Above, rivers and bank in the encoder; below, the written words for rivers and for one "
    "in the decoder, under which the measure word is to come. The cue has three routes to "
    "that place: through the encoder's self-attention to bank and then down; directly, "
    "through encoder-decoder attention; and from its own translation, through the decoder's "
    "self-attention"
)
LEFT, RIGHT, WIDTH, HEIGHT = 14, 286, 84, 36
TOP, BOTTOM = 48, 178
WAYS = [
    (192, TOP - 14, "1 编码器自注意力", "1 encoder self-attention"),
    (88, 144, "2 编码器-解码器注意力", "2 encoder–decoder attention"),
    (192, BOTTOM + HEIGHT + 16, "3 解码器自注意力", "3 decoder self-attention"),
]


def routes():
    """The cue, the word of two meanings and the place of the measure word, as SVG."""
    cue, word = (LEFT, TOP), (RIGHT, TOP)
    written, last = (LEFT, BOTTOM), (RIGHT, BOTTOM)
    middle, end = HEIGHT / 2, LEFT + WIDTH
    parts = [box(*place, WIDTH, HEIGHT, lit=place == cue) for place in (cue, word)]
    parts += [box(*place, WIDTH, HEIGHT) for place in (written, last)]
    parts += [
        text(LEFT + WIDTH / 2, TOP + middle, "rivers", code=True),
        text(RIGHT + WIDTH / 2, TOP + middle, "bank", code=True),
        label(LEFT + WIDTH / 2, BOTTOM + middle, "河流", "rivers"),
        label(RIGHT + WIDTH / 2, BOTTOM + middle, "一", "a"),
        label(RIGHT + WIDTH / 2, BOTTOM + HEIGHT + 46, "处？家？", "measure word?"),
        arrow((end, TOP + middle), (RIGHT, TOP + middle)),
        arrow((end, TOP + HEIGHT), (RIGHT, BOTTOM)),
        arrow((end, BOTTOM + middle), (RIGHT, BOTTOM + middle)),
        arrow((RIGHT + WIDTH / 2, TOP + HEIGHT), (RIGHT + WIDTH / 2, BOTTOM)),
        arrow((RIGHT + WIDTH / 2, BOTTOM + HEIGHT), (RIGHT + WIDTH / 2, BOTTOM + HEIGHT + 30)),
        *[label(x, y, zh, en, 12) for x, y, zh, en in WAYS],
    ]
    return drawing(384, 284, ALT, parts)
