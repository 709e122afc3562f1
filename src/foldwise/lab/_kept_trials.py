"""How far a study has come."""

import os
from pathlib import Path
from typing import Any

from foldwise.lab._blocks import blocks_of
from foldwise.lab._kept import KeptBlocks
from foldwise.lab._procedures import at_level
from foldwise.lab._sources import as_sources
from foldwise.lab._trials import Decided


def kept_trials(
    procedures: Any,
    sources: Any,
    *,
    store: str | os.PathLike[str],
    n_trials: int,
    n_executions: int = 1,
    alpha: float = 0.05,
    seed: int = 0,
) -> int:
    """Count the trials of a study that a store has, with what all of the procedures found in them.

    Parameters
    ----------
    procedures, sources, n_trials, n_executions, alpha, seed
        Those of the study: `type_one_error`, `power`, `calibration`, or `replicability`.
    store : path
        Its file.

    Returns
    -------
    int
        Of `n_trials` from each source.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.lab import kept_trials, sources, type_one_error
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = type_one_error("5x2", sources.TwoKinds(), n_trials=200, store=folder + "/lab.db")
    ...     kept_trials("5x2", sources.TwoKinds(), n_trials=1000, store=folder + "/lab.db")
    200
    """
    if not Path(store).exists():
        return 0
    questions = [Decided(procedure, n_executions) for procedure in at_level(procedures, alpha).values()]
    n_kept = 0
    for source in as_sources(sources):
        with KeptBlocks(store, source, questions, seed) as kept:
            n_kept += sum(len(block) for block in blocks_of(source, n_trials) if None not in kept.get(block))
    return n_kept
