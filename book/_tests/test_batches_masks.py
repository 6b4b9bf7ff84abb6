"""What the vocabulary, `Batch`, the sampler and `run_epoch` promise in their docstrings."""

import pickle
import random
import re

import numpy as np
import pytest
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from chapters.batches_masks import (
    END,
    PAD,
    START,
    UNKNOWN,
    Batch,
    TokenSampler,
    Vocabulary,
    collate,
    run_epoch,
)
from chapters.full_model import make_model

PAIRS = [([4, 5, 6], [7, 8]), ([5], [6, 4, 8, 7]), ([6, 6], [5])]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def refused(message):
    return pytest.raises(ValueError, match=re.escape(message))


def small_model():
    return make_model(9, 9, N=1, d_model=8, d_ff=12, h=2, dropout=0).double()


def loss_of(model):
    def loss_compute(states, tgt_y, ntokens):
        guesses = model.generator(states).flatten(0, 1)
        summed = F.nll_loss(guesses, tgt_y.flatten(), ignore_index=PAD, reduction="sum")
        return summed, summed / ntokens

    return loss_compute


def test_ids_and_words_are_each_others_inverse():
    vocabulary = Vocabulary(["b", "a", "c"])
    assert len(vocabulary) == 7 and vocabulary.ids(["a", "b"]) == [5, 4]
    assert vocabulary.sentence(torch.tensor([START, 5, 4, END, 6, PAD])) == ["a", "b"]
    assert vocabulary.sentence([PAD, 6, UNKNOWN]) == ["c", "<unknown>"]
    assert vocabulary.ids(["a", "x"], strict=False) == [5, UNKNOWN]
    assert vocabulary.ids([]) == []
    assert vocabulary.ids(word for word in "ab") == [5, 4]
    with refused("unknown word 'x'"):
        vocabulary.ids(word for word in "ax")


def test_words_that_a_vocabulary_does_not_take():
    with refused("unknown word 'x': must be one of the 5"):
        Vocabulary(["a"]).ids(["a", "x"])
    for wrong in (7, -1):
        with refused(f"id {wrong}: must be in 0 ... 4"):
            Vocabulary(["a"]).sentence([4, wrong])
    with refused("words = 'a b': must be a list"):
        Vocabulary(["a"]).ids("a b")
    for words in (["a", "b", "a"], ["<end>"]):
        with refused(f"word {words[-1]!r}: must be in the vocabulary once"):
            Vocabulary(words)


@pytest.mark.parametrize("pad", [0, 8])
def test_a_batch_is_shifted_and_hides_keys_alone(pad):
    batch = collate([([4, 5], [6]), ([5], [6, 4])], pad)
    assert batch.src.tolist() == [[4, 5], [5, pad]]
    assert batch.tgt.tolist() == [[1, 6, 2], [1, 6, 4]]
    assert batch.tgt_y.tolist() == [[6, 2, pad], [6, 4, 2]]
    assert batch.ntokens == 5 and isinstance(batch.ntokens, int)
    assert batch.src_mask.tolist() == [[[True, True]], [[True, False]]]
    assert batch.tgt_mask[0].tolist() == torch.ones(3, 3).tril().bool().tolist()
    short = Batch(batch.src, torch.tensor([[1, 6, 2, pad], [1, 6, pad, pad]]), pad)
    assert short.tgt_mask[1].int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]
    assert short.tgt_mask.any(dim=-1).all()


def test_a_batch_without_targets_has_sources_and_their_mask():
    batch = Batch(torch.tensor([[4, 0]]))
    assert batch.src_mask.tolist() == [[[True, False]]]
    assert not hasattr(batch, "tgt")


SRC = torch.tensor([[4, 5], [6, 0]])


@pytest.mark.parametrize(
    "given, message",
    [
        ([SRC.float()], "src is torch.float32: must be a tensor of int64 or int32 ids"),
        ([SRC.bool()], "src is torch.bool: must be"),
        ([SRC.short()], "src is torch.int16: must be a tensor of int64 or int32 ids"),
        ([[[4, 5]]], "src is list: must be"),
        ([SRC[0]], "src has shape (2,): must be"),
        ([SRC[:0]], "src has shape (0, 2): must be"),
        ([0 * SRC], "src is all padding (id 0)"),
        ([SRC, SRC.double()], "tgt is torch.float64: must be"),
        ([SRC, SRC[:1]], "tgt has shape (1, 2): must be (2, 2 or more)"),
        ([SRC, SRC[:, :1]], "tgt has shape (2, 1): must be (2, 2 or more)"),
        ([SRC, torch.tensor([[1, 0], [1, 0]])], "tgt_y is all padding (id 0)"),
        ([SRC, SRC, None], "pad = None: must be an int"),
        ([SRC, SRC, 0.0], "pad = 0.0: must be an int"),
    ],
)
def test_a_batch_refuses(given, message):
    with refused(message):
        Batch(*given)


@pytest.mark.parametrize("pairs", [[], iter([])])
def test_collate_needs_a_pair(pairs):
    with refused("pairs is empty"):
        collate(pairs)


@pytest.mark.parametrize("row", [tuple, iter, torch.tensor, np.array])
def test_collate_takes_any_row_of_ints(row):
    batch = collate((row(source), row(target)) for source, target in PAIRS)
    assert batch.src.equal(collate(PAIRS).src) and batch.src.dtype == torch.int64
    assert batch.tgt_y.equal(collate(PAIRS).tgt_y)


