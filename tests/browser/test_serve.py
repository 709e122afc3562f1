"""A store on a page: counts, reports, and that looking changes nothing."""

import json
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import foldwise as fw
from foldwise.browser import serve
from foldwise.store import Store

STUDY = """
name = "two & more"
datasets = ["iris", "wine"]
scheme = "2x5"
seed = 1
[learners]
bayes = "sklearn.naive_bayes.GaussianNB"
majority = "sklearn.dummy.DummyClassifier"
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    fw.studies.run_study(fw.Study.read(path), progress=False)
    return path


def get(server, path):
    with urlopen(server.address + path) as answer:
        return answer.read().decode()


def test_what_is_done_and_who_is_ahead(study):
    with serve(study, opens=False) as server:
        now = json.loads(get(server, "status"))
        report = get(server, "report?study=" + quote("two & more"))
    assert now["studies"] == [
        {"name": "two & more", "shown": "two & more", "n_folds": 40, "n_done": 40, "n_failed": 0, "n_missing": 0}
    ]
    assert "bayes" in now["answer"]
    assert "two &amp; more" in report


def test_looking_counts_as_no_test(study):
    store = fw.studies.find_store(study)
    with Store(store, writes=False) as before:
        kept = before.judgements()
    with serve(store, opens=False) as server:
        get(server, "report?study=" + quote("two & more"))
    with Store(store, writes=False) as after:
        assert after.judgements() == kept


def test_a_report_is_made_anew_when_there_is_more(tmp_path):
    learners, data = {"bayes": GaussianNB(), "majority": DummyClassifier()}, fw.data.load("iris")
    store = tmp_path / "runs.db"
    fw.compare(learners, data, scheme="2x5", seed=1, store=store)
    with serve(store, opens=False) as server:
        (name,) = [each["name"] for each in json.loads(get(server, "status"))["studies"]]
        first = get(server, "report?study=" + quote(name))
        assert get(server, "report?study=" + quote(name)) == first
        fw.compare(learners, data, scheme="4x5", seed=1, store=store)
        now = json.loads(get(server, "status"))["studies"]
        assert max(each["n_done"] for each in now) == 40


def test_a_study_that_has_not_begun_is_shown_as_such(tmp_path):
    path = tmp_path / "later.toml"
    path.write_text(STUDY)
    with serve(path, opens=False) as server:
        assert json.loads(get(server, "status"))["studies"] == []


def test_an_unknown_study_is_one_line_and_no_store_is_refused_at_once(study, tmp_path):
    with serve(study, opens=False) as server, pytest.raises(HTTPError) as raised:
        get(server, "report?study=other")
    assert raised.value.code == 422
    assert "other" in json.loads(raised.value.read())["error"]
    (tmp_path / "no.db").write_text("not a store")
    with pytest.raises(fw.StoreError, match=r"no\.db"):
        serve(tmp_path / "no.db", opens=False)
