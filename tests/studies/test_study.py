"""Studies in Python: the same rules as in the file, without lines."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.metrics import make_scorer, zero_one_loss
from sklearn.model_selection import ShuffleSplit
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.data import Dataset, load
from foldwise.learners import NaiveBayes
from foldwise.splits import KFold
from foldwise.studies import Study, StudyDataset


def study(**changes):
    return Study(**{"name": "s", "datasets": ["iris"], "learners": ["nb", "c45"], **changes})


def test_the_root_has_it():
    assert foldwise.Study is Study


def test_datasets_of_every_kind(folder):
    iris = load("iris")
    made = study(
        datasets={
            "a": iris,
            "b": "wine",
            "c": folder / "visits.csv",
            "d": StudyDataset(name="other", source=str(folder / "visits.csv"), target="x", groups="patient"),
        }
    )
    assert list(made.datasets) == [source.name for source in made.datasets.values()] == ["a", "b", "c", "d"]
    loaded = [source.load()[0] for source in made.datasets.values()]
    assert [dataset.name for dataset in loaded] == ["a", "b", "c", "d"]
    assert [dataset.target for dataset in loaded] == ["class", "class", "relapse", "x"]
    assert loaded[0].fingerprint == iris.fingerprint


def test_a_dataset_may_be_a_mapping(folder):
    given = {"source": folder / "visits.csv", "target": "x", "groups": "patient"}
    (source,) = study(datasets={"v": given}).datasets.values()
    assert source == StudyDataset(name="v", **given)


def test_a_list_gets_names(folder):
    made = study(datasets=[load("wine"), "iris", folder / "visits.csv", StudyDataset(name="mine", source="uci:vote")])
    assert list(made.datasets) == ["wine", "iris", "visits", "mine"]


def test_learners_of_every_kind():
    tree = DecisionTreeClassifier()
    assert study(learners={"a": tree, "b": "nb"}).learners["a"] is tree
    assert list(study(learners={"a": tree, "b": "nb"}).learners) == ["a", "b"]
    assert type(study(learners={"a": tree, "b": "nb"}).learners["b"]) is NaiveBayes
    assert list(study(learners=[tree, DecisionTreeClassifier(max_depth=1)]).learners) == [
        "DecisionTreeClassifier",
        "DecisionTreeClassifier (2)",
    ]
    assert list(study(learners=[("x", tree), ("y", DummyClassifier())]).learners) == ["x", "y"]
    assert list(study(learners=["c45", "c45(pruned=False)"]).learners) == ["C45", "C45(pruned=False)"]


def test_schemes_metrics_and_tests_of_every_kind():
    splitter = ShuffleSplit(3)
    assert study(scheme=splitter).scheme is splitter
    assert study(scheme="5").scheme == study(scheme=KFold(5)).scheme == KFold(5)
    loss = make_scorer(zero_one_loss, greater_is_better=False)
    assert study(metrics=["accuracy", loss]).metrics == ("accuracy", loss)
    assert study(metrics=zero_one_loss).metrics == (zero_one_loss,)
    assert study(tests="mcnemar").tests == ("mcnemar",)
    assert study(tests=["mcnemar", "binomial"]).tests == ("mcnemar", "binomial")


def test_the_store_is_beside_the_file_or_here():
    assert study().store == Path("s.db")
    assert study(store="x.db").store == Path("x.db")
    assert study(path=Path.cwd() / "any.toml").store == Path.cwd() / "s.db"
    assert study(name="../s").store.parent == Path()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "the name of a study must be a text that is not empty"),
        ({"datasets": "iris"}, "datasets must be a mapping of names to datasets, or a list, got str"),
        ({"datasets": {}}, "at least one dataset"),
        ({"datasets": [3]}, "A dataset must be a name, a path, a Dataset or a StudyDataset, got int"),
        ({"datasets": {"a": None}}, "A dataset must be a name, a path, a Dataset or a StudyDataset, got NoneType"),
        ({"datasets": ["iris", "iris"]}, "dataset name 'iris' is given twice"),
        ({"datasets": {"a": "iris", "b": "iris"}}, "dataset 'b' is the same as 'a'"),
        ({"datasets": ["nowhere.csv"]}, "'nowhere.csv' does not exist"),
        ({"datasets": {"": "iris"}}, "the name of a dataset must be a text that is not empty"),
        ({"datasets": {3: "iris"}}, "the name of a dataset must be a text that is not empty"),
        (
            {"datasets": {"a": {"target": "x"}}},
            "a mapping has source, and perhaps target and groups; source is missing",
        ),
        ({"datasets": {"a": {"source": "iris", "by": "x"}}}, "there is no 'by'"),
        ({"datasets": [{"source": "iris"}]}, "A dataset in a list has no name of its own"),
        ({"learners": ["nb", "sklearn.linear_model.Ridge"]}, "Learners must all be classifiers or all regressors"),
        ({"learners": "nb"}, "learners must be a mapping of names to learners, or a list, got the text 'nb'"),
        ({"learners": []}, "at least one learner"),
        ({"learners": {}}, "at least one learner"),
        ({"learners": {"": "nb"}}, "non-empty"),
        ({"learners": [DummyClassifier(), "nb"]}, "all texts or all estimators"),
        ({"learners": [DummyClassifier]}, "not a learner. Pass an instance"),
        ({"learners": ["nb"], "tests": "mcnemar"}, "A test compares two learners"),
        ({"scheme": None}, "scheme must be a scheme of foldwise.splits"),
        ({"tests": ["t"]}, "Unknown test 't'"),
        ({"tests": [None]}, "tests must not hold None"),
        ({"metrics": [1]}, "metric must be the name of a scorer or a function, got int"),
        ({"metrics": ["accuracy", "accuracy"]}, "metric 'accuracy' is given twice"),
        ({"alpha": 0}, "alpha must be strictly between 0 and 1"),
        ({"alpha": 0.5, "rope": 0.1}, "With a rope, alpha must be below 0.5"),
        ({"alternative": "more"}, "alternative must be one of"),
        ({"adjust": "some"}, "adjust must be one of"),
        ({"seed": True}, "seed must be a non-negative integer"),
        ({"store": "no/such/s.db"}, "there is no folder 'no/such'"),
    ],
)
def test_what_cannot_be_a_study(changes, words):
    with pytest.raises((TypeError, ValueError, OSError)) as caught:
        study(**changes)
    assert words in str(caught.value)


def test_groups_of_a_dataset_that_has_no_names():
    source = StudyDataset(name="a", source=Dataset(np.eye(4), [0, 1, 0, 1]), groups="x0")
    with pytest.raises(ValueError, match="has no named columns, and groups names 'x0'"):
        source.load()


def test_it_can_be_sent_elsewhere():
    made = pickle.loads(pickle.dumps(study()))
    assert list(made.datasets) == ["iris"]
    assert str(made.learners) == "{'NaiveBayes': NaiveBayes(), 'C45': C45()}"
