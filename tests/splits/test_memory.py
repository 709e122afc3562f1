"""Partitions that no memory can hold are refused before they are drawn."""

import os

import pytest

from foldwise.splits import DisjointTraining, as_scheme


@pytest.mark.parametrize("scheme", ["99999999x10", "99999999x2", "resampled:99999999:0.1", "halved:99999999:10"])
def test_too_many_repeats_are_refused_at_once(scheme):
    with pytest.raises(
        ValueError, match=r"divides 150 examples (99,999,999|199,999,998) times, which takes about \d+.\d GiB"
    ):
        as_scheme(scheme).assign(150, seed=1)


@pytest.mark.parametrize("scheme", ["1000x10", DisjointTraining(5, 0.5)], ids=str)
def test_executions_count(scheme):
    with pytest.raises(ValueError, match=r"of memory; at most .* GiB are used here\. Use fewer repeats\."):
        as_scheme(scheme).assign(150, seed=1, n_executions=10_000_000)


def test_half_of_a_small_machine_is_the_limit(monkeypatch):
    """A repeat of ten folds of 1,000 examples takes 4,000 + 2,000 + 300 bytes: 1,000 of them 6.3 million."""
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 2 * 6_300, "SC_PAGE_SIZE": 1_000}.get, raising=False)
    assert as_scheme("1000x10").assign(1000, seed=1).n_repeats == 1000
    with pytest.raises(ValueError, match="1,001 times"):
        as_scheme("1001x10").assign(1000, seed=1)
