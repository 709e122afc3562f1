"""What every test in `foldwise.stats` promises, for all of them: one table, batches with degenerate members."""

import inspect
import re
import typing
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass

import numpy as np
import pytest

from foldwise import splits, stats

ALTERNATIVES = ("two-sided", "greater", "less")
# Names that say why a number is undefined, infinite or a limit.
EXCUSES = (
    "zero_variance",
    "identical_scores",
    "one_partition",
    "zero_pvalue",
    "equal_statistics",
    "perfect_agreement",
    "not_connected",
)


@dataclass(frozen=True)
class Case:
    """A test, the arrays of a batch of experiments, and how it is called."""

    call: Callable
    arrays: tuple
    options: dict
    # What exchanging the learners does to the arrays; none if the test has no direction.
    exchanged: Callable | None = None
    returns_pvalue: bool = True


def rows(*shape):
    """Differences: ordinary, none, constant, one outlier, huge, tiny, tied, of both signs, of denormal size."""
    n = int(np.prod(shape))
    rng = np.random.default_rng(n)
    x = rng.normal(0.5, 1, n)
    outlier = np.where(np.arange(n) == 0, 1e9, 0.0)
    members = [
        x,
        np.zeros(n),
        np.full(n, 0.1),
        np.full(n, -3.0),
        outlier,
        -outlier,
        outlier + 1,
        x * 2.0**600,
        -x * 2.0**-600,
        np.full(n, 2.0**600),
        np.full(n, 2.0**1000),
        np.full(n, 2.0**-600),
        np.where(np.arange(n) % 2, 1.0, -1.0),
        np.sign(x),
        np.rint(x),
        x * 5e-324 * 2**10,
        np.where(np.arange(n) == n - 1, 0.0, 5e-324),
        1 + x * 2.0**-52,
        1e300 * np.sign(x),
        -x,
    ]
    return np.array(members).reshape(-1, *shape)


def statistics():
    """Of partitions: also infinite ones, as partitions without variance give."""
    t = rows(12)
    t[1:4, 0] = np.inf, -np.inf, np.inf
    t[2, 1] = np.inf
    return t


def table():
    """Wins and losses: none, one-sided, even, large."""
    a = np.array([0, 1, 0, 5, 5, 30, 0, 2**40, 2**52, 12, 24, 3])
    b = np.array([0, 0, 1, 5, 0, 10, 1000, 2**40, 0, 12, 0, 4])
    return a, b


def small_table():
    """Right answers of two classifiers on twelve examples each: none, all, few, many."""
    return np.array([0, 12, 0, 12, 1, 6, 7, 12]), np.array([0, 12, 12, 0, 0, 6, 11, 3])


def outcomes():
    """Right and wrong of three classifiers: all right, all wrong, one class only, one example apart."""
    rng = np.random.default_rng(0)
    right = rng.random((6, 10, 3)) < 0.6
    right[1], right[2], right[3], right[4] = True, False, [True, False, True], False
    right[4, 0, 0] = True
    return right


def pvalues():
    p = np.random.default_rng(0).random((9, 12))
    p[1], p[2], p[3], p[4, 0], p[5], p[6] = 0.0, 1.0, 0.5, 0.0, 1e-300, 5e-324
    p[7] = [0.0, 1.0] * 6
    return p


def significances():
    s = np.random.default_rng(0).uniform(-0.5, 0.5, (8, 7))
    s[1], s[2], s[3], s[4], s[5] = 0.5, -0.5, 0.0, -0.0, 1e-300
    s[6] = [0.5, -0.5, 0.2, 0.2, -0.2, 0.0, -0.0]
    return s


def algorithms(*shape):
    """Scores or losses of several algorithms: also those that differ without variance, and with little."""
    x = rows(*shape)
    x[4] = np.arange(shape[0]).reshape(-1, *[1] * (len(shape) - 1))
    x[5] = x[4] + 2.0**-50 * x[0]
    x[6] = np.moveaxis(np.broadcast_to(np.arange(shape[-1]), shape), 0, 0)
    return x


def score_tables(n_datasets, n_learners):
    """Scores by data set and learner: also all of one order, and such that one row tells nothing."""
    x = rows(n_datasets, n_learners)
    x[4] = np.arange(n_learners)
    x[5, 0] = 0.5
    return x


