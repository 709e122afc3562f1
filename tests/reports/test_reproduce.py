"""How to repeat this: every snippet is run, and makes the same result again."""

import ast
import re
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RandomizedSearchCV, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.results import as_runs
from foldwise.runs import Failure
from foldwise.tuning import Tuned
from foldwise.verdicts import compare, judge, label_randomization, salzberg

pytestmark = pytest.mark.usefixtures("undrawn")

LEARNERS = {
    "bayes": GaussianNB(),
    "logit": make_pipeline(StandardScaler(), LogisticRegression(C=0.5)),
    'it\'s "tuned"': Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 9]}),
}


class Majority(ClassifierMixin, BaseEstimator):
    """A learner of the reader's own, which no import can be written for."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def done(code, **names):
    """Run a snippet and return what it defined."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(code, "report", "exec"), names)
    return names


@pytest.fixture(scope="module")
def table():
    """Scores of two learners on ten folds, seeded."""
    rng = np.random.default_rng(0)
    rows = [(name, fold, mean + 0.02 * rng.random()) for name, mean in (("m", 0.9), ("t", 0.8)) for fold in range(10)]
    return pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])


@pytest.mark.parametrize(
    "options",
    [
        {"scheme": "3", "seed": 1},
        {"scheme": "2x3", "seed": 1, "metric": "f1_macro", "rope": 0.02, "alpha": 0.1, "adjust": "sidak", "tries": 9},
        {"scheme": "holdout:0.33", "alternative": "greater"},
        {"scheme": ShuffleSplit(3, test_size=0.2, random_state=0), "seed": 1},
    ],
)
def test_compare(options, code_of):
    verdict = compare(LEARNERS, load("wine"), progress=False, **options)
    code = code_of(verdict)
    assert "..." not in code
    assert str(done(code)["verdict"]) == str(verdict)


def test_salzberg_without_a_seed_has_one_for_each_dataset(code_of):
    verdict = salzberg(LEARNERS, [load("iris"), load("wine")], n_folds=3, progress=False)
    assert len({run.assignment.seed for run in verdict.runs}) == 2
    code = code_of(verdict)
    assert "from foldwise.tuning import Tuned\n" in code
    made = done(code)["verdict"]
    assert [str(row) for row in made.comparisons] == [str(row) for row in verdict.comparisons]
    # Which steps of the procedure were answered is of the call of `salzberg`, not of the comparison.
    assert {each.code for each in verdict.caveats} - {each.code for each in made.caveats} == {"recommended_steps"}
    assert made.tries == verdict.tries > 0


def test_evaluate(code_of):
    run = evaluate(LEARNERS, load("iris"), scheme="3", seed=1, progress=False)
    made = done(code_of(run))["run"]
    assert made.scores().tolist() == run.scores().tolist()


def test_our_own_learners_are_imported(code_of):
    ours = {"tree": C45(raising=False), "bayes": NaiveBayes(), "tuned": Tuned(C45(), {"min_leaf": [2, 5]})}
    verdict = compare(ours, load("monk2"), scheme="3", seed=1, progress=False)
    code = code_of(verdict)
    assert "from foldwise.learners import C45\nfrom foldwise.learners import NaiveBayes\n" in code
    assert "..." not in code
    assert str(done(code)["verdict"]) == str(verdict)


def test_panel(code_of):
    runs = evaluate(LEARNERS, [load("iris"), load("wine")], scheme="3", seed=1, progress=False)
    panel = judge(runs, test="all", alpha=0.1, tries=40)
    assert str(done(code_of(panel))["panel"]) == str(panel)


def test_estimates(code_of):
    run = evaluate({"bayes": GaussianNB()}, load("iris"), scheme="holdout:0.33", seed=1, progress=False)
    estimates = judge(run, alpha=0.1)
    assert str(done(code_of(estimates))["estimates"]) == str(estimates)


@pytest.mark.parametrize("options", [{}, {"scheme": "10"}, {"alpha": 0.01, "rope": 0.01}, {"test": "all"}])
def test_a_judged_frame(table, tmp_path, monkeypatch, options, code_of):
    """The file of the snippet is the reader's, and a comment says so."""
    result = judge(table.assign(dataset="mine"), **options)
    code = code_of(result)
    assert "fingerprint" not in code
    assert re.search("^# Put in the path of your results", code, flags=re.MULTILINE)
    table.assign(dataset="mine").to_csv(tmp_path / "results.csv", index=False)
    monkeypatch.chdir(tmp_path)
    made = done(code)
    assert str(made["panel" if options.get("test") == "all" else "verdict"]) == str(result)


