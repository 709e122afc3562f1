"""The data sets that need no file and no network."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from foldwise.data._dataset import Dataset
from foldwise.data._generated import balance_scale, monks, tic_tac_toe
from foldwise.data._waveform import make_waveform

WAVEFORM_SEED = 21


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """How to make a built-in set, and what can be said of it without making it."""

    make: Callable[[], Dataset]
    rows: int
    numeric: int
    nominal: int
    classes: int
    note: str


def _from_sklearn(loader: str, name: str) -> Dataset:
    import sklearn.datasets

    bunch: Any = getattr(sklearn.datasets, loader)(as_frame=True)
    labels = pd.Index([str(label) for label in bunch.target_names])
    y: Any = pd.Categorical.from_codes(bunch.target.to_numpy(), categories=labels)
    return Dataset(bunch.data, y, name)


BUILT_IN = {
    "balance-scale": BuiltIn(balance_scale, 625, 4, 0, 3, "generated: all settings; 288 L, 49 B, 288 R"),
    "digits": BuiltIn(lambda: _from_sklearn("load_digits", "digits"), 1797, 64, 0, 10, "scikit-learn's 8x8 digits"),
    "iris": BuiltIn(lambda: _from_sklearn("load_iris", "iris"), 150, 4, 0, 3, "scikit-learn's copy of Fisher's iris"),
    "monk1-full": BuiltIn(lambda: monks("monk1-full"), 432, 0, 6, 2, "generated: all cases; 216 positive"),
    "monk2": BuiltIn(lambda: monks("monk2"), 432, 0, 6, 2, "generated: all cases; 142 positive"),
    "monk3-full": BuiltIn(lambda: monks("monk3-full"), 432, 0, 6, 2, "generated: all cases, no noise; 228 positive"),
    "tic-tac-toe": BuiltIn(tic_tac_toe, 958, 0, 9, 2, "generated: all end boards; 626 won by x"),
    "waveform-21": BuiltIn(
        lambda: make_waveform(5000, seed=WAVEFORM_SEED), 5000, 21, 0, 3, "Breiman's generator, fixed seed"
    ),
    "wdbc": BuiltIn(lambda: _from_sklearn("load_breast_cancer", "wdbc"), 569, 30, 0, 2, "scikit-learn's breast cancer"),
    "wine": BuiltIn(lambda: _from_sklearn("load_wine", "wine"), 178, 13, 0, 3, "scikit-learn's wine"),
}
