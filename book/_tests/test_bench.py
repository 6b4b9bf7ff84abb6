"""`make bench` compares like with like."""

import torch

import bench
from chapters.encoder import LayerNorm

TINY = {"tiny": (2, (4, 6), {"N": 1, "d_model": 8, "d_ff": 16, "h": 2})}


def test_both_models_have_the_same_parts_and_give_the_same_shape():
    B, (T, _), sizes = TINY["tiny"]
    model, ours = bench.ours(sizes, B, T)
    theirs, reference = bench.theirs(sizes, B, T)
    stacks = model.encoder, model.decoder
    count = sum(p.numel() for stack in stacks for p in stack.parameters())
    assert count == sum(p.numel() for p in theirs.parameters())
    assert ours().shape == reference().shape == (B, T, sizes["d_model"])
    assert model.training and theirs.training  # or torch would take a short cut


def test_the_last_column_has_no_norm_of_ours():
    B, (T, _), sizes = TINY["tiny"]
    for norm in LayerNorm, torch.nn.LayerNorm:
        model, _ = bench.ours(sizes, B, T, norm)
        assert any(type(part) is LayerNorm for part in model.modules()) == (norm is LayerNorm)


def test_the_table_has_a_row_for_each_length_and_pass():
    rows = list(bench.table(TINY, rounds=2))
    assert [row[:3] for row in rows] == [
        ("tiny", T, label) for T in (4, 6) for label in ("forward", "+ backward")
    ]
    assert all(ratio > 0 for row in rows for ratio in row[3:])
