"""What the decoder promises in its docstrings, against torch and at its edges."""

import copy
import pickle

import pytest
import torch
from torch import nn

from chapters.decoder import Decoder, DecoderLayer, subsequent_mask
from chapters.encoder import LayerNorm, MaskedMean

B, H, T, S, D = 2, 4, 5, 7, 16
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
SRC_MASK = torch.ones(B, 1, S, dtype=torch.bool)
SRC_MASK[1, 0, 4:] = False
TGT_MASK = subsequent_mask(T).repeat(B, 1, 1)
TGT_MASK[1, :, 3:] = False


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


class TorchAttention(nn.Module):
    """torch's attention with this book's call and polarity."""

    def __init__(self, theirs):
        super().__init__()
        self.theirs = theirs

    def forward(self, query, key, value, mask):
        shape = (len(query), query.size(1), key.size(1))
        blocked = ~mask.expand(shape).repeat_interleave(H, dim=0)
        return self.theirs(query, key, value, attn_mask=blocked)[0]


def like(theirs):
    """Our layer with the very parameters of torch's."""
    network = nn.Sequential(theirs.linear1, nn.ReLU(), theirs.linear2)
    attentions = [TorchAttention(part) for part in (theirs.self_attn, theirs.multihead_attn)]
    ours = DecoderLayer(D, *attentions, network, 0.0, theirs.norm_first)
    norms = (theirs.norm1, theirs.norm2, theirs.norm3)
    for part, norm in zip(ours.sublayer, norms, strict=True):
        share(part.norm, norm)
    return ours


def share(ours, theirs):
    nn.init.normal_(theirs.weight)  # left at 1 and 0, a mix-up would not show
    nn.init.normal_(theirs.bias)
    ours.gamma, ours.beta = theirs.weight, theirs.bias


def torch_layer(norm_first):
    options = {"dropout": 0, "batch_first": True, "norm_first": norm_first}
    return nn.TransformerDecoderLayer(D, H, 32, **options).double()


def inputs(dtype=torch.float64):
    return torch.randn(B, T, D, dtype=dtype), torch.randn(B, S, D, dtype=dtype)


def plain_layer(norm_first=True, dropout=0.0):
    network = nn.Sequential(nn.Linear(D, 32), nn.ReLU(), nn.Linear(32, D))
    return DecoderLayer(D, MaskedMean(), MaskedMean(), network, dropout, norm_first).double()


def assert_equal(ours, theirs):
    x = [part.requires_grad_() for part in inputs()]
    hidden = {
        "tgt_mask": ~subsequent_mask(T)[0],
        "tgt_key_padding_mask": ~TGT_MASK[:, -1],
        "memory_key_padding_mask": ~SRC_MASK[:, 0],
    }
    got, want = ours(*x, SRC_MASK, TGT_MASK), theirs(*x, **hidden)
    torch.testing.assert_close(got, want)
    grads = [torch.autograd.grad(out.sin().sum(), x) for out in (got, want)]
    torch.testing.assert_close(*grads)


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_layer_equals_torchs_forward_and_backward(norm_first):
    theirs = torch_layer(norm_first)
    assert_equal(like(theirs), theirs)


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_stack_equals_torchs_with_a_closing_norm_for_pre_norm_only(norm_first):
    norm = nn.LayerNorm(D).double() if norm_first else None
    theirs = nn.TransformerDecoder(torch_layer(norm_first), 3, norm=norm)
    ours = Decoder(plain_layer(norm_first), 3)
    assert isinstance(ours.norm, LayerNorm) == norm_first
    for i, layer in enumerate(theirs.layers):
        ours.layers[i] = like(layer)
    if norm_first:
        share(ours.norm, norm)
    assert_equal(ours, theirs)


@pytest.mark.parametrize("n", [0, 1, 2, 5, 33])
def test_the_causal_mask_is_the_lower_triangle(n):
    mask = subsequent_mask(n)
    assert mask.shape == (1, n, n) and mask.dtype == torch.bool
    assert torch.equal(mask[0], torch.ones(n, n).tril().bool())
    assert torch.equal(mask[0], nn.Transformer.generate_square_subsequent_mask(n) == 0)


@pytest.mark.parametrize("size", [-1, 2.0, 2.5, "3", None, torch.tensor(3)])
def test_a_size_that_is_no_length_is_refused(size):
    with pytest.raises(ValueError) as error:
        subsequent_mask(size)
    assert str(error.value) == f"size = {size!r}: must be an int >= 0"


