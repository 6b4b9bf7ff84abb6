"""What the loss promises: `LabelSmoothing` against torch and at its edges, and who calls it."""

import copy
import math
import pickle
import re

import pytest
import torch
from torch.nn import functional as F

from chapters.batches_masks import collate, run_epoch
from chapters.full_model import make_model
from chapters.regularization import LabelSmoothing, SimpleLossCompute

N, K = 7, 10
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
PADS = [0, 3, K - 1]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def example(pad=0, dtype=torch.float64):
    """Logits, and targets of which the second is padding."""
    target = torch.tensor([t for t in range(K) if t != pad][:N])
    target[1] = pad
    return torch.randn(N, K, dtype=dtype, requires_grad=True), target


@pytest.mark.parametrize("pad", PADS)
def test_without_smoothing_it_is_the_cross_entropy(pad):
    logits, target = example(pad)
    ours = LabelSmoothing(K, pad)(logits.log_softmax(1), target)
    theirs = F.cross_entropy(logits, target, ignore_index=pad, reduction="sum")
    torch.testing.assert_close(ours, theirs)
    grads = [torch.autograd.grad(loss, logits)[0] for loss in (ours, theirs)]
    torch.testing.assert_close(*grads)


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("smoothing", [0.1, 0.5, 0.9])
def test_targets_share_what_they_take(pad, smoothing):
    target = example(pad)[1]
    q = LabelSmoothing(K, pad, smoothing).distribution(target, torch.float64)
    for row, right in zip(q, target.tolist(), strict=True):
        others = [k for k in range(K) if k not in (right, pad)]
        if right == pad:
            assert row.eq(0).all()
            continue
        assert row[right].item() == pytest.approx(1 - smoothing)
        assert row[pad] == 0
        assert row[others].tolist() == pytest.approx([smoothing / (K - 2)] * (K - 2))


@pytest.mark.parametrize("smoothing", [0.1, 0.4])
def test_differs_from_torch_by_what_the_chapter_states(smoothing):
    logits, target = example()
    criterion = LabelSmoothing(K, 0, smoothing)
    q, real = criterion.distribution(target, torch.float64), target != 0
    log_p = logits.log_softmax(1)
    theirs = F.cross_entropy(
        logits[real, 1:],
        target[real] - 1,
        reduction="sum",
        label_smoothing=smoothing * (K - 1) / (K - 2),
    )
    entropy = -torch.xlogy(q, q).sum()
    spent = -(1 - log_p[real, 0].exp()).log().sum()
    torch.testing.assert_close(criterion(log_p, target), theirs - entropy + spent)


def test_the_gradient_is_p_minus_q_and_zero_for_padding():
    logits, target = example()
    criterion = LabelSmoothing(K, 0, 0.1)
    (gradient,) = torch.autograd.grad(criterion(logits.log_softmax(1), target), logits)
    p, q = logits.detach().softmax(1), criterion.distribution(target, torch.float64)
    real = (target != 0).unsqueeze(1)
    torch.testing.assert_close(gradient, (p - q) * real)


def test_a_perfect_model_has_no_loss_and_any_other_has():
    target = example()[1]
    criterion = LabelSmoothing(K, 0, 0.1)
    q = criterion.distribution(target, torch.float64)
    assert criterion(q.log(), target).abs() < 1e-12
    assert criterion((0.9 * q + 0.1 / K).log(), target) > 0


@pytest.mark.parametrize("dtype", FLOATS)
def test_is_finite_where_the_padding_has_no_chance(dtype):
    p = torch.tensor([[0, 0.2, 0.7, 0.1]], dtype=dtype)
    log_p = p.log().requires_grad_()
    loss = LabelSmoothing(4, 0, 0.1)(log_p, torch.tensor([2]))
    want = math.log(0.9 / 0.7) * 0.9 + 0.05 * (math.log(0.05 / 0.2) + math.log(0.05 / 0.1))
    assert loss.dtype == dtype and loss.item() == pytest.approx(want, abs=0.02)
    loss.backward()
    assert log_p.grad.isfinite().all() and log_p.grad[0, 0] == 0