def there(n_datasets, n_learners):
    """Which cells are there: all, none, those of one learner, those of two groups, and at random."""
    mask = np.random.default_rng(0).random(rows(n_datasets, n_learners).shape) < 0.7
    mask[0], mask[1], mask[2] = True, False, np.arange(n_learners) == 0
    mask[3] = np.equal.outer(np.arange(n_datasets) % 2, np.arange(n_learners) % 2)
    return mask


def areas():
    """Scores of two learners on one batch of labels: equal, constant, perfect, reversed, tied."""
    labels = np.array([1, 1, 1, 0, 0, 0, 0, 1])
    scores = rows(8)
    other = np.random.default_rng(1).permuted(scores, axis=-1)
    scores[4], other[4] = labels, 1 - labels
    scores[5], other[5] = labels, 0
    return scores, other, np.broadcast_to(labels, scores.shape)


def halves(n_repeats, n):
    """Random halves, others for each of the experiments of `rows`."""
    even = np.broadcast_to(np.arange(n) % 2, (len(rows(2)), n_repeats, n))
    return np.random.default_rng(0).permuted(even, axis=-1)


def nested(n_repeats, n_folds, n):
    """Folds and pairs of folds, others for each of the experiments of `rows`."""
    scheme = splits.NestedKFold(n_folds, n_repeats)
    each = [scheme.assign(n, seed=seed).folds for seed in range(len(rows(2)))]
    return np.array(each).reshape(len(each), n_repeats, -1, n)


def tournaments():
    """Wins and ties of three: ordinary, no game, ties alone, one who always wins, who never met another, many games."""
    wins = np.random.default_rng(0).integers(0, 9, (7, 3, 3))
    ties = np.ones((7, 3, 3), dtype=int)
    wins[1], ties[1], wins[2] = 0, 0, 0
    wins[3, :, 0], wins[3, 0], ties[3] = 0, 20, 0
    wins[4, 2], wins[4, :, 2], ties[4, 2], ties[4, :, 2] = 0, 0, 0, 0
    wins[5] *= 10**5
    ties[6] = 0
    off = 1 - np.eye(3, dtype=int)
    return wins * off, ties * off


def negated_first(first, *rest):
    return -first, *rest


def negated(*arrays):
    return tuple(-x for x in arrays)


def swapped(a, b, *rest):
    return b, a, *rest


