"""Settled procedures in trials: on the dataset that the others see, with the verdict of `compare`."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from foldwise import FoldwiseError
from foldwise.lab import run_trials, sources
from foldwise.verdicts import Procedure, Settled, compare


@dataclass(frozen=True, slots=True)
class Remembering(sources.DataSource):
    """A small null that keeps the datasets it drew."""

    drawn: list = field(default_factory=list, compare=False)
    name: str = "remembering"

    @property
    def n_examples(self):
        return 40

    @property
    def difference(self):
        return None

    @property
    def learners(self):
        return GaussianNB(), LinearDiscriminantAnalysis()

    def draw(self, rng):
        y = rng.integers(0, 2, 40)
        X = rng.normal(size=(40, 2)) + y[:, None]
        self.drawn.append((X, y))
        return X, y


PROCEDURES = [
    Procedure(Settled(max_repeats=10)),
    Procedure(Settled(strict=True, max_fits=200)),
    Procedure(Settled(guard=True, max_fits=200), alternative="greater"),
]


@pytest.mark.parametrize("procedure", PROCEDURES, ids=str)
def test_the_verdicts_are_those_of_compare(procedure, trial_seed):
    source = Remembering()
    (found,) = run_trials(procedure, source, n_trials=2, seed=11).found.values()
    assert found.pvalue.shape == (2, 1)
    for trial, (X, y) in enumerate(source.drawn):
        row = compare(
            dict(zip("ab", source.learners, strict=True)),
            X,
            y,
            scheme=procedure.settled,
            alternative=procedure.alternative,
            seed=trial_seed(11, trial),
        ).comparisons[0]
        assert (found.statistic[trial, 0], found.pvalue[trial, 0]) == (row.statistic, row.pvalue)
        assert found.estimate[trial, 0] == found.direction[trial, 0] == row.estimate


def test_the_dataset_is_the_one_that_others_see():
    source = Remembering()
    trials = run_trials([PROCEDURES[0], "2x5"], source, n_trials=2, n_executions=2, seed=5)
    assert trials.found["Settled(max_repeats=10)"].pvalue.shape == (2, 2)
    # Both procedures draw the two datasets, in whatever order.
    drawn = sorted(float(X.sum()) for X, _ in source.drawn)
    assert len(drawn) == 4
    assert drawn[0] == drawn[1] < drawn[2] == drawn[3]
    by_two = trials.found["Settled(max_repeats=10)"].estimate
    np.testing.assert_allclose(by_two, trials.found["2x5"].estimate, atol=0.1)


def test_two_kinds_have_nothing_to_train():
    with pytest.raises(ValueError, match="Use a source of datasets, such as ExchangeableBlocks"):
        run_trials("settled", sources.TwoKinds(0.3), n_trials=2)


def test_a_learner_that_fails_is_placed():
    @dataclass(frozen=True, slots=True)
    class Failing(Remembering):
        @property
        def learners(self):
            return GaussianNB(var_smoothing=-1.0), LinearDiscriminantAnalysis()

    with pytest.raises(FoldwiseError, match=r"^remembering, trial 0 of seed 2: .* fits failed on .*GaussianNB"):
        run_trials(PROCEDURES[0], Failing(), n_trials=2, seed=2)
