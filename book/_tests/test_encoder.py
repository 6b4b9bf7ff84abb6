"""What the parts of the encoder promise in their docstrings, against torch and at the edges."""

import copy
import math
import pickle
import re

import numpy
import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

from chapters.attention import attention
from chapters.encoder import (
    Encoder,
    EncoderLayer,
    LayerNorm,
    MaskedMean,
    SublayerConnection,
    clones,
    may_attend,
)
from chapters.multi_head import MultiHeadedAttention

D = 16
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def feed_forward(d=D):
    return nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))


def encoder(N=3, dropout=0.0, norm_first=True, attn=None):
    attn = attn or MultiHeadedAttention(4, D, dropout)
    return Encoder(EncoderLayer(D, attn, feed_forward(), dropout, norm_first), N)


def shaken(module):
    """The module with other parameters in every copy, norms included."""
    for parameter in module.parameters():
        nn.init.normal_(parameter, 0.0 if parameter.dim() > 1 else 1.0, 0.3)
    return module


# ---- clones


def test_clones_are_equal_and_share_nothing():
    source = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    copies = clones(source, 3)
    assert isinstance(copies, nn.ModuleList) and len(copies) == 3
    every = [p for module in (source, *copies) for p in module.parameters()]
    assert len({p.data_ptr() for p in every}) == len(every)
    for copied in copies:
        for mine, original in zip(copied.parameters(), source.parameters(), strict=True):
            assert torch.equal(mine, original)


@pytest.mark.parametrize("N", [0, -1, 2.5, "2", None])
def test_a_number_of_copies_that_is_none_is_named(N):
    with pytest.raises(ValueError, match=re.escape(f"N = {N!r}: must be an int >= 1")):
        clones(nn.Linear(2, 2), N)


# ---- LayerNorm


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("scale, shift", [(1, 0), (1e-3, 0), (1000, 0), (1, 2000), (9000, 0)])
def test_norm_equals_torch_in_double_forward_and_backward(dtype, scale, shift):
    ours = shaken(LayerNorm(D)).to(dtype)
    x = (torch.randn(4, 5, D) * scale + shift).to(dtype).requires_grad_()
    exact = x.detach().double().requires_grad_()
    want = F.layer_norm(exact, (D,), ours.gamma.double(), ours.beta.double())
    out, weight = ours(x), torch.randn(4, 5, D)
    assert out.dtype == dtype
    near = {"rtol": 2e-2, "atol": 2e-2} if dtype in FLOATS[:2] else {"rtol": 1e-3, "atol": 1e-3}
    torch.testing.assert_close(out.double(), want, **near)
    got = torch.autograd.grad(out, x, weight.to(dtype))[0].double() * scale
    want = torch.autograd.grad(want, exact, weight.to(dtype).double())[0] * scale
    torch.testing.assert_close(got, want, **near)


@pytest.mark.parametrize("eps", [1e-5, 1e-2, 0.5])
def test_eps_stands_under_the_root(eps):
    x = torch.randn(3, D, dtype=torch.float64)
    want = F.layer_norm(x, (D,), eps=eps)
    torch.testing.assert_close(LayerNorm(D, eps).double()(x), want)


def test_norm_of_a_constant_row_is_its_shift_with_a_bounded_gradient():
    norm = shaken(LayerNorm(8))
    x = torch.full((2, 8), 3.0, requires_grad=True)
    out = norm(x)
    assert torch.equal(out, norm.beta.expand(2, 8))
    (out * torch.randn(2, 8)).sum().backward()
    assert x.grad.abs().max() < 10 / math.sqrt(norm.eps)


def test_norm_sees_one_position_at_a_time():
    norm, x = LayerNorm(8), torch.randn(2, 5, 8)
    y = x.clone()
    y[:, 3] += 10 * torch.randn(8)
    moved = (norm(x) != norm(y)).any(dim=-1)
    assert moved.tolist() == [[False, False, False, True, False]] * 2
    assert torch.equal(norm(x)[1], norm(x[1:])[0])


def test_norm_starts_as_the_plain_norm_and_learns_scale_and_shift():
    norm = LayerNorm(4)
    assert [name for name, _ in norm.named_parameters()] == ["gamma", "beta"]
    torch.testing.assert_close(
        norm(torch.tensor([1.0, 0, 0, 0]))[0].item(), 1.732, atol=1e-3, rtol=0
    )
    norm(torch.randn(3, 4)).square().sum().backward()
    assert norm.gamma.grad.abs().sum() > 0 and norm.beta.grad.abs().sum() > 0


@pytest.mark.parametrize("features", [0, -3, 4.0, None])
def test_a_width_that_is_none_is_named(features):
    with pytest.raises(ValueError, match=f"features = {features!r}: must be an int >= 1"):
        LayerNorm(features)


@pytest.mark.parametrize("width", [1, 4, 9])
def test_norm_refuses_another_width(width):
    with pytest.raises(ValueError, match=rf"\(2, {width}\): must be \(\.\.\., features = 8\)"):
        LayerNorm(8)(torch.randn(2, width))


