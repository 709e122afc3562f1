"""An assertion for pytest and its like: the candidate is not worse than the baseline by more than a margin."""

from typing import Any, Literal

from foldwise._core import check_choice
from foldwise.verdicts import Gate, gate


def assert_not_worse(
    baseline: Any,
    candidate: Any = None,
    *,
    worse_by: float,
    undecided: Literal["fail", "skip", "pass"] = "fail",
    **options: Any,
) -> Gate:
    """Raise unless a candidate is shown to be not worse than a baseline by more than a margin.

    Parameters
    ----------
    baseline, candidate, worse_by
        As in `foldwise.verdicts.gate`.
    undecided : {'fail', 'skip', 'pass'}, default 'fail'
        What happens if the examples, or repeats, are too few to tell: raise, skip the test of pytest that asks (raise
        where there is no pytest), or go on.
    **options
        Further arguments of `foldwise.verdicts.gate`.

    Returns
    -------
    Gate
        If nothing was raised.

    Raises
    ------
    AssertionError
        With the gate at a glance, if the candidate is worse, or it is undecided and that is to fail.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.testing import assert_not_worse
    >>> old = pd.DataFrame({"item": range(400), "accuracy": [1, 0] * 200})
    >>> assert_not_worse(old, old, worse_by=0.02).outcome
    'not worse'
    """
    # Pytest then shows the line of the test, not ours.
    __tracebackhide__ = True
    check_choice(undecided, "undecided", ("fail", "skip", "pass"))
    result = gate(baseline, candidate, worse_by=worse_by, **options)
    if result.outcome == "not worse" or (result.outcome == "undecided" and undecided == "pass"):
        return result
    if result.outcome == "undecided" and undecided == "skip":
        try:
            import pytest
        except ImportError:
            pass
        else:
            pytest.skip(str(result))
    raise AssertionError(str(result))
