"""How long the book's model takes, as a multiple of `torch.nn.Transformer`: `make bench`.

Both stacks have the same sizes, masks and dropout and get the same vectors, on one thread.
Every time is processor time, and the shortest of several that alternate between the models:
what else the machine does only ever adds. The last column has torch's LayerNorm in place of
ours: what our own, written as its formula, costs.
"""

import sys
import time
import warnings
from pathlib import Path

import torch
from torch import nn
from torch.utils.benchmark import Timer

sys.path.insert(0, str(Path(__file__).parents[1]))

from chapters.decoder import subsequent_mask
from chapters.encoder import LayerNorm
from chapters.full_model import make_model

SIZES = {  # sentences in a batch, lengths, sizes of the model
    "N=2 d=128": (16, (8, 32, 128), {"N": 2, "d_model": 128, "d_ff": 512, "h": 4}),
    "N=6 d=512": (4, (8, 32, 128), {"N": 6, "d_model": 512, "d_ff": 2048, "h": 8}),
}
BUDGET = 1.05


def ours(sizes, B, T, norm=LayerNorm):
    """The book's model, and a pass through its stacks as a function without arguments."""
    model = make_model(2, 2, **sizes)
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, LayerNorm):
                setattr(parent, name, norm(sizes["d_model"]))
    src_mask, x, y = batch(sizes["d_model"], B, T)
    tgt_mask = subsequent_mask(T)
    return model, lambda: model.decoder(y, model.encoder(x, src_mask), src_mask, tgt_mask)


def theirs(sizes, B, T):
    """The same of `nn.Transformer`."""
    N, d_model, h, d_ff = (sizes[name] for name in ("N", "d_model", "h", "d_ff"))
    options = {"dropout": 0.1, "batch_first": True, "norm_first": True}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "enable_nested_tensor")
        model = nn.Transformer(d_model, h, N, N, d_ff, **options)
    src_mask, x, y = batch(d_model, B, T)
    hidden, future = ~src_mask[:, 0], ~subsequent_mask(T)[0]
    masks = {"tgt_mask": future, "src_key_padding_mask": hidden}
    return model, lambda: model(x, y, **masks, memory_key_padding_mask=hidden)


def batch(d_model, B, T):
    """The mask of the source, one of whose sentences ends early, and two batches of vectors."""
    src_mask = torch.ones(B, 1, T, dtype=torch.bool)
    src_mask[0, 0, T // 2 :] = False
    return src_mask, torch.randn(B, T, d_model), torch.randn(B, T, d_model)


def forward(run):
    with torch.no_grad():
        run()


def forward_and_backward(run):
    run().sum().backward()


def times(runs, step, rounds):
    """The shortest time of each run in seconds; the runs take turns."""
    timers = [
        Timer("step(run)", timer=time.process_time, globals={"step": step, "run": run})
        for run in runs
    ]
    number = max(1, int(0.1 / timers[0].timeit(1).mean))
    rows = [[timer.timeit(number).mean for timer in timers] for _ in range(rounds)]
    return [min(column) for column in zip(*rows, strict=True)]


def table(sizes=SIZES, rounds=10):
    """Rows (size, length, pass, ratio, ratio with torch's norm), one after the other."""
    for name, (B, lengths, model) in sizes.items():
        for T in lengths:
            made = theirs(model, B, T), ours(model, B, T), ours(model, B, T, nn.LayerNorm)
            runs = [run for _, run in made]
            for label, step in (("forward", forward), ("+ backward", forward_and_backward)):
                base, book, swapped = times(runs, step, rounds)
                yield name, T, label, book / base, swapped / base


if __name__ == "__main__":
    print(f"{'model':11s} {'length':>6s} {'pass':11s} {'ratio':>6s} {'nn.LayerNorm':>13s}")
    for name, T, label, ratio, swapped in table():
        over = f"  over {BUDGET}" if ratio > BUDGET else ""
        print(f"{name:11s} {T:6d} {label:11s} {ratio:6.2f} {swapped:13.2f}{over}", flush=True)
