"""Tables as codes, and as what a user would pass."""

import sys
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import _fold_predictor


@dataclass(frozen=True, eq=False)
class Coded:
    """A table: nominal columns hold codes below `n_values`, which is 0 for a numeric column; NaN is missing."""

    X: np.ndarray
    n_values: np.ndarray
    y: np.ndarray
    n_classes: int
    weight: np.ndarray

    def frame(self, rows=slice(None)):
        """The rows as a DataFrame whose nominal columns declare all their values."""
        columns = {}
        for number, (values, declared) in enumerate(zip(self.X[rows].T, self.n_values, strict=True)):
            codes = np.where(np.isnan(values), -1, values).astype(int) if declared else None
            columns[f"x{number}"] = pd.Categorical.from_codes(codes, range(declared)) if declared else values
        return pd.DataFrame(columns)

    def labels(self, rows=slice(None)):
        """The classes of the rows, all of them declared."""
        return pd.Categorical.from_codes(self.y[rows], range(self.n_classes))

    def fitted(self, learner, rows=slice(None)):
        """The learner, fitted to the rows."""
        return learner.fit(self.frame(rows), self.labels(rows), sample_weight=self.weight[rows])


@pytest.fixture(scope="session")
def coded():
    """The class of coded tables."""
    return Coded


@pytest.fixture(scope="session", name="FoldByFold")
def fold_by_fold():
    """What all short cuts are compared with: a fit for every fold."""
    return _fold_predictor.FoldByFold


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module that a learner can be taken from."""

    def write(source, name="written_for_this_test"):
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    return write


@pytest.fixture(scope="session")
def random_table():
    """Make a table with numeric and nominal columns that say something about the class.

    Numeric columns are rounded in every second table, so that values repeat. Weights are 1.
    """

    def made(seed, *, n=None, n_classes=None, missing=0.1, nominal=0.4):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(20, 150)) if n is None else n
        n_classes = int(rng.integers(2, 5)) if n_classes is None else n_classes
        n_columns = int(rng.integers(2, 7))
        n_values = np.where(rng.random(n_columns) < nominal, rng.integers(2, 6, n_columns), 0).astype(np.int32)
        hidden = rng.normal(size=n)
        columns = []
        for declared in n_values:
            signal = rng.choice([0.0, 0.6, 1.0]) * hidden + rng.normal(size=n)
            if declared:
                columns.append(np.clip(np.floor((signal + 2) / 4 * declared), 0, declared - 1))
            else:
                columns.append(np.round(signal, 1) if seed % 2 else signal)
        X = np.column_stack(columns)
        noisy = hidden + 0.5 * rng.normal(size=n)
        y = np.clip(np.floor((noisy + 2) / 4 * n_classes), 0, n_classes - 1).astype(np.int32)
        X[rng.random(X.shape) < missing] = np.nan
        return Coded(X, n_values, y, n_classes, np.ones(n))

    return made
