"""One try on a dataset, as a store counts it."""

from dataclasses import dataclass
from typing import Final, Literal

#: What was tried: a comparison, a score that was looked at, a candidate of a search, or a try that was declared.
TryKind = Literal["comparison", "score", "candidate", "declared"]

# Of one, and of several.
KIND_WORDS: Final[dict[TryKind, tuple[str, str]]] = {
    "comparison": ("comparison", "comparisons"),
    "score": ("score that was not compared", "scores that were not compared"),
    "candidate": ("candidate of tuning", "candidates of tuning"),
    "declared": ("try declared by hand", "tries declared by hand"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """What was tried on a dataset, and when that was counted.

    Parameters
    ----------
    dataset : str
        Name of the data; names, if the same data were called in several ways.
    fingerprint : str
        Digest of their content: data are the same if this is.
    kind : {'comparison', 'score', 'candidate', 'declared'}
        Two learners compared by a test; a learner scored by a metric; settings that a search inside a learner tried;
        or what somebody said was tried elsewhere.
    what : str
        Which, in words.
    number : int
        For how many tries it counts: more than 1 only if so many were declared; 0 for a score that a comparison
        stands for.
    pvalue : float or None
        Of a comparison, where it has one.
    written_at : str
        When it was counted, in universal time; empty if it is not in the ledger yet.
    link : str
        Digest of this entry and of the link before it; empty if it is not in the ledger yet.
    alternative : str
        What a comparison asked: ``'two-sided'``, ``'greater'`` or ``'less'``; empty for other kinds.
    over : str
        The same for all entries of one comparison over several datasets, which are one try; otherwise empty.

    Examples
    --------
    >>> from foldwise.tuning import Try
    >>> Try(dataset="wine", fingerprint="f00", kind="declared", what="grids in a notebook", number=40).number
    40
    """

    dataset: str
    fingerprint: str
    kind: TryKind
    what: str
    number: int = 1
    pvalue: float | None = None
    written_at: str = ""
    link: str = ""
    alternative: str = ""
    over: str = ""
