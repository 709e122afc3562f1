"""What no trial could do, found out before the first one."""

from collections.abc import Mapping

import numpy as np

from foldwise.lab._procedures import AnyProcedure
from foldwise.lab.sources import DataSource, Source
from foldwise.runs import as_metric
from foldwise.verdicts import Procedure


def check_designs(procedures: Mapping[str, AnyProcedure], source: Source) -> None:
    """Refuse a procedure that cannot split the datasets of a source, or whose test its scheme cannot feed.

    Parameters
    ----------
    procedures : mapping of str to Procedure or OwnProcedure
        By name.
    source : Source
        Where datasets come from.
    """
    classes = np.arange(source.n_examples) % 2
    for procedure in procedures.values():
        if isinstance(procedure, Procedure) and procedure.settled is not None:
            if not isinstance(source, DataSource):
                raise ValueError(
                    f"{procedure.settled} trains learners on as many partitions as it needs, and {source.name} has "
                    "none to train. Use a source of datasets, such as ExchangeableBlocks, or a fixed scheme."
                )
            continue
        assignment = procedure.scheme.assign(source.n_examples, classes=classes, seed=0)
        if isinstance(procedure, Procedure):
            procedure.test_for(assignment, "classification", as_metric(None, "classification"))
