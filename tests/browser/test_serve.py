"""A store on a page: counts, reports, and that looking changes nothing."""

import json
import os
import sqlite3
from contextlib import closing
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


def refused(server, path):
    """The one line with which a request is refused."""
    with pytest.raises(HTTPError) as raised:
        get(server, path)
    assert raised.value.code == 422
    line = json.loads(raised.value.read())["error"]
    assert "\n" not in line
    return line


class Odd(DummyClassifier):
    """Fails three times, and never again, which no parameter shows."""

    n_failed = 0

    def __init__(self, *, fails=False):
        super().__init__()
        self.fails = fails

    def fit(self, X, y):
        if self.fails and Odd.n_failed < 3:
            Odd.n_failed += 1
            raise RuntimeError("odd")
        return super().fit(X, y)


def test_what_is_done_and_who_is_ahead(study):
    with serve(study, opens=False) as server:
        now = json.loads(get(server, "status"))
        report = get(server, "report?study=" + quote("two & more"))
    (study,) = now["studies"]
    assert study.pop("version")
    assert study == {
        "name": "two & more",
        "shown": "two & more",
        "n_folds": 40,
        "n_done": 40,
        "n_failed": 0,
        "n_missing": 0,
        "verdict": "bayes and majority on 2 datasets: bayes is better on 2 (iris, wine).",
    }
    assert "bayes" in now["answer"]
    assert (now["is_running"], now["running"], now["share"]) == (False, "", None)
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
        (first,) = json.loads(get(server, "status"))["studies"]
        report = get(server, "report?study=" + quote(first["name"]))
        assert get(server, "report?study=" + quote(first["name"])) == report
        fw.compare(learners, data, scheme="4x5", seed=1, store=store)
        (now,) = json.loads(get(server, "status"))["studies"]
        assert now["n_done"] == 40
        assert now["version"] != first["version"]
        assert get(server, "report?study=" + quote(first["name"])) != report


def test_a_report_is_made_anew_when_folds_are_computed_again(tmp_path):
    """As many are done as before, of the same learners, but they do not fail any more."""
    data, store = fw.data.load("iris"), tmp_path / "runs.db"
    learners = {"bayes": GaussianNB(), "odd": Odd(fails=True), "majority": DummyClassifier()}
    ask = {"scheme": "2x5", "seed": 1, "store": store, "allow_partial": True}
    fw.compare(learners, data, **ask)
    with serve(store, opens=False) as server:
        (first,) = json.loads(get(server, "status"))["studies"]
        assert first["n_failed"] == 3
        before = get(server, "report?study=" + quote(first["name"]))
        fw.compare(learners, data, retry_failed=True, **ask)
        (now,) = json.loads(get(server, "status"))["studies"]
        assert (now["n_done"], now["n_failed"]) == (first["n_done"], 0)
        assert now["version"] != first["version"]
        assert get(server, "report?study=" + quote(first["name"])) != before


def test_another_file_in_its_place_is_another_store(tmp_path):
    data = fw.data.load("iris")
    for seed in (1, 2):
        learners = {"bayes": GaussianNB(), "majority": DummyClassifier()}
        fw.compare(learners, data, scheme="2x5", seed=seed, store=tmp_path / f"{seed}.db")
    with serve(tmp_path / "1.db", opens=False) as server:
        (first,) = json.loads(get(server, "status"))["studies"]
        before = get(server, "report?study=" + quote(first["name"]))
        os.replace(tmp_path / "2.db", tmp_path / "1.db")
        assert get(server, "report?study=" + quote(first["name"])) != before
        (tmp_path / "1.db").write_bytes(b"SQLite format 3\0" + b"no" * 3000)
        line = refused(server, "status")
        assert "1.db" in line
        (tmp_path / "1.db").unlink()
        assert "there is no such store" in refused(server, "status")


@pytest.mark.parametrize(("ending", "begins"), [("html", "<!DOCTYPE"), ("md", "#"), ("tex", "%"), ("json", "{")])
def test_reports_are_kept_as_files_of_every_kind(study, ending, begins):
    with (
        serve(study, opens=False) as server,
        urlopen(server.address + f"report?study=two+%26+more&as={ending}") as answer,
    ):
        assert answer.headers["Content-Disposition"] == f'attachment; filename="two-more.{ending}"'
        assert answer.read().decode().startswith(begins)