def test_runs_from_elsewhere(table, tmp_path, monkeypatch, code_of):
    (run,), _ = as_runs(table.assign(dataset="mine"))
    table.assign(dataset="mine").to_csv(tmp_path / "results.csv", index=False)
    monkeypatch.chdir(tmp_path)
    (made,) = done(code_of(run))["runs"]
    assert made.scores().tolist() == run.scores().tolist()


def test_what_only_the_reader_has_is_asked_for(code_of):
    """Data, groups, metric and a learner of one's own: each is a line of the snippet with ... to be filled in."""
    wine = load("wine")
    data = Dataset(wine.X, wine.y, name="mine")
    groups = np.arange(len(wine.y)) // 2

    def agreement(y_true, y_pred):
        return float(np.mean(y_true == y_pred))

    learners = {"bayes": GaussianNB(), "mine": Majority()}
    verdict = compare(learners, data, scheme="3", groups=groups, metric=agreement, seed=1, progress=False)
    code = code_of(verdict)
    assert "# Put in the import of Majority.\n# Put in, for each ..., what only you have.\n" in code
    assert f"data = ...  # mine: 178 examples, 13 attributes, fingerprint {data.fingerprint}" in code
    names = {"Majority": Majority, "given_data": data, "given_groups": groups, "given_metric": agreement}
    for name in ("data", "groups", "metric"):
        assert f"\n{name} = ...  # " in code
        code = code.replace(f"\n{name} = ...", f"\n{name} = given_{name}")
    assert str(done(code, **names)["verdict"]) == str(verdict)


def test_data_of_a_built_in_name_is_not_taken_for_it(code_of):
    iris = load("iris")
    fewer = Dataset(iris.X.iloc[::2], iris.y[::2], name="iris")
    run = evaluate({"bayes": GaussianNB()}, fewer, scheme="3", seed=1, progress=False)
    assert "\ndata = ...  # iris: 75 examples" in code_of(run)


def test_a_long_learner_is_typed_in_full(code_of):
    """scikit-learn leaves out the end of a long list, and writes distributions with addresses."""
    long = Tuned(KNeighborsClassifier(), {"n_neighbors": list(range(1, 60))})
    drawn = RandomizedSearchCV(GaussianNB(), {"var_smoothing": stats.loguniform(1e-9, 1)}, n_iter=2, random_state=1)
    run = evaluate({"long": long, "drawn": drawn}, load("iris"), scheme="holdout:0.33", seed=1, progress=False)
    assert "scipy.stats.loguniform(1e-09, 1)" in code_of(run)
    made = done(code_of(run))["run"]
    assert [learner.description for learner in made.learners] == [learner.description for learner in run.learners]
    assert made.scores().tolist() == run.scores().tolist()


def test_a_learner_that_cannot_be_typed_is_asked_for(code_of):
    forest = DecisionTreeClassifier(random_state=np.random.RandomState(1))
    run = evaluate({"forest": forest}, load("iris"), scheme="holdout:0.33", seed=1, progress=False)
    assert "\n    'forest': ...,  # DecisionTreeClassifier(random_state=<RandomState with the state" in code_of(run)
    compile(code_of(run), "report", "exec")


def test_failed_folds_are_allowed_again(pair, code_of):
    failure = Failure(learner="tree", repeat=1, fold=3, error="ValueError: no")
    verdict = replace(pair, runs=(replace(pair.runs[0], failures=(failure,)),))
    assert "\n    allow_partial=True,\n" in code_of(verdict)


def test_a_label_randomization(code_of):
    result = label_randomization(GaussianNB(), load("iris"), n_permutations=5, seed=1, progress=False)
    code = code_of(result)
    assert "\nmethodology = ...  # GaussianNB" in code
    made = done(code.replace("methodology = ...", "methodology = given"), given=GaussianNB())["result"]
    assert made.reference.tolist() == result.reference.tolist()


def test_hostile_names_stay_inside_their_quotes_and_comments(hostile, code_of):
    """Two imports, the data, the learners, and one call, or two for a panel: no name became a statement."""
    for result, n_statements in ((hostile, 5), (hostile.runs[0], 5), (judge(hostile.runs, test="all"), 6)):
        assert len(ast.parse(code_of(result)).body) == n_statements
