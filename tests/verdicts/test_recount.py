"""All tries on some data again, and what survives: by hand for Holm, by the functions of `stats` for sequences."""

import math

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise import StoreError
from foldwise.data import load
from foldwise.stats import e_lond, evalues_of, lord_plus_plus
from foldwise.store import Store
from foldwise.tuning import Ledger, Try
from foldwise.verdicts import DataTries, compare, recount


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Three comparisons, 40 declared tries, three comparisons by another test; one score on other data."""
    path = tmp_path_factory.mktemp("recount") / "tries.db"
    learners = {"bayes": GaussianNB(), "guess": DummyClassifier(), "near": KNeighborsClassifier(15)}
    compare(learners, load("iris"), scheme="2x5", seed=1, store=path)
    with Store(path) as opened:
        opened.declare_tries("iris", 40)
    compare(learners, load("iris"), scheme="2x5", seed=2, store=path)
    compare({"bayes": GaussianNB(), "guess": DummyClassifier()}, load("wine"), scheme="2x5", seed=2, store=path)
    return path


def pvalues(data):
    return np.array([math.nan if each.pvalue is None else each.pvalue for each in data.ledger.kept])


def test_holm_by_hand(store):
    found = recount(store)
    assert [each.dataset for each in found.datasets] == ["iris", "wine"]
    iris, wine = found.datasets
    assert (iris.ledger.n_tries, wine.ledger.n_tries) == (46, 1)
    p = np.sort(pvalues(iris)[~np.isnan(pvalues(iris))])
    by_hand = np.minimum(1, np.maximum.accumulate(p * (46 - np.arange(6))))
    np.testing.assert_allclose(np.sort(np.array(iris.bounds)[~np.isnan(iris.bounds)]), by_hand)
    assert iris.n_surviving == (by_hand <= 0.05).sum() == 4
    assert wine.bounds[-1] == wine.ledger.kept[-1].pvalue
    assert [
        name for name, ok in zip((each.what[:9] for each in iris.ledger.kept), iris.survives, strict=True) if ok
    ] == [
        "bayes and",
        "guess and",
    ] * 2
    assert "46 tries (6 comparisons, 40 tries declared by hand). Of 6 p-values, 4 at most 0.05" in str(found)
    assert found.frame().shape == (len(iris.ledger.kept) + len(wine.ledger.kept), 9)


@pytest.mark.parametrize("procedure", ["lord_plus_plus", "e_lond"])
def test_a_sequence_has_a_place_for_every_try(store, procedure):
    (iris,) = recount(store, dataset="iris", procedure=procedure, alpha=0.1).datasets
    p = pvalues(iris)[~np.isnan(pvalues(iris))]
    sequence = np.concatenate([p[:3], np.full(40, np.nan), p[3:]])
    if procedure == "e_lond":
        expected = e_lond(evalues_of(sequence, undefined="count"), alpha=0.1, undefined="count")
    else:
        expected = lord_plus_plus(sequence, alpha=0.1, undefined="count")
    places = [0, 1, 2, 43, 44, 45]
    np.testing.assert_allclose(np.array(iris.bounds)[~np.isnan(iris.bounds)], expected.levels[places])
    assert iris.n_surviving == expected.count
    assert iris.is_sequence


def test_growth_and_document(store):
    found = recount(store, dataset="iris")
    growth = found.datasets[0].growth()
    assert growth["tries"].tolist()[-1] == 46
    assert growth["small"].is_monotonic_increasing
    before = growth[growth["tries"] == 3].iloc[-1]
    assert (before["small"], before["surviving"]) == (2, 2)
    document = found.document()
    (data,) = document["datasets"]
    assert data["n_tries"] == 46
    assert data["by_kind"] == {"comparison": 6, "declared": 40}
    assert sum(entry["survives"] for entry in data["entries"]) == data["n_surviving"] == 4
    assert document["link"] == data["entries"][-1]["link"] or data["entries"][-1]["link"]


def test_more_tries_leave_fewer():
    tried = {"dataset": "wine", "fingerprint": "f", "kind": "comparison"}
    good = Try(what="a and b", pvalue=0.004, **tried)
    many = Try(dataset="wine", fingerprint="f", kind="declared", what="grids", number=40)
    data = DataTries(
        dataset="wine", ledger=Ledger(kept=(good, many)), procedure="bonferroni", alpha=0.05, bounds=(), survives=()
    )
    # .004 x 1 is at most .05, .004 x 41 is not.
    assert data.growth().to_numpy().tolist() == [[0, 0, 0], [1, 1, 1], [41, 1, 0]]


def test_what_is_refused(store, tmp_path):
    with pytest.raises(ValueError, match="procedure must be one of"):
        recount(store, procedure="bh")
    with pytest.raises(ValueError, match="alpha"):
        recount(store, alpha=0)
    with pytest.raises(ValueError, match="no dataset 'mars'"):
        recount(store, dataset="mars")
    with pytest.raises(StoreError, match="no such store"):
        recount(tmp_path / "none.db")
    with Store(tmp_path / "new.db") as empty:
        assert recount(empty).datasets == ()
        assert recount(empty).document()["link"] == ""
