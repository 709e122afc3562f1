"""What was found when a procedure was tried out: one line for each property."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

Outcome = Literal["passed", "failed", "noted", "not applicable"]


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a test.

    Parameters
    ----------
    name : str
        The property in a few words.
    outcome : {'passed', 'failed', 'noted', 'not applicable'}
        Noted is what a test may do by design, and its user should know.
    detail : str
        What was seen; of a failure, the example.
    """

    name: str
    outcome: Outcome
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureCheck:
    """Whether a test behaves. Made by `check_procedure`.

    Parameters
    ----------
    procedure : str
        Name of the procedure.
    properties : tuple of Property
        What was tried.
    seed : int
        Of the made-up results that it was tried on.

    Examples
    --------
    >>> from foldwise.lab import check_procedure
    >>> check = check_procedure("5x2/five_by_two_t", n_nulls=2000)
    >>> check.passed, [each.name for each in check.properties if each.outcome == "noted"]
    (True, ['order of folds', 'order of repeats'])
    """

    procedure: str
    properties: tuple[Property, ...]
    seed: int

    @property
    def passed(self) -> bool:
        """Whether no property failed."""
        return all(each.outcome != "failed" for each in self.properties)

    def frame(self) -> "pd.DataFrame":
        """One row for each property."""
        import pandas as pd

        return pd.DataFrame([(each.name, each.outcome, each.detail) for each in self.properties]).set_axis(
            ["property", "outcome", "detail"], axis=1
        )

    def __str__(self) -> str:
        n_failed = sum(each.outcome == "failed" for each in self.properties)
        verdict = "behaves" if self.passed else f"fails {n_failed} of {len(self.properties)} checks"
        wide = max(len(each.name) for each in self.properties)
        lines = [f"  {each.outcome:<14}  {each.name:<{wide}}  {each.detail}".rstrip() for each in self.properties]
        return "\n".join([f"{self.procedure} {verdict}.", *lines])
