"""What is said while a verdict is being settled, and that its time is kept."""

import time
import warnings
from dataclasses import replace
from math import nan

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise import FoldwiseError
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Settled, compare
from foldwise.verdicts.settling._settled import Budget, Pace

SECONDS = 0.1


class Sleepy(DummyClassifier):
    """Takes a while for each fit, and says how often it was asked to."""

    n_fits = 0

    def fit(self, X, y):
        time.sleep(SECONDS)
        type(self).n_fits += 1
        return super().fit(X, y)


class Counted(DummyClassifier):
    """Says how often it was fitted."""

    n_fits = 0

    def fit(self, X, y):
        type(self).n_fits += 1
        return super().fit(X, y)


class Tired(DummyClassifier):
    """Predicts the folds of one repeat together, then no more."""

    n_calls = 0

    def predict_folds(self, X, y, folds):
        type(self).n_calls += 1
        if type(self).n_calls > 1:
            raise RuntimeError("enough")
        return np.zeros(folds.shape, dtype=int)


LEARNERS = {"sleepy": Sleepy(strategy="stratified"), "bayes": GaussianNB()}


class TestTime:
    def test_it_is_kept_within_a_fit(self):
        """Four seconds are less than 40 fits: four repeats at most, and a part of one that does not count."""
        begin = time.monotonic()
        verdict = compare(LEARNERS, load("iris"), seed=1, scheme=Settled(max_seconds=4))
        assert 4 < time.monotonic() - begin < 4 + SECONDS + 1.5
        row = verdict.comparisons[0]
        assert (row.settlement.ended_by, row.outcome) == ("seconds", "open")
        assert 1 <= row.settlement.n_repeats <= 4
        assert verdict.runs[0].assignment.n_repeats == row.settlement.n_repeats
        assert verdict.runs[0].failures == ()
        assert "time_limited" in {caveat.code for caveat in verdict.caveats}
        assert "bayes is ahead of sleepy on iris, but this is open" in str(verdict)

    def test_a_store_keeps_what_does_not_count(self, tmp_path):
        path, Sleepy.n_fits = tmp_path / "study.db", 0
        compare(LEARNERS, load("iris"), seed=1, scheme=Settled(max_seconds=4), store=path)
        n_fits, Sleepy.n_fits = Sleepy.n_fits, 0
        compare(LEARNERS, load("iris"), seed=1, scheme="4x10", store=path)
        # Forty fits, without those of before, whether they counted or not.
        assert n_fits >= 10
        assert Sleepy.n_fits == 40 - n_fits

    def test_too_little_time_for_anything_is_an_error(self):
        words = r"max_seconds=0.05 \(--max-seconds\) ended before all learners had 1 repeat, which takes 20 fits: give"
        with pytest.raises(FoldwiseError, match=words):
            compare(LEARNERS, load("iris"), seed=1, scheme=Settled(max_seconds=0.05))

    def test_without_a_guard_nobody_is_called_better(self):
        """A guess is far behind after a repeat, but there is no time to hold the variance against the jackknife's."""
        row = compare(LEARNERS, load("iris"), seed=1, scheme=Settled(max_seconds=4, guard=True)).comparisons[0]
        assert (row.settlement.guard_repeats, row.decision, row.outcome) == (0, "b", "open")

    def test_a_strict_one_needs_five_repeats(self):
        with pytest.raises(FoldwiseError, match=r"had 5 repeats, which takes 20 fits"):
            compare(LEARNERS, load("iris"), seed=1, scheme=Settled(max_seconds=0.4, strict=True))


def test_of_so_few_repeats_that_nothing_is_known_nobody_is_ahead_but_by_a_significant_difference():
    learners = {"bayes": GaussianNB(), "rough": GaussianNB(var_smoothing=0.1)}
    verdict = compare(learners, load("wine"), seed=1, scheme=Settled(max_repeats=10))
    row = verdict.comparisons[0]
    known = replace(row, settlement=replace(row.settlement, settled=False), decision="none")
    unknown = replace(known, forecast=replace(row.forecast, agreement=nan))
    assert [known.ahead, unknown.ahead, replace(unknown, decision="a").ahead] == ["bayes", None, "bayes"]
    openings = [str(replace(verdict, comparisons=(each,))).split(":")[0] for each in (known, unknown)]
    assert openings == [
        "bayes is ahead of rough on wine, but this is open",
        "Which of bayes and rough is better on wine is open",
    ]


class Chatty(DummyClassifier):
    """Prints and warns at every fit."""

    def fit(self, X, y):
        print("hello")
        warnings.warn("mind the gap", UserWarning, stacklevel=2)
        return super().fit(X, y)


