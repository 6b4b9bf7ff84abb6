"""What `Embeddings` and `tie_weights` promise: against torch, and at their edges."""

import copy
import pickle

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

from chapters.architecture import Generator
from chapters.embeddings import Embeddings, tie_weights

B, T, D, V = 2, 3, 16, 11
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def some_ids(dtype=torch.int64):
    return torch.randint(V, (B, T)).to(dtype)


def three(src=V, tgt=V, out=V, width=D):
    return Embeddings(D, src), Embeddings(D, tgt), Generator(width, out)


def matrices(src_embed, tgt_embed, generator):
    return src_embed.table.weight, tgt_embed.table.weight, generator.proj.weight


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_rows_of_the_table_times_the_root_of_the_width(dtype):
    embed = Embeddings(D, V).double()
    ids = some_ids(dtype)
    got, want = embed(ids), F.embedding(ids, embed.table.weight) * 4
    torch.testing.assert_close(got, want)
    grads = [torch.autograd.grad(x.sin().sum(), embed.table.weight)[0] for x in (got, want)]
    torch.testing.assert_close(*grads)
    used = torch.zeros(V, dtype=torch.bool).index_fill(0, ids.flatten().long(), True)
    assert torch.equal(grads[0].any(dim=-1), used), "a row that is not used learns nothing"


@pytest.mark.parametrize("size", [(), (0,), (T,), (B, T), (B, 1, T)])
def test_ids_of_any_shape(size):
    assert Embeddings(D, V)(torch.zeros(size, dtype=torch.int64)).shape == (*size, D)


@pytest.mark.parametrize("width", [64, 256])
def test_a_vector_starts_with_variance_one(width):
    embed = Embeddings(width, 2000)
    assert abs(embed(torch.arange(2000)).std() - 1) < 0.02
    assert abs(embed.table.weight.std() * width**0.5 - 1) < 0.02


@pytest.mark.parametrize("wrong", [-1, V, 99])
@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_an_id_outside_the_vocabulary_is_named(wrong, dtype):
    ids = some_ids(dtype)
    ids[1, 2] = wrong
    with pytest.raises(ValueError) as error:
        Embeddings(D, V)(ids)
    assert str(error.value) == f"id {wrong}: must be in 0 ... {V - 1}"
    assert error.value.__suppress_context__


@pytest.mark.parametrize(
    ("ids", "kind"),
    [
        (torch.zeros(B, T, dtype=dtype), str(dtype))
        for dtype in (torch.float32, torch.bool, torch.uint8, torch.int16)
    ]
    + [([1, 2], "<class 'list'>"), (torch.zeros(2).long().numpy(), "<class 'numpy.ndarray'>")],
)
def test_ids_of_another_type_are_refused(ids, kind):
    with pytest.raises(ValueError, match=f"ids of {kind}: must be a tensor of int64 or int32"):
        Embeddings(D, V)(ids)


def test_a_part_of_another_class_is_not_tied():
    parts = Embeddings(D, V), Embeddings(D, V), Generator(D, V)
    with pytest.raises(ValueError, match="Sequential: must be an instance of Embeddings"):
        tie_weights(nn.Sequential(parts[0]), *parts[1:])
    with pytest.raises(ValueError, match="Embeddings: must be an instance of Generator"):
        tie_weights(*parts[:2], parts[1])
    assert len({id(p) for part in parts for p in part.parameters()}) == 4


@pytest.mark.parametrize(("sizes", "name"), [((0, V), "d_model"), ((D, 2.5), "vocab")])
def test_impossible_sizes_are_refused(sizes, name):
    with pytest.raises(ValueError, match=f"{name} = .*: must be an int >= 1"):
        Embeddings(*sizes)


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type(dtype):
    assert Embeddings(D, V).to(dtype)(some_ids()).dtype == dtype


def test_runs_on_another_device():
    embed = Embeddings(D, V).to("meta")
    vectors = embed(some_ids().to("meta"))
    assert vectors.shape == (B, T, D) and vectors.device.type == "meta"


def test_ids_stay_as_they_were():
    ids = some_ids()
    kept = ids.clone()
    Embeddings(D, V)(ids)
    assert torch.equal(ids, kept)


def test_tied_parts_share_the_matrix_of_the_target_and_nothing_else():
    parts = three()
    _, kept, _ = matrices(*parts)
    values, bias = kept.detach().clone(), parts[2].proj.bias
    assert tie_weights(*parts) is None
    assert all(matrix is kept for matrix in matrices(*parts))
    assert torch.equal(kept, values) and parts[2].proj.bias is bias
    assert sum(p.numel() for p in nn.ModuleList(parts).parameters()) == V * D + V


def test_the_gradient_of_the_tied_matrix_is_the_sum_of_three():
    parts = [part.double() for part in three()]
    src, tgt, answers = some_ids(), some_ids(), some_ids()

    def loss():
        states = parts[0](src).mean(dim=1, keepdim=True) + parts[1](tgt)
        return F.nll_loss(parts[2](states).flatten(0, 1), answers.flatten())

    for matrix in matrices(*parts):
        matrix.data = parts[1].table.weight.data.clone()
    separate = torch.autograd.grad(loss(), matrices(*parts))
    tie_weights(*parts)
    (shared,) = torch.autograd.grad(loss(), [parts[1].table.weight])
    torch.testing.assert_close(shared, sum(separate))


@pytest.mark.parametrize(
    "sizes", [(V + 1, V, V), (V, V + 1, V), (V, V, V + 1), (V, V, V, D + 1)]
)
def test_matrices_that_differ_in_shape_are_named_and_stay_untied(sizes):
    parts = three(*sizes)
    before = matrices(*parts)
    with pytest.raises(ValueError, match="must be equal in shape") as error:
        tie_weights(*parts)
    assert str([tuple(matrix.shape) for matrix in before]) in str(error.value)
    assert all(a is b for a, b in zip(matrices(*parts), before, strict=True))


@pytest.mark.parametrize(
    "change",
    [copy.deepcopy, lambda m: m.to(torch.float64), lambda m: pickle.loads(pickle.dumps(m))],
)
def test_a_tie_outlives_copies_and_conversions(change):
    model = nn.ModuleList(three())
    tie_weights(*model)
    first, *others = matrices(*change(model))
    assert all(matrix is first for matrix in others)


def test_one_part_twice_can_be_tied():
    _, embed, generator = three()
    tie_weights(embed, embed, generator)
    assert generator.proj.weight is embed.table.weight
