"""Methodologies on permuted labels: sound ones show no bias, leaky ones do."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, LeaveOneOut, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from foldwise import FoldwiseError, data
from foldwise.evaluation import evaluate
from foldwise.splits import KFold
from foldwise.tuning import Tuned
from foldwise.verdicts import label_randomization

RNG = np.random.default_rng(0)
# Nothing to be learned, and so many attributes that some look as if there were.
NOISE = RNG.normal(size=(40, 100))
HALVES = np.tile([0, 1], 20)
NEIGHBOURS = (1, 3, 5, 7, 9, 13, 17, 21)


def codes(found):
    return [caveat.code for caveat in found.caveats]


def selects_on_all(X, y):
    """Leaks: the best attributes are chosen with the labels of the test folds in sight."""
    best = SelectKBest(f_classif, k=5).fit_transform(X, y)
    return cross_val_score(GaussianNB(), best, y, cv=5).mean()


def selects_in_the_training_fold(X, y):
    return cross_val_score(make_pipeline(SelectKBest(f_classif, k=5), GaussianNB()), X, y, cv=5).mean()


def tunes_on_the_test_folds(X, y):
    """Leaks: reports the best of many cross-validations."""
    return max(cross_val_score(KNeighborsClassifier(k), X[:, :5], y, cv=4).mean() for k in NEIGHBOURS)


def tunes_in_the_training_fold(X, y):
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": NEIGHBOURS[:4]}, cv=3)
    return cross_val_score(search, X[:, :5], y, cv=4).mean()


@pytest.mark.parametrize(("leaky", "least"), [(selects_on_all, 0.15), (tunes_on_the_test_folds, 0.05)])
def test_leaks_show(leaky, least):
    found = label_randomization(leaky, NOISE, HALVES, n_permutations=19, seed=1)
    assert found.chance == 0.5
    assert found.bias == pytest.approx(found.reference.mean() - 0.5)
    assert found.bias_low > least
    assert codes(found) == ["biased_methodology"]
    # The reference leaks, too, so p is not fooled by noise.
    assert found.pvalue > 0.05


@pytest.mark.parametrize("sound", [selects_in_the_training_fold, tunes_in_the_training_fold])
def test_sound_methodologies_are_not_suspected(sound):
    found = label_randomization(sound, NOISE, HALVES, n_permutations=19, seed=2)
    assert found.bias_low < 0 < found.bias_high
    assert codes(found) == []
    assert "No leak shows" in found.details()


def nearest_mean(X, y, seed):
    """Cross-validate the nearest mean of two classes in five stratified folds: expected accuracy exactly 1/2."""
    rng = np.random.default_rng(seed)
    folds = np.empty(len(y), dtype=int)
    for label in (0, 1):
        members = rng.permutation(np.flatnonzero(y == label))
        folds[members] = np.arange(len(members)) % 5
    right = 0
    for fold in range(5):
        test = folds == fold
        zero, one = (X[~test & (y == label)].mean(axis=0) for label in (0, 1))
        right += np.sum((((X[test] - one) ** 2).sum(axis=1) < ((X[test] - zero) ** 2).sum(axis=1)) == y[test])
    return right / len(y)


def test_wolf_is_not_cried():
    """Where the bias is exactly zero, 2.5% of 200 intervals lie above it, 12 or more once in 200 times; no alarm."""
    every = [label_randomization(nearest_mean, NOISE[:, :3], HALVES, n_permutations=29, seed=i) for i in range(200)]
    assert not any(codes(found) for found in every)
    above = [found for found in every if found.bias_low > 0]
    assert 0 < len(above) < 12
    assert "One in forty with a bias of zero shows as much" in above[0].details()


class RarestClass(ClassifierMixin, BaseEstimator):
    """Leans against the majority of its training set, and sees nothing else."""

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.rarest_ = self.classes_[counts.argmin()]
        return self

    def predict(self, X):
        return np.full(len(X), self.rarest_)


@pytest.mark.parametrize(
    ("scheme", "bias", "within"),
    [
        # The example left out is always of the class that is then the rarer one.
        (LeaveOneOut(), 0.5, 1e-12),
        # By hand: five of 40 drawn, the more frequent class among them has .678 on average (hypergeometric).
        (KFold(8, stratified=False), 0.17775, 0.03),
        # Stratified, but 20 is no multiple of 8: three of one class and two of the other.
        (KFold(8, stratified=True), 0.1, 1e-12),
        (KFold(10, stratified=True), 0.0, 1e-12),
    ],
)
def test_class_counts_alone_can_give_labels_away(scheme, bias, within):
    """No leak, and yet a bias above zero unless every fold has the same counts: so the caveat names both causes."""
    found = label_randomization(RarestClass(), NOISE, HALVES, n_permutations=29, scheme=scheme, seed=1)
    assert found.bias == pytest.approx(bias, abs=within)
    biased = [caveat.message for caveat in found.caveats if caveat.code == "biased_methodology"]
    assert len(biased) == (bias > 0)
    for message in biased:
        assert "scores more than a fixed rule would get, always naming the largest class" in message
        assert "a leak; or the learner leans on class counts" in message
        assert "chance was given" not in message


def best_of_two(X, y):
    """Right answers of a fixed rule: all 20 labellings of six examples can be enumerated."""
    return float(np.mean((X[:, 0] > 2.5) == y))


def test_p_is_that_of_all_permutations():
    """By enumeration: the rule scores 1 on one of 20 labellings, 4/6 or more on ten. Checked to 4 standard errors."""
    X = np.arange(6.0).reshape(-1, 1)
    for y in ([0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 1, 1]):
        observed = best_of_two(X, np.array(y))
        exact = np.mean([best_of_two(X, np.array(order)) >= observed for order in permutations(y)])
        found = label_randomization(best_of_two, X, y, n_permutations=1999, seed=1)
        assert found.observed == observed
        assert found.pvalue == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 1999))
        assert found.pvalue == (1 + (found.reference >= observed).sum()) / 2000


def test_a_learner_is_evaluated_as_evaluate_does():
    iris = data.load("iris")
    found = label_randomization(GaussianNB(), iris, n_permutations=2, scheme="5", seed=4)
    run = evaluate([GaussianNB()], iris, scheme="5", seed=4, progress=False)
    assert found.observed == run.scores().mean()
    assert (found.name, found.dataset, found.metric_label) == ("GaussianNB", "iris", "accuracy")
    assert found.chance == pytest.approx(1 / 3)
    assert codes(found)[-1] == "few_permutations"
    assert found.pvalue == pytest.approx(1 / 3)
    assert np.abs(found.reference - 1 / 3).max() < 0.2


def test_a_tuned_learner_is_tuned_on_every_permutation():
    tuned = Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 9]})
    found = label_randomization(tuned, NOISE[:, :3], HALVES, n_permutations=4, scheme="4", seed=1)
    run = evaluate([tuned], NOISE[:, :3], HALVES, scheme="4", seed=1, progress=False)
    assert found.observed == run.scores().mean()
    assert found.name == "Tuned"
    assert len(set(found.reference)) > 1


def test_always_the_largest_class_is_no_bias():
    """28 of 40: four stratified folds of seven and three each give 0.7 on every labelling."""
    found = label_randomization(DummyClassifier(), NOISE, [0] * 28 + [1] * 12, n_permutations=19, scheme="4", seed=1)
    assert set(found.reference.round(12)) == {0.7}
    assert (found.chance, found.pvalue) == (0.7, 1.0)
    assert codes(found) == []


def test_processes_do_not_matter():
    def first_split(X, y, seed):
        """Defined here, to be sent to the processes as it is: they cannot import this file."""
        test = np.random.default_rng(seed).permutation(len(y))[:10]
        return float(np.mean((X[test, 0] > 0) == y[test]))

    one = label_randomization(first_split, NOISE, HALVES, n_permutations=9, seed=3)
    two = label_randomization(first_split, NOISE, HALVES, n_permutations=9, seed=3, n_jobs=2)
    assert len(set(one.reference)) > 2
    assert one.reference.tolist() == two.reference.tolist()


def test_permutations_do_not_depend_on_their_number():
    one = label_randomization(nearest_mean, NOISE, HALVES, n_permutations=9, seed=3)
    more = label_randomization(nearest_mean, NOISE, HALVES, n_permutations=12, seed=3)
    assert more.reference[:9].tolist() == one.reference.tolist()
    assert label_randomization(nearest_mean, NOISE, HALVES, n_permutations=9, seed=4).reference.tolist() != (
        one.reference.tolist()
    )


def test_without_a_seed_the_data_decide():
    first, second = (label_randomization(nearest_mean, NOISE, HALVES, n_permutations=3) for _ in range(2))
    assert first.seed == second.seed
    assert first.reference.tolist() == second.reference.tolist()
    other = label_randomization(nearest_mean, NOISE[:, 1:], HALVES, n_permutations=3)
    assert other.seed != first.seed


def test_what_the_function_is_given(core):
    """The labels as they are with the seed itself, then permutations of them with derived seeds."""
    seen = []

    def note(X, y, seed):
        assert (X == NOISE).all()
        seen.append((y.tolist(), seed))
        y[:] = 0
        return 0.5

    y = HALVES.copy()
    label_randomization(note, NOISE, y, n_permutations=3, seed=7)
    assert seen[0] == (HALVES.tolist(), 7)
    assert [sum(labels) for labels, _ in seen] == [20] * 4
    assert len({tuple(labels) for labels, _ in seen}) == 4
    assert seen[2][1] == core.derive_seed(core.derive_seed(7, "permutation", 2), "methodology")
    assert y.tolist() == HALVES.tolist()


def test_other_metrics_have_no_chance_unless_given():
    found = label_randomization(GaussianNB(), NOISE, HALVES, n_permutations=2, scheme="4", metric="roc_auc", seed=1)
    assert (found.chance, found.bias, found.bias_low, found.metric_label) == (
        None,
        None,
        None,
        "area under the ROC curve",
    )
    assert "Bias is not known" in found.details()
    found = label_randomization(
        lambda X, y: 0.75, NOISE, HALVES, n_permutations=2, metric="roc_auc", chance=0.5, seed=1
    )
    assert (found.bias, found.name) == (0.25, "methodology")
    line = label_randomization(LinearRegression(), NOISE[:, :2], NOISE[:, 2], n_permutations=2, scheme="4", seed=1)
    assert line.metric_label == "negated root mean squared error"
    assert line.observed < 0
    assert label_randomization(lambda X, y: 7.0, NOISE, NOISE[:, 2], n_permutations=2).metric_label == "score"


def test_a_regressor_takes_whole_numbers_for_numbers():
    found = label_randomization(LinearRegression(), NOISE[:, :2], np.arange(40), n_permutations=2, scheme="4", seed=1)
    assert found.metric_label == "negated root mean squared error"
    assert (found.chance, found.bias) == (None, None)
    # Evenly spread over 40 numbers: sd 11.5.
    assert -15 < found.observed < -10


@pytest.mark.parametrize(
    ("methodology", "message"),
    [
        (
            GaussianNB(),
            "GaussianNB failed on the labels as they are: ValueError: Classifiers need class labels in y, got 40",
        ),
        (
            lambda X, y: cross_val_score(GaussianNB(), X, y).mean(),
            "methodology failed on the labels as they are: a classifier in it needs class labels, "
            "y has 40 distinct real numbers. Use a regressor, or turn y into classes.",
        ),
    ],
)
def test_a_classifier_is_not_given_real_numbers(methodology, message):
    with pytest.raises(FoldwiseError) as caught:
        label_randomization(methodology, NOISE, NOISE[:, 0], n_permutations=2)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_of_quoted_tracebacks_only_the_end_is_said():
    """What cross_val_score raises quotes one for every fold."""

    def fails(X, y):
        return cross_val_score(make_pipeline(SelectKBest(lambda X, y: 1 / 0), GaussianNB()), X, y, cv=3).mean()

    with pytest.raises(FoldwiseError, match=r"^fails failed on the labels .*: ZeroDivisionError: division by zero\.$"):
        label_randomization(fails, NOISE, HALVES, n_permutations=2)


def test_a_long_message_is_cut():
    def fails(X, y):
        raise KeyError("x" * 1000)

    with pytest.raises(FoldwiseError, match=r"KeyError: 'x+ \.\.\.$") as caught:
        label_randomization(fails, NOISE, HALVES, n_permutations=2)
    assert len(str(caught.value)) < 250


def test_a_bias_is_said_first():
    """Always 0.75 where chance is 0.5, and 0.25 where it is not a leak."""
    words = label_randomization(lambda X, y: 0.75, NOISE, HALVES, n_permutations=19, seed=1).details()
    assert words.startswith("methodology on data: biased. On permuted labels it scores more than a fixed rule would")
    assert "Bias: +0.250 (95% Monte Carlo interval +0.250 to +0.250)" in words
    assert words.count("flatters") == 1
    given = label_randomization(lambda X, y: 0.75, NOISE, HALVES, n_permutations=19, seed=1, chance=0.6).details()
    assert "scores more than the chance that was given" in given
    assert "; or chance was given too low." in given
    below = label_randomization(lambda X, y: 0.25, NOISE, HALVES, n_permutations=19, seed=1).details()
    assert below.startswith("methodology on data: accuracy 0.250 on the labels as they are")
    assert "Bias: -0.250" in below
    assert "Only a bias above zero would mean that the score flatters." in below


def test_p_is_said_as_the_share_that_it_is():
    """The rule of `best_of_two` scores 1 on the true labelling, one of three: about seven of 20 score as high."""
    found = label_randomization(best_of_two, np.array([[1.0], [2.0], [3.0]]), [0, 0, 1], n_permutations=19, seed=1)
    as_high = 1 + int((found.reference == 1).sum())
    assert 1 < as_high < 20
    assert f"p = {as_high / 20:#.2g}: of 20 labellings, the true one included, {as_high} score as high or higher." in (
        found.details()
    )


def test_words_and_frame():
    found = label_randomization(lambda X, y: float(y[0] == 0), NOISE, HALVES, n_permutations=4, seed=1, chance=0.25)
    words = found.details()
    assert words.startswith("methodology on data: accuracy 1.000 on the labels as they are, ")
    assert "If labels had nothing to do with attributes, p would be as small as this with no more than that" in words
    assert "due to chance" not in words
    assert found.frame()["score"].tolist() == [1.0, *found.reference]
    assert found.frame()["permutation"].tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="read-only"):
        found.reference[0] = 1


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_failure_names_its_permutation(n_jobs):
    true = HALVES.tolist()

    def fails(X, y):
        if y.tolist() != true:
            raise RuntimeError("these labels\nare odd.")
        return 0.5

    # Of two processes either may be first.
    number = "1" if n_jobs == 1 else "[12]"
    message = f"^fails failed on permutation {number} of the labels: RuntimeError: these labels are odd.$"
    with pytest.raises(FoldwiseError, match=message):
        label_randomization(fails, NOISE, HALVES, n_permutations=2, seed=1, n_jobs=n_jobs)


@pytest.mark.parametrize(
    ("methodology", "options", "error", "message"),
    [
        (GaussianNB, {}, TypeError, "is the class GaussianNB; pass an instance"),
        ("nb", {}, TypeError, r"must be a function f\(X, y\).*got str"),
        (selects_on_all, {"scheme": "10"}, ValueError, "scheme goes with a learner"),
        (selects_on_all, {"n_permutations": 1}, ValueError, "n_permutations must be at least 2, got 1"),
        (selects_on_all, {"n_jobs": 0}, ValueError, "n_jobs must be at least 1"),
        (selects_on_all, {"chance": "half"}, ValueError, "chance must be a finite score, such as 0.5, got 'half'"),
        (lambda X, y: "good", {}, FoldwiseError, "failed on the labels as they are: TypeError: it returned 'good'"),
        (lambda X, y: 93.5, {}, FoldwiseError, "returned 93.5; expected an accuracy from 0 to 1, or name another"),
        (lambda X, y: np.nan, {}, FoldwiseError, "returned nan; expected a finite number"),
        (DummyClassifier(strategy="constant"), {}, FoldwiseError, "DummyClassifier failed on the labels as they are"),
    ],
)
def test_refusals(methodology, options, error, message):
    with pytest.raises(error, match=message):
        label_randomization(methodology, NOISE, HALVES, **options)


def standardizes_in_place(X, y):
    """Reports how far the table is from the one that was handed over first; then spoils it."""
    distance = float(np.abs(np.asarray(X) - NOISE).max())
    X *= 2
    y[:] = 0
    return distance


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("kind", [np.array, pd.DataFrame])
def test_a_methodology_that_writes_into_its_examples_gets_others_every_time(kind, n_jobs):
    X, y = kind(NOISE), HALVES.copy()
    found = label_randomization(standardizes_in_place, X, y, n_permutations=4, metric="r2", seed=1, n_jobs=n_jobs)
    assert found.observed == 0
    assert (found.reference == 0).all()
    assert (np.asarray(X) == NOISE).all()
    assert (y == HALVES).all()


class PanicError(BaseException):
    pass


def leaves(X, y):
    raise SystemExit(0)


def panics(X, y):
    raise PanicError("out of paper")


@pytest.mark.parametrize(("methodology", "words"), [(leaves, "SystemExit: 0"), (panics, "PanicError: out of paper")])
def test_a_methodology_that_ends_the_program_is_an_error(methodology, words):
    with pytest.raises(FoldwiseError, match=f"failed on the labels as they are: {words}"):
        label_randomization(methodology, NOISE, HALVES, n_permutations=19, seed=1)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_so_it_is_if_it_does_so_in_a_permutation(n_jobs):
    def sometimes(X, y):
        if y[0] == 1:
            raise SystemExit(0)
        return 0.5

    with pytest.raises(FoldwiseError, match=r"failed on permutation \d of the labels: SystemExit: 0"):
        label_randomization(sometimes, NOISE, HALVES, n_permutations=19, seed=1, n_jobs=n_jobs)


def test_what_is_left_without_the_bias():
    """Accuracy .8 where .7 is reached on permuted labels and .5 is chance: of wrong answers the leak mends two in five.

    Of .2 that are wrong there were .2 / .6, so 1 - 1/3 is left. Of another metric .2 is subtracted.
    """
    found = label_randomization(lambda X, y: 0.7, NOISE, HALVES, n_permutations=3, chance=0.5, seed=1)
    found = replace(found, observed=0.8)
    assert (found.bias, found.adjusted) == (pytest.approx(0.2), pytest.approx(2 / 3))
    assert found.adjusted_limits == pytest.approx((2 / 3, 2 / 3))
    assert replace(found, metric_label="area").adjusted == pytest.approx(0.6)
    assert replace(found, bias=-0.1).adjusted == pytest.approx(0.8)
    assert replace(found, chance=None, bias=None).adjusted is None
