"""The kernels, and those parts of learners that call them and nothing else: these tests alone may take them."""

from types import SimpleNamespace

import pytest

from foldwise._kernels import (
    bayes_folds,
    binary_folds,
    column_ranks,
    fold_codes,
    fold_counts,
    mdl_cuts,
    mdl_folds,
    moments,
    naive_bayes,
    nearest_neighbor,
    neighbor_folds,
    neighbor_pick,
    paired_shares,
    sign_flip,
    student_slices,
    table_cells,
    thread_filter,
    tree_walk,
)
from foldwise.learners import _bayes_folds, _size_pruning, _tree


@pytest.fixture(scope="session")
def kernels():
    """All kernels that are called by themselves, by name."""
    return SimpleNamespace(
        bayes_folds=bayes_folds,
        binary_folds=binary_folds,
        column_ranks=column_ranks,
        fold_codes=fold_codes,
        fold_counts=fold_counts,
        mdl_cuts=mdl_cuts,
        mdl_folds=mdl_folds,
        moments=moments,
        naive_bayes=naive_bayes,
        nearest_neighbor=nearest_neighbor,
        neighbor_folds=neighbor_folds,
        neighbor_pick=neighbor_pick,
        paired_shares=paired_shares,
        sign_flip=sign_flip,
        student_slices=student_slices,
        table_cells=table_cells,
        thread_filter=thread_filter,
        tree_walk=tree_walk,
    )


@pytest.fixture(scope="session", name="BayesFolds")
def bayes_folds_class():
    return _bayes_folds.BayesFolds


@pytest.fixture(scope="session", name="DiscretizedFolds")
def discretized_folds_class():
    return _bayes_folds.DiscretizedFolds


@pytest.fixture(scope="session", name="SizePruning")
def size_pruning_class():
    return _size_pruning.SizePruning


@pytest.fixture(scope="session", name="Tree")
def tree_class():
    return _tree.Tree