def test_norm_refuses_a_single_number():
    with pytest.raises(ValueError, match=r"x of shape \(\): must be"):
        LayerNorm(1)(torch.tensor(1.0))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("shape", [(0, 3, 8), (2, 0, 8)])
def test_norm_of_nothing_is_nothing(shape):
    assert LayerNorm(8)(torch.empty(shape)).shape == shape


def test_norm_refuses_ids():
    with pytest.raises(ValueError, match="x of torch.int64: must be floating point"):
        LayerNorm(8)(torch.zeros(2, 8, dtype=torch.long))


# ---- the mask and the stand-in


def test_may_attend_makes_no_copy_and_fits_the_shape():
    mask = torch.tensor([True, False])
    full = may_attend(mask, (3, 2))
    assert full.tolist() == [[True, False]] * 3
    assert full.data_ptr() == mask.data_ptr()


@pytest.mark.parametrize(
    ("mask", "kind"),
    [
        (torch.zeros(3, 3), "torch.float32"),
        (torch.zeros(3, 3, dtype=torch.complex64), "torch.complex64"),
        ([[True]], "<class 'list'>"),
        (numpy.ones((3, 3), dtype=bool), "<class 'numpy.ndarray'>"),
    ],
)
def test_a_mask_of_another_type_is_named(mask, kind):
    message = f"mask of {kind}: must be Boolean, or integers 0, 1"
    with pytest.raises(ValueError, match=re.escape(message)):
        may_attend(mask, (3, 3))


@pytest.mark.parametrize("shape", [(5,), (4, 5), (2, 1, 5), (2, 4, 5), (1, 4, 1)])
@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int64])
def test_the_mean_is_attention_with_equal_scores(shape, dtype):
    query, key, value = torch.randn(2, 4, 8), torch.randn(2, 5, 8), torch.randn(2, 5, 6)
    mask = (torch.rand(shape) > 0.5).to(dtype)
    got = MaskedMean()(query, key, value, mask)
    want, _ = attention(torch.zeros_like(query), key, value, mask)  # a dot product of 0 each
    torch.testing.assert_close(got, want)
    torch.testing.assert_close(MaskedMean()(query, key, value)[0, 0], value[0].mean(dim=0))


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_mean_keeps_the_type_and_the_inputs(dtype):
    x, mask = torch.randn(1, 3, 4).to(dtype), torch.tensor([[1, 1, 0], [0, 0, 0], [0, 1, 1]])
    kept = x.clone(), mask.clone()
    out = MaskedMean()(x, x, x, mask)
    assert out.dtype == dtype and not out[0, 1].any()
    assert torch.equal(x, kept[0]) and torch.equal(mask, kept[1])


def test_the_mean_names_a_mask_that_does_not_fit():
    x = torch.randn(2, 3, 4)
    with pytest.raises(ValueError, match=r"\(2, 4, 3\): must broadcast to .* = \(2, 3, 3\)"):
        MaskedMean()(x, x, x, torch.ones(2, 4, 3, dtype=torch.bool))


# ---- SublayerConnection


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_sublayer_is_pre_or_post_norm_and_nothing_else(norm_first):
    part = shaken(SublayerConnection(8, 0.0, norm_first))
    x = torch.randn(2, 3, 8)

    def f(y):
        return 2 * y.flip(-1) + 1

    want = x + f(part.norm(x)) if norm_first else part.norm(x + f(x))
    assert torch.equal(part(x, f), want)


def test_pre_norm_is_the_default():
    assert SublayerConnection(8, 0.1).norm_first
    assert EncoderLayer(8, MaskedMean(), nn.Identity(), 0.1).norm_first


def test_dropout_falls_on_the_sublayer_before_the_sum():
    x = torch.randn(2, 3, 8)
    everything = SublayerConnection(8, 1.0)
    assert torch.equal(everything(x, nn.Linear(8, 8)), x)
    half = SublayerConnection(1000, 0.5)
    x = torch.zeros(1, 1, 1000)
    out = half(x, torch.ones_like)
    assert set(out.unique().tolist()) == {0.0, 2.0}
    assert torch.equal(half.eval()(x, torch.ones_like), torch.ones(1, 1, 1000))


def test_a_dropout_beyond_one_is_named():
    with pytest.raises(ValueError, match="1.5"):
        SublayerConnection(8, 1.5)


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize(
    ("sublayer", "after"),
    [
        (lambda y: y.mean(dim=1, keepdim=True), "(2, 1, 8)"),
        (lambda y: (y, None), "tuple"),  # as nn.MultiheadAttention returns
        (lambda y: None, "NoneType"),
    ],
)
def test_a_sublayer_that_changes_the_shape_is_named(norm_first, sublayer, after):
    part, x = SublayerConnection(8, 0.0, norm_first), torch.randn(2, 3, 8)
    message = f"sublayer: (2, 3, 8) to {after}: must keep the shape"
    with pytest.raises(ValueError, match=re.escape(message)):
        part(x, sublayer)


@pytest.mark.parametrize("norm_first", ["post", None, 0])
def test_an_order_that_is_no_bool_is_named(norm_first):
    with pytest.raises(ValueError, match=f"norm_first = {norm_first!r}: must be True or False"):
        SublayerConnection(8, 0.0, norm_first)


