"""Words of studies of tests, at a glance and in details, as files beside this one."""

import pytest

from foldwise.data import load
from foldwise.lab import (
    OwnProcedure,
    calibration,
    certify,
    check_procedure,
    example_errors,
    fold_correlation,
    learning_curves,
    partition_noise,
    power,
    rank_results,
    replicability,
    replication_count,
    sources,
    type_one_error,
)
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.verdicts import compare

TWO = ["10/kfold_t", "resampled:30:0.333/resampled_t"]
KINDS = [sources.TwoKinds(0.4), sources.TwoKinds(0.1)]
NULL = sources.ExchangeableBlocks(n_examples=60)
FEW = {"n_trials": 20, "seed": 1}
LEARNERS = {"nb": NaiveBayes(), "c45": C45(), "nn": NearestNeighbor()}


def certificate(*names):
    learners = {name: LEARNERS[name] for name in names}
    made = certify(learners, load("wine"), procedure="10", n_trials=20, seed=1, progress=False)
    return made.readjudge(compare(learners, load("wine"), scheme="10", test="corrected_repeated_kfold_t", seed=1))


def powers():
    return power(TWO, [NULL, sources.ExchangeableBlocks(n_examples=60, second_shift=0.1)], **FEW)


def ranking():
    executions = replicability(TWO, NULL, n_executions=3, **FEW)
    return rank_results(type_one_error(TWO, NULL, **FEW), powers(), executions, tolerance=4)


CASES = {
    "type_one_error": lambda: type_one_error(TWO, KINDS, n_trials=100),
    "type_one_error_once": lambda: type_one_error(TWO[0], KINDS[0], n_trials=100),
    "power": powers,
    "replications": lambda: replicability(TWO, NULL, n_executions=3, **FEW),
    "calibration": lambda: calibration(TWO, KINDS, n_trials=100),
    "fold_correlation": lambda: fold_correlation(NULL, **FEW),
    "partition_noise": lambda: partition_noise(TWO, NULL, n_executions=3, **FEW),
    "replication_count": lambda: replication_count(KINDS[0], splits=(5, 20), folds=(5,), halvings=(2,), **FEW),
    "ranking": ranking,
    "example_errors": lambda: example_errors(C45(), load("iris"), n_sets=20, seed=1),
    "learning_curves": lambda: learning_curves(sources.Plane(), sizes=[100], n_sets=5, seed=1),
    "check": lambda: check_procedure("5x2/five_by_two_t", n_nulls=2000, seed=1),
    "check_failed": lambda: check_procedure(OwnProcedure("10", lambda _: 0.01, name="mine"), n_nulls=500, seed=1),
    "certificate": lambda: certificate("nb", "c45"),
    "certificates": lambda: certificate(*LEARNERS),
}


@pytest.mark.parametrize("name", CASES)
def test_words(name, same_words):
    same_words(name, CASES[name]())


def test_many_rows_show_the_lowest_and_the_highest_rate():
    """Seven sources, two procedures: fourteen rows, of which six are shown in the order of their rates."""
    several = [sources.TwoKinds(error) for error in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4)]
    result = type_one_error(TWO, several, n_trials=40)
    glance = result.glance()
    assert glance.table.rows[3][0] == "... 8 more"
    rates = [float(row[2]) for place, row in enumerate(glance.table.rows) if place != 3]
    every = sorted(result.frame()["rate"])
    assert rates == pytest.approx([*every[:3], *every[-3:]], abs=5e-4)
    assert glance.all_rows == "result.frame()"