TESTED = {"a_examples": 12, "b_examples": 12}
COUNTS = {"n_examples": 2**53}
# How tests are called that do not say it by the names of their arrays, and variants.
CALLED = {
    "averaged_t": Case(stats.averaged_t, (statistics(),), {"df": 9}, exchanged=negated),
    "averaged_t, excluding": Case(
        stats.averaged_t, (statistics(),), {"df": 9, "undefined": "exclude"}, exchanged=negated
    ),
    "averaged_t, limit": Case(stats.averaged_t, (statistics(),), {"df": 9, "undefined": "limit"}),
    "hall_t": Case(stats.hall_t, (rows(9),), {}, exchanged=negated),
    "hall_t, clusters": Case(stats.hall_t, (rows(9),), {"clusters": [0, 0, 0, 1, 1, 1, 2, 2, 2]}, exchanged=negated),
    "paired_items_t": Case(stats.paired_items_t, (rows(9),), {}, exchanged=negated),
    "paired_items_t, clusters": Case(
        stats.paired_items_t, (rows(9),), {"clusters": [0, 0, 0, 1, 1, 1, 2, 2, 2]}, exchanged=negated
    ),
    "bayesian_correlated_t": Case(stats.bayesian_correlated_t, (rows(2, 5),), {"rope": 0.1}, returns_pvalue=False),
    "bayesian_hierarchical": Case(
        stats.bayesian_hierarchical,
        (rows(3, 2, 5),),
        {"rope": 0.1, "n_draws": 40, "n_warmup": 10},
        returns_pvalue=False,
    ),
    "bayesian_sign": Case(stats.bayesian_sign, (rows(9),), {"rope": 0.1}, returns_pvalue=False),
    "bayesian_signed_rank": Case(
        stats.bayesian_signed_rank, (rows(9),), {"rope": 0.1, "n_draws": 50}, returns_pvalue=False
    ),
    "bradley_terry": Case(stats.bradley_terry, tournaments(), {"n_draws": 40, "n_warmup": 10}, returns_pvalue=False),
    "cochran_q": Case(stats.cochran_q, (outcomes(),), {}),
    "corrected_repeated_kfold_t, df": Case(
        stats.corrected_repeated_kfold_t, (rows(10, 10),), {"df": "calibrated"}, exchanged=negated
    ),
    "conservative_z": Case(stats.conservative_z, (rows(4), rows(3, 2)), {}, exchanged=negated),
    "cross_validation_z": Case(stats.cross_validation_z, (rows(20), halves(1, 20)[:, 0]), {}, exchanged=negated_first),
    "cross_validation_z, around the fold": Case(
        stats.cross_validation_z, (rows(20), halves(1, 20)[:, 0]), {"around": "fold"}, exchanged=negated_first
    ),
    "nested_cv_z": Case(stats.nested_cv_z, (rows(2, 6, 12), nested(2, 3, 12)), {}, exchanged=negated_first),
    "corrected_resampled_t": Case(
        stats.corrected_resampled_t, (rows(7),), {"n_train": 90, "n_test": 10}, exchanged=negated
    ),
    "corrected_tost": Case(stats.corrected_tost, (rows(2, 5),), {"rope": 0.1}),
    "crossed_mean": Case(stats.crossed_mean, (algorithms(4, 5),), {}, returns_pvalue=False),
    "delong": Case(stats.delong, areas(), {}, exchanged=swapped),
    "delve_quasi_f": Case(stats.delve_quasi_f, (algorithms(3, 4, 5),), {}),
    "difference_of_proportions": Case(stats.difference_of_proportions, table(), COUNTS, exchanged=swapped),
    "enough_partitions": Case(stats.enough_partitions, (rows(12),), {"df": 9}),
    "enough_partitions, fixed": Case(stats.enough_partitions, (rows(12),), {"df": 9, "rule": "fixed"}),
    "enough_partitions, as printed": Case(stats.enough_partitions, (rows(12),), {"df": 9, "rule": "as_printed"}),
    "exact_proportions": Case(stats.exact_proportions, small_table(), TESTED, exchanged=swapped),
    "exact_proportions, fisher": Case(
        stats.exact_proportions, small_table(), TESTED | {"method": "fisher"}, exchanged=swapped
    ),
    "five_by_two_t, as printed": Case(stats.five_by_two_t, (rows(5, 2),), {"form": "as_printed"}, exchanged=negated),
    "kfold_t, limit": Case(stats.kfold_t, (rows(10),), {"zero_variance": "limit"}, exchanged=negated),
    "mcnemar, exact": Case(stats.mcnemar, table(), {"method": "exact"}, exchanged=swapped),
    "mcnemar, mid-p": Case(stats.mcnemar, table(), {"method": "mid-p"}, exchanged=swapped),
    "one_way_anova": Case(stats.one_way_anova, tuple(np.moveaxis(algorithms(3, 4), 1, 0)), {}),
    "factorial_anova": Case(stats.factorial_anova, (rows(2, 3, 4),), {"n_factors": 2}),
    "rejection_rate": Case(stats.rejection_rate, (pvalues(),), {}, returns_pvalue=False),
    "sign_flip, drawn": Case(
        stats.sign_flip, (rows(40),), {"method": "monte-carlo", "n_flips": 99, "seed": 3}, exchanged=negated
    ),
    "sign_test, split": Case(stats.sign_test, (rows(9),), {"ties": "split"}, exchanged=negated),
    "mean_rank_z, aligned": Case(stats.mean_rank_z, (score_tables(7, 4),), {"ranks": "aligned"}),
    "mean_rank_z, quade with a control": Case(
        stats.mean_rank_z, (score_tables(7, 4),), {"ranks": "quade", "control": 2}
    ),
    "mean_rank_z, as printed": Case(stats.mean_rank_z, (score_tables(7, 4),), {"variance": "as_printed"}),
    "skillings_mack": Case(stats.skillings_mack, (score_tables(7, 4), there(7, 4)), {}),
    "twofold_jackknife_t": Case(stats.twofold_jackknife_t, (rows(6, 20), halves(6, 20)), {}, exchanged=negated_first),
    "twofold_jackknife_t, no floor": Case(
        stats.twofold_jackknife_t, (rows(5, 21), halves(5, 21)), {"floor": False}, exchanged=negated_first
    ),
    "twofold_jackknife_t, adjusted": Case(
        stats.twofold_jackknife_t, (rows(60, 20), halves(60, 20)), {"adjusted": True}, exchanged=negated_first
    ),
    "wilcoxon, pratt": Case(stats.wilcoxon, (rows(9),), {"zeros": "pratt"}, exchanged=negated),
    "wilcoxon, split": Case(stats.wilcoxon, (rows(9),), {"zeros": "split"}, exchanged=negated),
    "wilcoxon, normal": Case(stats.wilcoxon, (rows(9),), {"method": "normal"}, exchanged=negated),
    "wilcoxon_significances": Case(stats.wilcoxon_significances, (significances(),), {}, exchanged=negated),
}


