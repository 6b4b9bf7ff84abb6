"""sinusoids and PositionalEncoding: what their docstrings promise, at the edges too."""

import copy
import math
import pickle
import re

import pytest
import torch

from chapters.positions import PositionalEncoding, sinusoids

B, T, D, MAX = 2, 5, 8, 11
FLOATS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]


@pytest.mark.parametrize("d_model", [2, 8, 20, 512])
def test_sine_and_cosine_of_one_angle_stand_side_by_side(d_model):
    table = sinusoids(50, d_model)
    assert table.shape == (50, d_model) and table.dtype == torch.float64
    for pos in (0, 1, 17, 49):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            pair = table[pos, 2 * i : 2 * i + 2].tolist()
            assert pair == pytest.approx([math.sin(angle), math.cos(angle)], abs=1e-12)


def test_far_positions_are_exact_to_the_rounding_of_their_type():
    """In float32 the angle 4999 alone would cost three digits."""
    encode = PositionalEncoding(D, 0)
    assert encode.pe.shape == (5000, D) and encode.pe.dtype == torch.float32
    want = [f(4999 / 10000 ** (i / 4)) for i in range(4) for f in (math.sin, math.cos)]
    assert encode.pe[4999].tolist() == pytest.approx(want, abs=1e-7)


def test_a_longer_table_begins_with_the_shorter():
    assert torch.equal(sinusoids(9, D), sinusoids(30, D)[:9])


@pytest.mark.parametrize("length", [1, T, MAX])
def test_adds_the_first_rows_to_each_sentence(length):
    encode, x = PositionalEncoding(D, 0.5, MAX).eval(), torch.randn(B, length, D)
    kept = x.clone()
    torch.testing.assert_close(encode(x), x + sinusoids(length, D).float())
    assert torch.equal(x, kept), "the input was changed"


def test_drops_the_sum_and_only_in_training():
    torch.manual_seed(0)
    encode, x = PositionalEncoding(D, 0.5, MAX), torch.randn(B, T, D)
    got, kept = encode(x), encode(x) != 0
    zero = got == 0
    assert 0 < zero.sum() < x.numel()
    torch.testing.assert_close(got[~zero], (2 * (x + encode.pe[:T]))[~zero])
    assert not torch.equal(~zero, kept), "each call drops anew"
    assert PositionalEncoding(D, 1.0, MAX)(x).eq(0).all()
    encode.eval()
    assert torch.equal(encode(x), encode(x))


def test_the_gradient_passes_unchanged_and_nothing_is_trained():
    encode, x = PositionalEncoding(D, 0, MAX), torch.randn(B, T, D, requires_grad=True)
    encode(x).sum().backward()
    assert x.grad.eq(1).all()
    assert not list(encode.parameters()) and not encode.pe.requires_grad


def test_the_table_is_not_stored_so_max_len_may_differ():
    saved = PositionalEncoding(D, 0, 50).state_dict()
    assert not saved
    longer = PositionalEncoding(D, 0, 100)
    longer.load_state_dict(saved)
    assert longer(torch.zeros(B, 100, D)).shape == (B, 100, D)


@pytest.mark.parametrize("dtype", FLOATS)
def test_follows_the_type_of_the_module(dtype):
    encode = PositionalEncoding(D, 0.1, MAX).to(dtype)
    assert encode(torch.randn(B, T, D).to(dtype)).dtype == dtype


def test_is_made_in_the_default_type():
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.equal(PositionalEncoding(D, 0, MAX).pe, sinusoids(MAX, D))
    finally:
        torch.set_default_dtype(torch.float32)


def test_moves_with_the_module_and_can_be_copied():
    encode = PositionalEncoding(D, 0, MAX)
    for twin in (copy.deepcopy(encode), pickle.loads(pickle.dumps(encode))):
        assert torch.equal(twin.pe, encode.pe)
    output = encode.to("meta")(torch.zeros(B, T, D, device="meta"))
    assert output.shape == (B, T, D) and output.device.type == "meta"


@pytest.mark.parametrize("d_model", [1, 7, 511])
def test_an_odd_width_is_refused(d_model):
    words = re.escape(f"d_model = {d_model}: must be even, a sine and a cosine each")
    with pytest.raises(ValueError, match=words):
        sinusoids(MAX, d_model)
    with pytest.raises(ValueError, match=words):
        PositionalEncoding(d_model, 0)


@pytest.mark.parametrize("size", [0, -2, 4.0, None])
def test_a_size_that_is_no_size_is_named(size):
    words = re.escape(f" = {size!r}: must be an int >= 1")
    for name, make in {
        "length": lambda: sinusoids(size, D),
        "d_model": lambda: PositionalEncoding(size, 0),
        "max_len": lambda: PositionalEncoding(D, 0, size),
    }.items():
        with pytest.raises(ValueError, match="^" + name + words):
            make()


@pytest.mark.parametrize("p", [-0.1, 1.5])
def test_an_impossible_dropout_is_refused(p):
    with pytest.raises(ValueError, match=str(p)):
        PositionalEncoding(D, p)


def test_a_sentence_longer_than_the_table_is_refused():
    with pytest.raises(ValueError, match=f"T = {MAX + 1}: must be at most max_len = {MAX}"):
        PositionalEncoding(D, 0, MAX)(torch.zeros(B, MAX + 1, D))


@pytest.mark.parametrize("shape", [(B, T, 1), (B, T, D + 2), (T, D), (D,), (1, B, T, D)])
def test_another_shape_is_named(shape):
    words = re.escape(f"x of shape {shape}: must be (B, T, d_model = {D})")
    with pytest.raises(ValueError, match=words):
        PositionalEncoding(D, 0, MAX)(torch.zeros(shape))
