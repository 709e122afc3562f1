import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.learners import C45


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.db"


@pytest.fixture
def entrants():
    """One that shares its folds, one by the registry, one whose seeds are derived."""
    return {"c45": C45(), "bayes": GaussianNB(), "tree": DecisionTreeClassifier()}


@pytest.fixture(scope="session")
def iris():
    return load("iris")
