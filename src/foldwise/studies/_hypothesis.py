"""What a study claims before its first run: which learner is better than which, by which metric."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from foldwise._core import listed

Claim = Literal[">", "<", "==", "!="]
Answer = Literal["supported", "contradicted", "not decided", "not judged"]

_CLAIM: Final = re.compile(r"\s(>|<|==|!=)\s")
_FORM: Final = 'such as "forest > logit on accuracy", or "forest == logit on f1_macro in iris"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """One claim about two learners.

    Parameters
    ----------
    a, b : str
        The learners.
    claim : {'>', '<', '==', '!='}
        ``a`` is better than ``b``, is worse, is practically equivalent (which takes a rope), is better or worse.
    metric : str
        By which metric.
    dataset : str, optional
        On which dataset; None is over all of them, or on the only one.

    Examples
    --------
    >>> from foldwise.studies import Hypothesis
    >>> claim = Hypothesis(a="forest", b="logit", claim=">", metric="accuracy")
    >>> str(claim)
    'forest > logit on accuracy'
    """

    a: str
    b: str
    claim: Claim
    metric: str
    dataset: str | None = None

    def __str__(self) -> str:
        where = "" if self.dataset is None else f" in {self.dataset}"
        return f"{self.a} {self.claim} {self.b} on {self.metric}{where}"

    def answer(self, outcome: str, winner: str | None) -> Answer:
        """Return what a comparison says of it, by its outcome and its winner.

        >>> claim = Hypothesis(a="forest", b="logit", claim=">", metric="accuracy")
        >>> claim.answer("better", "forest"), claim.answer("better", "logit"), claim.answer("none", None)
        ('supported', 'contradicted', 'not decided')
        """
        if outcome not in ("better", "equivalent"):
            return "not decided"
        if self.claim in ("==", "!="):
            return "supported" if (outcome == "equivalent") == (self.claim == "==") else "contradicted"
        better = self.a if self.claim == ">" else self.b
        return "supported" if outcome == "better" and winner == better else "contradicted"


def read_hypothesis(
    text: Any, *, learners: Sequence[str], metrics: Sequence[str], datasets: Sequence[str], has_rope: bool
) -> Hypothesis:
    """Read a claim, whose names may hold anything.

    >>> names = {"learners": ["forest", "logit"], "metrics": ["accuracy"], "datasets": ["iris", "wine"]}
    >>> print(read_hypothesis("forest > logit", **names, has_rope=False))
    forest > logit on accuracy
    """
    if not isinstance(text, str):
        raise TypeError(f"a hypothesis must be a text {_FORM}, got {text!r}.")
    readings: list[tuple[Any, ...]] = []
    for match in _CLAIM.finditer(text):
        a, rest = text[: match.start()].strip(), text[match.end() :].strip()
        readings += [(a, *tail, match[1]) for tail in _tails(rest) if a in learners and tail[0] in learners]
    if not readings:
        raise ValueError(
            f"hypothesis {text!r} is not understood. Write two learners of the study and >, <, == or != between them, "
            f"{_FORM}. The learners are {listed(list(learners), most=6)}."
        )

    # Names may hold " on " and " in ": what reads the most of it as names that exist is meant.
    def how_far(reading: tuple[Any, ...]) -> int:
        return 2 * (reading[2] in (None, *metrics)) + (reading[3] in (None, *datasets))

    a, b, metric, dataset, claim = max(readings, key=how_far)
    if a == b:
        raise ValueError(f"hypothesis {text!r} compares {a!r} with itself. Name two learners.")
    if metric is None and len(metrics) > 1:
        raise ValueError(f"hypothesis {text!r} names no metric, and there are several. Add: on {metrics[0]}.")
    if metric is not None and metric not in metrics:
        raise ValueError(
            f"hypothesis {text!r}: {metric!r} is no metric of the study, which has {listed(list(metrics), most=6)}."
        )
    if dataset is not None and dataset not in datasets:
        raise ValueError(
            f"hypothesis {text!r}: {dataset!r} is no dataset of the study, which has {listed(list(datasets), most=6)}."
        )
    if claim == "==" and (not has_rope or (dataset is None and len(datasets) > 1)):
        needs = "a rope: which differences do not matter?" if not has_rope else "one dataset: add in DATASET."
        raise ValueError(f"hypothesis {text!r}: that learners are equivalent needs {needs}")
    return Hypothesis(a=a, b=b, claim=claim, metric=metric or metrics[0], dataset=dataset)


def _tails(rest: str) -> list[tuple[Any, Any, Any]]:
    """Return each way to read ``b``, ``b on metric``, ``b in dataset`` and ``b on metric in dataset``."""
    ways: list[tuple[Any, Any, Any]] = [(rest, None, None)]
    for before, dataset in [(rest, None), *_cut(rest, " in ")]:
        ways += [(b, metric, dataset) for b, metric in _cut(before, " on ")]
        ways += [(before, None, dataset)] if dataset is not None else []
    return ways


def _cut(text: str, word: str) -> list[tuple[str, str]]:
    places = [match.start() for match in re.finditer(re.escape(word), text)]
    return [(text[:place].strip(), text[place + len(word) :].strip()) for place in places]
