import pytest

from foldwise.data import load
from foldwise.studies import Study, register, run_study
from foldwise.verdicts import compare


@pytest.fixture(scope="package")
def learners():
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    return {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}


@pytest.fixture(scope="package")
def study(tmp_path_factory):
    """A registered study of three learners on real and made-up data, five repeats, one test."""
    folder = tmp_path_factory.mktemp("study")
    names = {"bayes": "nb", "near": "nn", "guess": "sklearn.dummy.DummyClassifier"}
    study = Study(
        name="first",
        datasets=["iris", "monk2"],
        learners=names,
        scheme="5x3",
        hypotheses=["bayes > guess on accuracy in iris"],
        store=folder / "first.db",
    )
    register(study)
    run_study(study)
    return study


@pytest.fixture(scope="package")
def one_store(tmp_path_factory, learners):
    """A store of one comparison, by a test that does not fit."""
    path = tmp_path_factory.mktemp("one") / "one.db"
    with pytest.warns(UserWarning, match="kfold_t"):
        compare(learners, load("wine"), scheme="10", test="kfold_t", seed=1, store=path)
    return path
