"""A test that a user brings: any function of differences, of losses or of a Run."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

from foldwise._core import check_bool, check_choice, check_fraction
from foldwise.splits import as_scheme
from foldwise.verdicts.tests import function_name, takes_sizes

Reads = Literal["differences", "losses", "run"]


@dataclass(frozen=True, slots=True)
class OwnProcedure:
    """A scheme and a test of one's own.

    Parameters
    ----------
    scheme : Scheme or str
        How to split. See `foldwise.splits`.
    test : callable
        Gets what `reads` says. Returns a p-value, a pair of statistic and p-value, or an object that has a `pvalue`
        (and a `statistic`, if it likes), such as the results of `scipy.stats`.
    name : str, optional
        For tables and figures; by default that of the function.
    reads : {'differences', 'losses', 'run'}, default 'differences'
        What the function gets. ``'differences'``: accuracy of a less accuracy of b, of shape (n_repeats, n_folds); if
        it has parameters `n_train` and `n_test`, also the sizes, of the same shape. ``'losses'``: 0 where a learner is
        right and 1 where it is wrong, of shape (2, n_repeats, n_examples), NaN where an example is not tested.
        ``'run'``: a `foldwise.runs.Run` of the learners a and b.
    signed : bool, default False
        Whether the sign of the statistic says who is better, positive for a. Otherwise the mean difference says it.
    alpha : float, default 0.05
        The level.

    See Also
    --------
    check_procedure : Does the test behave?

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab import OwnProcedure, sources, type_one_error
    >>> def median_sign(differences):
    ...     ahead, behind = np.sum(differences > 0), np.sum(differences < 0)
    ...     return min(1.0, 2.0 ** (1 - ahead - behind)) if min(ahead, behind) == 0 else 1.0
    >>> found = type_one_error(OwnProcedure("10", median_sign), sources.TwoKinds(0.4), n_trials=200)
    >>> found.frame().loc[0, "procedure"]
    'median_sign'
    """

    scheme: Any
    test: Callable[..., Any]
    _: KW_ONLY
    name: str = ""
    reads: Reads = "differences"
    signed: bool = False
    alpha: float = 0.05

    def __post_init__(self) -> None:
        object.__setattr__(self, "scheme", as_scheme(self.scheme))
        if not callable(self.test):
            raise TypeError(f"test must be a function, got {type(self.test).__name__}. For a name use Procedure.")
        check_choice(self.reads, "reads", ("differences", "losses", "run"))
        check_bool(self.signed, "signed")
        check_fraction(self.alpha, "alpha")
        if not self.name:
            object.__setattr__(self, "name", function_name(self.test))

    @property
    def takes_sizes(self) -> bool:
        """Whether the function wants the sizes of training and test sets."""
        return takes_sizes(self.test)
