"""Right and wrong answers of two learners to the same examples: the four numbers of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from foldwise._core import Caveat, counted, one_line, percent

# From here on what decides is a tenth of the examples or less.
MOSTLY: Final = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCounts:
    """How many examples both learners, one of them, and neither gets right.

    Tests that count answers look at `only_a` and `only_b` alone; how large a difference is depends on the others, too.

    Parameters
    ----------
    both_right, only_a, only_b, both_wrong : int
        Answers of these kinds; an example that is tested in several repeats counts in each.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining
       and Knowledge Discovery 1, 317-328, section 3.1.

    Examples
    --------
    >>> answers = AnswerCounts(both_right=900, only_a=35, only_b=15, both_wrong=50)
    >>> answers.n, answers.agreement
    (1000, 0.95)
    >>> answers.words("tree", "bayes")
    'both right on 900 of 1,000 examples, only tree on 35, only bayes on 15, neither on 50'
    """

    both_right: int
    only_a: int
    only_b: int
    both_wrong: int

    @property
    def n(self) -> int:
        """Number of answers."""
        return self.both_right + self.only_a + self.only_b + self.both_wrong

    @property
    def agreement(self) -> float:
        """Share of answers on which both are right or both wrong."""
        return (self.both_right + self.both_wrong) / self.n

    def turned(self) -> AnswerCounts:
        """Swap the two learners."""
        return AnswerCounts(
            both_right=self.both_right, only_a=self.only_b, only_b=self.only_a, both_wrong=self.both_wrong
        )

    def words(self, a: str, b: str) -> str:
        """Say the four numbers."""
        return (
            f"both right on {self.both_right:,} of {self.n:,} {'example' if self.n == 1 else 'examples'}, "
            f"only {one_line(a)} on {self.only_a:,}, only {one_line(b)} on {self.only_b:,}, "
            f"neither on {self.both_wrong:,}"
        )

    def caveats(self) -> list[Caveat]:
        """Warn where learners agree so often that a test of their disagreements says little about the whole.

        >>> [caveat.code for caveat in AnswerCounts(both_right=900, only_a=35, only_b=15, both_wrong=50).caveats()]
        ['mostly_agree']
        >>> AnswerCounts(both_right=50, only_a=35, only_b=15, both_wrong=0).caveats()
        []
        """
        differing = self.only_a + self.only_b
        if not differing or self.agreement < MOSTLY:
            return []
        message = (
            f"The test looks at the {counted(differing, 'answer')} that only one learner has right; of all {self.n:,} "
            f"answers {percent(round(self.agreement, 3))} are alike, both right or both wrong: a difference that is "
            "significant may still be small."
        )
        return [Caveat(code="mostly_agree", message=message)]
