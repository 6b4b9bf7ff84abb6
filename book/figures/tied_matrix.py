"""Weight tying: three parts of the model use the rows of one matrix, each in its own way."""

from figures.svg import arrow, box, drawing, label, text

ALT = (
    "权重共享：源嵌入、目标嵌入和生成器用的是同一个 V × d 矩阵，"
    "两个嵌入各取一行再乘 √d，生成器把状态与每一行做点积 · "
    "Weight tying: the source embedding, the target embedding and the generator use one "
    "V × d matrix; each embedding takes a row times √d, the generator takes the dot product "
    "of a state with every row"
)
WIDTH, HEIGHT, GAP = 122, 62, 12  # of the three boxes
TAKES_A_ROW = "取一行，乘 √d", "takes a row, × √d"
PARTS = [  # Chinese, English, the name in code, what it does with the matrix
    ("源嵌入", "source embedding", "src_embed.table", TAKES_A_ROW),
    ("目标嵌入", "target embedding", "tgt_embed.table", TAKES_A_ROW),
    ("生成器", "generator", "generator.proj", ("与每一行做点积", "dot with every row")),
]


def tied_matrix():
    """The three parts above, the matrix that they share below, as SVG."""
    parts = []
    for i, (zh, en, name, use) in enumerate(PARTS):
        left = 2 + (WIDTH + GAP) * i
        middle = left + WIDTH / 2
        parts += [
            box(left, 2, WIDTH, HEIGHT),
            label(middle, 22, zh, en, 13, 600),
            text(middle, 51, name, 11, code=True),
            label(middle, 88, *use, 12),
            arrow((middle, 150), (middle, 108)),
        ]
    parts += [
        box(2, 150, 3 * WIDTH + 2 * GAP, 54, lit=True),
        label(197, 177, "一个矩阵，V 行 d 列", "one matrix of V rows and d columns", 13, 600),
    ]
    return drawing(394, 206, ALT, parts)
