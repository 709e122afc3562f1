"""Studies of two small tables and two learners, 2 times 3 folds: 24 folds in all."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier

from foldwise import StoreError, StudyFileError
from foldwise.evaluation import evaluate
from foldwise.store import Store
from foldwise.studies import Study, read_results, run_study, study_status
from foldwise.studies._progress import StudyProgress

LEARNERS = {"nb": "nb", "dummy": "sklearn.dummy.DummyClassifier"}
BROKEN = {"now": True}


class Fragile(ClassifierMixin, BaseEstimator):
    """Fails while it is broken."""

    def fit(self, X, y):
        if BROKEN["now"]:
            raise RuntimeError("it is broken")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Picky(DummyClassifier):
    """Fails on the 13 attributes of wine."""

    def fit(self, X, y):
        if X.shape[1] == 13:
            raise RuntimeError("too many")
        return super().fit(X, y)


class Moody(DummyClassifier):
    """Fails on the folds of wine that test its first example, one in each repeat."""

    def fit(self, X, y):
        if X.shape[1] == 13 and np.asarray(X)[0, 0] != 14.23:
            raise RuntimeError("in a mood")
        return super().fit(X, y)


@pytest.fixture
def make(tmp_path):
    def call(**options):
        given = {"name": "first", "datasets": ["iris", "wine"], "learners": LEARNERS, "scheme": "2x3"}
        return Study(**{**given, "store": tmp_path / "first.db", **options})

    return call


def test_the_scores_are_those_of_evaluate(make):
    results = run_study(make())
    assert results.is_complete
    for name, run in zip(("iris", "wine"), results.runs, strict=True):
        alone = evaluate(make().learners, make().datasets[name].load()[0], scheme="2x3")
        assert run.scores().tolist() == alone.scores().tolist()
    frame = results.frame()
    assert frame["folds"].tolist() == [6] * 4
    assert frame["score"][0] == pytest.approx(results.runs[0].scores()[0].mean())
    assert [row.dataset for row in results.verdicts[0].comparisons] == ["iris", "wine"]


def test_nothing_is_computed_twice(make, capsys):
    run_study(make(), progress=True)
    run_study(make(), progress=True)
    assert "24 of 24 folds are there already." in capsys.readouterr().err


def test_results_are_read_from_the_store_alone(make):
    first = run_study(make(metrics=["accuracy", "neg_log_loss"], alpha=0.01))
    again = read_results(make().store)
    assert [verdict.metric.name for verdict in again.verdicts] == ["accuracy", "neg_log_loss"]
    assert again.verdicts[0].alpha == 0.01
    assert (str(again), again.details()) == (str(first), first.details())


def test_every_test_is_noted_once(make):
    """Two metrics, one test each; reading again adds nothing."""
    assert len(run_study(make(metrics=["accuracy", "f1_macro"])).judgements) == 2
    assert len(read_results(make().store).judgements) == 2


def test_a_store_that_may_not_be_written_is_read(make, monkeypatch):
    run_study(make())
    monkeypatch.setattr("foldwise.studies._read_results.os.access", lambda *_: False)
    results = read_results(make(tests=["corrected_repeated_kfold_t"], alpha=0.2))
    assert (len(results.verdicts), len(results.judgements)) == (1, 1)


def test_failures_are_named_and_repeated_alone(make, capsys):
    learners = {"dummy": DummyClassifier(), "fragile": Fragile()}
    BROKEN["now"] = True
    results = run_study(make(learners=learners))
    assert [cell.n_failed for cell in results.cells] == [0, 6, 0, 6]
    assert results.left_out[0].reason.startswith("fragile: 6 of 6 folds failed: RuntimeError: it is broken")
    assert results.verdicts == ()
    assert "Left out: wine" in results.details()
    BROKEN["now"] = False
    try:
        mended = run_study(make(learners=learners), only_failed=True, progress=True)
    finally:
        BROKEN["now"] = True
    assert "12 folds that failed are repeated." in capsys.readouterr().err
    assert mended.is_complete
    assert len(mended.verdicts[0].comparisons) == 2


def test_the_first_failure_on_each_dataset_is_told_when_it_happens(make, caplog):
    run_study(make(learners={"dummy": DummyClassifier(), "fragile": Fragile()}))
    assert [record.getMessage().partition(": ")[0] for record in caplog.records] == [
        f"fragile failed on {name}, repeat 0, fold 0" for name in ("iris", "wine")
    ]


@pytest.mark.parametrize("allow_partial", [False, True])
def test_a_learner_that_always_fails_does_not_take_the_others_with_it(make, allow_partial):
    learners = {**make().learners, "fragile": Fragile()}
    results = run_study(make(learners=learners), allow_partial=allow_partial)
    (left,) = results.left_out
    assert (left.dataset, left.learner) == ("every dataset", "fragile")
    assert "12 of 12 folds failed: RuntimeError: it is broken" in left.reason
    alone = run_study(make(name="alone")).verdicts[0]
    # As if it had never been there: the family is that of the two others.
    assert [row.adjusted_pvalue for row in results.verdicts[0].comparisons] == [
        row.adjusted_pvalue for row in alone.comparisons
    ]
    assert results.judgements[0].terms["learners"] == ["nb", "dummy"]
    assert results.runs[0].learner_names == ("nb", "dummy", "fragile")


def test_a_learner_that_fails_on_one_dataset_lacks_that_cell(make):
    """Nothing is left out: the others are compared on wine, and it is compared with them on iris."""
    study = make(learners={**make().learners, "picky": Picky()})
    results = run_study(study)
    assert results.left_out == ()
    verdict = results.verdicts[0]
    assert [(row.dataset, row.a, row.b) for row in verdict.comparisons] == [
        ("iris", "nb", "dummy"),
        ("iris", "nb", "picky"),
        ("iris", "dummy", "picky"),
        ("wine", "nb", "dummy"),
    ]
    overall = verdict.overall
    assert overall.cells.missing() == (("picky", "wine"),)
    assert [each.n_datasets for each in overall.learners if each.name == "picky"] == [1]
    caveat = next(each for each in overall.caveats if each.code == "missing_cells")
    assert "picky on wine (6 of 6 folds failed: RuntimeError: too many)" in caveat.message
    assert "each pair is judged on the datasets where both learners have a score" in str(results)
    assert overall.pair("nb", "dummy").n_datasets == 2
    assert overall.pair("nb", "picky").decision == "undetermined"


def test_a_cell_that_is_partly_done_is_missing_unless_partial_ones_are_allowed(make):
    """Four of the six folds of the learner on wine are there: without `allow_partial` none of them counts."""
    study = make(learners={**make().learners, "moody": Moody()})
    results = run_study(study)
    assert [cell.n_failed for cell in results.cells] == [0, 0, 0, 0, 0, 2]
    assert results.verdicts[0].overall.cells.missing() == (("moody", "wine"),)
    assert len(results.verdicts[0].comparisons) == 4
    partial = read_results(study, allow_partial=True).verdicts[0]
    assert len(partial.comparisons) == 6
    assert partial.overall.cells.missing() == ()
    assert any(caveat.code == "partial_design" for row in partial.comparisons for caveat in row.caveats)


@pytest.mark.parametrize("missing", ["pairs", "skillings_mack", "complete"])
def test_what_is_done_about_missing_cells_is_a_matter_of_the_study(make, missing):
    learners = {**make().learners, "picky": Picky()}
    datasets = ["iris", "wine", "wdbc"]
    run_study(make(learners=learners, datasets=datasets))
    overall = read_results(make(learners=learners, datasets=datasets, missing=missing)).verdicts[0].overall
    assert overall.missing == missing
    assert overall.datasets == (("iris", "wdbc") if missing == "complete" else ("iris", "wine", "wdbc"))
    assert read_results(make().store, missing=missing).verdicts[0].overall.missing == missing
    if missing == "skillings_mack":
        assert overall.omnibus.test == "skillings_mack"


def test_a_test_over_datasets_takes_those_with_all_learners(make):
    study = make(learners={**make().learners, "picky": Picky()}, datasets=["iris", "wine", "wdbc"], tests=["sign_test"])
    results = run_study(study)
    (left,) = results.left_out
    assert str(left) == "wine: sign_test needs all learners, and picky is not complete"
    assert [row.dataset for row in results.verdicts[0].comparisons] == ["2 datasets"] * 3


def test_a_panel_lists_tests_that_missing_cells_do_not_allow(make):
    results = run_study(make(learners={**make().learners, "picky": Picky()}, tests=["all"]))
    panel = results.verdicts[0]
    assert "sign_test" not in [verdict.test for verdict in panel.verdicts]
    assert panel.advised.overall.cells.missing() == (("picky", "wine"),)


def test_a_dataset_with_one_complete_learner_tells_nothing(make):
    results = run_study(make(learners={"nb": "nb", "picky": Picky()}))
    assert [str(left) for left in results.left_out] == ["wine: picky: 6 of 6 folds failed: RuntimeError: too many"]
    assert [row.dataset for row in results.verdicts[0].comparisons] == ["iris"]
    assert results.verdicts[0].overall is None


def test_another_metric_says_why_folds_are_computed_again(make, capsys):
    run_study(make())
    said = "the metric neg_log_loss needs probabilities, which were not kept: a run computes folds without them again."
    assert study_status(make(metrics=["neg_log_loss"])).changes == (said,)
    assert run_study(make(metrics=["accuracy", "neg_log_loss"]), progress=True).changes == (said,)
    assert f"changed: {said}\n24 folds to compute.\n" in capsys.readouterr().err
    assert run_study(make(metrics=["neg_log_loss", "accuracy"]), progress=True).changes == ()
    assert "24 of 24 folds are there already." in capsys.readouterr().err


def test_a_function_with_the_name_of_a_scorer_is_not_that_scorer(make):
    def accuracy(y_true, y_pred):
        return 0.5 + 0.0 * len(y_true)

    results = run_study(make(metrics=[accuracy]))
    assert results.verdicts[0].comparisons[0].score_a == 0.5
    again = read_results(make().store)
    assert again.verdicts == ()
    assert "metric 'accuracy' is a function that a store does not keep" in again.changes[0]


def test_scores_of_fitted_learners_are_kept_whatever_gave_them(make):
    def half(estimator, X, y):
        return 0.5

    run_study(make(metrics=[half]))
    again = read_results(make().store)
    assert again.changes == ()
    assert again.verdicts[0].comparisons[0].score_a == 0.5


def test_a_path_is_a_study_file(make, tmp_path):
    path = tmp_path / "second.toml"
    path.write_text('scheme = "3"\n[datasets]\niris = "iris"\n[learners]\nnb = "nb"\n')
    for given in (path, str(path)):
        assert run_study(given).name == "second"
    with pytest.raises(StudyFileError, match=r"second.db is a store, which keeps results. Give the study file"):
        run_study(tmp_path / "second.db")


def test_folds_that_were_not_run_are_shown(make, monkeypatch):
    """The run stops after the first block, which is one repeat of three folds or more."""

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("foldwise.studies._progress.StudyProgress.advance", stop)
    with pytest.raises(KeyboardInterrupt):
        run_study(make())
    results = read_results(make())
    missing = [cell.n_missing for cell in results.cells]
    assert 0 < sum(missing) < 24
    assert [left.dataset for left in results.left_out] == ["iris", "wine"]
    assert "dummy: 6 of 6 folds not run" in results.left_out[1].reason
    assert sum(len(run.failures) for run in results.runs) == sum(missing)
    monkeypatch.undo()
    assert run_study(make()).is_complete


def test_the_status_of_a_study_says_who_is_ahead_on_the_datasets_that_are_done(make, monkeypatch):
    """Of three datasets two are done when the run is stopped; naive Bayes is ahead of a constant on both."""

    def stop(self, steps=1, part=None):
        advance(self, steps, part)
        if not any(cell.left for cell in self.cells.values() if cell.dataset != "wdbc"):
            raise KeyboardInterrupt

    advance = StudyProgress.advance
    study = make(datasets=["iris", "wine", "wdbc"])
    assert study_status(study).answer == ""
    monkeypatch.setattr(StudyProgress, "advance", stop)
    with pytest.raises(KeyboardInterrupt):
        run_study(study)
    monkeypatch.undo()
    status = study_status(study)
    assert status.overall.datasets == ("iris", "wine")
    assert [(each.name, each.mean_rank) for each in status.overall.learners] == [("nb", 1.0), ("dummy", 2.0)]
    said = "so far, over 2 of 3 datasets: nb has the best mean rank (1.00), then dummy (2.00); this may change"
    assert (status.answer, study_status(study.store).answer) == (said, said)
    scores = read_results(study).frame().set_index(["dataset", "learner"])["score"]
    assert status.overall.scores().loc["wine", "nb"] == pytest.approx(scores["wine", "nb"])
    run_study(study)
    assert study_status(study).answer.startswith("over 3 datasets: nb has the best mean rank (1.00), then dummy")


def test_a_changed_parameter_is_named(make):
    run_study(make(learners={"tree": "c45", "nb": "nb"}))
    changed = make(learners={"tree": "c45(min_leaf=7)", "nb": "nb"})
    (said,) = study_status(changed).changes
    assert said == "the study has changed since the last run, in learners ('tree'): run it again."
    assert "min_leaf was 2, is 7" in run_study(changed).changes[0]
    assert study_status(changed).changes == ()


def test_other_terms_need_no_other_run(make):
    run_study(make())
    results = read_results(make(alpha=0.2, tests=["all"]))
    assert results.changes == ()
    assert len(results.verdicts[0].verdicts) > 1


def test_what_the_data_do_not_allow_is_refused_with_its_line(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text('scheme = "60:stratified"\n[datasets]\nwine = "wine"\n[learners]\nnb = "nb"\n')
    with pytest.raises(StudyFileError, match=r"study.toml, line 3: dataset 'wine': .*class class_2 has 48"):
        run_study(Study.read(path))
    assert not (tmp_path / "study.db").exists()


def test_a_test_that_does_not_fit_is_refused_before_the_first_fit(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text('scheme = "2x3"\ntest = "five_by_two_t"\n[datasets]\na = "wine"\n[learners]\nb = "nb"\nc = "c45"\n')
    with pytest.raises(StudyFileError, match=r"study.toml, line 2: five_by_two_t needs .*Usable here: "):
        run_study(Study.read(path))
    assert not (tmp_path / "study.db").exists()


def test_one_metric_at_most_needs_the_fitted_learners(make):
    def first(estimator, X, y):
        return 0.0

    def second(estimator, X, y):
        return 1.0

    with pytest.raises(ValueError, match="Only one metric of a study may need the fitted learners"):
        run_study(make(metrics=[first, second]))


@pytest.mark.parametrize("metrics", [("accuracy", "f1_macro"), ("accuracy", "roc_auc"), ("roc_auc", "neg_log_loss")])
def test_a_run_keeps_what_all_metrics_need(make, metrics):
    """Labels, decision values or probabilities: each metric is computed from the store alone."""
    study = make(datasets=["wdbc"], metrics=metrics)
    run_study(study)
    assert tuple(verdict.metric.name for verdict in read_results(study.store).verdicts) == metrics


def test_nothing_run_yet(make, tmp_path):
    assert study_status(make()).cells == ()
    with pytest.raises(StoreError, match="no such store"):
        read_results(make())
    (tmp_path / "first.db").touch()
    assert study_status(make()).cells == ()
    Store(tmp_path / "first.db").close()
    with pytest.raises(StoreError, match="nothing has been run with it yet"):
        read_results(make())


def track_plans(jobs):
    return [SimpleNamespace(dataset=SimpleNamespace(name=f"d{i}"), jobs=jobs[2 * i : 2 * i + 2]) for i in (0, 1)]


@pytest.fixture
def track():
    """Two datasets, two learners, ten folds each; time goes by hand."""
    clock = SimpleNamespace(now=0.0)
    jobs = [_Job(name) for name in ("fast", "slow", "fast", "slow")]
    return StudyProgress(track_plans(jobs), clock=lambda: clock.now), jobs, clock


class _Answer:
    """Says how many datasets it has been told of, and counts how often it was asked."""

    def __init__(self):
        self.told, self.has_news, self.n_looks = [], False, 0

    def add(self, datasets):
        self.told += datasets
        self.has_news = True

    def overall(self):
        self.n_looks, self.has_news = self.n_looks + 1, False
        return self.told

    def words(self, overall):
        return f"so far {', '.join(overall)}"


def test_who_is_ahead_is_looked_up_when_a_dataset_is_done_and_seconds_have_gone_by(track):
    """Twenty folds, one in a second; the first dataset is done after ten, the second when all is done."""
    _, jobs, clock = track
    answer = _Answer()
    progress = StudyProgress(track_plans(jobs), standing=lambda: answer, clock=lambda: clock.now)
    progress.begin(dict.fromkeys(jobs, (0, 5)))
    said = []
    for job in (job for job in jobs for _ in range(5)):
        clock.now += 1.0
        progress.advance(1, job)
        said.append(progress.line())
    assert (answer.told, answer.n_looks) == (["d0", "d1"], 2)
    assert [line for line in said if line] == [
        "d0, fast finished: 5 of 20 folds, time left not known yet.",
        "d0, slow finished: 10 of 20 folds, about 10 s left. So far d0.",
        "d1, fast finished: 15 of 20 folds, about 5 s left.",
        "d1, slow finished: 20 of 20 folds. So far d0, d1.",
    ]
    assert progress.rows()[0].words == "so far d0, d1"


class _Job:
    def __init__(self, name):
        self.name = name


def test_folds_that_were_there_do_not_shorten_the_time_left(track):
    """One of the 11 folds that are left took 10 s: 100 s for the ten others, however many were there before."""
    progress, jobs, clock = track
    progress.begin({jobs[0]: (10, 10), jobs[1]: (9, 10), jobs[2]: (10, 10), jobs[3]: (0, 10)})
    assert progress.seconds_left() is None
    clock.now = 10.0
    progress.advance(1, jobs[1])
    assert progress.line() == "d0, slow finished: 30 of 40 folds, about 2 min left."
    assert progress.seconds_left() == 100.0


def test_a_cell_that_takes_long_says_once_a_minute_how_far_it_is(track):
    progress, jobs, clock = track
    progress.begin({jobs[0]: (0, 10), jobs[1]: (10, 10), jobs[2]: (10, 10), jobs[3]: (10, 10)})
    said = []
    for _ in range(5):
        clock.now += 30.0
        progress.advance(1, jobs[0])
        said.append(progress.line())
    assert said == ["", "32 of 40 folds, about 4 min left.", "", "34 of 40 folds, about 3 min left.", ""]


def test_the_start_of_workers_does_not_count(track):
    """The first fold took 10 s, most of it for starting processes, the three others 1 s each: 6 s for six more."""
    progress, jobs, clock = track
    progress.begin({jobs[0]: (10, 10), jobs[1]: (0, 10), jobs[2]: (10, 10), jobs[3]: (10, 10)})
    for seconds in (10.0, 1.0, 1.0, 1.0):
        clock.now += seconds
        progress.advance(1, jobs[1])
    assert progress.seconds_left() == pytest.approx(6.0)


def test_a_learner_is_expected_to_go_as_on_other_data(track):
    """Fast: 1 s for 10 folds; slow: 20 s for 10. Left are ten of each on the other dataset: 1 + 20."""
    progress, jobs, clock = track
    progress.begin(dict.fromkeys(jobs, (0, 10)))
    for job, seconds in ((jobs[0], 1.0), (jobs[1], 20.0)):
        clock.now += seconds
        progress.advance(10, job)
        if job is jobs[0]:
            # Of the slow one nothing is known yet.
            assert progress.seconds_left() is None
    assert progress.seconds_left() == pytest.approx(21.0)
    assert progress.seconds_left([progress.cells[jobs[2]]]) == pytest.approx(1.0)
    assert progress.rows()[0].left == "about 21 s left"
