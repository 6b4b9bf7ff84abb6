"""Pre-norm and post-norm side by side: the same four parts, the norm in two places."""

from figures.svg import arrow, box, drawing, label, plus, text

ALT = (
    "两种次序的数据流。左，前置：x 分出一支，经归一化、子层、dropout，再与原来的 x 相加。"
    "右，后置：一支经子层、dropout 与 x 相加，和再经过归一化 · "
    "The two orders as flows. Left, pre-norm: a branch of x passes the norm, the sublayer and "
    "the dropout, and is added to x as it was. Right, post-norm: a branch passes the sublayer "
    "and the dropout and is added to x, and the sum passes the norm"
)
WIDTH, HEIGHT = 92, 40  # of a box
PARTS = {
    "norm": ("归一化", "norm"),
    "sublayer": ("子层", "sublayer"),
    "dropout": ("dropout", "dropout"),
}
PLUS = 12  # radius of the sign that adds


def norm_order():
    """The two orders of `SublayerConnection` as SVG, from top to bottom."""
    parts = _side(8, "前置（本书默认）", "pre-norm, the default here", ["norm"], [])
    parts += _side(200, "后置（论文）", "post-norm, the paper", [], ["norm"])
    return drawing(384, 396, ALT, parts)


def _side(left, zh, en, before, after):
    """One order, with the parts `before` the sublayer and those `after` the sum."""
    path, middle = left + 46, left + 126  # the residual path, and the branch beside it
    parts = [label(left + 88, 18, zh, en, 13, 600), text(path, 50, "x", 14)]
    y, top = 72, 62
    parts.append(arrow((path, top), (path, top + 10), (middle, top + 10), (middle, y + 20)))
    y += 20
    for name in [*before, "sublayer", "dropout"]:
        parts += _part(middle, y, name)
        y += HEIGHT + 20
        if name != "dropout":
            parts.append(arrow((middle, y - 20), (middle, y)))
    sum_at = 284 if before else 224
    parts += [
        arrow((path, top), (path, sum_at - PLUS)),
        arrow((middle, y - 20), (middle, sum_at), (path + PLUS, sum_at)),
        plus(path, sum_at, PLUS),
    ]
    end = sum_at + PLUS
    if after:
        parts.append(arrow((path, end), (path, end + 20)))
        parts += _part(path, end + 20, after[0])
        end += 20 + HEIGHT
    parts += [arrow((path, end), (path, 352)), label(path, 372, "输出", "output", 13)]
    return parts


def _part(middle, y, name):
    zh, en = PARTS[name]
    words = text(middle, y + HEIGHT / 2, zh, 13) if zh == en else label(middle, y + 20, zh, en)
    return [box(middle - WIDTH / 2, y, WIDTH, HEIGHT, lit=name == "norm"), words]
