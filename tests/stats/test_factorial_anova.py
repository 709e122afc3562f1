import numpy as np
import pytest
from scipy.stats import f_oneway, ttest_ind

from foldwise.stats import factorial_anova, one_way_anova

X = np.random.default_rng(1).normal(size=(2, 3, 4, 5))


def regression_table(x):
    """Sums of squares by least squares on contrasts that are orthogonal in a balanced design."""
    from itertools import combinations, product

    levels, n = x.shape[:-1], x.shape[-1]
    cells = np.array(list(product(*map(range, levels), range(n))))
    y = x.reshape(-1)
    sums = {}
    for size in range(1, len(levels) + 1):
        for effect in combinations(range(len(levels)), size):
            columns = np.ones((len(y), 1))
            for factor in effect:
                # Deviation contrasts of one factor, multiplied with those before.
                one = np.eye(levels[factor])[:, :-1] - np.eye(levels[factor])[:, -1:]
                columns = np.einsum("ij,ik->ijk", columns, one[cells[:, factor]]).reshape(len(y), -1)
            fitted = columns @ np.linalg.lstsq(columns, y - y.mean(), rcond=None)[0]
            sums[effect] = float(fitted @ fitted)
    return sums


def test_by_hand():
    """Cells 1.5, 3.5, 2.5, 8.5, mean 4: rows -1.5, 1.5; columns -2, 2; together 1, -1, -1, 1; within .5 on 4.

    Sums of squares 8 (9/4), 8 * 4, 8 * 1 over 4 (1/2) / 4 = 1/2.
    """
    result = factorial_anova([[[1.0, 2.0], [3.0, 4.0]], [[2.0, 3.0], [8.0, 9.0]]])
    assert result.statistic == pytest.approx([36, 64, 16])
    assert result.partial_eta_squared == pytest.approx([18 / 20, 32 / 34, 8 / 10])
    # (SS - MS_e) / (SS + (8 - 1) MS_e)
    assert result.partial_omega_squared == pytest.approx([17.5 / 21.5, 31.5 / 35.5, 7.5 / 11.5])
    assert result.standard_deviation == pytest.approx(0.5**0.5)


def test_against_least_squares():
    result = factorial_anova(X)
    sums = regression_table(X)
    noise = X.var(axis=-1, ddof=1).mean()
    assert list(sums) == list(result.effects)
    expected = [total / df / noise for total, df in zip(sums.values(), result.df, strict=True)]
    assert result.statistic == pytest.approx(expected, rel=1e-10)
    assert result.df == (1, 2, 3, 2, 3, 6, 6)
    assert result.df_error == 96
    assert result.standard_deviation == pytest.approx(noise**0.5)


def test_one_factor_is_the_one_way_analysis():
    x = X[0, :, 0]
    ours, theirs, one_way = factorial_anova(x), f_oneway(*x), one_way_anova(*x)
    assert (ours.statistic[0], ours.pvalue[0]) == pytest.approx(tuple(theirs), rel=1e-12)
    assert ours.statistic[0] == pytest.approx(one_way.statistic, rel=1e-14)


def test_two_levels_are_students_test():
    a, b = X[0, 0, 0], X[1, 0, 0]
    assert factorial_anova([a, b]).pvalue[0] == pytest.approx(ttest_ind(a, b).pvalue, rel=1e-12)


def test_the_order_of_factors_only_renames_effects():
    one, other = factorial_anova(X), factorial_anova(X.transpose(2, 0, 1, 3))
    renamed = {tuple(sorted((2, 0, 1)[i] for i in effect)): place for place, effect in enumerate(other.effects)}
    order = [renamed[effect] for effect in one.effects]
    assert other.statistic[order] == pytest.approx(one.statistic, rel=1e-10)


def test_size_and_place_of_scores_do_not_matter():
    result = factorial_anova(X)
    assert (factorial_anova(X * 2.0**600).statistic == result.statistic).all()
    assert factorial_anova(X * 1e6 + 1e9).statistic == pytest.approx(result.statistic, rel=1e-6)


def test_no_experiments():
    """Of none there are no results, of the shape that those of some would have."""
    result = factorial_anova(np.empty((0, 2, 3, 4)), n_factors=2)
    assert result.statistic.shape == result.pvalue.shape == (0, 3)
    assert np.shape(result.standard_deviation) == (0,)


def test_nothing_varies():
    alike = factorial_anova(np.full((2, 2, 3), 0.1))
    assert alike.statistic.tolist() == [0, 0, 0]
    assert alike.pvalue.tolist() == [1, 1, 1]
    assert alike.flags == {"identical_scores"}
    constant = factorial_anova([[[1.0, 1.0], [1.0, 1.0]], [[2.0, 2.0], [2.0, 2.0]]])
    assert constant.statistic.tolist() == [np.inf, 0, 0]
    assert np.isnan(constant.pvalue).all()
    assert constant.partial_eta_squared.tolist() == [1, 0, 0]
    assert constant.flags == {"zero_variance"}


def test_level_of_every_effect():
    """2,000 designs without an effect: within four standard errors of .05."""
    x = np.random.default_rng(2).normal(size=(2000, 2, 3, 4))
    rates = (factorial_anova(x, n_factors=2).pvalue <= 0.05).mean(axis=0)
    assert (abs(rates - 0.05) < 4 * (0.05 * 0.95 / 2000) ** 0.5).all()


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([1.0, 2.0], {}, r"an axis for each factor.*got shape \(2,\)"),
        ([[1.0], [2.0]], {}, r"2 replicates, got shape \(2, 1\)"),
        ([[1.0, 2.0], [2.0, 3.0]], {"n_factors": 2}, r"an axis for each factor"),
        ([[1.0, np.nan], [1.0, 2.0]], {}, "finite"),
    ],
)
def test_what_is_no_factorial_design_is_refused(scores, options, message):
    with pytest.raises(ValueError, match=message):
        factorial_anova(scores, **options)
