"""Correlations between folds: against all pairs one by one, and where they are known."""

from dataclasses import dataclass

import numpy as np
import pytest

from foldwise.lab import fold_correlation, sources
from foldwise.lab.sources import Answers, Design, Source
from foldwise.splits import RepeatedKFold


@dataclass(frozen=True, slots=True)
class Moody(Source):
    """Learner b is always wrong; learner a is right with probability 0.2 on half of the datasets, 0.8 on the others."""

    n_examples: int = 50
    difference: float | None = None

    @property
    def trials_per_block(self):
        return 100

    def answer(self, trials, designs, seed):
        return [self._of(trials, design, seed) for design in designs]

    def _of(self, trials, design, seed):
        rng = np.random.default_rng([seed, trials.start])
        folds = np.stack([design.scheme.assign(50, seed=seed, dataset=str(trial)).folds for trial in trials])
        chance = rng.choice([0.2, 0.8], len(trials))[:, np.newaxis, np.newaxis]
        predicted = np.zeros((len(trials), 2, *folds.shape[1:]), dtype=np.int8)
        predicted[:, 0] = rng.random(folds.shape) < chance
        truth = np.ones((len(trials), 50), dtype=np.int8)
        return Answers(truth=truth, predicted=predicted[:, :, np.newaxis], folds=folds[:, np.newaxis], n_folds=5)


@pytest.fixture(scope="module")
def found():
    return fold_correlation(Moody(name="moody"), "5", n_trials=400)


def test_known_correlation(found):
    """Variance .09 between datasets, .16 / 10 within a fold of ten: .09 / .106 between any two folds of a dataset."""
    rows = {row.pair: row for row in found.frame().itertuples()}
    for pair in ("one cross-validation", "two cross-validations of the same data"):
        assert rows[pair].correlation == pytest.approx(0.849, abs=4 * rows[pair].standard_error)
        assert rows[pair].low <= rows[pair].correlation <= rows[pair].high
        assert rows[pair].pvalue < 1e-10
        assert rows[pair].assumed == 0.2
    control = rows["different data"]
    assert abs(control.correlation) < 4 * control.standard_error
    assert control.pvalue > 1e-4
    assert control.assumed == 0


def test_correlations_are_those_over_all_pairs(found):
    source = Moody(name="moody")
    design = Design(RepeatedKFold(5, 2))
    blocks = [source.answer(range(start, start + 100), [design], 0)[0] for start in range(0, 400, 100)]
    d = np.concatenate([block.differences()[:, 0] for block in blocks])
    places = [(i, j) for i in range(5) for j in range(5) if i != j]
    x, y = (np.concatenate([d[:, 0, pair[side]] for pair in places]) for side in (0, 1))
    first = found.frame()["correlation"]
    assert first[0] == pytest.approx(np.corrcoef(x, y)[0, 1], rel=1e-10)


def test_standard_error_is_that_over_studies():
    """Between folds that are independent: what twenty studies of other seeds vary by."""
    tables = [fold_correlation(sources.TwoKinds(), "5", n_trials=60, seed=seed).frame() for seed in range(20)]
    several = np.array([table["correlation"] for table in tables])
    promised = np.array([table["standard_error"] for table in tables]).mean(axis=0)
    # The spread of twenty is known to about 16%; three times that.
    assert several.std(axis=0, ddof=1) == pytest.approx(promised, rel=0.5)


def test_folds_of_real_learners_go_together():
    """What corrections are for: folds of nearest neighbours are correlated, datasets are not."""
    rows = fold_correlation(sources.ExchangeableBlocks(), "5", n_trials=150).frame()
    assert rows["low"][0] > 0
    assert rows["low"][1] > 0
    assert abs(rows["correlation"][2]) < 3 * rows["standard_error"][2]


def test_only_one_cross_validation_has_folds_to_compare():
    with pytest.raises(ValueError, match="scheme must be one k-fold cross-validation, such as '10', got '10x10'"):
        fold_correlation(sources.TwoKinds(), "10x10", n_trials=20)


def test_few_trials_are_refused_or_said(found):
    with pytest.raises(ValueError, match="n_trials must be at least 20, got 19"):
        fold_correlation(sources.TwoKinds(), n_trials=19)
    assert [caveat.code for caveat in fold_correlation(sources.TwoKinds(), "5", n_trials=20).caveats] == ["few_trials"]
    assert found.caveats == ()
