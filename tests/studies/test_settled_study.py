"""Studies of which the repeats are added until all pairs are settled: the same as `compare` on the list of datasets."""

import pytest
from sklearn.dummy import DummyClassifier

import foldwise as fw
from foldwise.store import Store
from foldwise.studies import Study, read_results, run_study, study_status

LEARNERS = {"nb": "nb", "nn": "nn", "dummy": "sklearn.dummy.DummyClassifier"}
BUDGET = fw.Settled(max_repeats=10)


class Picky(DummyClassifier):
    """Fails on the 13 attributes of wine."""

    def fit(self, X, y):
        if X.shape[1] == 13:
            raise RuntimeError("too many")
        return super().fit(X, y)


@pytest.fixture
def make(tmp_path):
    def call(**options):
        given = {"name": "first", "datasets": ["iris", "wine"], "learners": LEARNERS, "scheme": BUDGET, "seed": 1}
        return Study(**{**given, "store": tmp_path / "first.db", **options})

    return call


def numbers(verdict):
    return [(row.dataset, row.a, row.b, row.pvalue, row.settlement.n_repeats) for row in verdict.comparisons]


@pytest.mark.parametrize(
    "scheme", [BUDGET, fw.Settled(guard=True, max_fits=200), fw.Settled(strict=True, max_fits=260)]
)
def test_it_says_what_compare_says_and_so_does_its_store(make, scheme):
    study = make(scheme=scheme)
    datasets = [study.datasets[name].load()[0] for name in study.datasets]
    alone = fw.compare(study.learners, datasets, scheme=scheme, seed=1)
    results = run_study(study)
    verdict = results.verdicts[0]
    assert numbers(verdict) == numbers(alone)
    assert str(verdict.overall) == str(alone.overall)
    assert verdict.settled == scheme
    again = read_results(study)
    assert str(again) == str(results)
    assert numbers(again.verdicts[0]) == numbers(verdict)
    assert len(again.judgements) == 1
    assert again.judgements[0].terms["settled"] == str(scheme)


def test_the_status_says_what_is_settled(make):
    study = make()
    results = run_study(study)
    is_open = {row.dataset for row in results.verdicts[0].comparisons if row.is_unsettled}
    status = study_status(study)
    assert status.settling.startswith(f"settled: {2 - len(is_open)} of 2 datasets")
    assert status.changes == ()
    assert all(cell.n_folds >= 50 and not cell.n_missing for cell in status.cells)
    assert study_status(study.store).settling == status.settling
    assert study_status(make(alpha=0.01)).changes == (
        "the study has changed since the last run, in alpha: run it again.",
    )


def test_an_interrupted_study_goes_on_and_comes_to_the_same(make, monkeypatch, tmp_path):
    """Stopped after the first look, with another number of workers afterwards."""
    whole = run_study(make(name="whole", store=tmp_path / "whole.db")).verdicts[0]
    completed = Store.completed
    calls = []

    def stop(self, *args, **options):
        runs = completed(self, *args, **options)
        calls.append(runs)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return runs

    monkeypatch.setattr(Store, "completed", stop)
    study = make()
    with pytest.raises(KeyboardInterrupt):
        run_study(study)
    monkeypatch.undo()
    assert study_status(study).settling.startswith("settled so far: ")
    assert study_status(study.store).settling == study_status(study).settling
    early = read_results(study)
    assert early.verdicts == ()
    assert early.changes == ("not all pairs are settled yet: run the study, which goes on where it was.",)
    assert numbers(run_study(study, n_jobs=2).verdicts[0]) == numbers(whole)


def test_a_store_without_its_study_is_not_judged_as_a_fixed_design(make):
    study = make()
    run_study(study)
    results = read_results(study.store)
    assert results.verdicts == ()
    assert results.changes == ("a settled study is judged with its data: name the study file instead of the store.",)


def test_a_learner_that_fails_on_a_dataset_is_no_part_of_it_there(make):
    study = make(learners={**LEARNERS, "picky": Picky()})
    results = run_study(study)
    assert [str(left) for left in results.left_out] == ["wine: picky has failed there: RuntimeError: too many"]
    assert results.verdicts[0].overall.cells.missing() == (("picky", "wine"),)
    assert len(results.verdicts[0].comparisons) == 6 + 3
    assert numbers(read_results(study).verdicts[0]) == numbers(results.verdicts[0])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tests": ["kfold_t"]}, "A settled verdict has a test of its own, got test='kfold_t'"),
        ({"metrics": ["accuracy", "f1_macro"]}, "A settled study is settled by one metric, got several"),
        ({"learners": ["nb"]}, "A settled study compares learners, got one"),
        ({"scheme": fw.Settled(max_seconds=5)}, "by max_seconds its store would say something else"),
        ({"scheme": "settled:odd"}, "scheme must be 'settled', 'settled:strict' or 'settled:guard'"),
    ],
)
def test_what_cannot_be_a_settled_study(make, options, words):
    with pytest.raises(ValueError, match=r"settled|max_seconds") as caught:
        make(**options)
    assert words in str(caught.value)


def test_judging_its_store_by_a_fixed_test_says_that_repeats_were_added(make):
    study = make()
    run_study(study)
    verdict = fw.judge(study.store, test="corrected_repeated_kfold_t")
    assert "repeats_added" in {caveat.code for caveat in verdict.caveats}
    assert "rely on the settled verdict" in verdict.details()
