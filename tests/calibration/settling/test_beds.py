"""The beds are what their table says, their learners are scikit-learn's, and their verdicts are foldwise's."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from bedlab.bed import read_beds
from bedlab.compiled import why_not
from bedlab.draw import chain_table, draw
from bedlab.losses import Losses
from bedlab.measure import DataSet, answer, fold_means, is_guarded, settle
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier

from foldwise.evaluation import evaluate
from foldwise.splits import RepeatedKFold
from foldwise.stats import corrected_repeated_kfold_t, twofold_jackknife_t
from foldwise.verdicts import judge

BEDS = read_beds()
LEARNERS = {
    "1-NN": KNeighborsClassifier(1),
    "5-NN": KNeighborsRegressor(5),
    # The other solvers divide the covariance by other numbers in other releases.
    "LDA": LinearDiscriminantAnalysis(solver="lsqr"),
    "GaussianNB": GaussianNB(),
    "majority": DummyClassifier(strategy="most_frequent"),
    "ridge": Ridge(alpha=1.0),
}
COMPARED = (
    "nn200 nn200c4 lda60 lda60p25 lda200c8 nb100 bnNB coin_maj_lda40p1 "
    "log_nb200 log_lda200 brier_nb200c4 ridge60 ridge_abs200t2 knn200"
)
pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


def many(name, n, **changes):
    """Draw one large data set of a bed."""
    return draw(replace(BEDS[name], n=n, **changes), np.random.default_rng(1))


def random_folds(rng, n, n_repeats, n_folds):
    return rng.permuted(np.tile(np.arange(n) % n_folds, (n_repeats, 1)), axis=1)


def test_there_are_the_beds_of_the_reference_simulation_and_25_more():
    assert len(BEDS) == 68
    assert sum(np.isnan(bed.reference_corrected) for bed in BEDS.values()) == 25
    assert [bed.kind for bed in BEDS.values()].count("known failure") == 6


def test_the_chain_by_hand():
    """1103515245 * 7 + 12345 = 7724619060, less 3 * 2**31: 1282168116, the first state."""
    table = chain_table(8)
    assert table[0, 0, 0] == 0.15 + 0.7 * 1282168116 / 2**31
    second = (1103515245 * 1282168116 + 12345) % 2**31
    assert table[0, 0, 1] == 0.15 + 0.7 * second / 2**31
    assert 0.15 <= table.min() < 0.25 < 0.75 < table.max() <= 0.85


def test_the_chain_has_its_probabilities():
    u, v, y = many("bnNB", 200_000)
    table = chain_table(8)
    for x in (u, v):
        for of_class in (0, 1):
            # The value before the first column counts as 0. Four standard errors of a share of 25,000 rows or more.
            assert x[y == of_class, 0].mean() == pytest.approx(table[0, of_class, 0], abs=0.0064)
            for before in (0, 1):
                chosen = (y == of_class) & (x[:, 3] == before)
                assert x[chosen, 4].mean() == pytest.approx(
                    table[4, of_class, before], abs=4 * 0.5 / chosen.sum() ** 0.5
                )


def test_gauss_has_its_moments():
    u, v, y = many("nn200p", 100_000)
    sign = 2 * y - 1
    for x, shift in ((u, 0.35), (v, 0.18)):
        assert (x * sign[:, None]).mean(axis=0) == pytest.approx(shift, abs=4 / 100_000**0.5)
        assert np.cov((x - shift * sign[:, None]).T) == pytest.approx(np.eye(5), abs=4 * 2**0.5 / 100_000**0.5)
    assert y.mean() == pytest.approx(0.5, abs=0.0064)
    assert many("nn60imb", 100_000)[2].mean() == pytest.approx(0.1, abs=0.004)


def test_outliers_are_three_in_a_hundred_and_on_the_wrong_side():
    u, v, y = many("outl_lda100", 100_000, shift_u=0.0, shift_v=0.0)
    away_u, away_v = (np.abs(x) > 5.5 for x in (u, v))
    assert np.any(away_u | away_v, axis=1).mean() == pytest.approx(0.03, abs=0.0022)
    assert not (away_u & away_v).any()
    assert away_u.sum() / (away_u.sum() + away_v.sum()) == pytest.approx(0.5, abs=0.02)
    assert (np.sign(u) == np.sign(1 - 2 * y)[:, None])[away_u].all()


def test_heavy_columns_are_student_with_two_degrees_of_freedom():
    """Of Student's t with 2 df, 1 - 1 / sqrt(1 + 2 / 1**2) = 0.4226 are beyond 1 in size."""
    u, _, _ = many("heavy_lda60", 100_000, shift_u=0.0, shift_v=0.0)
    assert (np.abs(u) > 1).mean(axis=0) == pytest.approx(1 - 1 / np.sqrt(3), abs=0.0064)


