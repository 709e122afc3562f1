"""Every learner that follows Weka against Weka itself, prediction by prediction, on all ARFF files there are.

FOLDWISE_DATA names a folder of ARFF files whose last attribute is the class, FOLDWISE_WEKA a weka.jar (3.9.7 was used;
the source distribution of python-weka-wrapper3 has it); `javac` must be there, as Weka is asked by a Java program. Each
dataset is cut into five random folds, and both sides train and predict on the same rows in the same order. With ``-s``
a table shows how many predictions were compared and how many differ.
"""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.data import load
from foldwise.learners import C45, DiscretizedNaiveBayes, NaiveBayes, NearestNeighbor

DATA, JAR = os.environ.get("FOLDWISE_DATA"), os.environ.get("FOLDWISE_WEKA")
PROGRAM = Path(__file__).with_name("weka") / "WekaPredictions.java"
FILES = sorted([*Path(DATA).glob("*.arff"), *Path(DATA).glob("*.arff.gz")]) if DATA else [Path("none.arff")]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (DATA and JAR), reason="FOLDWISE_DATA and FOLDWISE_WEKA name no ARFF files and no weka.jar"),
    pytest.mark.skipif(not (shutil.which("java") and shutil.which("javac")), reason="there is no java or no javac"),
]

N_FOLDS, SEED = 5, 1

# Up to this many rows all settings are compared, above it those of LARGE: Weka's nearest neighbour takes minutes there.
SMALL = 10_000
LEARNERS = {
    "trees.J48 -C 0.25 -M 2": C45(),
    "trees.J48 -C 0.25 -M 2 -S": C45(raising=False),
    "trees.J48 -C 0.1 -M 5": C45(confidence=0.1, min_leaf=5),
    "trees.J48 -C 0.5 -M 3 -O": C45(confidence=0.5, min_leaf=3, collapse=False),
    "trees.J48 -U -M 2": C45(pruned=False),
    "trees.J48 -U -M 1 -O": C45(pruned=False, min_leaf=1, collapse=False),
    "bayes.NaiveBayes": NaiveBayes(),
    "bayes.NaiveBayes -D": DiscretizedNaiveBayes(),
    "lazy.IBk -K 1": NearestNeighbor(widen_ranges=True),
    "lazy.IBk -K 3": NearestNeighbor(n_neighbors=3, widen_ranges=True),
}
LARGE = ["trees.J48 -C 0.25 -M 2", "bayes.NaiveBayes", "bayes.NaiveBayes -D"]


@pytest.fixture(scope="module")
def weka(tmp_path_factory):
    """Ask a running Weka for predictions; the answer is a future, as Weka works while we do.

    Weka's home is empty, and it stays off the network, so that no package has a part in this.
    """
    home = tmp_path_factory.mktemp("weka")
    settings = ["-Dweka.packageManager.offline=true", f"-DWEKA_HOME={home}", "-Xmx2g"]
    command = ["java", *settings, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", JAR, str(PROGRAM)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        version = process.stdout.readline().strip()
        assert version, "Weka did not start; what Java says is above"

        def answered(*words):
            print(*words, sep="\t", file=process.stdin, flush=True)
            return [np.array(process.stdout.readline().split(), dtype=int) for _ in words[2:]]

        with ThreadPoolExecutor(max_workers=1) as pool:
            yield partial(pool.submit, answered)
        process.stdin.close()
    print(f"Weka {version}")


@pytest.fixture(scope="module")
def table():
    """One row per dataset, printed when all have been compared."""
    rows = []
    yield rows
    frame = pd.DataFrame(rows, columns=["dataset", "rows", "settings", "predictions", "differing"])
    total = frame[["predictions", "differing"]].sum()
    print(f"\n{frame.to_string(index=False)}")
    print(f"{len(frame)} datasets, {total['predictions']} predictions, {total['differing']} differing")


def predicted(learner, data, folds):
    """Codes of the predicted classes, in the order of the declared ones."""
    y = pd.Categorical(data.y, categories=data.target_names)
    codes = np.empty(len(y), dtype=int)
    for fold in range(N_FOLDS):
        test = folds == fold
        labels = learner.fit(data.X[~test], y[~test]).predict(data.X[test])
        codes[test] = pd.Categorical(labels, categories=data.target_names).codes
    return codes


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".arff")[0])
def test_same_predictions(weka, table, path):
    data = load(path)
    folds = np.random.default_rng(SEED).permutation(data.n_examples) % N_FOLDS
    settings = list(LEARNERS) if data.n_examples <= SMALL else LARGE
    future = weka(str(path), "".join(map(str, folds)), *(f"weka.classifiers.{setting}" for setting in settings))
    ours = [predicted(LEARNERS[setting], data, folds) for setting in settings]
    answers = future.result()
    assert {len(answer) for answer in answers} == {data.n_examples}, "Weka failed; what Java says is above"
    counts = np.count_nonzero(np.array(ours) != np.array(answers), axis=1)
    differing = {setting: int(count) for setting, count in zip(settings, counts, strict=True) if count}
    table.append((data.name, data.n_examples, len(settings), len(settings) * data.n_examples, counts.sum()))
    assert differing == {}
