"""Stores of every version that was ever written are still read; `frozen/make_store.py` says how they were made."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from foldwise.store import Store
from foldwise.verdicts import judge

FROZEN = sorted((Path(__file__).parent / "frozen").glob("store-*.db"))


@pytest.fixture(params=FROZEN, ids=lambda path: path.stem)
def frozen(request, tmp_path):
    path = tmp_path / request.param.name
    shutil.copy(request.param, path)
    return path, json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_is_one():
    assert [path.name for path in FROZEN] == ["store-1.db"]


def test_it_is_read_as_it_was_written(frozen):
    path, told = frozen
    with Store(path, writes=False) as store:
        assert store.check() == []
        assert sorted(store.studies()) == sorted(told)
        for name, facts in told.items():
            (run,) = store.runs(name)
            assert list(run.learner_names) == facts["learners"]
            assert run.assignment.scheme == facts["scheme"]
            assert run.assignment.fingerprint == facts["folds"]
            assert run.data.fingerprint == facts["data"]
            expected = facts["codes"] if run.target.task == "classification" else facts["predictions"]
            np.testing.assert_array_equal(run.predictions, expected)
            np.testing.assert_allclose(np.where(np.isnan(run.scores()), -1, run.scores()), facts["scores"], rtol=1e-12)
            failures = [[each.learner, each.repeat, each.fold, each.error] for each in run.failures]
            assert failures == facts["failures"]
        assert len(store.judgements("run of wine")) == 1


def test_it_is_judged_and_keeps_that(frozen):
    path, _ = frozen
    judge(path, study="run of wine", test="five_by_two_f")
    with Store(path, writes=False) as store:
        assert [each.terms["test"] for each in store.judgements("run of wine")] == ["five_by_two_t", "five_by_two_f"]
