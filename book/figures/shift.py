"""The target moved on by one: what the decoder reads, and what it has to say at each place."""

from figures.svg import arrow, box, drawing, label, text

WORDS = [  # Chinese word, English below it
    ("<start>", ""),
    ("安娜", "Anna"),
    ("看见", "sees"),
    ("了", "done"),
    ("河岸", "shore"),
    ("<end>", ""),
]
ALT = (
    "译文一行六个词元：<start> 安娜 看见 了 河岸 <end>。去掉最后一个是输入 tgt，去掉第一个"
    "是标签 tgt_y；每个输入有一支箭头指向下方的标签，<start> 指向安娜，河岸指向 <end> · "
    "A target of six tokens: <start> Anna sees done shore <end>. Without the last it is the "
    "input tgt, without the first the labels tgt_y; an arrow leads from each input down to its "
    "label, from <start> to Anna and from shore to <end>"
)
LEFT, STEP, WIDTH, HEIGHT = 76, 53, 50, 44
TARGET, INPUT, LABELS = 6, 86, 172  # the tops of the three rows


def shift():
    """Target, `tgt` and `tgt_y` as three rows of cells, as SVG."""
    parts = [label(4, TARGET + HEIGHT / 2, "译文", "target", 13, 600, "start")]
    parts += _name(INPUT, "输入", "input", "tgt") + _name(LABELS, "标签", "labels", "tgt_y")
    for i, word in enumerate(WORDS):
        parts += _cell(i, TARGET, word)
    for i, (said, answer) in enumerate(zip(WORDS[:-1], WORDS[1:], strict=True)):
        parts += _cell(i, INPUT, said) + _cell(i, LABELS, answer, lit=True)
        x = LEFT + STEP * i + WIDTH / 2
        parts.append(arrow((x, INPUT + HEIGHT + 3), (x, LABELS - 3)))
    return drawing(394, LABELS + HEIGHT + 6, ALT, parts)


def _name(y, zh, en, code):
    """What a row is, in both languages, and below it its name in the code."""
    name = text(4, y + HEIGHT - 3, code, 12, anchor="start", code=True)
    return [label(4, y + 13, zh, en, 13, 600, "start"), name]


def _cell(i, y, words, lit=False):
    x = LEFT + STEP * i
    middle = x + WIDTH / 2, y + HEIGHT / 2
    zh, en = words
    said = label(*middle, zh, en, 14) if en else text(*middle, zh, 10.5, code=True)
    return [box(x, y, WIDTH, HEIGHT, lit), said]
