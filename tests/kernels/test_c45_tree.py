"""The kernel of C4.5 trees against recursion over lists of rows: structure, counts, probabilities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.learners import C45

OPTIONS = {
    "default": {},
    "grown": {"pruned": False, "collapse": False},
    "collapsed": {"pruned": False},
    "replaced": {"raising": False},
    "never collapsed": {"collapse": False},
    "severe": {"confidence": 0.01, "min_leaf": 3},
    "lenient": {"confidence": 0.49, "min_leaf": 1},
    "small and severe": {"confidence": 0.01, "min_leaf": 1},
}


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("c45_tree")


@pytest.fixture(scope="module")
def agree(Training):
    """Fit both and compare everything; return the number of nodes."""

    def agree(oracle, X, n_values, y, weight, n_classes, **options):
        X = np.ascontiguousarray(X, dtype=np.float64)
        n_values, y = np.asarray(n_values, np.int32), np.asarray(y, np.int32)
        weight = np.asarray(weight, np.float64)
        learner = C45(**options)
        learner._learn(Training(X, y, weight, n_values, n_classes))
        root = oracle.fit(X, n_values, y, weight, n_classes, **options)
        same_node(learner.tree_, 0, root)
        rows = [X, np.full((1, X.shape[1]), np.nan)]
        for column in range(X.shape[1]):
            blanked = X[:5].copy()
            blanked[:, column] = np.nan
            rows.append(blanked)
        asked = np.concatenate(rows)
        expected = np.array([oracle.probabilities(n_values, root, row) for row in asked])
        np.testing.assert_allclose(learner._probabilities(asked), expected, rtol=0, atol=1e-9)
        assert learner._codes(asked).tolist() == [oracle.predict(row) for row in expected]
        return len(learner.tree_.attribute)

    return agree


def same_node(tree, number, node):
    np.testing.assert_allclose(tree.counts[number], node.counts, rtol=0, atol=1e-9)
    assert tree.weight[number] == pytest.approx(node.counts.sum(), rel=0, abs=1e-9)
    assert (tree.attribute[number], tree.n_children[number]) == (node.attribute, len(node.children))
    if node.children and not np.isnan(node.threshold):
        assert tree.threshold[number] == node.threshold
    for offset, child in enumerate(node.children):
        assert tree.first_child[number] > number
        same_node(tree, tree.first_child[number] + offset, child)


NUMBERS = [0.0, 4e-6, 9e-6, 1.1e-5, 2e-5, 0.5, 1.0, 1.5, 2.0, 3.0, -1.0, 1e12, 1e12 + 0.0001220703125, 7.0, 8.0]


@st.composite
def tables(draw):
    """Small tables full of repeated values, values nearly equal, missing ones, unused classes and odd weights."""
    n, n_classes = draw(st.integers(1, 30)), draw(st.integers(1, 4))
    n_values = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3, 12]), min_size=1, max_size=4))
    missing = draw(st.sampled_from([[], [np.nan]]))
    columns = []
    for declared in n_values:
        pool = [float(code) for code in range(declared)] if declared else draw(st.sampled_from([NUMBERS, NUMBERS[5:9]]))
        columns.append(draw(st.lists(st.sampled_from(pool + missing), min_size=n, max_size=n)))
    y = draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n))
    pool = draw(st.sampled_from([[1.0], [1.0, 2.0, 3.0], [0.25, 0.5, 1.0, 2.5]]))
    weight = draw(st.lists(st.sampled_from(pool), min_size=n, max_size=n))
    return np.array(columns).T, n_values, y, weight, n_classes


@given(table=tables(), options=st.sampled_from(list(OPTIONS.values())))
def test_small_tables(agree, oracle, table, options):
    agree(oracle, *table, **options)


def random_table(seed, n, *, missing, weighted=False):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 6))
    hidden = rng.normal(size=n)
    n_values = rng.choice([0, 0, 2, 4, 7], size=int(rng.integers(1, 8)))
    columns = []
    for declared in n_values:
        signal = rng.choice([0.0, 0.7, 1.5]) * hidden + rng.normal(size=n)
        codes = np.clip(np.floor((signal + 2) / 4 * declared), 0, declared - 1)
        columns.append(codes if declared else np.round(signal, int(rng.integers(0, 4))))
    X = np.column_stack(columns)
    X[rng.random(X.shape) < missing] = np.nan
    y = np.clip(np.floor((hidden + rng.normal(0, 0.4, n) + 2) / 4 * n_classes), 0, n_classes - 1)
    return X, n_values, y, rng.uniform(0.1, 3, n) if weighted else np.ones(n), n_classes


@pytest.mark.parametrize("missing", [0.0, 0.03, 0.3])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("options", OPTIONS)
def test_random_tables(agree, oracle, options, weighted, missing):
    """Five tables each, of 20 to 250 rows; those without missing values and with unit weights count in integers."""
    nodes = 0
    for seed, n in enumerate([20, 60, 100, 150, 250]):
        nodes += agree(oracle, *random_table(seed, n, missing=missing, weighted=weighted), **OPTIONS[options])
    assert nodes > 10


def test_raising_happens_in_these_tables(agree, oracle):
    """Otherwise the tests above would say nothing about it."""
    raised = 0
    for seed in range(8):
        table = random_table(seed, 200, missing=0.03)
        raised += agree(oracle, *table) != agree(oracle, *table, raising=False)
    assert raised >= 2


@pytest.mark.parametrize("options", ["default", "never collapsed"])
def test_a_leaf_within_a_tenth_of_the_raised_branch_wins(agree, oracle, options):
    """A table, found by search, in which the branch would be raised if the leaf had to be strictly better."""
    agree(oracle, *random_table(245, 118, missing=0.0), **OPTIONS[options])


def test_rows_sent_down_a_raised_branch_set_the_shares_of_its_missing_values(agree, Training, oracle):
    """J48 asks the second column, then the first where that is 0; there it is missing in one of seven rows.

    Its shares are 1/3 and 2/3, by two and four known rows. With all 16 rows, of which 5, 7 and 3 are known, they are
    1/3, 7/15 and 1/5: the branch in place of the tree would err 9.236 times, and the tree 8.952 times, less by more
    than 0.1. With the old shares it would err 9.039 times and be raised.
    """
    first = [0, 0, 1, 1, 1, 1, np.nan, 0, 1, 2, 2, 0, 0, 1, 1, 2]
    second = np.repeat([0, 1, 2], [7, 4, 5])
    y = [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 0, 2, 1, 2, 2]
    X = np.column_stack([first, second])
    assert agree(oracle, X, [3, 3], y, np.ones(16), 3) == 7
    learner = C45()
    learner._learn(Training(X, np.array(y, np.int32), np.ones(16), np.array([3, 3], np.int32), 3))
    assert learner.tree_.attribute.tolist() == [1, 0, -1, -1, -1, -1, -1]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_too_few_rows_make_a_leaf(agree, oracle, rows):
    assert agree(oracle, np.arange(rows)[:, np.newaxis], [0], np.arange(rows) % 2, np.ones(rows), 2) == 1


def test_columns_without_a_known_value(agree, oracle):
    X = np.full((20, 3), np.nan)
    X[:, 1] = np.arange(20)
    assert agree(oracle, X, [0, 0, 5], np.arange(20) // 10, np.ones(20), 2) == 3
    X[:, 1] = np.nan
    assert agree(oracle, X, [0, 0, 5], np.arange(20) // 10, np.ones(20), 2) == 1


def test_the_cut_is_a_value_of_the_whole_training_table(agree, oracle):
    """Rows 0, 1 and 2, 3 have other values between those of their node; the middle moves to one of them."""
    rng = np.random.default_rng(5)
    X = np.column_stack([rng.integers(0, 2, 60), np.round(rng.normal(size=60), 2)]).astype(float)
    y = np.where(X[:, 0] == 0, X[:, 1] > 0.3, X[:, 1] < -0.3).astype(int)
    assert agree(oracle, X, [2, 0], y, np.ones(60), 2) == 7


@pytest.mark.parametrize(("n", "first"), [(26, 1), (27, 0)])
def test_nominal_columns_of_many_values_stay_out_of_the_average(agree, Training, oracle, n, first):
    """Eight declared values are below 0.3 n from n = 27 on.

    Then the large gain of the first column raises the average above the gain of the second, whose ratio is better.
    """
    value = np.arange(n) % 8
    odd = np.flatnonzero(value % 2)
    y, rare = value % 2, np.zeros(n)
    y[odd[-3:]], rare[odd[:3]] = 0, 1
    X = np.column_stack([value, rare])
    agree(oracle, X, [8, 2], y, np.ones(n), 2)
    learner = C45(pruned=False, collapse=False)
    learner._learn(Training(X, y.astype(np.int32), np.ones(n), np.array([8, 2], np.int32), 2))
    assert learner.tree_.attribute[0] == first


@pytest.mark.parametrize(("n_last", "nodes"), [(24, 1), (25, 3), (60, 3)])
def test_no_side_of_a_cut_needs_more_than_25(agree, oracle, n_last, nodes):
    """A tenth of 2000 rows over two classes would be 100. The other rows share one value, so there is one cut only."""
    X = np.zeros((2000, 1))
    X[-n_last:] = 1
    assert agree(oracle, X, [0], X[:, 0] > 0, np.ones(2000), 2) == nodes


@pytest.mark.parametrize(("gap", "nodes"), [(9.9e-6, 1), (1.01e-5, 3)])
def test_values_nearer_than_a_hundred_thousandth_are_not_cut_apart(agree, oracle, gap, nodes):
    X = np.repeat([1.0, 1.0 + gap], 10)[:, np.newaxis]
    assert agree(oracle, X, [0], X[:, 0] > 1, np.ones(20), 2) == nodes


def test_a_large_table_with_repeated_values(agree, oracle):
    """Large nodes may be counted in another way than small ones."""
    rng = np.random.default_rng(8)
    X = rng.integers(0, 16, (3000, 4)).astype(float)
    y = (X[:, 0] + X[:, 1] * 2 + rng.normal(0, 4, 3000) > 24).astype(int) + (X[:, 2] > 12)
    assert agree(oracle, X, [0, 0, 0, 16], y, np.ones(3000), 3) > 50


def wide_table(seed, *, missing=0.0, weighted=False):
    """Twelve columns of up to 60 values and two nominal ones; most classes are rare, so that trees are lopsided."""
    rng = np.random.default_rng(seed)
    n, n_classes = 260, int(rng.choice([2, 4, 9]))
    hidden = rng.normal(size=n)
    columns = [np.round((rng.choice([0.0, 1.0]) * hidden + rng.normal(size=n)) * 8) for _ in range(12)]
    columns += [rng.integers(0, 3, n), np.clip(np.floor(hidden + 2), 0, 3)]
    X = np.column_stack(columns).astype(float)
    X[(rng.random(X.shape) < missing) & (rng.random(14) < 0.4)] = np.nan
    y = np.clip(np.floor((hidden + rng.normal(0, 0.3, n)) ** 2), 0, n_classes - 1).astype(np.int32)
    n_values = np.array([0] * 12 + [3, 4], dtype=np.int32)
    return X, n_values, y, rng.choice([1.0, 1.0, 1.0, 0.5, 2.0], n) if weighted else np.ones(n), n_classes


@pytest.mark.parametrize("missing", [0.0, 0.02, 0.2])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("options", ["default", "grown", "lenient"])
def test_wide_tables(agree, oracle, options, weighted, missing):
    """Large nodes count, their largest branch inherits the counts, and small ones bring values into order."""
    nodes = [
        agree(oracle, *wide_table(seed, missing=missing, weighted=weighted), **OPTIONS[options]) for seed in range(4)
    ]
    assert min(nodes) > 5


@pytest.mark.parametrize("missing", [0.0, 0.02])
def test_folds_of_wide_tables(oracle, Training, missing):
    """Trees after the first one may be grown in another way; what they say is what a tree of its own does."""
    for seed in range(4):
        X, n_values, y, weight, n_classes = wide_table(seed, missing=missing)
        folds = np.random.default_rng(seed).integers(-2, 5, (3, len(y)), dtype=np.int32)
        chances = C45()._share(Training(X, y, weight, n_values, n_classes)).probabilities(folds)
        for repeat in range(3):
            for fold in range(5):
                used = (folds[repeat] >= -1) & (folds[repeat] != fold)
                root = oracle.fit(X[used], n_values, y[used], weight[used], n_classes)
                tested = np.flatnonzero(folds[repeat] == fold)
                expected = [oracle.probabilities(n_values, root, X[row]) for row in tested]
                np.testing.assert_allclose(chances[repeat, tested], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("n_numeric", [0, 3])
def test_half_of_a_row_of_weight_two_is_a_whole_row_below(agree, oracle, n_numeric):
    """The first column parts 24 rows of weight 1 from 8 of weight 3, and is missing in 4 of weight 2: one on each side.

    The larger branch inherits counts of whole rows, and these 4 rows are whole there and nowhere else.
    """
    for seed in range(10):
        rng = np.random.default_rng(seed)
        side = np.repeat([0, 1, np.nan], [24, 8, 4])
        y = np.where(side == 1, 2, rng.integers(0, 2, 36))
        others = [np.where(rng.random(36) < 0.5, y % 2, rng.integers(0, 2, 36)) for _ in range(14 + n_numeric)]
        n_values = np.array([2] * 15 + [0] * n_numeric, dtype=np.int32)
        weight = np.repeat([1.0, 3.0, 2.0], [24, 8, 4])
        agree(oracle, np.column_stack([side, *others]), n_values, y, weight, 3, **OPTIONS["grown"])