def test_twice_has_every_row_two_times():
    u, v, y = many("dup_lda100", 100)
    assert u.shape == v.shape == (100, 5)
    assert all((array[::2] == array[1::2]).all() for array in (u, v, y))


def test_correlated_columns_have_their_correlation():
    u, v, y = many("log_corr_nb100", 100_000)
    within = np.corrcoef(np.hstack([u[y == 1], v[y == 1]]).T)
    assert within[0, 1] == pytest.approx(0.8, abs=0.01)
    assert within[0, 10] == pytest.approx(0.0, abs=0.02)


def test_classes_have_their_shares_and_corners():
    u, _, y = many("nn200c8", 100_000)
    shares = np.bincount(y) / y.size
    assert shares == pytest.approx([0.225] * 4 + [0.04, 0.03, 0.02, 0.01], abs=0.0055)
    # Class 5 is 101 in bits, the lowest first: high, low, high.
    assert u[y == 5].mean(axis=0) == pytest.approx(0.7 * np.array([1, -1, 1, 1, -1, 1]), abs=4 / (y == 5).sum() ** 0.5)


def test_lines_have_their_slopes():
    u, v, y = many("ridge200", 100_000)
    assert np.linalg.lstsq(np.hstack([u, v]), y, rcond=None)[0] == pytest.approx(0.3, abs=4 / 100_000**0.5)


def losses_by_sklearn(learner, loss, X, y, folds, n_folds):
    found = np.empty(folds.shape)
    for row, fold in zip(found, folds, strict=True):
        for k in range(n_folds):
            held = fold == k
            fitted = clone(LEARNERS[learner]).fit(X[~held], y[~held])
            if loss in ("log", "Brier"):
                p, member = fitted.predict_proba(X[held]), np.eye(y.max() + 1)[y[held]]
                row[held] = -np.log((p * member).sum(axis=1)) if loss == "log" else ((p - member) ** 2).sum(axis=1)
            else:
                off = fitted.predict(X[held]) - y[held]
                row[held] = {"zero-one": off != 0, "squared": off**2, "absolute": np.abs(off)}[loss]
    return found


@pytest.mark.filterwarnings("ignore:Only one sample available")
@pytest.mark.parametrize("name", COMPARED.split())
@pytest.mark.parametrize("n_folds", [2, 10])
def test_losses_are_those_of_scikit_learn(name, n_folds):
    bed, rng = BEDS[name], np.random.default_rng(3)
    u, v, y = draw(bed, rng)
    folds = random_folds(rng, bed.n, 2, n_folds)
    for learner, X in ((bed.learner_a, u), (bed.learner_b, v)):
        ours = Losses(learner, bed.loss, X, y).of(folds, n_folds)
        assert ours == pytest.approx(losses_by_sklearn(learner, bed.loss, X, y, folds, n_folds), abs=1e-9)


def test_a_fold_that_trains_on_one_class_answers_with_it():
    X, y = np.random.default_rng(0).normal(size=(20, 2)), np.r_[np.zeros(19, int), 1]
    folds = (np.arange(20) % 2)[None]
    for learner in ("LDA", "GaussianNB"):
        assert Losses(learner, "zero-one", X, y).of(folds, 2)[0, 1::2].tolist() == [0] * 9 + [1]
        assert not Losses(learner, "zero-one", X, 0 * y).of(folds, 2).any()


def test_of_equally_near_neighbours_the_first_counts():
    X, y = np.array([[0.0], [1.0], [1.0], [2.0], [0.0], [5.0]]), np.array([0, 1, 0, 1, 1, 0])
    folds = np.array([[0, 1, 1, 0, 1, 0]])
    # Row 0 asks 4 (at 0); 1 and 2 ask 0 (at 1; 3 is as far); 3 asks 1 (2 is as far); 4 asks 0; 5 asks 1 (4 away).
    assert Losses("1-NN", "zero-one", X, y).of(folds, 2).tolist() == [[1, 1, 0, 0, 1, 1]]


