"""What `MultiHeadedAttention` promises in its docstring, against torch and at its edges."""

import copy
import pickle
import re

import pytest
import torch
import torch.nn as nn

from chapters.multi_head import (
    MultiHeadedAttention,
    head_width,
    join_heads,
    split_heads,
)

B, H, T, S, D = 2, 4, 3, 7, 16
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def inputs(dtype=torch.float64):
    lengths = (T, S, S)
    return [torch.randn(B, n, D, dtype=dtype) for n in lengths]


def pair(h=H):
    """Ours and torch's, with the same weights."""
    ours = MultiHeadedAttention(h, D, 0.0).double().eval()
    theirs = nn.MultiheadAttention(D, h, batch_first=True).double().eval()
    first = (ours.W_Q, ours.W_K, ours.W_V)
    for layer in (*first, ours.W_O):
        nn.init.normal_(layer.bias)  # torch starts with zeros, which would hide a mix-up
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([layer.weight for layer in first]))
        theirs.in_proj_bias.copy_(torch.cat([layer.bias for layer in first]))
    theirs.out_proj.load_state_dict(ours.W_O.state_dict())
    return ours, theirs


def hidden(mask, h=H):
    """The mask as torch wants it: (B · h, T, S), True = must not attend."""
    mask = mask.bool()
    mask = mask.unsqueeze(1) if mask.dim() == 3 else mask
    return ~mask.expand(B, h, T, S).flatten(0, 1)


@pytest.mark.parametrize("h", [1, 2, 4, 8, 16])
def test_equals_torch_forward_and_backward(h):
    ours, theirs = pair(h)
    x = [part.requires_grad_() for part in inputs()]
    got, (want, weights) = ours(*x), theirs(*x, average_attn_weights=False)
    torch.testing.assert_close(got, want)
    torch.testing.assert_close(ours.attn, weights)
    grads = [torch.autograd.grad(out.sin().sum(), x) for out in (got, want)]
    torch.testing.assert_close(*grads)


@pytest.mark.parametrize(
    "shape",
    [(T, S), (1, S), (B, T, S), (B, 1, S), (1, T, S), (B, H, T, S), (B, 1, T, S), (1, H, 1, S)],
)
@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int64])
def test_every_shape_of_mask_equals_torch(shape, dtype):
    ours, theirs = pair()
    mask = torch.rand(shape) > 0.5
    mask[..., 0] = True
    want = theirs(*(x := inputs()), attn_mask=hidden(mask))[0]
    torch.testing.assert_close(ours(*x, mask.to(dtype)), want)


def test_a_padding_mask_equals_torchs():
    ours, theirs = pair()
    keep = torch.ones(B, 1, S, dtype=torch.bool)
    keep[1, 0, 4:] = False
    want = theirs(*(x := inputs()), key_padding_mask=~keep[:, 0])[0]
    torch.testing.assert_close(ours(*x, keep), want)


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (torch.ones(T, S + 1).bool(), ["(3, 8)", "(2, 4, 3, 7)"]),
        (torch.ones(B, 1, S - 1).bool(), ["(2, 1, 6)", "(2, 3, 7)"]),
        (torch.ones(B + 1, T, S).bool(), ["(3, 3, 7)", "(2, 3, 7)"]),
        (torch.ones(B, H - 1, T, S).bool(), ["(2, 3, 3, 7)", "(2, 4, 3, 7)"]),
        (torch.ones(1, B, H, T, S).bool(), ["(1, 2, 4, 3, 7)", "(2, 4, 3, 7)"]),
        (torch.ones(B, S).bool(), ["(2, 7)", "(2, 4, 3, 7)"]),
        (torch.zeros(B, T, S), ["float32", "Boolean"]),
        (torch.ones(B, T, S).bool().numpy(), ["numpy.ndarray", "Boolean"]),
        ([[True] * S] * T, ["list", "Boolean"]),
    ],
)
def test_an_unfitting_mask_is_named_as_it_was_given(mask, words):
    with pytest.raises(ValueError, match="mask") as error:
        MultiHeadedAttention(H, D).double()(*inputs(), mask)
    assert all(word in str(error.value) for word in words), error.value


NOT_SHARED = [
    (3, 16, "d_model = 16: must be a multiple of h = 3"),
    (32, 16, "d_model = 16: must be a multiple of h = 32"),
    (5, 512, "d_model = 512: must be a multiple of h = 5"),
    (0, 16, "h = 0: must be an int >= 1"),
    (-4, 16, "h = -4: must be an int >= 1"),
    (4.0, 16, "h = 4.0: must be an int >= 1"),
    (True, 16, "h = True: must be an int >= 1"),
    (4, 16.0, "d_model = 16.0: must be an int >= 1"),
    (4, -16, "d_model = -16: must be an int >= 1"),
    (4, "16", "d_model = '16': must be an int >= 1"),
]


@pytest.mark.parametrize(("h", "d_model", "words"), NOT_SHARED)
def test_a_width_that_heads_cannot_share_is_refused(h, d_model, words):
    words = re.escape(words)
    with pytest.raises(ValueError, match=words):
        MultiHeadedAttention(h, d_model)
    with pytest.raises(ValueError, match=words):
        head_width(d_model, h)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("size", [(B, S, D - 1), (B, S, 2 * D), (B, D), (D,), (B, 1, S, D)])
