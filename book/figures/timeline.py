"""What came before the Transformer and after it: a line of years, downwards."""

from figures.svg import ACCENT, arrow, box, drawing, label, text

PAPER = "只留注意力：Transformer", "attention alone: the Transformer"
EVENTS = [  # year, Chinese, English
    ("1997", "LSTM：带门的记忆", "LSTM: a memory with gates"),
    ("2014", "序列到序列：一个向量装一句", "sequence to sequence through one vector"),
    ("2014", "加性注意力，用于翻译", "additive attention, for translation"),
    ("2015", "点积注意力，看图的注意力", "dot products, attention to pictures"),
    ("2016", "句内的注意力", "attention within a sentence"),
    ("2017", "用卷积做翻译", "translation by convolution"),
    ("2017", *PAPER),
    ("2018", "GPT、BERT：先预训练", "GPT and BERT: pre-training first"),
    ("2020", "规模规律，GPT-3，图像上的 ViT", "scaling laws, GPT-3, ViT for images"),
    ("2022", "模型与数据同步放大", "model and data grown together"),
]
ALT = "时间线：" + "；".join(f"{year} 年 {zh}" for year, zh, _ in EVENTS)
ALT += " · Timeline: " + "; ".join(f"{year} {en}" for year, _, en in EVENTS)
ROW, LINE = 44, 62  # height of an event, and where the line of years stands


def timeline():
    """The years on the left, what came in each on the right, the paper lit, as SVG."""
    height = ROW * len(EVENTS) + 16
    parts = [arrow((LINE, 4), (LINE, height - 2))]
    for row, (year, *words) in enumerate(EVENTS):
        y, lit = ROW * row + 26, tuple(words) == PAPER
        if lit:
            parts.append(box(LINE + 12, y - 20, 318, 40, lit=True))
        parts.append(f'<circle cx="{LINE}" cy="{y}" r="{6 if lit else 4}" fill="{ACCENT}"/>')
        parts.append(text(LINE - 14, y, year, 13, weight=600, anchor="end"))
        parts.append(label(LINE + 22, y, *words, 13, 600 if lit else 400, "start"))
    return drawing(394, height, ALT, parts)
