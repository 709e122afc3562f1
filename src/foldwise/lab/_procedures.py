"""The procedures of a study: named, whatever way they were given, a test of one's own among them."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Final, Literal

from foldwise._core import check_bool, check_choice, check_fraction
from foldwise.splits import FiveByTwo, KFold, Scheme, as_scheme
from foldwise.verdicts import NEEDS, READS, Procedure, Settled
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
        What the function gets. ``'differences'``: score of a less score of b, in the metric of the source, of shape
        (n_repeats, n_folds); if it has parameters `n_train` and `n_test`, also the sizes, of the same shape.
        ``'losses'``: 0 where a learner is right and 1 where it is wrong, of shape (2, n_repeats, n_examples), NaN where
        an example is not tested; of sources whose metric is accuracy alone.
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


AnyProcedure = Procedure | OwnProcedure

_DEFAULT_LEVEL: Final = 0.05


def as_procedures(procedures: Any) -> dict[str, AnyProcedure]:
    """Return procedures by name.

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        A text is a scheme, and a test if it holds a slash: ``'10x10'``, ``'5x2/five_by_two_f'``.

    Returns
    -------
    dict
        In the order given; names are those of a mapping, else made from scheme and test.
    """
    if isinstance(procedures, Mapping):
        named = {str(name): _as_procedure(each) for name, each in procedures.items()}
    else:
        several = procedures if isinstance(procedures, list | tuple) else [procedures]
        unnamed = [_as_procedure(each) for each in several]
        named = {label(each): each for each in unnamed}
        if len(named) < len(unnamed):
            raise ValueError("Procedures must differ in scheme or test. Pass a mapping of names to procedures.")
    if not named:
        raise ValueError("There must be a procedure at least, such as '10x10'.")
    return named


def at_level(procedures: Any, alpha: float) -> dict[str, AnyProcedure]:
    """Return procedures by name, all of one level; refuse one that was made for another.

    Parameters
    ----------
    procedures
        As in `as_procedures`; texts and `Settled` get the level, since repeats are added with it in view.
    alpha : float
        The level of the study.
    """
    check_fraction(alpha, "alpha")
    named = as_procedures(procedures)
    for name, procedure in named.items():
        # An unsettled procedure that says nothing has the default, and no use for a level: p-values are compared.
        if procedure.alpha not in (alpha, _DEFAULT_LEVEL):
            raise ValueError(
                f"{name} rejects at {procedure.alpha:g}, this study at {alpha:g}. Pass alpha={procedure.alpha:g}."
            )
    return {name: replace(procedure, alpha=alpha) for name, procedure in named.items()}


def label(procedure: AnyProcedure) -> str:
    """Return a procedure as one would type it.

    >>> label(Procedure("5x2", "five_by_two_t")), label(Procedure("10x10"))
    ('5x2/five_by_two_t', '10x10')
    """
    if isinstance(procedure, OwnProcedure):
        return procedure.name
    if procedure.settled is not None:
        return str(procedure.settled)
    scheme = procedure.scheme.short_name if isinstance(procedure.scheme, Scheme) else str(procedure.scheme)
    return scheme if procedure.test is None else f"{scheme}/{procedure.test}"


def _as_procedure(procedure: Any) -> AnyProcedure:
    if isinstance(procedure, Procedure | OwnProcedure):
        return _checked(procedure)
    if isinstance(procedure, Settled):
        return _checked(Procedure(procedure))
    if isinstance(procedure, str):
        scheme, _, test = procedure.partition("/")
        return _checked(Procedure(scheme, test or None))
    raise TypeError(
        f"A procedure must be a Procedure, a Settled, an OwnProcedure or a text such as '5x2/five_by_two_t', got "
        f"{type(procedure).__name__}."
    )


def _checked(procedure: AnyProcedure) -> AnyProcedure:
    """Refuse what no trial could honour."""
    if not isinstance(procedure.scheme, Scheme | Settled):
        raise ValueError(
            f"Trials need a scheme of foldwise.splits, got {type(procedure.scheme).__name__}: it draws its splits "
            "itself, and cannot be executed anew on every dataset. Use a scheme such as '10x10'."
        )
    if isinstance(procedure.scheme, Settled) and procedure.scheme.max_seconds is not None:
        raise ValueError(
            f"Trials cannot have a budget of time, got max_seconds={procedure.scheme.max_seconds:g}: what they find "
            "would depend on the machine. Use max_fits."
        )
    if isinstance(procedure, Procedure):
        if procedure.rope is not None:
            raise ValueError(
                f"Trials count how often a test rejects, which a rope does not change, got rope={procedure.rope:g}. "
                "Leave it out."
            )
        if procedure.test is not None and NEEDS[procedure.test].reads in ("datasets", "responses"):
            raise ValueError(
                f"{procedure.test} reads {READS[NEEDS[procedure.test].reads]}; a trial has one dataset and right or "
                "wrong answers. Use another test."
            )
    return procedure


def training_sizes(procedures: Any, n_examples: int) -> tuple[int, ...]:
    """Return the training sizes at which two learners must be equal, for a study of these procedures to be of a null.

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        As in `type_one_error`.
    n_examples : int
        Size of every dataset.

    Returns
    -------
    tuple of int
        Ascending, one for each kind of split; the size of the whole dataset, of which the true difference is told, is
        the last one.

    Examples
    --------
    >>> from foldwise.lab import training_sizes
    >>> training_sizes(["holdout:0.333/mcnemar", "10/kfold_t", "5x2"], 300)
    (150, 200, 270, 300)
    """
    schemes = {scheme for procedure in as_procedures(procedures).values() for scheme in _schemes(procedure)}
    assignments = [scheme.assign(n_examples, seed=0, dataset="sizes") for scheme in schemes]
    return tuple(sorted({n_examples, *(round(assignment.sizes()[0].mean()) for assignment in assignments)}))


def _schemes(procedure: AnyProcedure) -> list[Scheme]:
    settled = getattr(procedure, "settled", None)
    if settled is None:
        return [procedure.scheme]
    ten_fold = [] if settled.strict else [KFold(10)]
    return ten_fold + ([FiveByTwo()] if settled.strict or settled.guard else [])
