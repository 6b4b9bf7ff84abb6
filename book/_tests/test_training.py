"""Chapter 17: steps, checkpoints, the language, and the stored translator with its card."""

import hashlib
import json
import random
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from chapters import BOOK
from chapters.batches_masks import PAD, Batch
from chapters.embeddings import tie_weights
from chapters.full_model import make_model
from chapters.optimizer import make_optimizer, rate
from chapters.regularization import LabelSmoothing, SimpleLossCompute
from chapters.training import (
    CHINESE,
    COMBINATIONS,
    CUES,
    ENGLISH,
    FORMS,
    HELD_OUT,
    MEASURES,
    NAMES,
    ONE_FORM,
    SENSES,
    TRANSLATOR,
    draw_pair,
    exact_match,
    held_out,
    hidden,
    kind_of,
    load_translator,
    not_finite,
    save_checkpoint,
    sentence_pair,
    train,
    train_step,
    translate,
    translations,
)

SIZE = 9


@pytest.fixture(autouse=True)
def one_thread_and_seed():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    yield
    torch.set_num_threads(threads)


def parts(width=8, dropout=0.3, tied=False, seed=0):
    """model, loss_compute, optimizer, scheduler, small enough for many steps."""
    torch.manual_seed(seed)
    model = make_model(SIZE, SIZE, N=1, d_model=width, d_ff=12, h=2, dropout=dropout)
    if tied:
        tie_weights(model.src_embed[0], model.tgt_embed[0], model.generator)
    loss = SimpleLossCompute(model.generator, LabelSmoothing(SIZE, PAD, 0.1))
    return model, loss, *make_optimizer(model, width, warmup=4)


def batch_at(step, rows=5):
    generator = torch.Generator().manual_seed(step)
    src = torch.randint(3, SIZE, (rows, 6), generator=generator)
    tgt = torch.randint(3, SIZE, (rows, 5), generator=generator)
    src[0, 4:] = tgt[1, 3:] = PAD
    tgt[:, 0] = 1
    return Batch(src, tgt)


def same(one, two):
    pairs = zip(one.state_dict().values(), two.state_dict().values(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def split(batch, *sizes):
    tgt = torch.cat([batch.tgt, batch.tgt_y[:, -1:]], dim=1)
    rows = zip(batch.src.split(sizes), tgt.split(sizes), strict=True)
    return [Batch(src, tgt) for src, tgt in rows]


def test_batches_of_a_step_add_up_to_one():
    batch, gradients, losses = batch_at(1), [], []
    for batches in [batch], split(batch, 1, 4):
        model, loss, optimizer, _ = parts(dropout=0)
        losses.append(train_step(model, batches, loss, optimizer))
        gradients.append(torch.cat([p.grad.flatten() for p in model.parameters()]))
    torch.testing.assert_close(*gradients)
    assert losses[0] == pytest.approx(losses[1])


def test_an_iterator_of_batches_counts_in_full():
    losses = []
    for batches in [batch_at(1), batch_at(2)], map(batch_at, (1, 2)):
        model, loss, optimizer, _ = parts()
        losses.append(train_step(model, batches, loss, optimizer))
    assert losses[0] == losses[1] > 0


@pytest.mark.parametrize("clip", [0, -1, float("nan"), float("inf")])
def test_a_step_refuses_a_clip_that_would_spoil_the_parameters(clip):
    model, loss, optimizer, _ = parts()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    with pytest.raises(ValueError, match=r"clip = .*: must be a finite number > 0"):
        train_step(model, [batch_at(1)], loss, optimizer, clip=clip)
    with pytest.raises(ValueError, match="batches is empty"):
        train_step(model, [], loss, optimizer)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())


def test_a_step_clips_the_whole_gradient():
    model, loss, optimizer, _ = parts()
    train_step(model, [batch_at(1)], loss, optimizer, clip=1e-3)
    norm = torch.cat([p.grad.flatten() for p in model.parameters()]).norm()
    assert norm == pytest.approx(1e-3, rel=1e-3)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("stop", [1, 5, 7, 10])
def test_a_resumed_training_equals_an_unbroken_one(tmp_path, stop, tied):
    whole, *rest = parts(tied=tied)
    losses = train(whole, batch_at, *rest, steps=10)

    def interrupted(step):
        if step == stop:
            raise KeyboardInterrupt
        return batch_at(step)

    model, *rest = parts(tied=tied)
    with pytest.raises(KeyboardInterrupt):
        train(model, interrupted, *rest, steps=10, folder=tmp_path, every=2)
    model, *rest = parts(tied=tied, seed=0 if stop < 3 else 7)
    assert train(model, batch_at, *rest, steps=10, folder=tmp_path, every=2) == losses
    assert same(model, whole)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "checkpoint.json",
        "step-10.safetensors",
    ]


