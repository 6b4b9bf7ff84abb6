"""The three uses of attention in a real model: who is asked, what is hidden, what moves."""

import pytest
import torch
from torch import nn

from chapters.decoder import Decoder, DecoderLayer, subsequent_mask
from chapters.encoder import Encoder, EncoderLayer
from chapters.feed_forward import PositionwiseFeedForward
from chapters.multi_head import MultiHeadedAttention

B, H, T, S, D = 2, 4, 5, 7, 16
SRC_MASK = torch.ones(B, 1, S, dtype=torch.bool)
SRC_MASK[1, 0, 4:] = False
TGT_MASK = subsequent_mask(T).repeat(B, 1, 1)
TGT_MASK[1, :, 3:] = False


@pytest.fixture(params=[True, False], ids=["pre-norm", "post-norm"])
def stacks(request):
    """An encoder of three layers and a decoder of two, whose layers are no copies."""
    torch.manual_seed(0)
    order = 0.1, request.param
    attention = [MultiHeadedAttention(H, D) for _ in range(3)]
    encoder = Encoder(EncoderLayer(D, attention[0], PositionwiseFeedForward(D, 8), *order), 3)
    decoder = Decoder(DecoderLayer(D, *attention[1:], PositionwiseFeedForward(D, 8), *order), 2)
    both = nn.ModuleList([encoder, decoder]).double().eval()
    for parameter in both.parameters():
        nn.init.normal_(parameter, std=0.3)
    return both


def inputs():
    return torch.randn(B, S, D).double(), torch.randn(B, T, D).double()


@torch.no_grad()
def run(stacks, x, y):
    encoder, decoder = stacks
    memory = encoder(x, SRC_MASK)
    return memory, decoder(y, memory, SRC_MASK, TGT_MASK)


def test_each_use_takes_query_key_and_value_from_its_own_place(stacks):
    calls = {}
    for name, part in stacks.named_modules():
        if isinstance(part, MultiHeadedAttention):
            part.register_forward_pre_hook(
                lambda _, given, name=name: calls.update({name: given})
            )
    memory, _ = run(stacks, *inputs())
    assert len(calls) == 3 + 2 * 2
    for name, (query, key, value, mask) in calls.items():
        assert key is value
        assert mask is (TGT_MASK if name.startswith("1.") and "self" in name else SRC_MASK)
        assert (key is memory) == ("src_attn" in name)
        assert (query is key) == ("self_attn" in name)


def test_the_weights_have_the_shape_and_the_zeros_of_their_use(stacks):
    run(stacks, *inputs())
    encoder, decoder = stacks
    for layers, name, mask in (
        (encoder.layers, "self_attn", SRC_MASK.expand(B, S, S)),
        (decoder.layers, "self_attn", TGT_MASK),
        (decoder.layers, "src_attn", SRC_MASK.expand(B, T, S)),
    ):
        for layer in layers:
            weights = getattr(layer, name).attn
            assert weights.shape == (B, H, *mask.shape[1:])
            torch.testing.assert_close(weights.sum(dim=-1), torch.ones_like(weights[..., 0]))
            assert torch.equal(weights > 0, mask[:, None].expand_as(weights))


def test_a_change_moves_what_may_see_it_and_nothing_else(stacks):
    x, y = inputs()
    before = torch.cat(run(stacks, x, y), dim=1)
    for j in range(S + T):
        z = torch.cat([x, y], dim=1)
        z[:, j] = torch.randn(D)
        after = torch.cat(run(stacks, *z.split([S, T], dim=1)), dim=1)
        sees = torch.zeros(B, S + T, dtype=torch.bool)
        if j < S:
            sees |= SRC_MASK[..., j]
        else:
            sees[:, S:] = TGT_MASK[..., j - S]
        sees[:, j] = True  # the residual path
        assert torch.equal((after != before).any(dim=-1), sees), j


def test_no_two_attentions_share_a_parameter(stacks):
    parts = [m for m in stacks.modules() if isinstance(m, MultiHeadedAttention)]
    places = [p.data_ptr() for part in parts for p in part.parameters()]
    assert len(set(places)) == len(places) == 7 * 4 * 2
