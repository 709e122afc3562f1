"""What tests of several studies share."""

import numpy as np
import pytest

from foldwise.lab import Trials, sources
from foldwise.lab._found import Found
from foldwise.lab._procedures import as_procedures


@pytest.fixture(scope="session")
def made_trials():
    """Make trials of what procedures are said to have found: p-values by name, of shape (n_trials, n_executions)."""

    def made(pvalues, *, source=None, **others):
        found = {}
        for name, given in pvalues.items():
            p = np.asarray(given, dtype=float)
            rest = {key: np.asarray(others[key], dtype=float) for key in others}
            known = {"statistic": np.zeros(p.shape), "estimate": np.zeros(p.shape), "direction": np.ones(p.shape)}
            found[name] = Found(pvalue=p, **{**known, **rest})
        named = as_procedures(list(pvalues))
        return Trials(source=source or sources.TwoKinds(), procedures=named, found=found, seed=3)

    return made
