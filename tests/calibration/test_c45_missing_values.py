"""C4.5 on random tables with missing values: every shortcut beside the plain way, and beside J48, tree by tree.

The long forms are slow. FOLDWISE_WEKA names a weka.jar, as for test_weka_live.py; without it J48 is left out. With
``-s`` each test says how many trees it compared.
"""

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from foldwise.learners import C45, MansourTree

JAR = os.environ.get("FOLDWISE_WEKA")
PROGRAM = Path(__file__).with_name("weka") / "WekaTrees.java"
SETTINGS = {
    "-C 0.25 -M 2": {},
    "-C 0.25 -M 2 -O": {"collapse": False},
    "-C 0.49 -M 1": {"confidence": 0.49, "min_leaf": 1},
    "-C 0.1 -M 3": {"confidence": 0.1, "min_leaf": 3},
}
# Not one, so that nothing is counted or moved in place of being weighed and sent down; no decision is that narrow.
NEARLY_ONE = 1 + 2.0**-40


def usual_or_slow(usual, slow):
    return pytest.mark.parametrize("n_tables", [usual, pytest.param(slow, marks=pytest.mark.slow)])


@pytest.fixture(scope="module")
def made(Training):
    """A table of 10 to 150 rows, two to four classes and two to six columns, numeric and nominal, with gaps."""

    def made(seed):
        rng = np.random.default_rng(seed)
        n, n_classes = int(rng.integers(10, 151)), int(rng.integers(2, 5))
        n_values = rng.choice([0, 0, 2, 3, 4], size=int(rng.integers(2, 7))).astype(np.int32)
        hidden = rng.normal(size=n)
        columns = []
        for declared in n_values:
            signal = rng.choice([0.0, 0.6, 1.2]) * hidden + rng.normal(size=n)
            codes = np.clip(np.floor((signal + 2) / 4 * declared), 0, declared - 1)
            columns.append(codes if declared else np.round(signal, int(rng.integers(0, 4))))
        X = np.ascontiguousarray(np.column_stack(columns))
        n_missing = int(rng.choice([1, 1, 2, 5, n // 3, n]))
        X.flat[rng.choice(X.size, n_missing, replace=False)] = np.nan
        y = np.clip(np.floor((hidden + rng.normal(0, 0.5, n) + 2) / 4 * n_classes), 0, n_classes - 1)
        return Training(X, y.astype(np.int32), np.ones(n), n_values, n_classes)

    return made


def setting(seed):
    return list(SETTINGS.values())[seed % len(SETTINGS)]


def grown(learner, training):
    learner._learn(training)
    return learner


def same_trees(one, other):
    return (
        np.array_equal(one.attribute, other.attribute)
        and np.array_equal(one.n_children, other.n_children)
        and np.array_equal(one.threshold, other.threshold)
        and np.allclose(one.counts, other.counts, rtol=0, atol=1e-8)
    )


def asked(training):
    """All rows, and again without the first, the second, ... of their values in turn."""
    blanked = training.X.copy()
    rows = np.arange(len(blanked))
    blanked[rows, rows % blanked.shape[1]] = np.nan
    return np.concatenate([training.X, blanked])


@usual_or_slow(2_000, 200_000)
def test_counting_and_moving_rows_grows_the_tree_of_weighing_all(made, n_tables):
    """Before shares were set anew, 1 tree in 2,000 differed, the first at seed 597."""
    differing, raised = [], 0
    for seed in range(n_tables):
        training, options = made(seed), setting(seed)
        plain = grown(C45(**options), replace(training, weight=np.full(len(training.y), NEARLY_ONE)))
        ours, rows = grown(C45(**options), training), asked(training)
        same = same_trees(ours.tree_, plain.tree_) and np.array_equal(ours._codes(rows), plain._codes(rows))
        differing += [] if same else [seed]
        if seed < 1_000:
            raised += not same_trees(ours.tree_, grown(C45(**options, raising=False), training).tree_)
    print(f"\n{n_tables} trees, {len(differing)} differing; raised branches in {raised} of the first 1,000")
    assert differing == []
    assert raised > 50


@usual_or_slow(500, 20_000)
def test_a_row_of_weight_two_is_two_rows(made, n_tables):
    """Of weighted tables, nodes are counted where all rows have weight one; repeated rows are counted everywhere."""
    differing = []
    for seed in range(n_tables):
        training, options = made(seed), setting(seed)
        times = np.random.default_rng([seed, 1]).choice([1, 1, 1, 2, 3], len(training.y))
        weighted = grown(C45(**options), replace(training, weight=times.astype(float)))
        rows = np.repeat(np.arange(len(times)), times)
        repeated = grown(
            C45(**options), replace(training, X=training.X[rows], y=training.y[rows], weight=np.ones(len(rows)))
        )
        differing += [] if same_trees(weighted.tree_, repeated.tree_) else [seed]
    print(f"\n{n_tables} trees, {len(differing)} differing")
    assert differing == []


@usual_or_slow(300, 20_000)
def test_trees_on_some_rows_of_a_weighted_table(tree_builder, made, n_tables):
    """A builder that keeps the lists of all rows grows what the rows alone grow, to the last bit."""
    differing = []
    for seed in range(n_tables):
        training, rng = made(seed), np.random.default_rng([seed, 2])
        training = replace(training, weight=rng.choice([1.0, 1.0, 0.5, 2.25], len(training.y)))
        rows = rng.random(len(training.y)) < 0.8
        rows[0] = True
        growth = C45(**setting(seed))._growth()
        one, other = (
            tree_builder.TreeBuilder(training, growth).tree(rows),
            tree_builder.TreeBuilder(training.part(rows), growth).tree(),
        )
        same = all(np.array_equal(vars(one)[name], vars(other)[name]) for name in ("attribute", "threshold", "counts"))
        differing += [] if same else [seed]
    print(f"\n{n_tables} trees, {len(differing)} differing")
    assert differing == []


@pytest.mark.parametrize("kind", ["C45", "MansourTree"])
@usual_or_slow(100, 2_000)
def test_folds_that_share_work_answer_as_single_fits(made, kind, n_tables):
    """Five folds, some rows never tested or left out; to the last bit."""
    differing, n_trees = [], 0
    for seed in range(n_tables):
        training, rng = made(seed), np.random.default_rng([seed, 3])
        learner = C45(**setting(seed)) if kind == "C45" else MansourTree(n_folds=3, rule=("best", "one_se")[seed % 2])
        folds = rng.permutation(len(training.y)).astype(np.int32) % 5
        folds[rng.random(len(folds)) < 0.1 * (seed % 2)] = rng.integers(-2, 0)
        shared = learner._share(training)
        codes, chances = shared.codes(folds[np.newaxis])[0], shared.probabilities(folds[np.newaxis])[0]
        for fold in np.unique(folds[folds >= 0]):
            test = folds == fold
            single = grown(learner.__class__(**learner.get_params()), training.part((folds >= -1) & ~test))
            same = np.array_equal(codes[test], single._codes(training.X[test])) and np.array_equal(
                chances[test], single._probabilities(training.X[test])
            )
            differing += [] if same else [(seed, int(fold))]
            n_trees += 1
    print(f"\n{n_trees} trees of {kind}, {len(differing)} differing")
    assert differing == []


@pytest.fixture(scope="module")
def j48(tmp_path_factory):
    """Ask a running Weka for the trees of tables, as many at once as there are; it works off the network."""
    home = tmp_path_factory.mktemp("weka")
    settings = ["-Dweka.packageManager.offline=true", f"-DWEKA_HOME={home}", "-Xmx1g"]
    command = ["java", *settings, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", JAR, str(PROGRAM)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout.readline().strip(), "Weka did not start; what Java says is above"

        def send(requests):
            for flags, training in requests:
                declared = " ".join(map(str, [*training.n_values, training.n_classes]))
                cells = np.column_stack([training.X, training.y]).ravel().tolist()
                values = " ".join("?" if cell != cell else repr(cell) for cell in cells)
                print(flags, declared, values, sep="\t", file=process.stdin)
            process.stdin.flush()

        with ThreadPoolExecutor(max_workers=1) as pool:

            def trees(requests):
                sent = pool.submit(send, requests)
                answers = [json.loads(process.stdout.readline()) for _ in requests]
                sent.result()
                return answers

            yield trees
        process.stdin.close()


def same_as_j48(tree, answer, node=0):
    """Whether a tree is [counts] or [counts, attribute, threshold, [children]]."""
    if not np.allclose(tree.counts[node], answer[0], rtol=0, atol=1e-8):
        return False
    if tree.attribute[node] < 0 or len(answer) == 1:
        return bool(tree.attribute[node] < 0) and len(answer) == 1
    first, n_children = tree.first_child[node], tree.n_children[node]
    return (tree.attribute[node], tree.threshold[node], n_children) == (answer[1], answer[2], len(answer[3])) and all(
        same_as_j48(tree, child, first + number) for number, child in enumerate(answer[3])
    )


@pytest.mark.slow
@pytest.mark.skipif(not JAR, reason="FOLDWISE_WEKA names no weka.jar")
@pytest.mark.skipif(not (shutil.which("java") and shutil.which("javac")), reason="there is no java or no javac")
def test_j48_grows_the_same_trees(made, j48):
    flags, differing, n_tables, block = list(SETTINGS), [], 200_000, 1_000
    for first in range(0, n_tables, block):
        seeds = range(first, first + block)
        tables = [made(seed) for seed in seeds]
        answers = j48([(flags[seed % len(flags)], table) for seed, table in zip(seeds, tables, strict=True)])
        for seed, training, answer in zip(seeds, tables, answers, strict=True):
            ours = grown(C45(**setting(seed)), training).tree_
            differing += [] if same_as_j48(ours, answer) else [seed]
    print(f"\n{n_tables} trees of J48, {len(differing)} differing")
    assert differing == []
