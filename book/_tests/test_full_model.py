"""What `make_model` and `greedy_decode` promise in their docstrings, against torch."""

import copy
import math
import pickle
import re

import pytest
import torch
from torch import nn

from chapters.decoder import subsequent_mask
from chapters.embeddings import Embeddings
from chapters.encoder import LayerNorm
from chapters.full_model import greedy_decode, initialize, make_model
from figures.class_map import TREE

B, S, T, D, H, N = 3, 7, 5, 12, 3, 2
SIZES = {"N": N, "d_model": D, "d_ff": 20, "h": H}
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
# from the end of a parameter's name in ours to that in torch's
NAMES = {
    r"src_attn": "multihead_attn",
    r"attn\.W_O": "attn.out_proj",
    r"feed_forward\.W_(\d)": r"linear\1",
    r"sublayer\.0\.norm": "norm1",
    r"sublayer\.1\.norm": "norm2",
    r"sublayer\.2\.norm": "norm3",
    r"gamma": "weight",
    r"beta": "bias",
}


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def build(src=13, tgt=11, **options):
    return make_model(src, tgt, **{**SIZES, "dropout": 0.0, **options}).eval()


def batch():
    """Sources and targets of unequal length, with padding at their ends, and masks."""
    src, tgt = torch.randint(1, 13, (B, S)), torch.randint(1, 11, (B, T))
    src[1, 4:], src[2, 1:], tgt[0, 3:] = 0, 0, 0
    return src, tgt, (src != 0)[:, None], (tgt != 0)[:, None] & subsequent_mask(T)


def in_torch(model, norm_first):
    """nn.Transformer with the weights of `model`; post-norm without its extra norms."""
    sizes = {"num_encoder_layers": N, "num_decoder_layers": N}
    sizes["dim_feedforward"] = SIZES["d_ff"]
    options = {"dropout": 0, "batch_first": True, "norm_first": norm_first}
    theirs = nn.Transformer(D, H, **sizes, **options).double().eval()
    if not norm_first:
        theirs.encoder.norm = theirs.decoder.norm = None
    state = {}
    for name, value in model.state_dict().items():
        if not name.startswith(("encoder", "decoder")):
            continue
        for pattern, new in NAMES.items():
            name = re.sub(pattern, new, name)
        state[name] = value
    for name in [name for name in state if "W_Q" in name]:
        stacked = [state.pop(name.replace("W_Q", f"W_{letter}")) for letter in "QKV"]
        state[name.replace("W_Q.", "in_proj_")] = torch.cat(stacked)
    theirs.load_state_dict(state)
    return theirs


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_equals_torch_forward_and_backward(norm_first):
    model = build(norm_first=norm_first).double()
    for p in model.parameters():
        p.data += 0.2 * torch.randn_like(p)  # start values of 0 and 1 would hide a mix-up
    theirs = in_torch(model, norm_first)
    src, tgt, src_mask, tgt_mask = batch()
    got = model(src, tgt, src_mask, tgt_mask)
    want = theirs(
        model.src_embed(src),
        model.tgt_embed(tgt),
        tgt_mask=~subsequent_mask(T)[0],
        src_key_padding_mask=src == 0,
        memory_key_padding_mask=src == 0,
        tgt_key_padding_mask=tgt == 0,
    )
    torch.testing.assert_close(got, want)
    tables = [model.src_embed[0].table.weight, model.tgt_embed[0].table.weight]
    grads = [torch.autograd.grad(out.sin().sum(), tables) for out in (got, want)]
    torch.testing.assert_close(*grads)


def test_is_built_as_the_map_of_classes_draws_it():
    def check(part, node):
        attribute, name, _, parts = node
        name, _, count = name.partition(" ×")
        if count:
            assert len(part) == (N if count == "N" else int(count)), attribute
            assert len({type(one) for one in part}) == 1
            part = part[0]
        assert type(part).__name__ == name.removeprefix("nn."), attribute
        held = {child for child, _ in part.named_children()}
        drawn = {child[0].strip("[]"): child for child in parts}
        if parts:
            assert drawn.keys() <= held <= drawn.keys() | {"dropout"}
        for child, below in drawn.items():
            check(part.get_submodule(child), below)

    check(build(), TREE)


