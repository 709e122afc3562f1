import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.learners import C45
from foldwise.store import _canonical


@pytest.fixture(scope="session")
def identify(identity):
    return identity.identify


@pytest.fixture(scope="session", name="Identity")
def identity_class(identity):
    return identity.Identity


@pytest.fixture(scope="session")
def differences(identity):
    return identity.differences


@pytest.fixture(scope="session")
def content_key():
    return _canonical.content_key


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
