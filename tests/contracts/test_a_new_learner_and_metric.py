"""A learner and a metric are added as CONTRIBUTING says, in a copy of the package, and are used like any other."""

import json
import re
import shutil
from pathlib import Path

import pytest

import foldwise

ROOT = Path(__file__).parents[2]
LEARNER = '''"""A made-up learner."""

from typing import Any

import numpy as np

from foldwise.learners._table_classifier import Floats, TableClassifier
from foldwise.learners._training import Training


class Majority(TableClassifier):
    """Names the most frequent class, whatever the example."""

    def __init__(self, *, categorical_features: Any = "from_dtype") -> None:
        self.categorical_features = categorical_features

    def _learn(self, training: Training) -> None:
        counts = np.bincount(training.y, weights=training.weight, minlength=training.n_classes)
        self._shares = counts / counts.sum()

    def _probabilities(self, X: Floats) -> Floats:
        return np.tile(self._shares, (len(X), 1))
'''
SCRIPT = """
import json, warnings
import pandas as pd
warnings.simplefilter("ignore")
import foldwise as fw
from foldwise.runs import as_metric

said = {"where": fw.__file__}
learners = fw.learners.make_learners(["majority", "nb"])
monk = fw.data.load("monk1-full")
said["verdict"] = str(fw.compare(learners, monk, scheme="3x4", metric="jaccard_macro", seed=1))
run = fw.evaluate(fw.learners.make_learners(["majority"]), monk, scheme="4", seed=1)
said["accuracy"] = run.scores().mean()
try:
    as_metric("IoU", "classification")
except ValueError as error:
    said["hint"] = str(error)
said["share"] = as_metric("jaccard", "classification").is_share
scores = {"learner": ["a", "a", "b", "b"], "fold": [1, 2, 1, 2], "IoU": [0.5, 0.6, 0.7, 0.9]}
said["read"] = fw.runs.Run.from_scores(pd.DataFrame(scores)).metric.label
print(json.dumps(said, default=float))
"""


def put(path, before, added):
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, before + added), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The package with the places that are part of it; the others are test files and a note."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "foldwise"
    shutil.copytree(Path(foldwise.__file__).parent, package)
    (package / "learners" / "_majority.py").write_text(LEARNER, encoding="utf-8")
    door = package / "learners" / "__init__.py"
    put(door, "import MansourTree\n", "from foldwise.learners._majority import Majority\n")
    put(door, '    "DiscretizedNaiveBayes",\n', '    "Majority",\n')
    put(package / "_core" / "_names.py", '    "c45": "C45",\n', '    "majority": "Majority",\n')
    names = package / "runs" / "_metric_names.py"
    put(names, '    ("f1", "F1", _SHARE, "fmeasure fscore"),\n', '    ("jaccard", "Jaccard index", _SHARE, "iou"),\n')
    for path in ("tests/conftest.py", "tests/contracts/test_learners.py", "tests/contracts/test_predict_folds.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    return folder


@pytest.fixture(scope="module")
def python(copy, finished):
    """What a Python prints that sees the copy."""

    def run(*arguments):
        done = finished(*arguments, cwd=copy, PYTHONPATH=copy, PYTHONDONTWRITEBYTECODE=1)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    return run


@pytest.fixture(scope="module")
def said(copy, python):
    answers = json.loads(python("-c", SCRIPT).splitlines()[-1])
    assert Path(answers["where"]).parent == copy / "foldwise"
    return answers


def test_the_learner_is_found_by_its_short_name_and_compared(said):
    assert said["verdict"].startswith("NaiveBayes is better than Majority on monk1-full: jaccard macro")
    # Two classes of 216 examples each, so that a majority of the training fold is no majority of all.
    assert 0.4 < said["accuracy"] <= 0.5


def test_the_metric_is_known_by_all_its_names(said):
    assert said["hint"] == "Unknown metric 'IoU'. Did you mean 'jaccard'?"
    assert said["share"] is True
    assert said["read"] == "Jaccard index"


def test_the_contracts_of_learners_take_it_in(copy, python):
    """Some of them: those that ask for answers which depend on the example are not for this one."""
    some = "tags or refused or sorted or before_fit or weight_two or stays"
    files = [str(path) for path in (copy / "tests" / "contracts").glob("*.py")]
    told = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"Majority and ({some})", *files)
    assert int(re.search(r"(\d+) passed", told)[1]) > 10