def test_an_interrupted_write_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    model, *rest = parts()
    train(model, batch_at, *rest, steps=4, folder=tmp_path)
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def broken(tensors, file):
        file.write_bytes(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr("chapters.training.save_file", broken)
    with pytest.raises(KeyboardInterrupt):
        train(model, batch_at, *rest, steps=6, folder=tmp_path)
    assert kept.items() <= {file.name: file.read_bytes() for file in tmp_path.iterdir()}.items()
    monkeypatch.undo()
    model, *rest = parts(seed=3)
    assert len(train(model, batch_at, *rest, steps=6, folder=tmp_path)) == 6


def other_parts(optimizer, scheduler):
    model, loss, _, _ = parts(seed=5)
    optimizer = optimizer(model.parameters(), lr=0.1)
    return model, loss, optimizer, scheduler(optimizer)


def constant(optimizer):
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0)


def stairs(optimizer):
    return torch.optim.lr_scheduler.StepLR(optimizer, 2)


@pytest.mark.parametrize("stop", range(1, 13))
def test_ctrl_c_before_or_after_each_change_on_the_disk(tmp_path, monkeypatch, stop):
    model, *rest = parts()
    losses = train(model, batch_at, *rest, steps=6)
    model, *rest = parts()
    train(model, batch_at, *rest, steps=4, folder=tmp_path)
    moments = 0

    def wrapped(function):
        def run(*args, **options):
            nonlocal moments
            for part in (lambda: None), (lambda: function(*args, **options)):
                part()
                moments += 1
                if moments == stop:
                    raise KeyboardInterrupt

        return run

    for name in "replace", "write_text", "unlink":
        monkeypatch.setattr(Path, name, wrapped(getattr(Path, name)))
    monkeypatch.setattr("chapters.training.save_file", wrapped(save_file))
    with pytest.raises(KeyboardInterrupt):
        train(model, batch_at, *rest, steps=6, folder=tmp_path)
    monkeypatch.undo()
    model, *rest = parts(seed=3)
    assert train(model, batch_at, *rest, steps=6, folder=tmp_path) == losses


@pytest.mark.parametrize(
    ("optimizer", "scheduler", "says"),
    [
        (torch.optim.SGD, constant, "fit the optimizer: no momentum"),
        (torch.optim.Adam, stairs, "fit the scheduler: no step_size"),
    ],
)
def test_a_checkpoint_of_another_kind_changes_nothing(tmp_path, optimizer, scheduler, says):
    broken_checkpoint(tmp_path, "not at all")
    model, *rest = other_parts(optimizer, scheduler)
    before = parts(seed=5)[0]
    with pytest.raises(ValueError, match=says):
        train(model, batch_at, *rest, steps=5, folder=tmp_path)
    assert same(model, before) and not rest[1].state_dict()["state"]


@pytest.mark.parametrize("lost", ["groups", "scheduler"])
def test_a_checkpoint_without_a_part_is_named(tmp_path, lost):
    broken_checkpoint(tmp_path, "not at all")
    file = tmp_path / "checkpoint.json"
    numbers = json.loads(file.read_text())
    del numbers[lost]
    file.write_text(json.dumps(numbers))
    model, *rest = parts(seed=5)
    with pytest.raises(ValueError, match=r"step-3\.safetensors does not fit the"):
        train(model, batch_at, *rest, steps=5, folder=tmp_path)
    assert same(model, parts(seed=5)[0])


@pytest.mark.parametrize("optimizer", [torch.optim.SGD, torch.optim.AdamW, torch.optim.RMSprop])
def test_other_optimizers_and_schedulers_resume_too(tmp_path, optimizer):
    model, *rest = other_parts(optimizer, stairs)
    losses = train(model, batch_at, *rest, steps=7)
    model, *rest = other_parts(optimizer, stairs)
    train(model, batch_at, *rest, steps=3, folder=tmp_path)
    model, *rest = other_parts(optimizer, stairs)
    assert train(model, batch_at, *rest, steps=7, folder=tmp_path) == losses


