"""`make bench` compares like with like."""

import torch

import bench
from chapters.encoder import LayerNorm

TINY = {"tiny": (2, (4, 6), {"N": 1, "d_model": 8, "d_ff": 16, "h": 2})}


def model_of(run):
    """The module that `run`, a function without arguments, works with."""
    (model,) = (
        cell.cell_contents
        for cell in run.__closure__
        if isinstance(cell.cell_contents, torch.nn.Module)
    )
    return model


def test_both_models_have_the_same_parts_and_give_the_same_shape():
    B, (T, _), sizes = TINY["tiny"]
    ours, theirs = bench.ours(sizes, B, T), bench.theirs(sizes, B, T)
    model = model_of(ours)
    stacks = model.encoder, model.decoder
    count = sum(p.numel() for stack in stacks for p in stack.parameters())
    assert count == sum(p.numel() for p in model_of(theirs).parameters())
    assert ours().shape == theirs().shape == (B, T, sizes["d_model"])
    for run in ours, theirs:
        assert model_of(run).training  # or torch would take a short cut


def test_the_last_column_has_no_norm_of_ours():
    B, (T, _), sizes = TINY["tiny"]
    for norm in LayerNorm, torch.nn.LayerNorm:
        model = model_of(bench.ours(sizes, B, T, norm))
        assert any(type(part) is LayerNorm for part in model.modules()) == (norm is LayerNorm)


def test_the_table_has_a_row_for_each_length_and_pass():
    rows = list(bench.table(TINY, rounds=2))
    assert [row[:3] for row in rows] == [
        ("tiny", T, label) for T in (4, 6) for label in ("forward", "+ backward")
    ]
    assert all(ratio > 0 for row in rows for ratio in row[3:])