def derived(test):
    """A case from what a test calls its arrays, and from the shape that its docstring gives them."""
    parameters = inspect.signature(test).parameters
    directed = "alternative" in parameters
    match [name for name, parameter in parameters.items() if parameter.kind is not parameter.KEYWORD_ONLY]:
        case ["differences"]:
            shape = re.search(
                r"^differences : array_like of shape \(\.\.\., (.+)\)$", inspect.getdoc(test), re.MULTILINE
            )
            sizes = {"5": 5, "2": 2, "n_repeats": 2, "n_folds": 5 if "n_repeats" in shape[1] else 10}
            arrays, exchanged = (rows(*(sizes.get(size, 9) for size in shape[1].split(", "))),), negated
        case ["a_only", "b_only"]:
            arrays, exchanged = table(), swapped
        case ["scores"]:
            arrays, exchanged = (score_tables(7, 4),), negated
        case ["pvalues"]:
            arrays, exchanged = (pvalues(),), negated
        case names:
            raise AssertionError(f"say in CALLED what {test.__name__}{tuple(names)} is called with")
    options = COUNTS if "n_examples" in parameters else {}
    has_pvalue = "pvalue" in result_fields(test)
    return Case(test, arrays, options, exchanged=exchanged if directed else None, returns_pvalue=has_pvalue)


def result_fields(test):
    returned = typing.get_type_hints(test).get("return")
    return {field.name for field in fields(returned)} if is_dataclass(returned) else set()


# Every public function whose result holds a p-value, or flags.
FUNCTIONS = [value for name in stats.__all__ if inspect.isfunction(value := getattr(stats, name))]
TESTS = {test.__name__: test for test in FUNCTIONS if {"pvalue", "flags"} & result_fields(test)}
CASES = CALLED | {name: derived(test) for name, test in TESTS.items() if name not in CALLED}

every = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def numbers(result, size):
    """Every float of the result, its properties and its intervals, one row per experiment."""
    named = {field.name: getattr(result, field.name) for field in fields(result)}
    named |= {name: getattr(result, name) for name, value in vars(type(result)).items() if isinstance(value, property)}
    for method in ("confidence_interval", "credible_interval", "share_interval"):
        if hasattr(result, method) and not (method == "confidence_interval" and lacks_interval(result)):
            named[method] = getattr(result, method)()
    for name, value in named.items():
        parts = value if isinstance(value, tuple) else (value,)
        for part in parts:
            array = np.asarray(part)
            if array.dtype.kind == "f" and array.ndim and len(array) == size:
                yield name, array.reshape(size, -1)


def lacks_interval(result):
    return getattr(result, "n_examples", 1) is None or getattr(result, "differences", 1) is None