def test_a_scheduler_that_json_would_change_is_refused(tmp_path):
    def milestones(optimizer):
        return torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 4])

    model, _, *kept = other_parts(torch.optim.Adam, milestones)
    with pytest.raises(ValueError, match="MultiStepLR: must have a state that JSON can keep"):
        save_checkpoint(tmp_path, model, *kept, [1.0])
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_a_file_is_refused_before_the_first_step(tmp_path):
    (tmp_path / "file").write_text("mine")
    model, *rest = parts()
    with pytest.raises(OSError, match="file"):
        train(
            model, lambda step: pytest.fail("a step"), *rest, steps=3, folder=tmp_path / "file"
        )
    assert (tmp_path / "file").read_text() == "mine"


def broken_checkpoint(folder, how):
    model, *rest = parts()
    train(model, batch_at, *rest, steps=3, folder=folder)
    tensors, numbers = folder / "step-3.safetensors", folder / "checkpoint.json"
    if how == "cut tensors":
        tensors.write_bytes(tensors.read_bytes()[:-20])
    elif how == "no tensors":
        tensors.unlink()
    elif how == "cut numbers":
        numbers.write_text(numbers.read_text()[:30])
    elif how == "no numbers":
        numbers.write_text("[]")


@pytest.mark.parametrize("how", ["cut tensors", "no tensors", "cut numbers", "no numbers"])
def test_a_broken_checkpoint_is_named_and_the_model_stays(tmp_path, how):
    broken_checkpoint(tmp_path, how)
    model, *rest = parts(seed=5)
    before, _, _, _ = parts(seed=5)
    place = "checkpoint.json" if "numbers" in how else "step-3.safetensors"
    with pytest.raises(ValueError, match=f"{place} is not a whole checkpoint"):
        train(model, batch_at, *rest, steps=5, folder=tmp_path)
    assert same(model, before)


def test_a_checkpoint_of_another_shape_is_named_and_the_model_stays(tmp_path):
    broken_checkpoint(tmp_path, "not at all")
    model, *rest = parts(width=16, seed=5)
    before, _, _, _ = parts(width=16, seed=5)
    with pytest.raises(ValueError, match=r"W_Q\.weight: \(8, 8\) in the file, \(16, 16\) here"):
        train(model, batch_at, *rest, steps=5, folder=tmp_path)
    assert same(model, before)


def test_fewer_steps_than_the_checkpoint_has_are_refused(tmp_path):
    broken_checkpoint(tmp_path, "not at all")
    model, *rest = parts()
    with pytest.raises(ValueError, match="steps = 2: must be >= 3"):
        train(model, batch_at, *rest, steps=2, folder=tmp_path)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"steps": 0}, "steps = 0"),
        ({"steps": 2.5}, "steps = 2.5"),
        ({"steps": 3, "every": 0}, "every = 0"),
        ({"steps": 3, "clip": 0}, "clip = 0"),
        ({"steps": 3, "clip": float("nan")}, "clip = nan"),
    ],
)
def test_numbers_outside_their_range_are_named(wrong, says):
    model, *rest = parts()
    with pytest.raises(ValueError, match=says):
        train(model, batch_at, *rest, **wrong)


def test_a_step_without_a_batch_is_named():
    model, *rest = parts()
    with pytest.raises(ValueError, match="step 2: batches_at gave no batch"):
        train(model, lambda step: [batch_at(step)] * (step < 2), *rest, steps=3)
    with pytest.raises(ValueError, match="step 1: batches_at gave no batch"):
        train(model, lambda step: None, *rest, steps=3)


def test_nan_stops_before_the_update_and_says_where():
    model, *rest = parts()
    train(model, batch_at, *rest, steps=2)
    with torch.no_grad():
        model.encoder.layers[0].feed_forward.W_2.bias[1] = float("nan")
    before = {name: value.clone() for name, value in model.state_dict().items()}
    with pytest.raises(FloatingPointError, match=r"step 1, rate .*feed_forward\.W_2\.bias"):
        train(model, batch_at, *rest, steps=2)
    for name, value in model.state_dict().items():
        assert torch.equal(value.nan_to_num(7), before[name].nan_to_num(7))


def test_an_overflow_names_the_first_output():
    model, *rest = parts()
    with torch.no_grad():
        for weight in model.encoder.layers[0].feed_forward.parameters():
            weight.mul_(1e30)
    place = r"the output of encoder\.layers\.0\.feed_forward\.W_2 is not finite"
    with pytest.raises(FloatingPointError, match=place):
        train(model, batch_at, *rest, steps=1)


