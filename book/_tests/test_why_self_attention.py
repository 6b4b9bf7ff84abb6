"""Chapter 12: the layers and the counts of Table 1 at other sizes; the sentences of *bank*."""

import math
import random
import re
from itertools import repeat

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from chapters.attention import attention
from chapters.why_self_attention import (
    NAMES,
    SENSES,
    TIMES,
    VERBS,
    ambiguous_sentence,
    convolution,
    hops,
    recurrence,
    restricted_attention,
)

B, D = 2, 6
CUES = [cue for found in SENSES.values() for s in found.values() for cue in s.items()]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def words(n):
    return torch.randn(B, n, D, dtype=torch.float64, requires_grad=True)


def away(n):
    return torch.arange(n)[:, None] - torch.arange(n)


def count(run):
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops() // 2


@pytest.mark.parametrize("n, r", [(1, 1), (1, 7), (7, 3), (12, 5), (5, 31)])
def test_restricted_attention_is_attention_in_a_band(n, r):
    x = words(n)
    got = restricted_attention(x, r)
    want = attention(x, x, x, away(n).abs() <= r // 2)[0]
    torch.testing.assert_close(got, want)
    grads = [torch.autograd.grad(y.sin().sum(), x)[0] for y in (got, want)]
    torch.testing.assert_close(*grads)


@pytest.mark.parametrize("r", [0, 4, -1, 3.0])
def test_a_window_must_be_odd(r):
    with pytest.raises(ValueError, match=re.escape(f"r = {r}: must be")):
        restricted_attention(words(5), r)


def test_the_recurrence_is_that_of_torch():
    theirs = nn.RNN(D, D, bias=False, batch_first=True).double()
    x = words(9)
    got = recurrence(x, theirs.weight_ih_l0.T, theirs.weight_hh_l0.T)
    torch.testing.assert_close(got, theirs(x)[0])


def test_the_convolution_is_centred():
    x, kernel = words(8), torch.zeros(D, D, 3, dtype=torch.float64)
    kernel[:, :, 0] = torch.eye(D)  # the first tap takes from the position before
    torch.testing.assert_close(convolution(x, kernel), F.pad(x, (0, 0, 1, 0))[:, :-1])


@pytest.mark.parametrize("n, d, k, r", [(10, 6, 5, 3), (33, 16, 3, 9)])
def test_counts_are_those_of_the_formulas(n, d, k, r):
    x, W, kernel = torch.zeros(1, n, d), torch.zeros(d, d), torch.zeros(d, d, k)
    assert count(lambda: attention(x, x, x)) == 2 * n * n * d
    assert count(lambda: recurrence(x, W, W)) == 2 * n * d * d
    assert count(lambda: convolution(x, kernel)) == k * n * d * d
    assert count(lambda: restricted_attention(x, r)) == 2 * r * n * d


@pytest.mark.parametrize("side", [1, 2, 5])
@pytest.mark.parametrize("n", [1, 2, 11, 40])
def test_the_ends_are_the_farthest_pair_of_a_band(n, side):
    band = away(n).abs() <= side
    assert hops(repeat(band), n).tolist() == [math.ceil(i / side) for i in range(n)]
    heard = torch.matrix_power(band.double(), max(1, math.ceil((n - 1) / side)))
    assert (heard > 0).all()


def test_hops_end_with_the_steps_and_with_the_hearing():
    nobody = torch.eye(4, dtype=torch.bool)
    assert hops([nobody] * 3, 4).tolist() == [0, -1, -1, -1]
    everybody = iter(torch.ones(5, 4, 4, dtype=torch.bool))
    assert hops(everybody, 4).tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("n", [2, 30, 125, 126])
def test_dilated_layers_take_a_logarithm(n, k):
    steps = (torch.isin(away(n), k**i * torch.arange(k)) for i in range(20))
    expected, reach = 0, 1
    while reach < n:
        expected, reach = expected + 1, reach * k
    assert hops(steps, n)[-1] == expected


def clauses(tokens):
    return [tokens[i : i + 4] for i in range(0, len(tokens), 4)]


def test_a_cue_belongs_to_one_meaning_and_every_translation_is_one_of_a_kind():
    pairs = [*NAMES.items(), *VERBS.items(), *TIMES.items(), *CUES]
    english, chinese = zip(*pairs, strict=True)
    senses = [sense for found in SENSES.values() for sense in found]
    assert len({*english, *SENSES}) == len(english) + len(SENSES)
    assert len({*chinese, *senses}) == len(chinese) + len(senses)
    assert len(SENSES) >= 8 and all(len(found) == 2 for found in SENSES.values())


@pytest.mark.parametrize("between, before", [(0, 0), (1, 0), (0, 2), (5, 3)])
def test_the_cue_decides_the_meaning_and_nothing_else_does(between, before):
    rng, met = random.Random(0), set()
    for _ in range(400):
        english, chinese = ambiguous_sentence(rng, between, before)
        assert len(english) == len(chinese) == 8 + 4 * (between + before)
        word, sense, cue = english[-1], chinese[-1], english[2 + 4 * before]
        assert chinese[2 + 4 * before] == SENSES[word][sense][cue]
        own = {cue for cues in SENSES[word].values() for cue in cues}
        *others, last = clauses(english)
        name, likes, *_ = others.pop(before)
        assert likes == "likes" and last == [name, "sees", "the", word]
        assert not own & {token for clause in others for token in clause}
        assert name not in {clause[0] for clause in others}
        met.add((word, sense, cue))
    assert len(met) == len(CUES)


def test_each_clause_is_translated():
    rng = random.Random(1)
    things = dict(CUES)
    for _ in range(100):
        english, chinese = ambiguous_sentence(rng, 3, 1)
        pairs = zip(clauses(english)[:-1], clauses(chinese)[:-1], strict=True)
        for (name, verb, rest, _), out in pairs:
            middle = ["喜欢", things[rest]] if verb == "likes" else [TIMES[rest], VERBS[verb]]
            assert out == [NAMES[name], *middle, "。"]
        assert chinese[-4:-1] == [NAMES[english[-4]], "看见", "了"]


def test_one_choice_changes_the_cue_and_the_meaning_alone():
    one, other = (
        ambiguous_sentence(random.Random(3), 4, 0, "bank", sense) for sense in ("河岸", "银行")
    )
    for a, b, places in zip(one, other, ([2], [2, 23]), strict=True):
        assert [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y] == places
    assert ambiguous_sentence(random.Random(3), 0, sense="鹤")[0][-1] == "crane"


@pytest.mark.parametrize("number", [-1, 1.0, True, None, "2"])
@pytest.mark.parametrize("name", ["between", "before"])
def test_a_number_of_clauses_that_is_none(name, number):
    with pytest.raises(ValueError, match=re.escape(f"{name} = {number!r}: must be an int")):
        ambiguous_sentence(random.Random(0), **{"between": 0, name: number})


@pytest.mark.parametrize("word, sense", [("bark", None), (None, "狗"), ("bank", "鹤")])
def test_a_meaning_that_is_not_in_the_list(word, sense):
    with pytest.raises(ValueError, match=re.escape(f"word = {word!r}, sense = {sense!r}")):
        ambiguous_sentence(random.Random(0), 0, word=word, sense=sense)