def identical(one, two):
    """Bit by bit, NaN included."""
    if is_dataclass(one):
        return type(one) is type(two) and all(
            identical(getattr(one, field.name), getattr(two, field.name)) for field in fields(one)
        )
    if isinstance(one, tuple):
        return len(one) == len(two) and all(identical(a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, stats.Flags):
        return one.names == two.names and all(np.array_equal(one.where(n), two.where(n)) for n in one.names)
    if isinstance(one, np.ndarray | float):
        a, b = np.asarray(one), np.asarray(two)
        return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()
    return type(one) is type(two) and one == two


def member(value, i, size):
    """The part of a batch's field that belongs to experiment `i`."""
    if isinstance(value, tuple):
        return tuple(member(part, i, size) for part in value)
    if isinstance(value, stats.Flags):
        return value[i]
    if isinstance(value, np.ndarray) and value.ndim and len(value) == size:
        part = value[i]
        return part if part.ndim else part.item()
    return value


@every
def test_undefined_and_infinite_numbers_are_flagged(case):
    """Warnings are errors in this suite, so this also shows that there are none."""
    result = case.call(*case.arrays, **case.options)
    size = len(case.arrays[0])
    assert isinstance(result.flags, stats.Flags)
    assert result.flags.shape == (size,)
    excused = np.any([result.flags.where(name) for name in EXCUSES], axis=0)
    for name, values in numbers(result, size):
        bad = ~np.isfinite(values).all(axis=1)
        if name == "n_needed":
            # Infinite if no number of partitions would do, as the decision says.
            bad &= np.asarray(result.decision) != "more_partitions"
        assert not (bad & ~excused).any(), (name, np.flatnonzero(bad & ~excused))


@every
def test_flags_of_a_batch_tell_how_often_they_hold(case):
    flags = case.call(*case.arrays, **case.options).flags
    told = ", ".join(f"{name!r}: {flags.where(name).sum()}" for name in sorted(flags.names))
    assert repr(flags) == f"Flags({{{told}}}, shape={flags.shape})"
    assert repr(flags[0]) == f"Flags({{{', '.join(repr(name) for name in sorted(set(flags[0])))}}})"


@every
def test_a_batch_is_its_members(case):
    size = len(case.arrays[0])
    together = case.call(*case.arrays, **case.options)
    options = dict(case.options)
    for i in range(size):
        alone = case.call(*(array[i] for array in case.arrays), **options)
        for field in fields(alone):
            expected = member(getattr(together, field.name), i, size)
            assert identical(getattr(alone, field.name), expected), (field.name, i)


@every
def test_one_experiment_gives_python_numbers(case):
    result = case.call(*(array[0] for array in case.arrays), **case.options)
    for field in fields(result):
        value = getattr(result, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            assert not isinstance(part, np.generic), field.name
            assert not (isinstance(part, np.ndarray) and part.ndim == 0), field.name
    assert result.flags.shape == ()
    assert isinstance(set(result.flags), set)


@every
def test_results_are_frozen(case):
    result = case.call(*(array[0] for array in case.arrays), **case.options)
    for field in fields(result):
        with pytest.raises(FrozenInstanceError):
            setattr(result, field.name, None)
    with pytest.raises((AttributeError, TypeError)):
        result.another = 1


@every
def test_pvalues_are_probabilities(case):
    result = case.call(*case.arrays, **case.options)
    if not case.returns_pvalue or result.pvalue is None:
        return
    pvalue = np.asarray(result.pvalue)
    undefined = np.isnan(pvalue)
    assert ((pvalue >= 0) & (pvalue <= 1) | undefined).all()
    # Tests of many pairs have a p-value for each.
    undefined = undefined.reshape(len(pvalue), -1).any(axis=1)
    assert (~undefined | result.flags.where("zero_variance")).all()


@pytest.mark.parametrize(
    "case", [c for c in CASES.values() if c.exchanged], ids=[k for k, c in CASES.items() if c.exchanged]
)
def test_alternatives_are_symmetric(case):
    def pvalue(arrays, alternative):
        return np.asarray(case.call(*arrays, alternative=alternative, **case.options).pvalue)

    other = case.exchanged(*case.arrays)
    assert identical(pvalue(case.arrays, "two-sided"), pvalue(other, "two-sided"))
    assert identical(pvalue(case.arrays, "greater"), pvalue(other, "less"))
    assert identical(pvalue(case.arrays, "less"), pvalue(other, "greater"))


def test_every_direction_is_exchanged():
    directed = {case.call for case in CASES.values() if "alternative" in inspect.signature(case.call).parameters}
    assert directed == {case.call for case in CASES.values() if case.exchanged}


@every
def test_input_is_left_alone_and_may_be_read_only(case):
    before = [array.copy() for array in case.arrays]
    arrays = [array.copy() for array in case.arrays]
    for array in arrays:
        array.flags.writeable = False
    result = case.call(*arrays, **case.options)
    for array, copy in zip(arrays, before, strict=True):
        assert array.tobytes() == copy.tobytes()
    assert identical(result, case.call(*case.arrays, **case.options))


@every
def test_memory_may_lie_anyhow(case):
    expected = case.call(*case.arrays, **case.options)
    scattered = [np.repeat(array, 2, axis=-1)[..., ::2] for array in case.arrays]
    assert not any(array.flags.c_contiguous for array in scattered)
    assert identical(case.call(*scattered, **case.options), expected)
    fortran = [np.asfortranarray(array) for array in case.arrays]
    assert identical(case.call(*fortran, **case.options), expected)


def test_no_test_is_forgotten():
    assert len(TESTS) > 25
    assert set(TESTS.values()) == {case.call for case in CASES.values()}