def test_a_loss_that_overflows_by_itself_is_told_apart():
    model, loss, *rest = parts()

    def infinite(states, y, norm):
        summed, mean = loss(states, y, norm)
        return summed * float("inf"), mean

    with pytest.raises(FloatingPointError, match="it is the loss or its gradient"):
        train(model, batch_at, infinite, *rest, steps=1)


def test_looking_for_the_fault_leaves_no_hooks():
    model = parts()[0]
    with pytest.raises(AttributeError):
        not_finite(model, [None])
    assert not any(part._forward_hooks for part in model.modules())


def test_no_word_is_decided_by_a_pair_held_out():
    rng = random.Random(5)
    for _ in range(2000):
        english, _ = draw_pair(rng)
        for i, cue in enumerate(english):
            if CUES.get(cue, [None])[0] == english[-3]:
                name = english[i - (4 if english[i - 2] == "who" else 2)]
                assert HELD_OUT[cue] != name
                assert english[i - 2] != "who" or cue not in ONE_FORM


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: held_out("pairs"), "kind = 'pairs'"),
        (lambda: held_out("pair", 0), "size = 0"),
        (lambda: draw_pair(random.Random(0), "pairs"), "kind = 'pairs'"),
        (lambda: kind_of("rivers", "Zoe", "clause"), "name = 'Zoe'"),
        (lambda: kind_of("rivers", "Anna", "question"), "form = 'question'"),
    ],
)
def test_what_is_no_kind_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_every_cue_is_held_out_once_and_the_kinds_do_not_overlap():
    kinds = [set(found) for found in COMBINATIONS.values()]
    assert sum(map(len, kinds)) == len(set.union(*kinds)) == len(CUES) * len(NAMES) * len(FORMS)
    train_set = COMBINATIONS["train"]
    for cue, name in HELD_OUT.items():
        assert not [c for c in train_set if c[:2] == (cue, name)]
        assert {c[0] for c in train_set} >= {cue}
    assert not [c for c in train_set if c[0] in ONE_FORM and c[2] == "relative"]
    assert len({CUES[cue][1] for cue in ONE_FORM}) == len(ONE_FORM)


def test_a_pair_says_its_cue_and_its_meaning_in_both_languages():
    rng = random.Random(0)
    for kind in COMBINATIONS:
        for _ in range(100):
            english, chinese = draw_pair(rng, kind)
            word, sense = english[-3], chinese[-2]
            (cue,) = {c for c in english if c in CUES and CUES[c][0] == word}
            assert CUES[cue] == (word, sense, CUES[cue][2])
            assert CUES[cue][2] in chinese and chinese[-3] == MEASURES[sense]
            assert CHINESE.sentence(CHINESE.ids(chinese)) == chinese
            assert ENGLISH.sentence(ENGLISH.ids(english)) == english


def test_the_two_meanings_of_a_word_have_different_measure_words():
    for found in SENSES.values():
        assert len({MEASURES[sense] for sense in found}) == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cue": "frogs"}, "cue = 'frogs'"),
        ({"name": "Zoe"}, "name = 'Zoe'"),
        ({"form": "question"}, "form = 'question'"),
        ({"before": -1}, "before = -1"),
        ({"between": 1.0}, "between = 1.0"),
        ({"form": "relative", "between": 2}, "between = 2: must be 0"),
    ],
)
def test_what_is_not_in_the_grammar_is_named(wrong, says):
    right = {"cue": "rivers", "name": "Anna", "form": "clause"}
    with pytest.raises(ValueError, match=says):
        sentence_pair(random.Random(0), **{**right, **wrong})


def test_an_unknown_word_is_named():
    with pytest.raises(ValueError, match="unknown word 'frogs'"):
        translate(load_translator(), "Anna likes frogs.")


@pytest.mark.parametrize("text", [["Anna", "likes"], None, 5])
def test_a_text_that_is_no_str_is_named(text):
    with pytest.raises(ValueError, match="text = .*: must be a str"):
        translate(load_translator(), text)


def test_exact_match_takes_any_sequence_of_words():
    model, pairs = load_translator(), held_out("pair", 5)
    assert exact_match(model, iter(pairs)) == 1
    assert exact_match(model, [(tuple(e), tuple(c)) for e, c in pairs]) == 1


def test_one_sentence_translates_like_the_same_in_a_batch():
    model = load_translator()
    english = [pair[0] for pair in held_out("pair", 12)]
    alone = [translate(model, " ".join(words)) for words in english]
    assert ["".join(words) for words in translations(model, english)] == alone


