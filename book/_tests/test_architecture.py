"""What `EncoderDecoder` and `Generator` promise in their docstrings, and the map of classes."""

import copy
import inspect
import pickle

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from chapters.architecture import EncoderDecoder, Generator
from figures.class_map import TREE

B, S, T, D, V = 2, 4, 6, 16, 11
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


class Encoder(nn.Module):
    """The sum of the source so far, and a note of what it was called with."""

    def forward(self, *inputs):
        self.inputs = inputs
        return inputs[0].cumsum(dim=1)


class Decoder(nn.Module):
    """Every target position gets the mean of the memory added."""

    def forward(self, *inputs):
        self.inputs = inputs
        return inputs[0] + inputs[1].mean(dim=1, keepdim=True)


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


@pytest.fixture
def model():
    embeddings = nn.Embedding(9, D), nn.Embedding(V, D)
    return EncoderDecoder(Encoder(), Decoder(), *embeddings, Generator(D, V)).double()


@pytest.fixture
def batch():
    """src, tgt, src_mask, tgt_mask; source and target of unequal length."""
    src, tgt = torch.randint(1, 9, (B, S)), torch.randint(1, V, (B, T))
    src[1, -1] = 0
    causal = torch.ones(1, T, T, dtype=torch.bool).tril()
    return src, tgt, (src != 0)[:, None], causal


def test_forward_is_encode_then_decode_without_the_generator(model, batch):
    src, tgt, src_mask, tgt_mask = batch
    memory = model.encode(src, src_mask)
    assert memory.shape == (B, S, D)
    torch.testing.assert_close(memory, model.src_embed(src).cumsum(dim=1))
    states = model.decode(memory, src_mask, tgt, tgt_mask)
    want = model.tgt_embed(tgt) + memory.mean(dim=1, keepdim=True)
    torch.testing.assert_close(states, want)
    got = model(src, tgt, src_mask, tgt_mask)
    assert got.shape == (B, T, D) and torch.equal(got, states)


def test_each_part_gets_what_its_docstring_says(model, batch):
    src, tgt, src_mask, tgt_mask = batch
    model(src, tgt, src_mask, tgt_mask)
    x, mask = model.encoder.inputs
    assert torch.equal(x, model.src_embed(src)) and mask is src_mask
    x, memory, *masks = model.decoder.inputs
    assert torch.equal(x, model.tgt_embed(tgt)) and memory.shape == (B, S, D)
    assert masks[0] is src_mask and masks[1] is tgt_mask
    model(src, tgt, None, None)
    assert model.decoder.inputs[2:] == (None, None)


@pytest.mark.parametrize("method", ["forward", "encode", "decode"])
def test_no_mask_can_be_forgotten(method):
    for name, parameter in inspect.signature(
        getattr(EncoderDecoder, method)
    ).parameters.items():
        assert parameter.default is parameter.empty, name


@pytest.mark.parametrize(("sources", "targets"), [(1, 2), (2, 1), (3, 2)])
def test_unequal_batches_are_named(model, sources, targets):
    src, tgt = torch.ones(sources, S).long(), torch.ones(targets, T).long()
    words = rf"batches of {sources} \(source\) and {targets} \(target\): must be equal"
    with pytest.raises(ValueError, match=words):
        model(src, tgt, None, None)
    with pytest.raises(ValueError, match=words):
        model.decode(model.encode(src, None), None, tgt, None)


