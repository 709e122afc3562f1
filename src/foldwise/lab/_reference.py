"""Which distribution a test refers its statistic to, found out from what it reported."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import chdtrc, chdtri, fdtrc, fdtri, ndtr, ndtri, stdtr, stdtridf

from foldwise.stats._door import student_quantile

Floats = npt.NDArray[np.float64]

# Of p-values: they come from the same formulas, and differ by rounding only.
_CLOSE = 1e-8
# So many statistics of a symmetric distribution have the same sign in one of 500 studies.
_ONE_SIGN = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reference:
    """A distribution that a statistic follows, if the test is right.

    Parameters
    ----------
    name : str
        In words, such as ``'t, 5 df'``, or ``'absolute t, 5 df'`` for a statistic without sign.
    quantile : callable
        From probabilities to values of the statistic.
    pvalue : callable
        From values of the statistic to p-values, two-sided where it takes both signs.

    Examples
    --------
    >>> from foldwise.lab import calibration, sources
    >>> found = calibration("10/kfold_t", sources.TwoKinds(0.4), n_trials=50)
    >>> reference = found.reference("10/kfold_t")
    >>> reference.name, round(float(reference.quantile(0.975)), 3)
    ('t, 9 df', 2.262)
    """

    name: str
    quantile: Callable[[Floats], Floats]
    pvalue: Callable[[Floats], Floats]


def reference_of(statistic: Floats, pvalue: Floats) -> Reference | None:
    """Find the distribution under which every statistic has its p-value, two-sided where it takes both signs.

    Asking the numbers instead of keeping a list by name serves tests of one's own, too, and cannot be wrong about
    degrees of freedom: all pairs of statistic and p-value must agree.

    Returns
    -------
    Reference or None
        None if it is none of Student's, normal, chi-square with one degree of freedom and F with 10 and 5. Of Student's
        and the normal one that of the absolute value, where ten statistics or more are all positive.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([[0.1, 0.2, 0.0], [-0.1, 0.1, 0.3]])
    >>> reference_of(result.statistic, result.pvalue).name
    't, 2 df'
    """
    # Where p is one, nothing was found, or nobody was called better in spite of the statistic.
    known = np.isfinite(statistic) & (pvalue < 1)
    t, p = statistic[known], pvalue[known]
    # Not informative about a distribution: a difference of zero, or one beyond all doubt.
    telling = (np.abs(t) > 0.05) & (p > 1e-6) & (p < 1 - 1e-6)
    if not telling.any():
        return None

    def fits(computed: npt.ArrayLike) -> bool:
        return bool(np.allclose(computed, p, rtol=0, atol=_CLOSE))

    # Ten at least, since a few statistics of both signs may be positive by chance.
    is_unsigned = bool((t >= 0).all()) and int((t > 0).sum()) >= _ONE_SIGN
    references = [
        Reference(name="normal", quantile=ndtri, pvalue=lambda t: np.asarray(2 * ndtr(-np.abs(t)))),
        Reference(
            name="chi-square, 1 df",
            quantile=lambda q: np.asarray(chdtri(1, 1 - q)),
            pvalue=lambda t: np.asarray(chdtrc(1, t)),
        ),
        Reference(
            name="F, 10 and 5 df",
            quantile=lambda q: np.asarray(fdtri(10, 5, q)),
            pvalue=lambda t: np.asarray(fdtrc(10, 5, t)),
        ),
    ]
    for reference in references if (t >= 0).all() else references[:1]:
        if fits(reference.pvalue(t)):
            return _absolute(reference) if is_unsigned and reference.name == "normal" else reference
    best = np.flatnonzero(telling)[np.abs(p[telling] - 0.1).argmin()]
    df = float(stdtridf(1 - p[best] / 2, abs(t[best])))
    df = round(df) if abs(df - round(df)) < 1e-3 * df else df
    student = Reference(
        name=f"t, {df:g} df",
        quantile=lambda q: np.asarray(student_quantile(df, q)),
        pvalue=lambda t: np.asarray(2 * stdtr(df, -np.abs(t))),
    )
    if not (df > 0 and fits(student.pvalue(t))):
        return None
    return _absolute(student) if is_unsigned else student


def _absolute(symmetric: Reference) -> Reference:
    return Reference(
        name=f"absolute {symmetric.name}",
        quantile=lambda q: symmetric.quantile((1 + q) / 2),
        pvalue=symmetric.pvalue,
    )
