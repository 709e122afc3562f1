"""Words of studies, at a glance and in details, as files beside this one."""

import pytest
from sklearn.dummy import DummyClassifier

from foldwise.studies import Study, run_study

TWO = {"nb": "nb", "dummy": "sklearn.dummy.DummyClassifier"}
THREE = {**TWO, "nn": "nn"}


class Picky(DummyClassifier):
    """Fails on the 13 attributes of wine."""

    def fit(self, X, y):
        if X.shape[1] == 13:
            raise RuntimeError("too many")
        return super().fit(X, y)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("two_learners", {}),
        ("three_learners", {"learners": THREE, "metrics": ["accuracy", "f1_macro"]}),
        ("one_learner", {"learners": {"nb": "nb"}}),
        ("partly", {"learners": {**TWO, "picky": Picky()}}),
        ("panel", {"tests": ["all"]}),
        ("over_datasets", {"tests": ["sign_test"]}),
    ],
)
def test_words_of_a_study(tmp_path, same_words, name, options):
    settings = {"name": "first", "datasets": ["iris", "wine"], "learners": TWO, "scheme": "2x3", **options}
    results = run_study(Study(**settings, store=tmp_path / "first.db"))
    same_words(name, results)
