"""What `attention` promises in its docstring, against torch and at its edges."""

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

from chapters.attention import attention

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def qkv(T=4, S=6, d_k=8, d_v=5, lead=(2, 3), dtype=torch.float64):
    sizes = ((T, d_k), (S, d_k), (S, d_v))
    return [torch.randn(*lead, *size, dtype=dtype) for size in sizes]


@pytest.mark.parametrize("lead", [(), (2,), (2, 3), (2, 3, 4)])
@pytest.mark.parametrize(("T", "S", "d_v"), [(4, 4, 8), (4, 6, 5), (1, 6, 8), (1, 1, 1)])
def test_equals_torch_forward_and_backward(lead, T, S, d_v):
    q, k, v = (x.requires_grad_() for x in qkv(T, S, 8, d_v, lead))
    mask = torch.rand(T, S) > 0.4
    for m in (None, mask):
        ours, weights = attention(q, k, v, m)
        theirs = F.scaled_dot_product_attention(q, k, v, attn_mask=m)
        torch.testing.assert_close(ours, theirs)
        torch.testing.assert_close(weights @ v, ours)
        grads = [torch.autograd.grad(out.sin().sum(), (q, k, v)) for out in (ours, theirs)]
        torch.testing.assert_close(*grads)


@pytest.mark.parametrize("shape", [(6,), (4, 6), (1, 6), (3, 4, 6), (2, 1, 1, 6), (2, 3, 4, 6)])
@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int32, torch.int64])
def test_masks_broadcast_and_come_as_booleans_or_integers(shape, dtype):
    q, k, v = qkv()
    mask = torch.rand(shape) > 0.5
    got = attention(q, k, v, mask.to(dtype))[0]
    full = mask.expand(2, 3, 4, 6)
    torch.testing.assert_close(got, F.scaled_dot_product_attention(q, k, v, attn_mask=full))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("scale", [1, 100])
def test_a_query_without_keys_gets_zeros_and_leaks_nothing(dtype, scale):
    q, k, v = (x.mul(scale).requires_grad_() for x in qkv(dtype=dtype, lead=(2,)))
    mask = torch.ones(4, 6, dtype=torch.bool)
    mask[1] = False
    mask[:, 5] = False
    with torch.autograd.set_detect_anomaly(True):
        output, weights = attention(q, k, v, mask)
        output.float().sum().backward()
    for zeros in (output[:, 1], weights[:, 1], weights[..., 5]):
        assert zeros.eq(0).all()
    for x in (output, weights, q.grad, k.grad, v.grad):
        assert x.isfinite().all()
    assert q.grad[:, 1].eq(0).all() and k.grad[:, 5].eq(0).all() and v.grad[:, 5].eq(0).all()


def test_hidden_keys_cannot_win_however_bad_the_visible_ones_are():
    q, k, v = torch.full((1, 4), 200.0), torch.full((3, 4), -200.0), torch.eye(3)
    k[2] = 200.0  # the one key that fits best is hidden
    output, weights = attention(q, k, v, torch.tensor([1, 1, 0]))
    torch.testing.assert_close(weights, torch.tensor([[0.5, 0.5, 0.0]]))
    torch.testing.assert_close(output, weights)


def test_hidden_values_never_matter_even_when_they_change():
    q, k, v = qkv()
    mask = torch.tensor([1, 1, 1, 1, 0, 0]).bool()
    before = attention(q, k, v, mask)[0]
    k[..., 4:, :], v[..., 4:, :] = 9e9, -9e9
    assert torch.equal(before, attention(q, k, v, mask)[0])


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type(dtype):
    output, weights = attention(*qkv(dtype=dtype), torch.ones(4, 6, dtype=torch.bool))
    assert output.dtype == weights.dtype == dtype


def test_runs_on_another_device():
    q, k, v = (x.to("meta") for x in qkv())
    output, weights = attention(q, k, v, torch.ones(4, 6, dtype=torch.bool, device="meta"))
    assert (output.shape, weights.shape) == ((2, 3, 4, 5), (2, 3, 4, 6))
    assert output.device.type == weights.device.type == "meta"


def test_inputs_stay_as_they_were():
    inputs = [*qkv(), torch.rand(4, 6) > 0.5]
    copies = [x.clone() for x in inputs]
    attention(*inputs)
    assert all(torch.equal(a, b) for a, b in zip(inputs, copies, strict=True))


def test_dropout_acts_on_the_sum_and_the_weights_still_sum_to_one():
    q, k, v = qkv()
    dropout = nn.Dropout(0.5)
    outputs = [attention(q, k, v, dropout=dropout) for _ in range(2)]
    assert not torch.equal(outputs[0][0], outputs[1][0])
    for _, weights in outputs:
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 4, dtype=torch.float64))
    dropout.eval()
    torch.testing.assert_close(attention(q, k, v, dropout=dropout)[0], attention(q, k, v)[0])


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (torch.ones(4, 5).bool(), ["(4, 5)", "(2, 3, 4, 6)"]),
        (torch.ones(4).bool(), ["(4,)", "(2, 3, 4, 6)"]),
        (torch.ones(7, 2, 3, 4, 6).bool(), ["(7, 2, 3, 4, 6)", "(2, 3, 4, 6)"]),
        (torch.ones(1, 2, 3, 4, 6).bool(), ["(1, 2, 3, 4, 6)"]),
        (torch.zeros(4, 6), ["float32", "Boolean"]),
    ],
)
def test_an_unfitting_mask_is_named(mask, words):
    with pytest.raises(ValueError, match="mask") as error:
        attention(*qkv(), mask)
    assert all(word in str(error.value) for word in words), error.value


def test_unfitting_widths_and_lengths_are_named():
    q, k, v = qkv()
    with pytest.raises(ValueError, match="widths: query 8, key 7"):
        attention(q, k[..., :7], v)
    with pytest.raises(ValueError, match="6 keys, 5 values: unequal"):
        attention(q, k, v[..., :5, :])
