"""A metric that some test set leaves undefined is refused before anything is fitted."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.model_selection import KFold, LeaveOneOut

from foldwise.replicability import replicate
from foldwise.verdicts import Procedure, compare

X = np.arange(60.0).reshape(30, 2)
RARE = np.array(["yes"] * 3 + ["no"] * 27)


class Unfit(DummyClassifier):
    """Nobody should ask it to."""

    def fit(self, X, y):
        raise AssertionError("fitted")


def plan_of(y, scheme, metric, learner=DummyClassifier):
    (plan,) = Procedure(scheme).plan([learner()], X, y, metric=metric, seed=1)
    return plan


@pytest.mark.parametrize("scheme", ["10", "2x10", "settled", "settled:guard"])
def test_the_auc_of_a_single_class_is_foreseen(scheme):
    """Three positives in ten stratified folds: seven of them have none."""
    with pytest.raises(ValueError, match=r"'roc_auc' is undefined .* fold \d, which has 3 examples, of the class 'no'"):
        compare({"a": Unfit(), "b": Unfit()}, X, RARE, scheme=scheme, metric="roc_auc", seed=1)


def test_how_many_folds_are_such():
    with pytest.raises(ValueError, match=r"\(14 of 20 folds are such\)\. Use fewer or stratified folds"):
        plan_of(RARE, "2x10", "roc_auc").check_metric()


def test_by_replicate_as_well():
    with pytest.raises(ValueError, match="'roc_auc' is undefined"):
        replicate({"a": Unfit(), "b": Unfit()}, X, RARE, procedure=Procedure("5"), metric="roc_auc", seed=1, n=2)


@pytest.mark.parametrize("metric", ["accuracy", "balanced_accuracy", "neg_log_loss", "matthews_corrcoef", "f1_macro"])
def test_metrics_that_one_class_leaves_defined_are_not_refused(metric):
    plan_of(RARE, "10", metric).check_metric()


def test_three_classes_of_which_a_fold_has_two():
    y = np.array(["a"] * 2 + ["b"] * 14 + ["c"] * 14)
    with pytest.raises(ValueError, match=r"which has 10 examples, of the classes 'a', 'b' alone \(3 of 3"):
        plan_of(y, KFold(3), "roc_auc_ovr").check_metric()


def test_numbers_are_refused_where_one_example_is_too_few():
    with pytest.raises(ValueError, match=r"'r2' is undefined .* which has 1 example "):
        plan_of(X[:, 0], LeaveOneOut(), "r2", DummyRegressor).check_metric()
    plan_of(X[:, 0], LeaveOneOut(), "neg_mean_absolute_error", DummyRegressor).check_metric()


def test_a_metric_that_is_infinite_for_the_truth_is_left_alone():
    def evidence(y_true, y_pred):
        return -np.log(np.mean(y_true != y_pred))

    with np.errstate(divide="ignore"):
        plan_of(RARE, "10", evidence).check_metric()


def test_own_functions_are_tried_once_for_each_kind_of_test_set():
    calls = []

    def share(y_true, y_pred):
        calls.append(len(y_true))
        return float(np.mean(y_true == y_pred))

    plan = plan_of(RARE, "10x10", share)
    calls.clear()
    plan.check_metric()
    assert sorted(calls) == [3, 3, 30]