@pytest.mark.parametrize(("learner", "options"), [("tree", {}), ("tree3", {"max_depth": 3, "min_samples_leaf": 3})])
def test_trees_of_one_column_are_those_of_scikit_learn(learner, options):
    """With one column no two questions are chosen between at random."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 200)
    X = (rng.normal(size=(200, 1)) + 0.5 * y[:, None]).astype(np.float32).astype(float)
    folds = random_folds(rng, 200, 3, 10)
    ours = Losses(learner, "zero-one", X, y).of(folds, 10)
    for fold, row in zip(folds, ours, strict=True):
        for k in range(10):
            fitted = DecisionTreeClassifier(**options).fit(X[fold != k], y[fold != k])
            assert ((fitted.predict(X[fold == k]) != y[fold == k]) == row[fold == k]).all()


@pytest.mark.parametrize(("name", "options"), [("tree200", {}), ("tree60", {"max_depth": 3, "min_samples_leaf": 3})])
def test_trees_err_as_often_as_those_of_scikit_learn(name, options):
    """Equally good questions are chosen at random: the same on average, over 20 data sets with 10 halvings."""
    bed, differences = BEDS[name], []
    for number in range(20):
        rng = np.random.default_rng(number)
        u, _, y = draw(bed, rng)
        folds = random_folds(rng, bed.n, 10, 2)
        ours = Losses(bed.learner_a, "zero-one", u, y).of(folds, 2).mean()
        theirs = [
            (
                DecisionTreeClassifier(**options, random_state=q).fit(u[f != k], y[f != k]).predict(u[f == k])
                != y[f == k]
            )
            for q, f in enumerate(folds)
            for k in range(2)
        ]
        differences.append(ours - np.concatenate(theirs).mean())
    assert abs(np.mean(differences)) < 4 * np.std(differences, ddof=1) / np.sqrt(20)
    assert np.std(differences) < 0.02


class OnSome(ClassifierMixin, BaseEstimator):
    """A classifier that reads some of the columns."""

    def __init__(self, learner, first, end):
        self.learner, self.first, self.end = learner, first, end

    def fit(self, X, y):
        self.fitted_ = clone(self.learner).fit(np.asarray(X)[:, self.first : self.end], y)
        self.classes_ = self.fitted_.classes_
        return self

    def predict(self, X):
        return self.fitted_.predict(np.asarray(X)[:, self.first : self.end])


@pytest.mark.parametrize("name", ["nn60p", "lda60p"])
def test_statistics_are_those_of_verdicts(name):
    """The same folds, evaluated and judged by foldwise."""
    data = DataSet(BEDS[name], 1, 0)
    table = pd.DataFrame(np.hstack([data.u, data.v]), columns=[f"x{q}" for q in range(10)])
    learner = LEARNERS[data.bed.learner_a]
    learners = {"a": OnSome(learner, 0, 5), "b": OnSome(learner, 5, 10)}
    own = [Losses(data.bed.learner_a, "zero-one", X, data.y) for X in (data.u, data.v)]

    run = evaluate(learners, table, data.y, scheme=RepeatedKFold(10, 4, stratified=False), seed=1)
    folds = run.assignment.folds
    differences = own[1].of(folds, 10) - own[0].of(folds, 10)
    expected = judge(run, test="corrected_repeated_kfold_t").comparisons[0]
    assert corrected_repeated_kfold_t(fold_means(differences, folds, 10)).statistic == pytest.approx(expected.statistic)

    run = evaluate(learners, table, data.y, scheme=RepeatedKFold(2, 60, stratified=False), seed=1)
    folds = run.assignment.folds
    differences = own[1].of(folds, 2) - own[0].of(folds, 2)
    expected = judge(run, test="twofold_jackknife_t").comparisons[0]
    assert twofold_jackknife_t(differences, folds).statistic == pytest.approx(expected.statistic)


def test_the_guard_by_hand():
    """Student's t with 99 degrees of freedom: 1.984. 0.25 / 0.1 is more; 0.25 / 0.13 = 1.92 is less."""
    corrected = SimpleNamespace(estimate=-0.25, standard_error=0.1, df=99)
    assert is_guarded(corrected, SimpleNamespace(standard_error=0.09))
    assert not is_guarded(corrected, SimpleNamespace(standard_error=0.13))


def test_an_answer_hangs_together():
    """What the guard calls significant is so without it; a strict answer ends where its rule looks."""
    answers = [answer(DataSet(BEDS["lda60p"], 1, number)) for number in range(20)]
    assert 5 <= sum(one.few_rejects for one in answers) <= 20
    for one in answers:
        assert one.few == pytest.approx(one.few_estimate / one.few_variance**0.5)
        assert one.few_rejects or not one.guarded_few_rejects
        assert one.many_rejects or not one.guarded_rejects
        assert one.strict.repeats in (50, 75, 113, 170, 255, 383, 575, 863, 950)
        assert one.strict.settled or one.strict.repeats == 950


@pytest.mark.parametrize("name", ["nn60p", "lda60p", "tree60p"])
def test_a_repeat_does_not_hang_on_how_many_were_asked_for_before(name):
    one, other = (DataSet(BEDS[name], 1, 0) for _ in range(2))
    other.differences(3, 10)
    other.jackknife(50)
    assert one.jackknife(120).statistic == other.jackknife(120).statistic
    assert settle(one) == settle(other)