def test_equals_nn_transformer_around_torchs_own_parts(batch):
    src, tgt, src_mask, tgt_mask = batch
    theirs = nn.Transformer(D, 4, 2, 2, 32, dropout=0, batch_first=True).double()
    hidden = ~src_mask[:, 0]

    class Around(nn.Module):
        def __init__(self, part):
            super().__init__()
            self.part = part

    class Left(Around):
        def forward(self, x, mask):
            return self.part(x, src_key_padding_mask=~mask[:, 0])

    class Right(Around):
        def forward(self, x, memory, src_mask, tgt_mask):
            padding = ~src_mask[:, 0]
            return self.part(x, memory, ~tgt_mask[0], memory_key_padding_mask=padding)

    embeddings = nn.Embedding(9, D), nn.Embedding(V, D)
    parts = Left(theirs.encoder), Right(theirs.decoder), *embeddings, Generator(D, V)
    ours = EncoderDecoder(*parts).double()
    x, y = ours.src_embed(src), ours.tgt_embed(tgt)
    masks = {"src_key_padding_mask": hidden, "memory_key_padding_mask": hidden}
    want = theirs(x, y, tgt_mask=~tgt_mask[0], **masks)
    got = ours(*batch)
    torch.testing.assert_close(got, want)
    weights = list(ours.src_embed.parameters()) + list(ours.tgt_embed.parameters())
    grads = [torch.autograd.grad(out.sin().sum(), weights) for out in (got, want)]
    torch.testing.assert_close(*grads)


@pytest.mark.parametrize("lead", [(), (3,), (2, 3), (2, 4, 3)])
def test_generator_gives_log_probabilities_as_torch_does(lead):
    generator, x = Generator(D, V).double(), torch.randn(*lead, D).double()
    got = generator(x)
    assert got.shape == (*lead, V)
    torch.testing.assert_close(got.exp().sum(-1), torch.ones(lead).double())
    torch.testing.assert_close(got, F.log_softmax(generator.proj(x), dim=-1))


def test_its_loss_and_gradient_are_those_of_cross_entropy():
    generator, x = Generator(D, V).double(), torch.randn(5, D).double().requires_grad_()
    answers = torch.randint(V, (5,))
    losses = F.nll_loss(generator(x), answers), F.cross_entropy(generator.proj(x), answers)
    torch.testing.assert_close(*losses)
    torch.testing.assert_close(*(torch.autograd.grad(loss, x) for loss in losses))


def test_log_probabilities_far_apart_stay_finite():
    generator = Generator(1, 2)
    with torch.no_grad():
        generator.proj.weight.copy_(torch.tensor([[0.0], [1000.0]]))
        generator.proj.bias.zero_()
    assert generator(torch.ones(1)).tolist() == [-1000.0, 0.0]


@pytest.mark.parametrize("size", [(2, 3, 8), (16, 8), (8,), (2, 16, 1), ()])
def test_states_of_another_width_are_named(size):
    with pytest.raises(ValueError) as error:
        Generator(D, V)(torch.zeros(size))
    assert str(error.value) == f"x of shape {size}: must be (..., d_model = 16)"


@pytest.mark.parametrize("name", ["d_model", "vocab"])
@pytest.mark.parametrize("value", [0, -1, 16.0, 0.5, None, "16", True])
def test_an_impossible_size_is_named(name, value):
    with pytest.raises(ValueError) as error:
        Generator(**{"d_model": D, "vocab": V, name: value})
    assert str(error.value) == f"{name} = {value!r}: must be an int >= 1"


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type_and_the_inputs(model, batch, dtype):
    kept = [x.clone() for x in batch]
    states = model.to(dtype)(*batch)
    assert states.dtype == model.generator(states).dtype == dtype
    assert all(torch.equal(a, b) for a, b in zip(batch, kept, strict=True))


def test_runs_on_another_device(model, batch):
    states = model.to("meta")(*(x.to("meta") for x in batch))
    assert states.shape == (B, T, D) and states.device.type == "meta"
    assert model.generator(states).shape == (B, T, V)


def test_copies_and_pickles_give_the_same(model, batch):
    twins = copy.deepcopy(model), pickle.loads(pickle.dumps(model))
    want = model.generator(model(*batch))
    for twin in twins:
        assert torch.equal(twin.generator(twin(*batch)), want)


def test_the_map_of_classes_names_the_parts_of_the_frame(model):
    _, name, chapter, parts = TREE
    assert (name, chapter) == ("EncoderDecoder", "02_architecture")
    assert {part[0] for part in parts} == {name for name, _ in model.named_children()}
    assert parts[-1][1] == type(model.generator).__name__
