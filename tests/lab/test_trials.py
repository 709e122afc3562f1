"""The engine: the same numbers however many workers there are, and whatever else is asked of the same trials."""

import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from scipy.stats import ttest_1samp
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier

from foldwise import FoldwiseError
from foldwise.lab import NoisyAnswers, run_trials
from foldwise.lab.sources import DataSource, Design, ExchangeableBlocks, Generated, TwoKinds
from foldwise.learners import C45, NaiveBayes
from foldwise.splits import KFold, RepeatedKFold, Resampled
from foldwise.verdicts import Procedure

TESTS = ["10/kfold_t", "resampled:5:0.3/corrected_resampled_t", "2x10/corrected_repeated_kfold_t"]
SMALL = ExchangeableBlocks(NaiveBayes(), n_examples=40)


@dataclass(frozen=True, slots=True)
class Fragile(DataSource):
    """Two learners, the second of which may fail."""

    second: object = None
    n_examples: int = 20

    @property
    def difference(self):
        return None

    @property
    def learners(self):
        return NaiveBayes(), self.second

    def draw(self, rng):
        y = np.arange(self.n_examples) % 2
        return rng.normal(size=(self.n_examples, 2)), y


def same(first, second):
    assert list(first.found) == list(second.found)
    for name, found in first.found.items():
        for part in ("statistic", "pvalue", "estimate", "direction"):
            np.testing.assert_array_equal(getattr(found, part), getattr(second.found[name], part))


def test_two_processes_give_the_numbers_of_one():
    one = run_trials(TESTS, SMALL, n_trials=25, seed=3)
    same(one, run_trials(TESTS, SMALL, n_trials=25, seed=3, n_jobs=2))
    assert one.found["10/kfold_t"].pvalue.shape == (25, 1)
    other = run_trials(TESTS, SMALL, n_trials=25, seed=4)
    assert not np.array_equal(one.found["10/kfold_t"].pvalue, other.found["10/kfold_t"].pvalue)


def test_trials_are_fits_and_tests_by_hand(trial_seed):
    """The plain way: draw, split, clone, fit, predict, and the t-test of scipy."""
    found = run_trials("4/kfold_t", SMALL, n_trials=3, seed=9).found["4/kfold_t"]
    for trial in range(3):
        seed = trial_seed(9, trial)
        X, y = SMALL.draw(np.random.default_rng([seed, 0]))
        assignment = KFold(4).assign(len(y), classes=y, seed=seed, dataset=f"trial {trial}")
        differences = []
        for _, _, train, test in assignment.splits():
            a, b = (clone(one).fit(X[train], y[train]).score(X[test], y[test]) for one in SMALL.learners)
            differences.append(a - b)
        expected = ttest_1samp(differences, 0)
        assert found.statistic[trial, 0] == pytest.approx(expected.statistic, rel=1e-12)
        assert found.pvalue[trial, 0] == pytest.approx(expected.pvalue, rel=1e-12)


@pytest.mark.parametrize("source", [SMALL, TwoKinds(0.2, n_examples=40)], ids=lambda source: type(source).__name__)
def test_a_trial_does_not_depend_on_what_else_is_asked(source):
    alone = run_trials(TESTS[1], source, n_trials=12, seed=5)
    among = run_trials(TESTS, source, n_trials=33, seed=5)
    np.testing.assert_array_equal(alone.found[TESTS[1]].pvalue, among.found[TESTS[1]].pvalue[:12])


def test_open_seeds_do_not_depend_on_what_else_is_asked():
    """A learner with random choices makes the same ones for a partition, whichever repeats stand before it."""
    source = Fragile(name="fragile", second=DecisionTreeClassifier(max_features=1, splitter="random"))
    designs = [Design(KFold(2), 2), Design(Resampled(3, 0.3), 2)]
    both = source.answer(range(3), designs, 7)
    for design, answers in zip(designs, both, strict=True):
        (alone,) = source.answer(range(3), [design], 7)
        np.testing.assert_array_equal(alone.predicted, answers.predicted)


class Counting(NoisyAnswers):
    """Notes how many repeats it is asked to predict together."""

    n_repeats: ClassVar[list[int]] = []

    def predict_folds(self, X, y, folds):
        self.n_repeats.append(len(folds))
        return super().predict_folds(X, y, folds)


def test_repeats_of_a_longer_scheme_are_not_fitted_twice():
    source = Fragile(name="counting", second=Counting(NaiveBayes()), n_examples=40)
    designs = [
        Design(KFold(4), 2),
        Design(RepeatedKFold(4, 3), 2),
        Design(Resampled(2, 0.2)),
        Design(Resampled(5, 0.2)),
    ]
    several = source.answer(range(1), designs, 1)
    assert Counting.n_repeats == [6 + 5]
    for design, answers in zip(designs, several, strict=True):
        (alone,) = source.answer(range(1), [design], 1)
        np.testing.assert_array_equal(answers.folds, alone.folds)
        np.testing.assert_array_equal(answers.predicted, alone.predicted)


def test_a_failing_learner_is_named_with_source_and_trial():
    source = Fragile(name="fragile", second=DecisionTreeClassifier(criterion="none such"))
    with pytest.raises(
        FoldwiseError, match=r"^fragile, trial 0 of seed 2: b \(DecisionTreeClassifier\) failed"
    ) as told:
        run_trials("2/kfold_t", source, n_trials=3, seed=2)
    assert "\n" not in str(told.value)


def test_a_source_that_cannot_draw_is_named_with_its_trial():
    source = Generated(
        lambda rng: (rng.normal(size=(19, 2)), np.arange(19) % 2), learners=(NaiveBayes(), C45()), n_examples=20
    )
    with pytest.raises(FoldwiseError, match=r"trial 0 of seed 2: .*19"):
        run_trials("2/kfold_t", source, n_trials=3, seed=2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_trials": 0}, "n_trials must be"),
        ({"n_executions": 0}, "n_executions must be"),
        ({"seed": -1}, "seed must be"),
        ({"n_jobs": 0}, "n_jobs must be"),
    ],
)
def test_refused(options, words):
    with pytest.raises(ValueError, match=words):
        run_trials(Procedure("2", "kfold_t"), SMALL, **{"n_trials": 3, **options})


def test_progress_says_how_many_trials(capfd):
    run_trials("2/kfold_t", SMALL, n_trials=12, progress=True)
    assert re.search(r"blocks shifted 0.35, NaiveBayes: trials .*12/12", capfd.readouterr().err)
