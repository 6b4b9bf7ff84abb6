"""Chapter 15: the learning rate of equation (3), and the optimizer that follows it."""

import io
import math
import warnings

import numpy as np
import pytest
import torch
from torch import nn

from chapters.embeddings import tie_weights
from chapters.full_model import make_model
from chapters.optimizer import make_optimizer, rate


@pytest.fixture
def model():
    torch.manual_seed(0)
    return nn.Linear(3, 2)


def train(model, optimizer, scheduler, steps):
    """The rates that the steps used."""
    used = []
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.ones(1, 3)).square().sum().backward()
        used.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return used


def test_the_paper_s_peak():
    assert f"{rate(4000, 512):.1e}" == "7.0e-04"
    assert rate(4000, 512) == pytest.approx(512**-0.5 * 4000**-0.5)
    assert rate(4000, 1024) * math.sqrt(2) == pytest.approx(rate(4000, 512))


@pytest.mark.parametrize("d, w", [(512, 4000), (16, 50), (7, 1), (1, 3)])
def test_equation_3(d, w):
    for step in 1, 2, w, w + 1, 4 * w, 100_000:
        wanted = 2.5 * d**-0.5 * min(step**-0.5, step * w**-1.5)
        assert rate(step, d, 2.5, w) == pytest.approx(wanted, rel=1e-12)


def test_rises_in_a_line_and_falls_as_the_inverse_root():
    curve = [rate(step, 64, warmup=40) for step in range(1, 400)]
    assert curve.index(max(curve)) == 39
    assert curve[19] == pytest.approx(curve[39] / 2)
    assert curve[159] == pytest.approx(curve[39] / 2)


def test_step_0_counts_as_1():
    assert rate(0, 512) == rate(1, 512) > 0


@pytest.mark.parametrize(
    "change, message",
    [
        ({"step": -1}, "step = -1: must be an int >= 0"),
        ({"step": 1.0}, "step = 1.0"),
        ({"step": True}, "step = True"),
        ({"model_size": 0}, "model_size = 0"),
        ({"model_size": 5.0}, "model_size = 5.0"),
        ({"warmup": 0}, "warmup = 0"),
        ({"factor": 0}, "factor = 0: must be a finite number > 0"),
        ({"factor": -2.0}, "factor = -2.0"),
        ({"factor": math.inf}, "factor = inf"),
        ({"factor": math.nan}, "factor = nan"),
        ({"factor": "1"}, "factor = '1': must be a finite number > 0"),
        ({"factor": None}, "factor = None"),
        ({"factor": True}, "factor = True"),
        ({"factor": torch.tensor(2.0)}, "factor = tensor"),
        ({"step": torch.tensor(3)}, "step = tensor"),
    ],
)
def test_wrong_values_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        rate(**{"step": 3, "model_size": 8, **change})


def test_a_factor_of_numpy_gives_a_plain_float():
    for factor in np.float32(2), np.float64(2), np.int64(2), 2:
        value = rate(3, 8, factor)
        assert type(value) is float and value == rate(3, 8, 2.0)


def test_a_wrong_value_fails_before_the_first_step(model):
    with pytest.raises(ValueError, match="warmup = 0"):
        make_optimizer(model, 8, warmup=0)
    with pytest.raises(ValueError, match="factor = -1"):
        make_optimizer(model, 8, factor=-1)


def test_adam_has_the_constants_of_the_paper(model):
    optimizer, _ = make_optimizer(model, 8)
    assert type(optimizer) is torch.optim.Adam
    (group,) = optimizer.param_groups
    assert (group["betas"], group["eps"]) == ((0.9, 0.98), 1e-9)
    assert group["weight_decay"] == 0 and not group["amsgrad"]
    assert group["params"] == list(model.parameters())


def test_step_k_has_the_rate_of_k(model):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        used = train(model, *make_optimizer(model, 8, 2.0, 3), steps=7)
    assert used == [rate(step, 8, 2.0, 3) for step in range(1, 8)]


def test_the_defaults_are_the_paper_s(model):
    used = train(model, *make_optimizer(model, 512), steps=3)
    assert used == [rate(step, 512, 1.0, 4000) for step in (1, 2, 3)]


def test_the_first_step_moves_each_parameter_by_the_rate(model):
    before = [p.detach().clone() for p in model.parameters()]
    train(model, *make_optimizer(model, 8, warmup=3), steps=1)
    for old, new in zip(before, model.parameters(), strict=True):
        moved = (new.detach() - old).abs()
        torch.testing.assert_close(moved, torch.full_like(moved, rate(1, 8, warmup=3)))


def test_goes_on_from_a_saved_state(model):
    optimizer, scheduler = make_optimizer(model, 8, warmup=3)
    train(model, optimizer, scheduler, steps=5)
    again, schedule = make_optimizer(model, 8, warmup=3)
    again.load_state_dict(optimizer.state_dict())
    schedule.load_state_dict(scheduler.state_dict())
    assert train(model, again, schedule, steps=1) == [rate(6, 8, warmup=3)]


def test_a_file_of_both_states_goes_on_as_if_never_stopped(model):
    optimizer, scheduler = make_optimizer(model, 8, np.float32(2), 3)
    train(model, optimizer, scheduler, steps=4)
    parts, file = (model, optimizer, scheduler), io.BytesIO()
    torch.save([part.state_dict() for part in parts], file)
    file.seek(0)
    fresh = nn.Linear(3, 2)
    again = fresh, *make_optimizer(fresh, 8, np.float32(2), 3)
    for part, state in zip(again, torch.load(file, weights_only=True), strict=True):
        part.load_state_dict(state)
    assert train(*parts, steps=5) == train(*again, steps=5)
    assert all(map(torch.equal, model.parameters(), fresh.parameters()))


def test_tied_weights_are_moved_once():
    model = make_model(11, 11, N=1, d_model=8, d_ff=8, h=2, dropout=0.0)
    tie_weights(model.src_embed[0], model.tgt_embed[0], model.generator)
    (group,) = make_optimizer(model, 8)[0].param_groups
    assert len(group["params"]) == len({id(p) for p in group["params"]})
    assert sum(p.shape == (11, 8) for p in group["params"]) == 1
