"""The beds of levels are what they say: nulls are nulls, and every one goes through fixed and settled procedures."""

import numpy as np
import pytest
from beds import BEDS, named
from sklearn.base import clone
from soft_threshold import SoftThreshold

from foldwise.lab import run_trials
from foldwise.lab.sources import CoinFlips
from foldwise.verdicts import Settled

QUICK = ["nn30", "lda60", "bnTree", "outl_lda60", "ridge60t2", "coin_maj_lda60", "heavy_nb80", "soft_tilt100", "net2"]


@pytest.mark.parametrize("name", BEDS)
def test_a_bed_says_what_it_is(name):
    bed = BEDS[name]
    assert (bed.source.difference == 0.0) == bed.is_null
    assert bed.at_chance == isinstance(bed.source, CoinFlips)
    assert not (bed.fresh and not bed.is_null)
    X, y = bed.source.draw(np.random.default_rng(0))
    assert len(X) == len(y) == bed.source.n_examples
    assert len(np.unique(y)) > 1
    assert bed.kind in ("null", "fresh null", "at chance", "alternative")


def test_enough_of_each():
    kinds = [bed.kind for bed in BEDS.values()]
    assert kinds.count("fresh null") >= 6
    assert kinds.count("at chance") == 3
    assert kinds.count("alternative") == 9


@pytest.mark.parametrize("name", QUICK)
def test_procedures_take_it(name):
    found = run_trials(["2x5", Settled(max_repeats=10)], named(name)[name], n_trials=2, seed=1).found
    assert list(found) == ["2x5", "Settled(max_repeats=10)"]
    for each in found.values():
        assert ((each.pvalue >= 0) & (each.pvalue <= 1)).all()


def test_soft_thresholds_share_folds_and_are_lassos_of_orthonormal_columns():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 6)), rng.normal(size=40)
    folds = np.stack([rng.permutation(np.arange(40) % 5) for _ in range(3)]).astype(np.int32)
    folds[1, :4] = -1
    folds[2, :4] = -2
    learner = SoftThreshold(0.05)
    together = learner.predict_folds(X, y, folds)
    for repeat, row in enumerate(folds):
        for fold in range(5):
            fitted = clone(learner).fit(X[(row > -2) & (row != fold)], y[(row > -2) & (row != fold)])
            np.testing.assert_allclose(together[repeat, row == fold], fitted.predict(X[row == fold]), rtol=1e-9)
    from sklearn.linear_model import Lasso

    columns = np.linalg.qr(X - X.mean(axis=0))[0] * np.sqrt(40)
    np.testing.assert_allclose(SoftThreshold(0.1).fit(columns, y).coef_, Lasso(0.1).fit(columns, y).coef_, atol=1e-6)
