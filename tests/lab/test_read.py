"""A block of trials is read as `judge` reads each of its runs: every test, every scheme that feeds it."""

import warnings

import numpy as np
import pytest

from foldwise import InadvisableWarning, SchemeMismatchError
from foldwise.lab.sources import Answers
from foldwise.runs import as_metric
from foldwise.splits import DisjointTraining, as_scheme
from foldwise.stats import kfold_t, wilcoxon_significances
from foldwise.verdicts import NEEDS, Procedure, judge, usable_tests

N_EXAMPLES = 43
SCHEMES = {
    "3x4": as_scheme("3x4"),
    "6": as_scheme("6"),
    "5x2": as_scheme("5x2"),
    "7x2": as_scheme("7x2"),
    "holdout": as_scheme("holdout:0.4"),
    "resampled": as_scheme("resampled:8:0.3"),
    "disjoint": DisjointTraining(3, 0.4),
    "distinct": as_scheme("distinct:4:0.4"),
    "balanced": as_scheme("balanced:3"),
    "nested": as_scheme("nested:2:4"),
    "halves": as_scheme("split-halves:3:4:0.2"),
}
# What the two learners get right: alike; apart; never different; a always right and b never.
CHANCES = {"alike": (0.7, 0.7), "apart": (0.9, 0.6), "same": (0.8, None), "extreme": (1.0, 0.0), "rare": (0.99, 0.98)}


def answers_of(scheme, chances, n_trials=6, n_executions=2, seed=0):
    rng = np.random.default_rng([seed, len(str(scheme))])
    truth = rng.integers(0, 3, (n_trials, N_EXAMPLES))
    folds = np.stack(
        [
            scheme.assign(N_EXAMPLES, seed=seed, dataset=str(trial), n_executions=n_executions).folds.reshape(
                n_executions, -1, N_EXAMPLES
            )
            for trial in range(n_trials)
        ]
    )
    shape = (n_trials, *folds.shape[1:])
    a, b = chances
    right_a = rng.random(shape) < a
    right_b = right_a if b is None else rng.random(shape) < b
    right = np.stack([right_a, right_b], axis=1)
    predicted = np.where(right, truth[:, None, None, None], (truth[:, None, None, None] + 1) % 3)
    predicted[np.broadcast_to((folds < 0)[:, None], predicted.shape)] = -1
    n_folds = int(folds.max()) + 1
    return Answers(truth=truth, predicted=predicted.astype(np.int16), folds=folds, n_folds=n_folds)


def block_of(scheme, kinds):
    """One trial of each kind."""
    parts = [answers_of(scheme, CHANCES[kind], n_trials=1, n_executions=1) for kind in kinds]
    whole = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("truth", "predicted", "folds")}
    return Answers(**whole, n_folds=parts[0].n_folds)


def fitting(scheme):
    return usable_tests(scheme.assign(N_EXAMPLES, seed=0), "classification", as_metric("accuracy", "classification"))


CASES = [(name, test) for name, scheme in SCHEMES.items() for test in fitting(scheme)]
CODE = {"a": 1, "b": -1, "none": 0, "undetermined": 0}


def ties_by_rounding(answers, place):
    """Whether repeats are equally significant, so that only rounding of scores could rank one before the other."""
    d = answers.differences()[place]
    if d.shape[1] == 1:
        return False
    p = kfold_t(d, alternative="greater").pvalue
    return bool((np.diff(np.sort(np.minimum(p, 1 - p))) < 1e-9).any())