def test_no_two_parts_share_a_tensor_or_begin_with_equal_weights():
    parameters = list(build().parameters())
    assert len({p.data_ptr() for p in parameters}) == len(parameters)
    matrices = [p for p in parameters if p.dim() > 1]
    for i, one in enumerate(matrices):
        for other in matrices[:i]:
            assert one.shape != other.shape or not torch.equal(one, other)


def test_start_values():
    model = build(500, 600, d_model=96, h=4, d_ff=200)
    for part in model.modules():
        if isinstance(part, nn.Linear):
            fan = part.in_features + part.out_features
            assert part.weight.abs().max() <= math.sqrt(6 / fan)
            assert math.isclose(part.weight.std().item(), math.sqrt(2 / fan), rel_tol=0.05)
            assert not part.bias.any()
        elif isinstance(part, Embeddings):
            assert math.isclose(part.table.weight.std().item(), 96**-0.5, rel_tol=0.05)
        elif isinstance(part, LayerNorm):
            assert (part.gamma == 1).all() and not part.beta.any()


def test_initialize_leaves_a_missing_bias_alone():
    linear = nn.Linear(4, 6, bias=False)
    initialize(linear)
    assert linear.bias is None and linear.weight.abs().max() <= math.sqrt(0.6)


@pytest.mark.parametrize("p", [0.0, 0.25])
def test_dropout_reaches_every_place(p):
    model = build(dropout=p).train()
    places = [part.p for part in model.modules() if isinstance(part, nn.Dropout)]
    assert places == [p] * (2 + 4 * N + 6 * N)
    args = batch()
    assert torch.equal(model(*args), model(*args)) == (p == 0)


@pytest.mark.parametrize("norm_first", [True, False])
def test_norm_first_reaches_every_layer(norm_first):
    model = build(norm_first=norm_first)
    for stack in model.encoder, model.decoder:
        assert isinstance(stack.norm, LayerNorm if norm_first else nn.Identity)
        for layer in stack.layers:
            assert [s.norm_first for s in layer.sublayer] == [norm_first] * len(layer.sublayer)


def test_the_defaults_are_the_base_model():
    with torch.device("meta"):
        model = make_model(37_000, 37_000)
    layer = model.decoder.layers[5].src_attn
    assert (len(model.encoder.layers), layer.h, layer.d_model) == (6, 8, 512)
    assert model.encoder.layers[0].feed_forward.W_1.out_features == 2048
    assert model.training and layer.dropout.p == 0.1


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_type(dtype):
    model = build().to(dtype)
    states = model(*batch())
    assert states.dtype == model.generator(states).dtype == dtype
    assert states.isfinite().all()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_can_be_copied(copied):
    model, args = build(), batch()
    assert torch.equal(copied(model)(*args), model(*args))


