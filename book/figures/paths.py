"""How far apart two words are: the way from the first token to the last in four layers."""

from figures.svg import ACCENT, arrow, drawing, label

ALT = (
    "14 个词元，从第一个走到最后一个。自注意力一层就到；循环要沿着状态走 13 步；"
    "窗口宽 9 的层每层至多走 4 个位置，要 4 层；核宽 3 的空洞卷积三层各走 1、3、9 个位置 · "
    "14 tokens, and the way from the first to the last. Self-attention arrives in one layer; "
    "recurrence takes 13 steps along its states; layers with a window of 9 move on by at most "
    "4 positions each and take 4 layers; dilated convolutions with a kernel of 3 move on by "
    "1, 3 and 9 positions and take 3"
)
TOKENS, LEFT, STEP, ROW, RADIUS = 14, 22, 26, 30, 4
WAYS = [
    ("自注意力：1 层", "self-attention: 1 layer", [13]),
    ("窗口 r = 9：4 层", "a window of r = 9: 4 layers", [4, 4, 4, 1]),
    ("空洞卷积 k = 3：3 层", "dilated convolution, k = 3: 3 layers", [1, 3, 9]),
]


def paths():
    """Four rows of tokens as SVG; layers follow one another downwards."""
    parts = [label(14, 18, "循环：13 步", "recurrent: 13 steps", 13, 600, "start")]
    y = 50
    parts += _row(y, range(TOKENS))
    parts += [arrow(*_between(i, y, i + 1, y)) for i in range(TOKENS - 1)]
    for zh, en, moves in WAYS:
        y += 40
        parts.append(label(14, y, zh, en, 13, 600, "start"))
        y += 32
        at = 0
        parts += _row(y, [at])
        for move in moves:
            parts += _row(y + ROW, [at + move])
            parts.append(arrow(*_between(at, y, at + move, y + ROW)))
            y, at = y + ROW, at + move
    return drawing(384, y + 16, ALT, parts)


def _between(i, y, j, below):
    """Both ends of an arrow from token `i` at height `y`, a little outside the dots."""
    dx, dy = (j - i) * STEP, below - y
    away = (RADIUS + 2) / max(abs(dx), abs(dy))
    start = round(LEFT + i * STEP + away * dx, 1), round(y + away * dy, 1)
    end = round(LEFT + j * STEP - away * dx, 1), round(below - away * dy, 1)
    return start, end


def _row(y, lit):
    return [_dot(LEFT + i * STEP, y, i in lit) for i in range(TOKENS)]


def _dot(x, y, lit):
    paint = f'fill="{ACCENT}"' if lit else 'fill="currentColor" fill-opacity="0.25"'
    return f'<circle cx="{x}" cy="{y}" r="{RADIUS if lit else 3}" {paint}/>'