def test_the_causal_mask_is_made_on_the_device_asked_for():
    assert subsequent_mask(4, "meta").device.type == "meta"
    assert subsequent_mask(4, device=torch.device("cpu")).device.type == "cpu"


@pytest.mark.parametrize(
    "shape", [(B, S, D - 1), (B, S, 2 * D), (B, S, 1), (1, S, D), (3, S, D)]
)
def test_a_memory_of_another_width_or_batch_is_named(shape):
    x, _ = inputs()
    with pytest.raises(ValueError) as error:
        plain_layer()(x, torch.zeros(shape).double(), None, None)
    assert str(error.value) == f"memory of shape {shape}: must be (B = {B}, S, size = {D})"


@pytest.mark.parametrize("masks", [(TGT_MASK, SRC_MASK), (SRC_MASK[..., :-1], TGT_MASK)])
def test_a_mask_of_another_shape_is_refused(masks):
    with pytest.raises(ValueError, match="mask of shape"):
        plain_layer()(*inputs(), *masks)


def test_each_attention_gets_its_own_query_keys_and_mask():
    calls = []

    def attend(query, key, value, mask):
        calls.append((query, key, value, mask))
        return query

    x, memory = inputs()
    layer = DecoderLayer(D, attend, attend, nn.Identity(), 0.0).double()
    layer(x, memory, SRC_MASK, TGT_MASK)
    (q, k, v, first), (q2, k2, v2, second) = calls
    assert q is k is v and first is TGT_MASK
    assert torch.equal(q, layer.sublayer[0].norm(x))
    assert k2 is v2 is memory and second is SRC_MASK and q2 is not memory


@pytest.mark.parametrize("norm_first", [True, False])
def test_nothing_looks_ahead_and_hidden_source_has_no_influence(norm_first):
    decoder, (x, memory) = Decoder(plain_layer(norm_first), 3), inputs()
    mask = subsequent_mask(T)
    before = decoder(x, memory, SRC_MASK, mask)
    for j in range(T):
        changed = x.clone()
        changed[:, j] = torch.randn_like(x[:, j])
        moved = (decoder(changed, memory, SRC_MASK, mask) != before).any(dim=-1)
        assert torch.equal(moved, torch.arange(T).expand(B, T) >= j)
    for s in range(S):
        changed = memory.clone()
        changed[:, s] = torch.randn_like(memory[:, s])
        moved = (decoder(x, changed, SRC_MASK, mask) != before).any(dim=-1)
        assert torch.equal(moved, SRC_MASK[:, 0, s, None].expand(B, T))


def test_layers_own_their_parameters_and_sublayers_have_three_norms():
    theirs = torch_layer(norm_first=True)
    decoder = Decoder(like(theirs), 3)
    pointers = [p.data_ptr() for p in decoder.parameters()]
    assert len(set(pointers)) == len(pointers)
    assert all(len(layer.sublayer) == 3 for layer in decoder.layers)
    assert not {p.data_ptr() for p in theirs.parameters()} & set(pointers)


def test_dropout_reaches_all_three_sublayers_and_acts_in_training_only():
    layer, given = plain_layer(dropout=0.5), (*inputs(), SRC_MASK, TGT_MASK)
    assert [part.dropout.p for part in layer.sublayer] == [0.5] * 3
    assert not torch.equal(layer(*given), layer(*given))
    layer.eval()
    assert torch.equal(layer(*given), layer(*given))


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type(dtype):
    decoder = Decoder(plain_layer(), 2).to(dtype)
    assert decoder(*inputs(dtype), SRC_MASK, TGT_MASK).dtype == dtype


def test_runs_on_another_device_and_survives_copies():
    decoder = Decoder(plain_layer(), 2)
    given = (*inputs(), SRC_MASK, TGT_MASK)
    for twin in (copy.deepcopy(decoder), pickle.loads(pickle.dumps(decoder))):
        assert torch.equal(twin(*given), decoder(*given))
    output = decoder.to("meta")(*[part.to("meta") for part in given])
    assert output.shape == (B, T, D) and output.device.type == "meta"


def test_inputs_stay_as_they_were():
    given = (*inputs(), SRC_MASK, TGT_MASK)
    kept = [part.clone() for part in given]
    Decoder(plain_layer(), 2)(*given)
    assert all(torch.equal(a, b) for a, b in zip(given, kept, strict=True))