def test_loads_the_state_of_another():
    one, two, args = build(), build(), batch()
    two.load_state_dict(one.state_dict())
    assert torch.equal(one(*args), two(*args))
    assert not [name for name in one.state_dict() if name.endswith("pe")]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"h": 5}, "d_model = 12: must be a multiple of h = 5"),
        ({"d_model": 9}, "d_model = 9: must be even"),
        ({"N": 0}, "N = 0: must be an int >= 1"),
        ({"N": 2.0}, "N = 2.0: must be an int >= 1"),
        ({"d_ff": -1}, "d_ff = -1: must be an int >= 1"),
        ({"src": 0}, "vocab = 0: must be an int >= 1"),
        ({"tgt": 1.5}, "vocab = 1.5: must be an int >= 1"),
        ({"dropout": 1.5}, "but got 1.5"),
        ({"norm_first": "post"}, "norm_first = 'post': must be True or False"),
    ],
)
def test_refuses_what_does_not_fit(options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        build(**options)


def sources():
    src, _, src_mask, _ = batch()
    return src, src_mask


def test_greedy_is_the_argmax_of_one_full_pass():
    model, (src, src_mask) = build(), sources()
    ids = greedy_decode(model, src, src_mask, 9, 1)
    assert ids.shape == (B, 9) and ids.dtype == torch.int64 and not ids.requires_grad
    assert (ids[:, 0] == 1).all()
    logs = model.generator(model(src, ids, src_mask, subsequent_mask(9)))
    assert torch.equal(logs.argmax(dim=-1)[:, :-1], ids[:, 1:])


def test_greedy_on_a_batch_is_greedy_on_each():
    model, (src, src_mask) = build(), sources()
    together = greedy_decode(model, src, src_mask, 9, 1)
    for i in range(B):
        alone = greedy_decode(model, src[i : i + 1], src_mask[i : i + 1], 9, 1)
        assert torch.equal(alone[0], together[i])


def test_greedy_reads_every_prefix_under_the_causal_mask():
    model, (src, src_mask) = build(), sources()
    given = []
    model.decoder.register_forward_pre_hook(lambda _, inputs: given.append(inputs))
    greedy_decode(model, src, src_mask, 6, 1)
    for T, (x, memory, keys, past) in enumerate(given, start=1):
        assert x.size(1) == T and torch.equal(past, subsequent_mask(T))
        assert memory is given[0][1] and keys is src_mask
    assert len(given) == 5


def test_greedy_ends_each_sentence_by_itself():
    model, (src, src_mask) = build(), sources()
    for p in model.parameters():
        p.data += 0.3 * torch.randn_like(p)  # so that sentences differ
    free = greedy_decode(model, src, src_mask, 12, 1).tolist()
    gaps = []
    for end in range(11):
        ids = greedy_decode(model, src, src_mask, 12, 1, end_symbol=end, pad_symbol=7)
        stops = [row.index(end, 1) + 1 if end in row[1:] else 12 for row in free]
        wanted = [row[:stop] + [7] * (12 - stop) for row, stop in zip(free, stops, strict=True)]
        assert ids.tolist() == [row[: max(stops)] for row in wanted]
        gaps.append(max(stops) - min(stops))
    assert max(gaps) > 2  # one of them went on long after another had ended


def test_greedy_stops_when_all_have_ended_and_encodes_once():
    model, (src, src_mask) = build(), sources()
    nn.init.zeros_(model.generator.proj.weight)
    model.generator.proj.bias.data[2] = 1  # so that the end symbol always wins
    calls = []
    for name in "encoder", "decoder":
        part = getattr(model, name)
        part.register_forward_hook(lambda *_, name=name: calls.append(name))
    assert greedy_decode(model, src, src_mask, 50, 1, end_symbol=2).tolist() == [[1, 2]] * B
    assert calls == ["encoder", "decoder"]


def test_greedy_of_length_one_is_the_start_symbol():
    model, (src, src_mask) = build(), sources()
    assert greedy_decode(model, src, src_mask, 1, 3).tolist() == [[3]] * B
    assert greedy_decode(model, src, None, 2, 3).shape == (B, 2)


@pytest.mark.parametrize("max_len", [0, -1, 2.0, None])
def test_greedy_refuses_a_length(max_len):
    with pytest.raises(ValueError, match=f"max_len = {max_len}: must be an int >= 1"):
        greedy_decode(build(), *sources(), max_len, 1)


@pytest.mark.parametrize("name", ["start_symbol", "end_symbol", "pad_symbol"])
@pytest.mark.parametrize("value", [11, -1, "1", 1.0, [1, 2]])
def test_greedy_names_a_symbol_outside_the_vocabulary(name, value):
    symbols = {"start_symbol": 1, name: value}
    words = re.escape(f"{name} = {value!r}: must be in 0 ... 10")
    with pytest.raises(ValueError, match=words):
        greedy_decode(build(), *sources(), 1, **symbols)
