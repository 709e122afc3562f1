"""Whether executions agree: counted by hand, and on sources where the answer is known."""

import numpy as np
import pytest
from scipy.stats import binomtest

from foldwise.lab import Replications, TypeOneError, replicability, sources
from foldwise.stats import replicability as agreement

YES, NO = 0.01, 0.9


@pytest.fixture
def by_hand(made_trials):
    """Four datasets, ten executions each: always rejected, once, half of the time for either side, never."""
    p = np.full((4, 10), NO)
    p[0], p[1, 3], p[2, :5] = YES, YES, YES
    direction = np.ones((4, 10))
    direction[2, :2] = -1
    return Replications(trials=(made_trials({"10": p}, direction=direction),), alpha=0.05)


def test_counts_of_bouckaert_and_frank(by_hand):
    (row,) = by_hand.frame().itertuples()
    assert (row.consistent, row.almost_consistent) == (2 / 4, 3 / 4)
    # R(k, 10) = (k (k - 1) + (10 - k) (9 - k)) / 90: 1, 72/90, 40/90, 1.
    assert row.replicability == pytest.approx((1 + 72 / 90 + 40 / 90 + 1) / 4)
    # Of the third dataset two are for b, three for a, five for neither: (2 + 6 + 20) / 90.
    assert row.by_winner == pytest.approx((1 + 72 / 90 + 28 / 90 + 1) / 4)
    assert (row.n_reversed, row.n_executions, row.n_trials) == (1, 10, 4)
    assert row.rejection_rate == pytest.approx(16 / 40)
    assert row.type_one_error == row.rejection_rate
    limits = binomtest(2, 4).proportion_ci()
    assert (row.consistent_low, row.consistent_high) == pytest.approx((limits.low, limits.high), abs=1e-10)


def test_replicability_is_never_shown_without_a_word_on_validity(by_hand):
    assert [caveat.code for caveat in by_hand.caveats] == ["not_validity", "reversed", "few_trials"]
    assert "10 executions on each dataset" in by_hand.title
    assert "a test that always rejects agrees with itself" in by_hand.details()


def test_type_one_error_is_shown_for_exact_nulls_only(made_trials):
    other = sources.ExchangeableBlocks(second_shift=0.1)
    (row,) = Replications(trials=(made_trials({"10": [[YES, NO]]}, source=other),), alpha=0.05).frame().itertuples()
    assert row.rejection_rate == 0.5
    assert np.isnan(row.type_one_error)


def test_bootstrap_over_datasets_agrees_with_that_of_one_study(made_trials):
    p = np.where(np.random.default_rng(0).random((200, 10)) < np.linspace(0, 0.6, 200)[:, np.newaxis], YES, NO)
    (row,) = Replications(trials=(made_trials({"10": p}),), alpha=0.05).frame().itertuples()
    k = (p == YES).sum(axis=1)
    known = agreement(np.stack([10 - k, k], axis=1))
    assert row.replicability == pytest.approx(known.estimate)
    assert (row.low, row.high) == pytest.approx(known.bootstrap_interval(seed=1), abs=0.006)


def test_minimum_takes_the_worst_source_of_each_procedure(made_trials):
    steady, wavering = np.full((4, 4), NO), np.tile([YES, NO], (4, 2))
    trials = (
        made_trials({"10": steady, "5x2": wavering}, source=sources.TwoKinds(0.1)),
        made_trials({"10": np.vstack([wavering[:1], steady[:3]]), "5x2": steady}, source=sources.TwoKinds(0.2)),
    )
    least = Replications(trials=trials, alpha=0.05).minimum()
    assert least[["procedure", "source", "consistent"]].to_numpy().tolist() == [
        ["10", "two kinds, error 0.2", 0.75],
        ["5x2", "two kinds, error 0.1", 0.0],
    ]


def test_executions_differ_and_more_repeats_agree_more():
    """Ten times ten folds hardly vary between partitions, Dietterich's t does most (Bouckaert and Frank, 2004)."""
    found = replicability(["5x2/five_by_two_t", "10x10"], sources.ExchangeableBlocks(second_shift=0.15), n_trials=40)
    low, high = found.frame()["replicability"]
    assert low < 0.85 < high


def test_one_execution_cannot_agree_with_itself():
    with pytest.raises(ValueError, match="n_executions must be at least 2, got 1"):
        replicability("10", sources.TwoKinds(), n_trials=2, n_executions=1)


def test_a_small_pvalue_rejects_whatever_its_sign(made_trials):
    """As `type_one_error` counts; a winner is declared only where sign and mean difference agree."""
    p = np.array([[YES, YES], [YES, NO], [NO, NO], [NO, NO]])
    trials = made_trials(
        {"10": p}, direction=np.ones((4, 2)), estimate=np.array([[-0.1, 0.1], [-0.1, 0.1], [0, 0], [0, 0]])
    )
    (row,) = Replications(trials=(trials,), alpha=0.05).frame().itertuples()
    (rate,) = TypeOneError(trials=(trials,), alpha=0.05).frame()["rate"]
    assert (row.type_one_error, rate) == (3 / 8, 2 / 4)
    assert (row.consistent, row.replicability) == (3 / 4, 3 / 4)
    # The contradicted rejection of the first dataset declares nobody better, so its two executions differ; the one of
    # the second dataset declares nobody either, like the execution that does not reject.
    assert row.by_winner == 3 / 4


def test_limits_need_two_datasets_and_want_a_hundred(made_trials):
    p = np.tile([YES, NO], (100, 5))
    one, few, enough = (Replications(trials=(made_trials({"10": p[:n]}),), alpha=0.05) for n in (1, 99, 100))
    assert one.frame()[["low", "high"]].isna().all(axis=None)
    assert one.frame()["replicability"].tolist() == pytest.approx([40 / 90])
    assert [caveat.code for caveat in one.caveats] == ["not_validity", "few_trials"]
    assert [caveat.code for caveat in few.caveats] == ["not_validity", "few_trials"]
    assert "limits from 99 trials are too narrow" in few.details()
    assert "One trial has no bootstrap limits: use 100 at least." in one.details()
    assert [caveat.code for caveat in enough.caveats] == ["not_validity"]