@pytest.mark.parametrize("is_kept", [False, True])
def test_what_the_first_repeat_prints_and_warns_of_is_not_lost_with_the_next(tmp_path, is_kept):
    """Repeats come in steps, of which the first has one."""
    learners, iris = {"chatty": Chatty(), "bayes": GaussianNB()}, load("iris")
    store = tmp_path / "study.db" if is_kept else None
    settled = compare(learners, iris, seed=1, scheme=Settled(max_repeats=10), store=store).runs[0].learners[0]
    fixed = evaluate(learners, iris, seed=1, scheme="5x10").learners[0]
    assert settled.output == fixed.output
    assert "50 times" in settled.caveats[0].message
    assert settled.caveats == fixed.caveats


class TestPace:
    def test_the_first_step_is_one_repeat_and_the_next_takes_five_seconds(self):
        pace = Pace(Budget(Settled()), 1)
        assert pace.step(20) == 1
        pace.note(0.5, 1)
        assert pace.step(20) == 10

    def test_workers_are_not_left_idle(self):
        """Eight workers have four fits each in two repeats of twenty."""
        pace = Pace(Budget(Settled()), 8)
        assert pace.step(20) == 2
        pace.note(100.0, 2)
        assert pace.step(20) == 2

    def test_near_the_end_of_the_time_it_is_one_repeat(self):
        pace = Pace(Budget(Settled(max_seconds=4.0)), 1)
        pace.note(0.5, 1)
        assert pace.step(20) == 3
        pace.note(3.9, 1)
        assert pace.step(20) == 1


@pytest.fixture
def every_line(monkeypatch):
    """Lines are not held back."""
    monkeypatch.setattr("foldwise._core._show_progress._SECONDS_BETWEEN_LINES", 0.0)


def lines(capsys):
    return capsys.readouterr().err.splitlines()


@pytest.mark.usefixtures("every_line")
class TestWords:
    def test_from_the_first_repeat_on_it_says_who_is_ahead(self, capsys):
        learners = {"guess": DummyClassifier(), "bayes": GaussianNB()}
        row = compare(learners, load("iris"), seed=1, progress=True).comparisons[0]
        said = lines(capsys)
        assert said[0] == "iris, 2 learners: 0 of about 100 fits (at most 4000)"
        assert any(line.endswith("1 of 5 repeats: bayes ahead by 0.62") for line in said)
        assert said[-1] == (
            "iris, 2 learners: 100 of about 100 fits (at most 4000), 5 repeats: bayes ahead by 0.62, "
            f"p = {row.pvalue:.1e}, another split would agree in more than 99.9% of cases"
        )

    def test_of_several_comparisons_it_names_the_least_sure(self, capsys):
        learners = {"guess": DummyClassifier(), "bayes": GaussianNB(), "rough": GaussianNB(var_smoothing=0.1)}
        compare(learners, load("iris"), seed=1, progress=True, scheme=Settled(max_repeats=10))
        said = lines(capsys)
        assert any("1 of 5 repeats: bayes ahead of rough by " in line for line in said)
        assert "3 of 3 comparisons done; the least sure, bayes and rough on iris: bayes ahead by" in said[-1]

    def test_folds_that_were_done_together_are_fitted_again_when_later_ones_cannot_be(self, capsys):
        learners = {"guess": DummyClassifier(), "tired": Tired(strategy="stratified", random_state=1)}
        verdict = compare(learners, load("iris"), seed=2, progress=True)
        n_fits = 2 * verdict.comparisons[0].settlement.n_fits
        assert f"iris, 2 learners: {n_fits} of " in lines(capsys)[-1]
        # Those that were predicted together are fitted as well: what failed later is not relied on before.
        alone = compare(learners, load("iris"), seed=2, sharing=False)
        assert (verdict.runs[0].predictions == alone.runs[0].predictions).all()
        assert "sharing_failed" in {caveat.code for caveat in verdict.runs[0].learners[1].caveats}

    @pytest.mark.parametrize("how", [{}, {"n_jobs": 2}, {"sharing": False}])
    def test_fits_are_counted_once_with_a_store_and_what_it_has_counts_as_done(self, capsys, tmp_path, how):
        learners = {"guess": DummyClassifier(), "count": Counted(strategy="stratified", random_state=1)}
        scheme, store = Settled(max_repeats=23), tmp_path / "study.db"
        for _ in range(2):
            row = compare(learners, load("iris"), seed=2, progress=True, scheme=scheme, store=store, **how)
            n_fits = 2 * row.comparisons[0].settlement.n_fits
            assert f"iris, 2 learners: {n_fits} of " in lines(capsys)[-1]