def test_a_report_that_is_opened_by_itself_has_no_origin(study):
    """A name that found its way into it as a script could not ask for the rest of the page."""
    with serve(study, opens=False) as server, urlopen(server.address + "report?study=two+%26+more") as answer:
        assert any(each.startswith("sandbox") for each in answer.headers.get_all("Content-Security-Policy"))


def test_a_kind_of_report_that_there_is_not_is_one_line(study):
    with serve(study, opens=False) as server:
        assert "pdf" in refused(server, "report?study=two+%26+more&as=pdf")


def test_one_study_that_cannot_be_judged_hides_no_other(tmp_path):
    store = tmp_path / "runs.db"
    fw.evaluate([DummyClassifier()], fw.data.load("wine"), scheme="holdout", seed=1, store=store)
    fw.compare({"a": GaussianNB(), "b": DummyClassifier()}, fw.data.load("iris"), scheme="2x5", seed=1, store=store)
    with serve(store, opens=False) as server:
        # One is judged at each look.
        get(server, "status")
        verdicts = {each["name"]: each["verdict"] for each in json.loads(get(server, "status"))["studies"]}
    assert verdicts["run of iris"].startswith("a is better than b")
    assert verdicts["run of wine"]


def test_the_file_is_not_touched(study, tmp_path):
    store = fw.studies.find_store(study)
    before = store.read_bytes(), store.stat().st_mtime_ns, sorted(each.name for each in tmp_path.iterdir())
    with serve(store, opens=False) as server:
        get(server, "status")
        get(server, "report?study=" + quote("two & more"))
    assert (store.read_bytes(), store.stat().st_mtime_ns, sorted(each.name for each in tmp_path.iterdir())) == before


def test_a_log_that_a_killed_program_left_is_read_and_stays(study, tmp_path):
    """Its program may be looked for yet; whoever runs the study next works it into the file."""
    store = fw.studies.find_store(study)
    copy = tmp_path / "copy" / store.name
    copy.parent.mkdir()
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE study SET turn = turn + 1")
        connection.commit()
        # As it lies there while somebody writes, or was killed.
        for ending in ("", "-wal"):
            copy.with_name(copy.name + ending).write_bytes(store.with_name(store.name + ending).read_bytes())
    before = {each.name: each.read_bytes() for each in copy.parent.iterdir()}
    with serve(copy, opens=False) as server:
        (found,) = json.loads(get(server, "status"))["studies"]
    assert found["n_done"] == 40
    assert {name: (copy.parent / name).read_bytes() for name in before} == before


def test_what_is_beside_a_store_is_not_served(study):
    with serve(study, opens=False) as server:
        for path in ("study.toml", "../study.toml", "%2e%2e/study.toml", "report/../study.toml", "/etc/passwd"):
            with pytest.raises(HTTPError, match="404"):
                get(server, path)


def test_names_are_only_text(tmp_path):
    name = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    learners = {name: GaussianNB(), "majority": DummyClassifier()}
    data = fw.data.as_dataset(fw.data.load("iris").X, fw.data.load("iris").y, name=name)
    fw.compare(learners, data, scheme="2x5", seed=1, store=tmp_path / "runs.db")
    with serve(tmp_path / "runs.db", opens=False) as server:
        (study,) = json.loads(get(server, "status"))["studies"]
        report = get(server, "report?study=" + quote(study["name"]))
    assert "<img src=x" not in report
    assert "<script>alert" not in report


def test_a_study_that_has_not_begun_is_shown_as_such(tmp_path):
    path = tmp_path / "later.toml"
    path.write_text(STUDY)
    with serve(path, opens=False) as server:
        assert json.loads(get(server, "status"))["studies"] == []


def test_an_unknown_study_is_one_line_and_no_store_is_refused_at_once(study, tmp_path):
    with serve(study, opens=False) as server:
        assert "other" in refused(server, "report?study=other")
    (tmp_path / "no.db").write_text("not a store")
    with pytest.raises(fw.StoreError, match=r"no\.db"):
        serve(tmp_path / "no.db", opens=False)
