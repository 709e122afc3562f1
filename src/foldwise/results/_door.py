"""What other rooms of foldwise use of `results`; users import from the room itself."""

from foldwise.results._as_runs import one_run

__all__ = ["one_run"]
