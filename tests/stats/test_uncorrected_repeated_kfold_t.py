import csv
from pathlib import Path

import numpy as np
import pytest

from foldwise.stats import corrected_repeated_kfold_t
from foldwise.stats import uncorrected_repeated_kfold_t as t_test

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def test_by_hand():
    """Mean 2, s^2 = 2, n = 6: t = 2 / sqrt(1/3)."""
    result = t_test([[3, 1, 2], [4, 0, 2]])
    assert result.statistic == pytest.approx(12**0.5, rel=1e-15)
    assert (result.estimate, result.df) == (2, 5)


def test_the_reference_vector():
    row = ROWS["uncorr_3x4"]
    d = np.array([float(x) for x in row["input"].removeprefix("run-major differences=").split(";")]).reshape(3, 4)
    result = t_test(d)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == 11


def test_it_is_the_corrected_test_without_its_correction():
    d = np.random.default_rng(0).normal(0.2, 1, (500, 10, 10))
    one, other = t_test(d), corrected_repeated_kfold_t(d, test_train_ratio=0)
    assert one.statistic == pytest.approx(other.statistic, rel=1e-14)
    assert one.pvalue == pytest.approx(other.pvalue, rel=1e-12)


def test_it_is_always_flagged():
    assert t_test([[1, 2, 3], [0, 1, 1]]).flags == {"not_recommended"}
    assert t_test(np.zeros((3, 2, 2))).flags.where("not_recommended").all()


def test_equally_correlated_differences_are_called_significant_too_often():
    """Correlation 1/10 over 100 differences: the mean has 12.1 times the variance that the test thinks.

    Var(mean) = (1 + 99 rho) / 100 and E s^2 = 1 - rho, so |T| > 1.984 / sqrt(10.9 / .9): p = .570 (SciPy).
    """
    rng = np.random.default_rng(1)
    d = np.sqrt(0.1) * rng.normal(size=(4000, 1, 1)) + np.sqrt(0.9) * rng.normal(size=(4000, 10, 10))
    assert (t_test(d).pvalue <= 0.05).mean() == pytest.approx(0.570, abs=4 * np.sqrt(0.57 * 0.43 / 4000))


def test_one_dimension_is_refused():
    with pytest.raises(ValueError, match=r"\(n_repeats, n_folds\).*got \(10,\).*np.newaxis"):
        t_test(np.zeros(10))
