"""What a caller of a gate says about the results."""

from dataclasses import dataclass
from typing import Any, Final

from foldwise._core import DataFormatError, one_line
from foldwise.results import ResultsReading, as_results
from foldwise.results._door import OTHERWISE

# The baseline, the candidate.
Names = tuple[str, str]
WHICH: Final = ("baseline", "candidate")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Whom to compare, and how to read their results.

    Parameters
    ----------
    names : pair of str or None
        Which learner is the baseline, and which the candidate.
    metric, scheme, columns
        As in `foldwise.results.as_results`.
    """

    names: tuple[str | None, str | None]
    metric: Any
    scheme: Any
    columns: dict[str, Any]

    def both_names(self) -> Names:
        """Return the names where one source holds both, so that they must be given."""
        a, b = self.names
        if a is None or b is None or one_line(a) == one_line(b):
            raise ValueError(
                "The results of both come together: say which learner is which (baseline_name=, candidate_name=; "
                "--baseline-name, --candidate-name), or give two files."
            )
        return one_line(a), one_line(b)

    def how(self) -> dict[str, Any]:
        """Return what `as_results` is told."""
        return {"metric": self.metric, "scheme": self.scheme, "columns": self.columns or None}


def results_of(source: Any, **how: Any) -> tuple[Any, ResultsReading]:
    """Read results by `as_results`; a refusal proposes nothing that a gate cannot do."""
    try:
        return as_results(source, **how)
    except DataFormatError as error:
        message = str(error).replace(f", or {OTHERWISE}", "")
        raise DataFormatError(message.partition(" Leave it out: ")[0]) from None


def different(a: str, b: str) -> Names:
    """Return two names that can be told apart.

    >>> different("old", "new"), different("x", "x")
    (('old', 'new'), ('baseline', 'candidate'))
    """
    return (one_line(a), one_line(b)) if one_line(a) != one_line(b) else WHICH
