"""How many examples the procedures of a study train on."""

from typing import Any

from foldwise.lab._procedures import AnyProcedure, as_procedures
from foldwise.splits import FiveByTwo, KFold, Scheme


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
    made = [scheme.assign(n_examples, seed=0, dataset="sizes") for scheme in schemes]
    return tuple(sorted({n_examples, *(round(assignment.sizes()[0].mean()) for assignment in made)}))


def _schemes(procedure: AnyProcedure) -> list[Scheme]:
    settled = getattr(procedure, "settled", None)
    if settled is None:
        return [procedure.scheme]
    ten_fold = [] if settled.strict else [KFold(10)]
    return ten_fold + ([FiveByTwo()] if settled.strict or settled.guard else [])