# ---- the layer and the stack


def as_torch(ours):
    """torch's encoder with the same weights."""
    first = ours.layers[0].norm_first
    like = {"norm_first": first, "batch_first": True, "dtype": torch.float64}
    layer = nn.TransformerEncoderLayer(D, 4, 2 * D, 0.0, **like)
    closing = nn.LayerNorm(D, dtype=torch.float64) if first else None
    theirs = nn.TransformerEncoder(layer, len(ours.layers), closing, False)
    pairs = [(ours.norm, closing)] if first else []
    for a, b in zip(ours.layers, theirs.layers, strict=True):
        parts = (a.self_attn.W_Q, a.self_attn.W_K, a.self_attn.W_V)
        b.self_attn.in_proj_weight.data = torch.cat([part.weight.data for part in parts])
        b.self_attn.in_proj_bias.data = torch.cat([part.bias.data for part in parts])
        b.self_attn.out_proj.load_state_dict(a.self_attn.W_O.state_dict())
        b.linear1.load_state_dict(a.feed_forward[0].state_dict())
        b.linear2.load_state_dict(a.feed_forward[2].state_dict())
        pairs += [(a.sublayer[0].norm, b.norm1), (a.sublayer[1].norm, b.norm2)]
    for a, b in pairs:
        b.weight.data, b.bias.data = a.gamma.data, a.beta.data
    return theirs


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize("padded", [True, False])
def test_the_stack_equals_torch(norm_first, padded):
    ours = shaken(encoder(norm_first=norm_first).double())
    x = torch.randn(2, 6, D, dtype=torch.float64, requires_grad=True)
    keep = torch.ones(2, 1, 6, dtype=torch.bool)
    keep[1, :, 4:] = False
    mask, hidden = (keep, ~keep[:, 0]) if padded else (None, None)
    outs = ours(x, mask), as_torch(ours)(x, src_key_padding_mask=hidden)
    torch.testing.assert_close(*outs)
    weight = torch.randn_like(x)
    torch.testing.assert_close(*(torch.autograd.grad(out, x, weight)[0] for out in outs))


def test_only_a_pre_norm_stack_has_a_closing_norm():
    x = torch.randn(2, 5, D)
    for norm_first in True, False:
        stack = shaken(encoder(norm_first=norm_first))
        y = x
        for layer in stack.layers:
            y = layer(y, None)
        want = stack.norm(y) if norm_first else y
        assert torch.equal(stack(x, None), want)
        norms = [part for part in stack.modules() if isinstance(part, LayerNorm)]
        assert len(norms) == 2 * 3 + norm_first


def test_layers_share_no_parameter():
    stack = encoder(N=4)
    assert len({p.data_ptr() for p in stack.parameters()}) == len(list(stack.parameters()))


def test_dropout_reaches_every_sublayer():
    stack = encoder(dropout=0.3)
    assert {m.p for m in stack.modules() if isinstance(m, nn.Dropout)} == {0.3}
    x = torch.randn(1, 4, D)
    assert not torch.equal(stack(x, None), stack(x, None))
    stack.eval()
    assert torch.equal(stack(x, None), stack(x, None))


@pytest.mark.parametrize("attn", [MaskedMean(), MultiHeadedAttention(4, D, 0.0)])
def test_padding_changes_nothing_and_sentences_do_not_mix(attn):
    stack = shaken(encoder(attn=attn).double()).eval()
    x = torch.randn(2, 4, D, dtype=torch.float64)
    longer = torch.cat([x, torch.randn(2, 3, D, dtype=torch.float64)], dim=1)
    mask = torch.tensor([[[1, 1, 1, 1, 0, 0, 0]]])
    torch.testing.assert_close(stack(longer, mask)[:, :4], stack(x, None))
    torch.testing.assert_close(stack(x, None)[1:], stack(x[1:], None))


@pytest.mark.parametrize("dtype", FLOATS)
def test_any_floating_type_and_the_meta_device(dtype):
    stack = encoder().to(dtype)
    assert stack(torch.randn(2, 3, D).to(dtype), None).dtype == dtype
    x = torch.empty(2, 3, D, dtype=dtype, device="meta")
    mask = torch.ones(2, 1, 3, dtype=torch.bool, device="meta")
    assert stack.to("meta")(x, mask).shape == (2, 3, D)


def test_a_stack_survives_copying_pickling_and_loading():
    stack, x = shaken(encoder()).eval(), torch.randn(1, 3, D)
    fresh = encoder().eval()
    fresh.load_state_dict(stack.state_dict())
    for other in copy.deepcopy(stack), pickle.loads(pickle.dumps(stack)), fresh:
        assert torch.equal(other(x, None), stack(x, None))


def test_a_stack_leaves_its_input_alone():
    stack, x = encoder(dropout=0.2), torch.randn(1, 3, D)
    kept = x.clone()
    stack(x, None)
    assert torch.equal(x, kept)


def test_a_stack_of_nothing_is_refused():
    with pytest.raises(ValueError, match="N = 0"):
        encoder(N=0)