@pytest.fixture(scope="module")
def compare_with_judge(read, runs_of):
    def compare(scheme, test, answers, alternative="two-sided", alpha=0.05):
        findings = read(Procedure(scheme, test, alternative=alternative), answers)
        decisions = findings.decisions(alpha)
        for place, run in np.ndenumerate(runs_of(answers, scheme)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", InadvisableWarning)
                row = judge(run, test=test, alternative=alternative, alpha=alpha).comparisons[0]
            # The scores that judge subtracts are rounded one by one; counts are not.
            if test == "wilcoxon_significances" and ties_by_rounding(answers, place):
                continue
            kw = {"rtol": 1e-9, "atol": 1e-11}
            np.testing.assert_allclose(findings.statistic[place], row.statistic, **kw)
            np.testing.assert_allclose(findings.pvalue[place], row.pvalue, **kw)
            np.testing.assert_allclose(findings.estimate[place], row.estimate, **kw)
            assert decisions[place] == CODE[row.decision]

    return compare


def test_every_test_on_one_dataset_is_read():
    assert {test for _, test in CASES} == {
        test for test, need in NEEDS.items() if need.reads not in ("datasets", "responses", "periods")
    }


@pytest.mark.parametrize(("scheme", "test"), CASES)
def test_the_numbers_are_those_of_judge(scheme, test, compare_with_judge):
    """In one block, so that trials without variance stand beside others."""
    compare_with_judge(SCHEMES[scheme], test, block_of(SCHEMES[scheme], CHANCES))


SIDED = [case for case in CASES if NEEDS[case[1]].has_sides]


@pytest.mark.parametrize(
    ("scheme", "test", "alternative"),
    [(*case, ("greater", "less")[number % 2]) for number, case in enumerate(SIDED)],
)
def test_so_they_are_one_sided(scheme, test, alternative, compare_with_judge):
    compare_with_judge(SCHEMES[scheme], test, block_of(SCHEMES[scheme], ("apart", "same")), alternative=alternative)


def test_decisions_at_another_level(read, compare_with_judge):
    answers = answers_of(SCHEMES["5x2"], CHANCES["alike"], n_trials=20, n_executions=1)
    compare_with_judge(SCHEMES["5x2"], "five_by_two_t", answers, alpha=0.5)
    # At this level some statistics contradict the mean difference, which declares nobody better.
    found = read(Procedure("5x2", "five_by_two_t"), answers)
    contradicted = (found.pvalue <= 0.5) & (found.direction * found.estimate < 0)
    assert contradicted.any()
    assert (found.decisions(0.5)[contradicted] == 0).all()


def test_equal_significances_share_their_rank(read):
    """Two folds of equal size: swapping their differences changes nothing but, perhaps, the rounding of scores."""
    scheme = as_scheme("6x2")
    truth = np.zeros((1, 40), dtype=np.int8)
    folds = np.tile(np.repeat([0, 1], 20).astype(np.int32), (1, 1, 6, 1))
    folds[:, :, 1::2] = 1 - folds[:, :, 1::2]
    predicted = np.zeros((1, 2, 1, 6, 40), dtype=np.int8)
    # b errs on 3 examples of one half and 7 of the other, a on one of each.
    predicted[:, 1, :, :, [0, 1, 2, 20, 21, 22, 23, 24, 25, 26]] = 1
    predicted[:, 0, :, :, [5, 30]] = 1
    answers = Answers(truth=truth, predicted=predicted, folds=folds, n_folds=2)
    # d = (.1, .3) and (.3, .1): t = .2 / .1, one-tailed p = 0.1476 six times over.
    expected = wilcoxon_significances([0.1476] * 6)
    found = read(Procedure(scheme, "wilcoxon_significances"), answers)
    assert found.pvalue[0, 0] == expected.pvalue == 2 / 2**6
    assert found.direction[0, 0] == expected.rank_sum_a == 21


def test_undefined_where_nothing_varies(read):
    found = read(Procedure("3x4"), answers_of(SCHEMES["3x4"], (1.0, 0.0)))
    assert np.isnan(found.pvalue).all()
    assert (found.estimate == 1).all()
    assert (found.decisions(0.05) == 0).all()
    same = read(Procedure("3x4"), answers_of(SCHEMES["3x4"], CHANCES["same"]))
    assert (same.pvalue == 1).all()
    assert (same.statistic == 0).all()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_advised_test_by_default(scheme, read):
    answers = answers_of(SCHEMES[scheme], CHANCES["apart"])
    by_default, named = (
        read(Procedure(SCHEMES[scheme], test), answers) for test in (None, fitting(SCHEMES[scheme])[0])
    )
    np.testing.assert_array_equal(by_default.pvalue, named.pvalue)


def test_a_design_that_cannot_feed_the_test_is_refused(read):
    with pytest.raises(SchemeMismatchError, match="five_by_two_t needs five times two-fold"):
        read(Procedure("3x4", "five_by_two_t"), answers_of(SCHEMES["3x4"], CHANCES["alike"]))
    with pytest.raises(ValueError, match="no sides, got alternative='less'"):
        read(Procedure("5x2", "five_by_two_f", alternative="less"), answers_of(SCHEMES["5x2"], CHANCES["alike"]))


def test_test_sets_of_different_size(compare_with_judge):
    """Sizes of random splits may differ between trials: each has its own correction."""
    answers = answers_of(SCHEMES["resampled"], CHANCES["apart"], n_trials=4)
    folds = answers.folds.copy()
    folds[0, :, :, np.arange(5)] = -1
    predicted = np.where((folds < 0)[:, None], -1, answers.predicted)
    predicted = np.where((folds >= 0)[:, None] & (predicted < 0), 0, predicted)
    uneven = Answers(truth=answers.truth, predicted=predicted, folds=folds, n_folds=1)
    assert len(np.unique(uneven.sizes()[1].sum(axis=(-2, -1)))) > 1
    for test in ("corrected_resampled_t", "resampled_t", "twice_the_mean", "fisher"):
        compare_with_judge(SCHEMES["resampled"], test, uneven)


def test_a_run_of_a_trial(runs_of):
    scheme = SCHEMES["resampled"]
    answers = answers_of(scheme, CHANCES["apart"])
    run = runs_of(answers, scheme)[3, 1]
    assert run.learner_names == ("a", "b")
    assert not run.is_imported
    scores = run.scores()
    np.testing.assert_allclose(scores[0] - scores[1], answers.differences()[3, 1], atol=1e-15)
    np.testing.assert_array_equal(run.correct(), answers.right[3, :, 1])
    with pytest.raises(ValueError, match="read-only"):
        run.predictions[0, 0, 0] = 1
