"""Chapter 1: the longest chain of operations that waited for one another."""

import pytest
import torch

from chapters.attention import attention
from chapters.why_self_attention import (
    convolution,
    is_product,
    recurrence,
    restricted_attention,
)
from chapters.why_transformer import longest_chain

D = 6


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def words(n):
    return torch.randn(2, n, D, dtype=torch.float64, requires_grad=True)


def test_all_operations_count_and_parameters_do_not():
    x = words(3)
    assert longest_chain(x.sin()) == 1
    assert longest_chain(x.sin().sum() * 2) == 3
    assert longest_chain(x.sin().cos() + x) == 3  # the longer branch counts


def test_products_alone():
    x, W = words(40), torch.randn(D, D, dtype=torch.float64, requires_grad=True)
    assert longest_chain(recurrence(x, W, W), is_product) == 40
    assert longest_chain(attention(x, x, x)[0], is_product) == 2
    assert longest_chain(convolution(x, torch.randn(D, D, 3).double()), is_product) == 1
    assert longest_chain(restricted_attention(x, 5), is_product) == 2
    assert longest_chain(x.sin().sum(), is_product) == 0
    assert longest_chain((x @ W) @ W + (x @ W), is_product) == 2


def test_a_chain_is_counted_where_recursion_would_overflow():
    x, W = words(1200), torch.eye(D, dtype=torch.float64, requires_grad=True)
    assert longest_chain(recurrence(x, W, W), is_product) == 1200


def test_a_leaf_took_no_operation_and_without_a_graph_nothing_can_be_counted():
    assert longest_chain(words(3)) == 0
    for result in torch.ones(2), words(3).detach(), 1.5, None:
        with pytest.raises(ValueError, match="must be a tensor with a graph"):
            longest_chain(result)
