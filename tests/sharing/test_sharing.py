"""Folds that share work: the same answers as folds fitted one by one, and a record of who shared."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.metrics import accuracy_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor

from foldwise import learners
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, MansourTree, NaiveBayes
from foldwise.sharing._shared_job import SharedTask

OURS = [getattr(learners, name) for name in learners.__all__ if name[0].isupper()]


def make(kind):
    return kind(random_state=1) if kind is MansourTree else kind()


def assert_same(one, other):
    np.testing.assert_array_equal(one.predictions, other.predictions)
    np.testing.assert_array_equal(one.responses, other.responses)
    assert one.failures == other.failures
    assert one.response_methods == other.response_methods


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("name", ["iris", "tic-tac-toe"])
def test_our_learners_share_and_answer_the_same(name, n_jobs):
    """One column of responses for the two classes of tic-tac-toe, three for iris."""
    whole = load(name)
    rows = np.random.default_rng(0).permutation(whole.n_examples)[:120]
    X, y = whole.X.iloc[rows], whole.y[rows]
    entrants = {kind.__name__: make(kind) for kind in OURS}
    apart = evaluate(entrants, X, y, scheme="3x4", seed=1, probabilities=True, sharing=False)
    together = evaluate(entrants, X, y, scheme="3x4", seed=1, probabilities=True, n_jobs=n_jobs)
    assert_same(apart, together)
    assert [learner.shared for learner in apart.learners] == [0.0] * len(OURS)
    assert [learner.shared for learner in together.learners] == [1.0] * len(OURS)
    assert {learner.sharing for learner in together.learners} == {"its folds share their work"}


def test_a_training_set_that_is_not_the_rest(xy):
    """Codes -1 and -2: folds of a foreign splitter that trains on some of the rest."""
    X, y = xy
    given = [(np.arange(20), np.arange(20, 30)), (np.arange(10, 40), np.arange(10))]
    together, apart = (evaluate([C45()], X, y, scheme=given, sharing=sharing) for sharing in (True, False))
    np.testing.assert_array_equal(together.predictions, apart.predictions)
    assert together.learners[0].shared == 1.0


def test_an_open_seed_is_another_in_every_fold_and_nothing_is_shared(xy):
    X, y = xy
    run = evaluate({"open": MansourTree(), "fixed": MansourTree(random_state=1)}, X, y, scheme="2x3", seed=1)
    assert [learner.shared for learner in run.learners] == [0.0, 1.0]


def test_a_metric_that_wants_the_fitted_learner_gets_it(xy):
    X, y = xy
    run = evaluate([NaiveBayes()], X, y, scheme="3", metric=lambda learner, X, y: float(len(learner.classes_)))
    assert run.scores().tolist() == [[[2.0, 2.0, 2.0]]]
    assert run.learners[0].shared == 0.0


def test_a_function_of_labels_does_not_need_it(xy):
    X, y = xy
    run = evaluate([NaiveBayes()], X, y, scheme="3", metric=accuracy_score)
    assert run.learners[0].shared == 1.0


class MadeUp:
    """Answers for GaussianNB by fitting every fold, but wrong and unsure where `doubtful` says so."""

    methods = frozenset({"predict", "predict_proba"})

    def __init__(self, estimator, examples, doubtful=(), fails_at=None):
        self.estimator, self.examples, self.doubtful, self.fails_at = estimator, examples, doubtful, fails_at
        self.sizes = []

    def answers(self, folds, method):
        self.sizes.append(len(folds))
        if self.fails_at is not None and sum(self.sizes) > self.fails_at:
            raise FloatingPointError("not today")
        shape = folds.shape if method == "predict" else (*folds.shape, self.examples.n_classes)
        values = np.zeros(shape, dtype=np.intp if method == "predict" and self.examples.n_classes else np.float64)
        for repeat, row in enumerate(folds):
            for fold in range(row.max() + 1):
                train, test = row != fold, row == fold
                fitted = clone(self.estimator).fit(self.examples.X[train], self.examples.y[train])
                values[repeat, test] = getattr(fitted, method)(self.examples.X[test])
        unsure = np.zeros(folds.shape, dtype=bool)
        unsure[:, list(self.doubtful)] = True
        values[unsure] = np.nan if values.dtype.kind == "f" else -99
        return SimpleNamespace(values=values, unsure=unsure)


@pytest.fixture
def made_up(monkeypatch):
    """Have the registry answer by a MadeUp of the given options; the list it returns gets those that were made."""

    def register(**options):
        made = []

        def share(estimator, examples):
            made.append(MadeUp(estimator, examples, **options))
            return made[-1]

        monkeypatch.setattr("foldwise.sharing._share_job.share", share)
        # As if the table were large: repeats come in several blocks.
        monkeypatch.setattr("foldwise.sharing._shared_job._SMALL", 0)
        return made

    return register


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("options", [{}, {"probabilities": True}, {"metric": "roc_auc"}])
def test_folds_with_an_unsure_example_are_fitted_by_themselves(xy, made_up, options, n_jobs):
    """Examples 3 and 7: one fold in four if they are together, else two; 2 of 40 predictions are unsure."""
    X, y = xy
    (made_up(doubtful=[3, 7]))
    together = evaluate([GaussianNB()], X, y, scheme="5x4", seed=1, n_jobs=n_jobs, **options)
    apart = evaluate([GaussianNB()], X, y, scheme="5x4", seed=1, sharing=False, **options)
    assert_same(apart, together)
    folds = together.assignment.folds
    n_apart = sum(1 if row[3] == row[7] else 2 for row in folds)
    assert together.learners[0].shared == 1 - n_apart / 20
    assert together.learners[0].unsure == 2 / 40
    assert together.learners[0].sharing.endswith(
        "% of its folds share their work: 5 % of its predictions are within rounding of a tie"
    )


def test_regressors_share_real_numbers(made_up):
    made_up(doubtful=[0])
    X = np.random.default_rng(0).normal(size=(30, 2))
    together, apart = (
        evaluate([KNeighborsRegressor(2)], X, X[:, 0], scheme="2x3", seed=1, sharing=sharing)
        for sharing in (True, False)
    )
    np.testing.assert_array_equal(together.predictions, apart.predictions)
    assert together.learners[0].shared == 4 / 6


def test_switched_off_nobody_is_asked(xy, made_up):
    made = made_up()
    evaluate([GaussianNB()], *xy, scheme="3", seed=1, sharing=False)
    assert made == []


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_whoever_fails_to_share_goes_the_ordinary_way(xy, made_up, n_jobs):
    """After some repeats that went well; these do not count as shared either."""
    X, y = xy
    made = made_up(fails_at=1)
    run = evaluate({"nb": GaussianNB(), "ours": NaiveBayes()}, X, y, scheme="6x3", seed=1, n_jobs=n_jobs)
    assert len(made) == 1
    assert len(made[0].sizes) > 1
    apart = evaluate({"nb": GaussianNB(), "ours": NaiveBayes()}, X, y, scheme="6x3", seed=1, sharing=False)
    np.testing.assert_array_equal(run.predictions, apart.predictions)
    assert [(learner.shared, learner.sharing) for learner in run.learners] == [
        (0.0, ""),
        (1.0, "its folds share their work"),
    ]


def test_all_repeats_of_a_small_table_come_at_once(xy, made_up, monkeypatch):
    made = made_up()
    monkeypatch.setattr("foldwise.sharing._shared_job._SMALL", 10 * np.prod(xy[0].shape))
    for n_repeats in (10, 11):
        evaluate([GaussianNB()], *xy, scheme=f"{n_repeats}x2", seed=1)
    assert [share.sizes[0] for share in made] == [10, 1]


def test_repeats_come_in_blocks_that_grow(xy, made_up):
    made = made_up()
    run = evaluate([GaussianNB()], *xy, scheme="40x2", seed=1)
    sizes = made[0].sizes
    assert sizes[0] == 1
    assert sum(sizes) == 40
    assert len(sizes) < 40
    assert (run.fit_seconds > 0).all()
    assert (run.predict_seconds == 0).all()


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_fails_by_itself_leaves_no_response(n_jobs):
    """Priors of three classes, of which the training part of fold 0 has two: scikit-learn refuses that fold."""
    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    y[:3] = 2
    given = [(np.setdiff1d(np.arange(40), test), test) for test in (np.arange(10), np.arange(10, 20))]
    together, apart = (
        evaluate(
            [GaussianNB(priors=[0.3, 0.3, 0.4])], X, y, scheme=given, probabilities=True, n_jobs=n, sharing=sharing
        )
        for n, sharing in ((n_jobs, True), (1, False))
    )
    assert [(failure.repeat, failure.fold) for failure in together.failures] == [(0, 0)]
    assert np.isnan(together.responses[0, 0, :10]).all()
    assert_same(together, apart)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_if_the_first_repeat_leaves_every_fold_the_others_are_not_tried(xy, made_up, n_jobs):
    made = made_up(doubtful=range(40))
    run = evaluate([GaussianNB()], *xy, scheme="40x4", seed=1, n_jobs=n_jobs)
    assert sum(made[0].sizes) < 40
    assert (run.learners[0].shared, run.learners[0].sharing) == (0.0, "")
    assert_same(run, evaluate([GaussianNB()], *xy, scheme="40x4", seed=1, sharing=False))


@pytest.mark.parametrize("bad", ["shape", "range", "kind"])
def test_answers_that_cannot_be_are_not_taken(xy, made_up, monkeypatch, bad):
    made_up()
    right = MadeUp.answers

    def wrong(self, folds, method):
        values = right(self, folds, method).values
        changed = {"shape": values[:, 1:], "range": values + 2, "kind": values + 0.5}[bad]
        return SimpleNamespace(values=changed, unsure=np.zeros(folds.shape, dtype=bool))

    monkeypatch.setattr(MadeUp, "answers", wrong)
    run = evaluate([GaussianNB()], *xy, scheme="3", seed=1)
    apart = evaluate([GaussianNB()], *xy, scheme="3", seed=1, sharing=False)
    np.testing.assert_array_equal(run.predictions, apart.predictions)
    assert run.learners[0].shared == 0.0


class Majority(ClassifierMixin, BaseEstimator):
    """The commonest label; `predict_folds` by a matrix of counts, or odd if `how` says so."""

    def __init__(self, how=""):
        self.how = how

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares_ = counts / counts.sum()
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[self.shares_.argmax()])

    def predict_proba(self, X):
        return np.tile(self.shares_, (len(X), 1))

    def predict_folds(self, X, y, folds, *, method="predict"):
        if self.how == "raise":
            raise RuntimeError("no folds today")
        if self.how == "print":
            print("all folds at once")
            warnings.warn("is this wise?", stacklevel=1)
        if self.how == "write":
            X[:], y[:], folds[:] = 0, y[0], 0
        classes, codes = np.unique(y, return_inverse=True)
        shares = np.zeros((*folds.shape, len(classes)))
        for repeat, row in enumerate(folds):
            for fold in range(row.max() + 1):
                counts = np.bincount(codes[(row >= -1) & (row != fold)], minlength=len(classes))
                shares[repeat, row == fold] = counts / counts.sum()
        if self.how == "unknown":
            return np.full(folds.shape, "surprise")
        return shares if method == "predict_proba" else classes[shares.argmax(axis=2)]


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("scheme", ["3x4", "resampled:5:0.3"])
def test_a_learner_may_offer_predict_folds(xy, scheme, n_jobs):
    X, y = xy
    together = evaluate([Majority()], X, y, scheme=scheme, seed=1, probabilities=True, n_jobs=n_jobs)
    apart = evaluate([Majority()], X, y, scheme=scheme, seed=1, probabilities=True, sharing=False)
    assert_same(together, apart)
    assert together.learners[0].shared == 1.0


@pytest.mark.parametrize("how", ["raise", "unknown"])
def test_an_offer_that_fails_is_not_taken(xy, how):
    run = evaluate([Majority(how)], *xy, scheme="2x3", seed=1)
    assert run.failures == ()
    assert run.learners[0].shared == 0.0
    apart = evaluate([Majority()], *xy, scheme="2x3", seed=1, sharing=False)
    np.testing.assert_array_equal(run.predictions, apart.predictions)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_it_prints_and_warns_of_is_its_own(xy, n_jobs, capfd):
    entrants = {"loud": Majority("print"), "quiet": Majority()}
    run = evaluate(entrants, *xy, scheme="1x3", seed=1, n_jobs=n_jobs)
    assert capfd.readouterr().out == ""
    assert [learner.output for learner in run.learners] == ["all folds at once\n", ""]
    assert [[caveat.message for caveat in learner.caveats] for learner in run.learners] == [
        ["loud warned once: UserWarning: is this wise?."],
        [],
    ]


def test_what_it_writes_into_is_its_own(xy):
    X, y = xy
    before = X.copy(), y.copy()
    run = evaluate({"bad": Majority("write"), "good": Majority()}, X, y, scheme="2x3", seed=1)
    assert (before[0] == X).all()
    assert (y == before[1]).all()
    assert run.learners[1].shared == 1.0
    apart = evaluate({"good": Majority()}, X, y, scheme="2x3", seed=1, sharing=False)
    np.testing.assert_array_equal(run.predictions[1], apart.predictions[0])


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_warning_counts_once_however_the_repeats_are_dealt(xy, n_jobs):
    run = evaluate([Majority("print")], *xy, scheme="40x2", seed=1, n_jobs=n_jobs)
    assert [caveat.message for caveat in run.learners[0].caveats] == [
        "Majority warned once: UserWarning: is this wise?."
    ]


def test_a_column_too_many_is_not_taken(xy):
    class Wide(Majority):
        def predict_folds(self, X, y, folds, *, method="predict"):
            answers = super().predict_folds(X, y, folds, method=method)
            return answers if method == "predict" else np.dstack([answers, answers])

    together, apart = (
        evaluate([Wide()], *xy, scheme="3", metric="roc_auc", sharing=sharing) for sharing in (True, False)
    )
    assert together.learners[0].shared == 0.0
    assert_same(together, apart)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("raise", "RuntimeError: no folds today"),
        ("unknown", "ValueError: predict returned 'surprise', which is not a class of y"),
    ],
)
def test_the_author_of_predict_folds_learns_of_its_failure(xy, how, error):
    run = evaluate({"mine": Majority(how)}, *xy, scheme="3")
    (caveat,) = run.learners[0].caveats
    assert caveat.code == "sharing_failed"
    assert caveat.message == f"For mine predict_folds failed ({error}); its folds were fitted one by one instead."
    assert not run.failures


@pytest.mark.parametrize("sharing", ["yes", None, 2])
def test_sharing_is_true_or_false(xy, sharing):
    with pytest.raises(TypeError, match="sharing must be True or False"):
        evaluate([Majority()], *xy, scheme="3", sharing=sharing)


def test_no_keyword_for_probabilities_is_no_failure(xy):
    class Plain(Majority):
        def predict_folds(self, X, y, folds):
            return super().predict_folds(X, y, folds)

    run = evaluate([Plain()], *xy, scheme="3", metric="roc_auc")
    assert (run.learners[0].shared, run.learners[0].caveats) == (0.0, ())
    assert evaluate([Plain()], *xy, scheme="3").learners[0].shared == 1.0


def test_the_last_defined_of_two_offers_counts(xy):
    class Zeros(NaiveBayes):
        def predict_folds(self, X, y, folds, *, method="predict"):
            return np.full(np.shape(folds), y[0])

    run = evaluate([Zeros()], *xy, scheme="3")
    assert run.learners[0].shared == 1.0
    assert len(np.unique(run.predictions)) == 1


class First(NaiveBayes):
    """Predicts in its own way, with the `prepare_folds` of its parent."""

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Least(Majority):
    """Fits in its own way, with the `predict_folds` of its parent."""

    def fit(self, X, y):
        super().fit(X, y)
        self.shares_ = 1 - self.shares_
        return self


class Kept(NaiveBayes):
    """Changes nothing that matters."""

    def describe(self):
        return "naive"


@pytest.mark.parametrize(("learner", "shared"), [(First(), 0.0), (Least(), 0.0), (Kept(), 1.0)], ids=str)
def test_a_subclass_that_fits_or_predicts_otherwise_is_not_spoken_for(xy, learner, shared):
    together, apart = (evaluate([learner], *xy, scheme="2x3", seed=1, sharing=sharing) for sharing in (True, False))
    np.testing.assert_array_equal(together.predictions, apart.predictions)
    assert together.learners[0].shared == shared


class Mean(RegressorMixin, BaseEstimator):
    """The mean of the training fold."""

    def fit(self, X, y):
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)

    def predict_folds(self, X, y, folds):
        answers = np.full(folds.shape, np.nan)
        for repeat, row in enumerate(folds):
            for fold in range(row.max() + 1):
                answers[repeat, row == fold] = y[(row >= -1) & (row != fold)].mean()
        return answers


def test_a_regressor_may_offer_it_too():
    X = np.random.default_rng(0).normal(size=(30, 2))
    run, apart = (
        evaluate([Mean()], X, X[:, 0], scheme="resampled:4:0.4", seed=1, sharing=sharing) for sharing in (True, False)
    )
    np.testing.assert_array_equal(run.predictions, apart.predictions)
    assert run.learners[0].shared == 1.0


class Reuses(Majority):
    """All answers in one buffer for ever."""

    buffer = np.empty(10_000)

    def predict_folds(self, X, y, folds, *, method="predict"):
        answers = super().predict_folds(X, y, folds, method=method)
        if method == "predict":
            return answers
        kept = self.buffer[: answers.size].reshape(answers.shape)
        kept[:] = answers
        return kept


class ReusesPrepared(NaiveBayes):
    """So does what it prepares; and it spoils the folds."""

    def prepare_folds(self, X, y):
        return _Prepared(super().prepare_folds(X, y))


class _Prepared:
    def __init__(self, inner):
        self.inner, self.classes_, self.kept = inner, inner.classes_, {}

    def codes(self, folds):
        return self._answer("codes", folds)

    def probabilities(self, folds):
        return self._answer("probabilities", folds)

    def _answer(self, what, folds):
        answers = getattr(self.inner, what)(folds)
        folds[:] = 0
        kept = self.kept.setdefault(answers.shape, answers)
        kept[:] = answers
        return kept


@pytest.mark.parametrize(
    ("learner", "plain"), [(Reuses(), Majority()), (ReusesPrepared(), NaiveBayes())], ids=["predict", "prepare"]
)
def test_a_buffer_that_is_used_again_does_not_change_earlier_blocks(runs_door, xy, learner, plain):
    job = runs_door.make_plans({"a": learner}, *xy, scheme="4x3", seed=1, probabilities=True)[0][0].jobs[0]
    preparation = SharedTask(job, None, None, runs_door.listen_alone)()
    blocks = [SharedTask(job, preparation, slice(start, start + 2), runs_door.listen_alone)() for start in (0, 2)]
    apart = evaluate([plain], *xy, scheme="4x3", seed=1, probabilities=True, sharing=False)
    tested = apart.assignment.folds >= 0
    for block in blocks:
        where = tested[block.repeats]
        assert (block.predicted[where] == apart.predictions[0, block.repeats][where]).all()
        np.testing.assert_allclose(block.response[where], apart.responses[0, block.repeats][where], rtol=1e-9)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_offer_that_raises_what_is_no_exception_is_not_taken(xy, n_jobs):
    class PanicError(BaseException):
        pass

    class Panics(Majority):
        def predict_folds(self, X, y, folds, *, method="predict"):
            raise PanicError("out of paper")

    run = evaluate({"a": Panics()}, *xy, scheme="3", seed=1, n_jobs=n_jobs)
    assert run.failures == ()
    assert "predict_folds failed (PanicError: out of paper)" in run.learners[0].caveats[0].message
