"""The room as a whole: its public names, what it imports, what its results are."""

import dataclasses
import subprocess
import sys

import pytest

from foldwise import stats


def test_all_is_what_is_there():
    public = {name for name, value in vars(stats).items() if not name.startswith("_") and callable(value)}
    assert stats.__all__ == sorted(public)


def test_importing_it_loads_numpy_and_special_functions_only():
    code = (
        "import sys, foldwise.stats; "
        "print(*[m for m in ('scipy.stats', 'scipy.optimize', 'pandas', 'sklearn', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("result", [stats.kfold_t([1, 2, 4]), stats.binomial(3, 1)])
def test_results_are_frozen(result):
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.pvalue = 0.0
