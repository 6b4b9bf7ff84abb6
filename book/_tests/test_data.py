"""The stored files: each with its source and licence, small, whole, and in use."""

import re

import pytest
from safetensors.torch import load_file

from notebooks import BOOK, chapter_files

DATA = BOOK / "data"
FILES = sorted(file for file in DATA.iterdir() if file.name != "README.md")
WEIGHTS = [file for file in FILES if file.suffix == ".safetensors"]
BYTES = 300_000
MORE = {"translator.safetensors": 1_200_000, "lstm.safetensors": 600_000}  # whole models
MORE["lstm_attention.safetensors"] = 600_000


def test_the_readme_names_every_file_and_no_other():
    said = (DATA / "README.md").read_text(encoding="utf-8")
    names = re.findall(r"`([\w.]+\.(?:safetensors|tsv|json|txt|csv))`", said)
    assert sorted(names) == [file.name for file in FILES]
    assert "MIT" in said and "CC BY 4.0" in said


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_small(file):
    assert file.stat().st_size < MORE.get(file.name, BYTES)


@pytest.mark.parametrize("file", WEIGHTS, ids=lambda file: file.name)
def test_weights_are_finite_and_a_chapter_loads_them(file):
    parameters = load_file(file)
    assert parameters and all(tensor.isfinite().all() for tensor in parameters.values())
    family = re.sub(r"_\d+$", "", file.stem)
    assert any(family in path.read_text(encoding="utf-8") for path in chapter_files())
