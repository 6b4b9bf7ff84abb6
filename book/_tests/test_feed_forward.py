"""What `PositionwiseFeedForward` promises in its docstring, against torch and at its edges."""

import copy
import pickle

import pytest
import torch
from torch import nn

from chapters.encoder import Encoder, EncoderLayer, MaskedMean
from chapters.feed_forward import PositionwiseFeedForward

B, T, D, D_FF = 2, 5, 6, 24
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def net(dropout=0.0, **kind):
    return PositionwiseFeedForward(D, D_FF, dropout).to(**{"dtype": torch.float64, **kind})


def inputs(shape=(B, T, D)):
    return torch.randn(shape, dtype=torch.float64)


def test_equals_torchs_own_forward_and_backward():
    ours, theirs = net(), nn.TransformerEncoderLayer(D, 2, D_FF, 0.0).double()
    theirs.linear1.load_state_dict(ours.W_1.state_dict())
    theirs.linear2.load_state_dict(ours.W_2.state_dict())
    x = inputs().requires_grad_()
    got, want = ours(x), theirs._ff_block(x)
    torch.testing.assert_close(got, want)
    grads = [torch.autograd.grad(out.sin().sum(), x)[0] for out in (got, want)]
    torch.testing.assert_close(*grads)


def test_is_equation_2_with_a_max_for_each_hidden_unit():
    ours, x = net(), inputs()
    units = [
        (x @ key + bias).clamp(min=0)[..., None] * value
        for key, bias, value in zip(
            ours.W_1.weight, ours.W_1.bias, ours.W_2.weight.T, strict=True
        )
    ]
    torch.testing.assert_close(ours(x), sum(units) + ours.W_2.bias)


def test_is_two_linear_layers_with_biases_and_nothing_else():
    shapes = {name: tuple(part.shape) for name, part in net().named_parameters()}
    assert shapes == {
        "W_1.weight": (D_FF, D),
        "W_1.bias": (D_FF,),
        "W_2.weight": (D, D_FF),
        "W_2.bias": (D,),
    }


def test_works_at_each_position_alone():
    ours, x = net(), inputs()
    changed = x.clone()
    changed[:, 3] += 1
    moved = (ours(changed) - ours(x)).abs().amax(dim=-1) > 1e-9
    assert moved[:, 3].all() and not moved[:, [0, 1, 2, 4]].any()
    order = torch.randperm(T)
    torch.testing.assert_close(ours(x[:, order]), ours(x)[:, order])


@pytest.mark.parametrize("shape", [(D,), (T, D), (B, T, D), (B, 3, T, D), (0, D), (B, 0, D)])
def test_takes_any_number_of_axes_in_front(shape):
    assert net()(inputs(shape)).shape == shape


def test_dropout_acts_on_the_hidden_units_in_training_only():
    ours, x = net(0.5), inputs()
    assert not torch.equal(ours(x), ours(x))
    ours.eval()
    assert torch.equal(ours(x), ours(x))
    certain = net(1.0)
    assert torch.equal(certain(x), certain.W_2.bias.expand(B, T, D))
    assert PositionwiseFeedForward(D, D_FF).dropout.p == 0.1


@pytest.mark.parametrize("value", [0, -1, 6.0, None, "6"])
@pytest.mark.parametrize("name", ["d_model", "d_ff"])
def test_a_size_that_is_no_positive_int_is_named(name, value):
    with pytest.raises(ValueError) as error:
        PositionwiseFeedForward(**{"d_model": D, "d_ff": D_FF, name: value})
    assert str(error.value) == f"{name} = {value!r}: must be an int >= 1"


@pytest.mark.parametrize("p", [-0.1, 1.5])
def test_an_impossible_dropout_is_refused(p):
    with pytest.raises(ValueError, match=str(p)):
        PositionwiseFeedForward(D, D_FF, p)


@pytest.mark.parametrize("shape", [(B, T, D - 1), (B, T, 1), (B, D, T), ()])
def test_an_input_of_another_width_is_named(shape):
    with pytest.raises(ValueError) as error:
        net()(inputs(shape))
    assert str(error.value) == f"x of shape {shape}: must be (..., d_model = {D})"


def test_layers_of_a_stack_have_weights_of_their_own():
    encoder = Encoder(EncoderLayer(D, MaskedMean(), net(), 0.0), 3)
    places = {layer.feed_forward.W_1.weight.data_ptr() for layer in encoder.layers}
    assert len(places) == 3


@pytest.mark.parametrize("dtype", FLOATS)
def test_keeps_the_floating_type(dtype):
    assert net(dtype=dtype)(inputs().to(dtype)).dtype == dtype


def test_runs_on_another_device():
    output = net(device="meta")(inputs().to("meta"))
    assert output.shape == (B, T, D) and output.device.type == "meta"


def test_inputs_stay_as_they_were_and_copies_compute_alike():
    ours, x = net(), inputs()
    kept = x.clone()
    for twin in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert torch.equal(twin(x), ours(x))
    assert torch.equal(x, kept)


def test_a_unit_that_never_fires_gets_no_gradient():
    ours = net()
    with torch.no_grad():
        ours.W_1.bias[0] = -100
    ours(inputs()).sin().sum().backward()
    assert ours.W_1.weight.grad[0].eq(0).all() and ours.W_1.bias.grad[0] == 0
    assert ours.W_2.weight.grad[:, 0].eq(0).all() and ours.W_2.weight.grad.any()
