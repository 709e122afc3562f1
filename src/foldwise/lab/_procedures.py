"""The procedures of a study: named, whatever way they were given."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from foldwise._core import check_fraction
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.splits import Scheme
from foldwise.verdicts import NEEDS, READS, Procedure, Settled

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
        made = [_as_procedure(each) for each in several]
        named = {label(each): each for each in made}
        if len(named) < len(made):
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
    """Name a procedure as one would type it.

    >>> label(Procedure("5x2", "five_by_two_t")), label(Procedure("10x10"))
    ('5x2/five_by_two_t', '10x10')
    """
    if isinstance(procedure, OwnProcedure):
        return procedure.name
    if procedure.settled is not None:
        return str(procedure.settled)
    scheme = procedure.scheme.short_name if isinstance(procedure.scheme, Scheme) else str(procedure.scheme)
    return scheme if procedure.test is None else f"{scheme}/{procedure.test}"


def _as_procedure(given: Any) -> AnyProcedure:
    if isinstance(given, Procedure | OwnProcedure):
        return _checked(given)
    if isinstance(given, Settled):
        return _checked(Procedure(given))
    if isinstance(given, str):
        scheme, _, test = given.partition("/")
        return _checked(Procedure(scheme, test or None))
    raise TypeError(
        f"A procedure must be a Procedure, a Settled, an OwnProcedure or a text such as '5x2/five_by_two_t', got "
        f"{type(given).__name__}."
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