@pytest.mark.parametrize(
    "wrong",
    [
        (["a"], [5]),
        ([4.7], [5]),
        ([4], [5.7]),
        ([[4]], [5]),
        ([4], [5], [6]),
        [4],
        (4, 5),
        "ab",
    ],
)
def test_collate_names_the_pair_that_is_none(wrong):
    with refused(f"pair 1 is {wrong!r}: must be two lists of int ids"):
        collate([([4], [5]), wrong])


@pytest.mark.parametrize("place", [0, 1])
def test_collate_needs_a_source(place):
    pairs = [([4], [5])]
    pairs.insert(place, ([], [5]))
    with refused(f"pair {place} has no source"):
        collate(pairs)
    assert collate([([4], [])]).tgt_y.tolist() == [[END]]


def test_a_row_of_padding_gets_zeros_from_attention():
    batch = Batch(torch.tensor([[4, 5], [0, 0]]), torch.tensor([[1, 6, 2], [0, 0, 0]]))
    assert batch.ntokens == 2 and not batch.tgt_mask[1].any()
    states = small_model()(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
    assert states.isfinite().all()


def test_a_batch_travels():
    batch = pickle.loads(pickle.dumps(collate(PAIRS)))
    assert batch.tgt_mask.equal(collate(PAIRS).tgt_mask)
    small = Batch(SRC.int(), SRC.int())
    assert small.tgt.dtype == torch.int32


def test_padding_changes_neither_loss_nor_gradient():
    model, together = small_model(), collate(PAIRS)

    def value(batch):
        states = model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
        return loss_of(model)(states, batch.tgt_y, batch.ntokens)[0]

    alone = sum(value(collate([pair])) for pair in PAIRS)
    for given, wanted in zip(
        torch.autograd.grad(value(together), [*model.parameters()]),
        torch.autograd.grad(alone, [*model.parameters()]),
        strict=True,
    ):
        torch.testing.assert_close(given, wanted)
    torch.testing.assert_close(value(together), alone)


@pytest.mark.parametrize("limit", [12, 40, 1000])
def test_every_sentence_once_and_no_batch_too_large(limit):
    rng = random.Random(0)
    lengths = [rng.randrange(1, 13) for _ in range(97)]
    sampler = TokenSampler(lengths, limit)
    batches = list(sampler)
    assert len(batches) == len(sampler) == len(list(sampler))
    assert sorted(i for rows in batches for i in rows) == list(range(97))
    spans = []
    for rows in batches:
        found = [lengths[i] for i in rows]
        assert len(rows) * max(found) <= limit
        spans.append((min(found), max(found)))
    spans.sort()
    assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:], strict=False))


def test_each_pass_has_its_own_order_and_the_seed_decides_it():
    lengths = [1 + i % 5 for i in range(60)]
    one, same, other = (TokenSampler(lengths, 10, seed) for seed in (3, 3, 4))
    state = torch.get_rng_state()
    first, second = list(one), list(one)
    assert torch.get_rng_state().equal(state)
    assert first == list(same) and second == list(same) and first != second
    assert first != list(other)
    assert {frozenset(rows) for rows in first} != {frozenset(rows) for rows in second}
    longest = [max(lengths[i] for i in rows) for rows in first]
    assert longest != sorted(longest)


def test_lengths_that_a_sampler_refuses():
    with refused("max_tokens = 0: must be an int >= 1"):
        TokenSampler([1], 0)
    with refused("lengths is empty"):
        TokenSampler([], 5)
    for length in (0, 6, 2.5, [1, 2], "a", None):
        with refused(f"sentence 1 has length {length}: must be in 1 ... max_tokens = 5"):
            TokenSampler([5, length], 5)


def test_a_loader_gives_batches():
    lengths = [max(len(s), len(t) + 1) for s, t in PAIRS]
    sampler = TokenSampler(lengths, 6)
    loader = DataLoader(PAIRS, batch_sampler=sampler, collate_fn=collate)
    made = list(loader)
    assert len(loader) == len(made)
    assert sum(batch.ntokens for batch in made) == sum(len(t) + 1 for _, t in PAIRS)
    assert all(batch.tgt_y.numel() <= 6 and batch.src.numel() <= 6 for batch in made)


def test_an_epoch_is_a_mean_over_tokens_and_steps_once_a_batch():
    model = small_model()
    batches = [collate(PAIRS[:1]), collate(PAIRS[1:])]
    before = [p.clone() for p in model.parameters()]
    value = run_epoch(iter(batches), model, loss_of(model))
    assert isinstance(value, float) and 1 < value < 4  # near ln 9
    assert value == pytest.approx(run_epoch([collate(PAIRS)], model, loss_of(model)))
    assert all(map(torch.equal, before, model.parameters()))
    assert all(p.grad is None for p in model.parameters())

    sgd = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(sgd, lambda step: 0.5**step)
    assert run_epoch(batches, model, loss_of(model), sgd, schedule) > 0
    assert sgd.param_groups[0]["lr"] == pytest.approx(0.025)
    assert run_epoch(batches, model, loss_of(model)) < value


def test_a_step_starts_from_no_gradient():
    one, two = small_model(), small_model()
    two.load_state_dict(one.state_dict())
    for p in two.parameters():
        p.grad = torch.full_like(p, 7.0)
    for model in (one, two):
        sgd = torch.optim.SGD(model.parameters(), lr=0.1)
        run_epoch([collate(PAIRS)], model, loss_of(model), sgd)
    for p, q in zip(one.parameters(), two.parameters(), strict=True):
        torch.testing.assert_close(p, q)


def test_an_epoch_needs_a_batch():
    with refused("batches is empty"):
        run_epoch([], small_model(), None)
