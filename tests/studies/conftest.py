from textwrap import dedent

import pytest

from foldwise.studies import Study

EXAMPLE = """\
name = "first"
scheme = "10x10"
tests = ["corrected_repeated_kfold_t"]     # or test = "..."
metrics = ["accuracy", "roc_auc"]          # or metric = "..."
alpha = 0.05
rope = 0.01
seed = 1
store = "first.db"

[datasets]
iris = "iris"
vote = "uci:vote"
visits = { source = "visits.csv", target = "relapse", groups = "patient" }

[learners]
bayes = "nb"
tree = "c45(min_leaf=5)"
forest = { class = "sklearn.ensemble.RandomForestClassifier", n_estimators = 200 }
"""


@pytest.fixture(scope="session")
def example():
    """The study file of the documentation; its data are in `folder`."""
    return EXAMPLE


@pytest.fixture
def folder(tmp_path):
    """A folder with the table of the example: the patient, a number, what happened."""
    rows = [f"p{i // 4},{i},{('no', 'yes')[i % 2]}" for i in range(24)]
    (tmp_path / "visits.csv").write_text("\n".join(["patient,x,relapse", *rows]))
    return tmp_path


@pytest.fixture
def read(folder):
    """Write a study file beside the table, and read it."""

    def call(text, name="study.toml"):
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else dedent(text).encode())
        return Study.read(path)

    return call
