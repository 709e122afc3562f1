"""Study files that would end in a puzzle if they were not refused with their line."""

import pytest

from foldwise import StoreError, StudyFileError
from foldwise.studies import Study

REST = '[datasets]\niris = "iris"\n[learners]\nbayes = "nb"\ntree = "c45"\n'
PIPE = """[learners.pipe]
class = "sklearn.pipeline.Pipeline"
steps = [["scale", {{ class = "sklearn.preprocessing.StandardScaler" }}],
         ["svm", {{ class = "sklearn.svm.SVC" }}]]
{}
"""
GRID = """[learners.grid]
class = "sklearn.model_selection.GridSearchCV"
param_grid = { pipe__memory = ["cache"] }
estimator = { class = "sklearn.svm.SVC" }
"""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("metrics = []\n" + REST, 1, "metrics must name at least one. Leave metrics out for the default."),
        ("seed = 1\ntests = []\n" + REST, 2, "tests must name at least one. Leave tests out for the default."),
        ('seed = 1\nstore = "visits.csv"\n' + REST, 2, "is not a store: it is no SQLite file"),
        (REST.replace('"nb"', '"sklearn.linear_model.Ridge"'), 3, "Learners must all be classifiers or all regressors"),
        (REST + PIPE.format('memory = "cache"'), 10, "memory='cache' makes joblib load pickled objects from a folder"),
        (REST + GRID, 8, "pipe__memory='cache' makes joblib load pickled objects from a folder"),
        (REST.replace('"nb"', '"c4.5"'), 4, "Did you mean c45?"),
        (REST.replace('"nb"', '"Naive Bayes"'), 4, "Did you mean nb?"),
        (REST.replace('"nb"', '"C4.5(min_leaf=3)"'), 4, "Did you mean c45?"),
    ],
)
def test_refused_with_its_line(read, text, line, words):
    with pytest.raises(StudyFileError) as caught:
        read(text)
    assert str(caught.value).startswith(f"study.toml, line {line}: ")
    assert words in str(caught.value)


def test_a_file_that_is_no_store_is_left_alone(folder):
    content = (folder / "visits.csv").read_bytes()
    with pytest.raises(StoreError, match="is not a store"):
        Study(name="s", datasets=["iris"], learners=["nb"], store=folder / "visits.csv")
    assert (folder / "visits.csv").read_bytes() == content