def test_the_card_the_file_and_the_score_agree():
    model = load_translator()
    card = json.loads(TRANSLATOR.with_suffix(".json").read_text())
    assert card["file"] == TRANSLATOR.name
    assert card["sha256"] == hashlib.sha256(TRANSLATOR.read_bytes()).hexdigest()
    assert card["parameters"] == sum(p.numel() for p in model.parameters()) < 256_000
    for kind in COMBINATIONS:
        score = exact_match(model, held_out(kind))
        assert card[f"exact match of 500, {kind}"] == score >= 0.98


def test_the_settings_on_the_card_are_those_of_the_model_and_of_its_training():
    card = json.loads(TRANSLATOR.with_suffix(".json").read_text())
    layer = load_translator().encoder.layers[0]
    d_ff, d_model = layer.feed_forward.W_1.weight.shape
    norm = "pre-norm" if layer.sublayer[0].norm_first else "post-norm"
    layers = len(load_translator().encoder.layers)
    sizes = f"N = {layers}, d_model {d_model}, d_ff {d_ff}, h {layer.self_attn.h}"
    assert card["model"] == f"{norm}, {sizes}"
    assert f"peak {rate(60, d_model, 0.5, 60):.4f}" in card["rate"]
    source = (BOOK / "17_training.ipynb").read_text(encoding="utf-8")
    for setting in "factor=0.5, warmup=60", "smoothing=0.1", "dropout=0.1":
        assert setting in source


def test_a_translator_of_other_words_is_refused(monkeypatch):
    smaller = make_model(len(ENGLISH) - 1, len(CHINESE), N=2, d_model=64, d_ff=256, h=4)
    monkeypatch.setattr("chapters.training.make_translator", lambda: smaller)
    with pytest.raises(ValueError, match=r"translator\.safetensors does not fit the model"):
        load_translator()


def test_hidden_positions_get_no_weight_and_the_rest_adds_up():
    model = parts(dropout=0)[0].eval()
    batch = batch_at(1)
    keys = torch.zeros_like(batch.src, dtype=torch.bool)
    keys[:, 2] = True
    layer = model.decoder.layers[0].src_attn
    with hidden([layer], keys, [1]):
        model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
    weights = layer.attn  # (B, h, T, S)
    assert (weights[:, 1, :, 2] == 0).all() and (weights[:, 0, :, 2] > 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights.sum(-1)))
    model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
    assert (layer.attn[:, 1, :, 2] > 0).all(), "still hidden behind the `with`"


def test_hidden_names_a_head_that_is_not_there():
    model = parts()[0]
    layer = model.encoder.layers[0].self_attn
    keys = torch.zeros(5, 6, dtype=torch.bool)
    with pytest.raises(ValueError, match=r"head 2: must be in 0 \.\.\. 1"):
        with hidden([layer], keys, [2]):
            pass
    assert not layer._forward_pre_hooks


def test_hidden_can_be_nested_and_takes_an_iterator_of_heads():
    model, batch = parts(dropout=0)[0].eval(), batch_at(1)
    one, two = torch.zeros(2, *batch.src.shape, dtype=torch.bool)
    one[:, 2] = two[:, 3] = True
    layer = model.decoder.layers[0].src_attn
    with hidden([layer], one, iter([0])), hidden([layer], two, iter([1])):
        model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
    for head, shut, seen in (0, 2, 3), (1, 3, 2):
        assert (layer.attn[:, head, :, shut] == 0).all()
        assert (layer.attn[:, head, :, seen] > 0).all()
    assert not layer._forward_pre_hooks


@pytest.mark.parametrize("shape", [(5, 1), (1, 6), (5, 5), (6,)])
def test_hidden_refuses_keys_of_another_shape(shape):
    model, batch = parts()[0].eval(), batch_at(1)
    layer = model.decoder.layers[0].src_attn
    with hidden([layer], torch.ones(shape, dtype=torch.bool)):
        with pytest.raises(ValueError, match=r"keys torch\.bool, .*must be Boolean, \(5, 6\)"):
            model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)
    with hidden([layer], torch.ones(5, 6, dtype=torch.long)):
        with pytest.raises(ValueError, match=r"keys torch\.int64"):
            model(batch.src, batch.tgt, batch.src_mask, batch.tgt_mask)


def test_any_module_with_the_same_call_can_be_trained():
    class Guess(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(SIZE, 8)

        def forward(self, src, tgt, src_mask, tgt_mask):
            return self.table(tgt)

    _, loss, *_ = parts()
    model = Guess()
    losses = train(model, batch_at, loss, *make_optimizer(model, 8, warmup=4), steps=30)
    assert losses[-1] < losses[0]