def test_padding_alone_costs_nothing():
    logits = torch.randn(3, K, requires_grad=True)
    loss = LabelSmoothing(K, 2, 0.1)(logits.log_softmax(1), torch.full((3,), 2))
    loss.backward()
    assert loss == 0 and logits.grad.eq(0).all()


def test_two_tokens_are_enough_without_smoothing_only():
    log_p = torch.randn(1, 2).log_softmax(1)
    assert LabelSmoothing(2)(log_p, torch.tensor([1])) == -log_p[0, 1]
    with pytest.raises(ValueError, match="size = 2: with smoothing, must be an int >= 3"):
        LabelSmoothing(2, 0, 0.1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((0,), "size = 0: must be an int >= 1"),
        ((5.0,), "size = 5.0: must be an int >= 1"),
        ((5, 5), "padding_idx = 5: must be in 0 ... 4"),
        ((5, -1), "padding_idx = -1: must be in 0 ... 4"),
        ((5, None), "padding_idx = None: must be in 0 ... 4"),
        ((5, 0, 1), "smoothing = 1: must be in [0, 1)"),
        ((5, 0, -0.1), "smoothing = -0.1: must be in [0, 1)"),
        ((5, 0, math.nan), "smoothing = nan: must be in [0, 1)"),
        ((5, 0, None), "smoothing = None: must be in [0, 1)"),
        ((5, 0, torch.tensor(0.1)), "smoothing = tensor(0.1000): must be in [0, 1)"),
    ],
)
def test_a_wrong_number_is_named(given, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        LabelSmoothing(*given)


@pytest.mark.parametrize("wrong", [K, 99, -1])
def test_an_id_outside_is_named(wrong):
    logits, target = example()
    target[-1] = wrong
    with pytest.raises(ValueError, match=rf"ids .*{wrong}.*: must be in 0 \.\.\. 9"):
        LabelSmoothing(K, 0, 0.1)(logits.log_softmax(1), target)


@pytest.mark.parametrize("dtype", [torch.int16, torch.uint8, torch.bool, torch.float32])
def test_targets_that_are_no_ids_are_named(dtype):
    logits, target = example()
    with pytest.raises(ValueError, match=f"target is {dtype}: must be int64 or int32 ids"):
        LabelSmoothing(K, 0, 0.1)(logits.log_softmax(1), target.to(dtype))


def test_targets_of_another_shape_are_named():
    logits, target = example()
    criterion = LabelSmoothing(K, 0, 0.1)
    with pytest.raises(ValueError, match=r"target has shape \(7, 1\): must be \(N,\)"):
        criterion(logits.log_softmax(1), target.unsqueeze(1))
    with pytest.raises(ValueError, match="target is list: must be int64 or int32 ids"):
        criterion.distribution(target.tolist())


def test_short_ids_give_the_same_and_whole_numbers_are_no_probabilities():
    logits, target = example()
    criterion, log_p = LabelSmoothing(K, 0, 0.1), logits.log_softmax(1)
    torch.testing.assert_close(criterion(log_p, target.int()), criterion(log_p, target))
    with pytest.raises(ValueError, match=r"x is torch\.int64: must be log-probabilities"):
        criterion(log_p.long(), target)


def test_twice_differentiable_and_right_for_a_large_vocabulary():
    logits, target = example()
    criterion = LabelSmoothing(K, 0, 0.1)
    torch.autograd.gradcheck(lambda x: criterion(x.log_softmax(1), target), logits)
    large = LabelSmoothing(37_000, 0, 0.1)
    log_p, target = torch.randn(3, 37_000).log_softmax(1), torch.tensor([5, 0, 36_999])
    q = large.distribution(target, torch.float64)
    want = F.kl_div(log_p.double(), q, reduction="sum")
    torch.testing.assert_close(large(log_p, target).double(), want, rtol=1e-4, atol=0)


@pytest.mark.parametrize("shape", [(N, K + 1), (N + 1, K), (1, N, K), (N * K,)])
def test_shapes_that_do_not_fit_are_named(shape):
    with pytest.raises(ValueError, match=re.escape(f"x {shape}, target (7,): must be (N, 10)")):
        LabelSmoothing(K)(torch.zeros(shape), example()[1])


def test_inputs_stay_and_nothing_is_learned():
    logits, target = example()
    x = logits.detach().log_softmax(1)
    kept = x.clone(), target.clone()
    criterion = LabelSmoothing(K, 0, 0.1)
    loss = criterion(x, target)
    assert torch.equal(x, kept[0]) and torch.equal(target, kept[1])
    assert not list(criterion.parameters()) and not criterion.state_dict()
    for twin in (copy.deepcopy(criterion), pickle.loads(pickle.dumps(criterion))):
        assert torch.equal(twin(x, target), loss)


def test_runs_on_another_device():
    criterion = LabelSmoothing(K, 0, 0.1)
    target = torch.zeros(N, dtype=torch.int64, device="meta")
    loss = criterion(torch.zeros(N, K, device="meta"), target)
    assert loss.shape == () and loss.device.type == "meta"
    assert criterion.distribution(target).device.type == "meta"


def model_and_loss(smoothing=0.1):
    model = make_model(K, K, N=1, d_model=8, d_ff=16, h=2, dropout=0).double()
    return model, SimpleLossCompute(model.generator, LabelSmoothing(K, 0, smoothing))


PAIRS = [([4, 5], [4, 5]), ([6] * 5, [7, 6] * 5), ([7], [8]), ([5, 4], [9, 4, 5])]


def gradient(model, loss_compute, batches, norm):
    model.zero_grad()
    for batch in batches:
        states = model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
        loss_compute(states, batch.tgt_y, norm)[1].backward()
    return torch.cat([part.grad.flatten() for part in model.parameters()])


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_the_gradients_of_micro_batches_add_up(cut):
    model, loss_compute = model_and_loss()
    whole = collate(PAIRS)
    parts = [collate(PAIRS[:cut]), collate(PAIRS[cut:])]
    wanted = gradient(model, loss_compute, [whole], whole.ntokens)
    torch.testing.assert_close(gradient(model, loss_compute, parts, whole.ntokens), wanted)


def test_returns_the_sum_and_the_share_of_it():
    model, loss_compute = model_and_loss()
    states, y = torch.randn(2, 3, 8).double(), torch.tensor([[4, 5, 0], [6, 0, 0]])
    states.requires_grad_()
    summed, loss = loss_compute(states, y, 3)
    want = LabelSmoothing(K, 0, 0.1)(model.generator(states).flatten(0, 1), y.flatten())
    torch.testing.assert_close(summed, want)
    torch.testing.assert_close(loss, want / 3)
    assert loss.requires_grad and not summed.requires_grad


def test_the_generator_is_called_once():
    calls = []

    def generator(x):
        calls.append(x.shape)
        return torch.zeros(*x.shape[:-1], K).log_softmax(-1)

    criterion = LabelSmoothing(K)
    SimpleLossCompute(generator, criterion)(torch.randn(2, 3, 8), torch.ones(2, 3).long(), 6)
    assert calls == [(2, 3, 8)]


@pytest.mark.parametrize("norm", [0, -3])
def test_a_norm_without_tokens_is_refused(norm):
    model, loss_compute = model_and_loss()
    with pytest.raises(ValueError, match=f"norm = {norm}: must be a number of tokens > 0"):
        loss_compute(torch.randn(1, 2, 8).double(), torch.ones(1, 2).long(), norm)


@pytest.mark.parametrize("shape", [(3, 2), (6,), (2, 2), (1, 2, 3)])
def test_labels_that_do_not_fit_the_states_are_named(shape):
    _, loss_compute = model_and_loss()
    words = f"x (2, 3, 8), y {shape}: must be (B, T, d_model) and (B, T)"
    with pytest.raises(ValueError, match=re.escape(words)):
        loss_compute(torch.randn(2, 3, 8).double(), torch.ones(shape).long(), 6)


def test_run_epoch_trains_with_it():
    model, loss_compute = model_and_loss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    losses = [run_epoch([collate(PAIRS)], model, loss_compute, optimizer) for _ in range(60)]
    assert losses[-1] < losses[0] / 4