def test_an_input_of_another_width_or_rank_is_named(place, size):
    x = inputs()
    x[place] = torch.zeros(size).double()
    with pytest.raises(ValueError) as error:
        MultiHeadedAttention(H, D).double()(*x)
    name = ("query", "key", "value")[place]
    assert str(error.value) == f"{name} of shape {size}: must be (B, length, d_model = {D})"


def test_unequal_lengths_and_batches_are_named():
    mha = MultiHeadedAttention(H, D).double()
    q, k, v = inputs()
    with pytest.raises(ValueError, match="7 keys, 6 values"):
        mha(q, k, v[:, :6])
    with pytest.raises(ValueError, match=r"batches of \[1, 2, 2\]: must be equal"):
        mha(q[:1], k, v)


@pytest.mark.parametrize("p", [-0.1, 1.5])
def test_an_impossible_dropout_is_refused(p):
    with pytest.raises(ValueError, match=str(p)):
        MultiHeadedAttention(H, D, p)


def test_holds_four_projections_in_the_order_of_the_paper():
    mha = MultiHeadedAttention(H, D)
    names = [name for name, part in mha.named_modules() if isinstance(part, nn.Linear)]
    assert names == ["W_Q", "W_K", "W_V", "W_O"]
    assert all(getattr(mha, name).weight.shape == (D, D) for name in names)


def test_attn_is_detached_and_follows_the_last_call():
    mha = MultiHeadedAttention(H, D).double()
    assert mha.attn is None
    mha(*inputs())
    assert mha.attn.shape == (B, H, T, S) and not mha.attn.requires_grad
    torch.testing.assert_close(mha.attn.sum(-1), torch.ones(B, H, T).double())
    mha(*[x[:1] for x in inputs()])
    assert mha.attn.shape == (1, H, T, S)
    assert "attn" not in mha.state_dict()
    for twin in (copy.deepcopy(mha), pickle.loads(pickle.dumps(mha))):
        assert torch.equal(twin.attn, mha.attn)


def test_a_query_without_keys_gets_the_bias_and_leaks_nothing():
    mha, _ = pair()
    x = [part.requires_grad_() for part in inputs()]
    mask = torch.ones(T, S, dtype=torch.bool)
    mask[1] = False
    output = mha(*x, mask)
    assert torch.equal(output[:, 1], mha.W_O.bias.expand(B, D))
    grads = torch.autograd.grad(output[:, 1].sum(), x)
    assert all(grad.eq(0).all() for grad in grads)


def test_heads_use_their_own_mask():
    mha, _ = pair()
    mask = torch.ones(1, H, 1, S, dtype=torch.bool)
    mask[0, 2, 0, 3:] = False
    mha(*inputs(), mask)
    assert mha.attn[:, 2, :, 3:].eq(0).all() and mha.attn[:, [0, 1, 3]].gt(0).all()


def test_dropout_acts_in_training_only_and_reaches_the_weights():
    mha, x = MultiHeadedAttention(H, D, 0.5).double(), inputs()
    assert not torch.equal(mha(*x), mha(*x))
    mha.eval()
    assert torch.equal(mha(*x), mha(*x))
    certain = MultiHeadedAttention(H, D, 1.0).double()
    assert torch.equal(certain(*x), certain.W_O.bias.expand(B, T, D))


def test_inputs_stay_as_they_were():
    given = [*inputs(), torch.rand(B, T, S) > 0.5]
    kept = [x.clone() for x in given]
    MultiHeadedAttention(H, D).double()(*given)
    assert all(torch.equal(a, b) for a, b in zip(given, kept, strict=True))


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type(dtype):
    mha = MultiHeadedAttention(H, D).to(dtype)
    mask = torch.ones(B, 1, S, dtype=torch.bool)
    assert mha(*inputs(dtype), mask).dtype == mha.attn.dtype == dtype


def test_runs_on_another_device():
    mha = MultiHeadedAttention(H, D).to("meta")
    x = [part.float().to("meta") for part in inputs()]
    output = mha(*x, torch.ones(B, 1, S, dtype=torch.bool, device="meta"))
    assert output.shape == (B, T, D) and output.device.type == "meta"


def test_one_token_alone_passes_through_value_and_output():
    mha, _ = pair()
    x = torch.randn(1, 1, D).double()
    torch.testing.assert_close(mha(x, x, x), mha.W_O(mha.W_V(x)))


@pytest.mark.parametrize("h", [1, 2, 3, 12])
def test_split_gives_each_head_its_columns_and_join_undoes_it(h):
    x = torch.randn(2, 5, 12)
    heads = split_heads(x, h)
    for i, columns in enumerate(x.split(head_width(12, h), dim=-1)):
        assert torch.equal(heads[:, i], columns)
    assert torch.equal(join_heads(heads), x)
    assert heads.data_ptr() == x.data_ptr(), "splitting copies nothing"


def test_split_and_join_accept_any_strides():
    x = torch.randn(12, 5, 2).permute(2, 1, 0)
    heads = split_heads(x, 3)
    assert torch.equal(join_heads(heads), x)
    assert torch.equal(join_heads(heads.contiguous()), x)
