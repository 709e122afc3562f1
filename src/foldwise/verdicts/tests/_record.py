"""All that foldwise knows about a test, in one record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from foldwise._core import Caveat
from foldwise.stats import Flags
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Alternative, Finding, Floats, Reading, make_finding, make_findings
from foldwise.verdicts.evidence._stack import Stack, members, stacked

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._boundaries import PartitionSpread
    from foldwise.verdicts.evidence._evidence import Evidence
    from foldwise.verdicts.evidence._pair import Pair
    from foldwise.verdicts.evidence._setting import Setting

    OtherPartitions = Callable[[PairEvidence, Finding, Alternative], PartitionSpread | Floats] | str

Reads = Literal[
    "differences",
    "disagreements",
    "losses",
    "halves",
    "folds",
    "responses",
    "samples",
    "partitions",
    "datasets",
    "periods",
]
Feed = Callable[[Any, Alternative], Reading]

#: What tests read, in words, by the names that `Need` has for it.
READS: Final = {
    "differences": "score(a) - score(b) of two learners on every fold or split",
    "periods": "score(a) - score(b) of two learners in each period, in the order of time",
    "disagreements": "on how many test examples only one of two learners is right",
    "losses": "how wrong each learner is on every single test example (0 or 1, squared error, ...)",
    "halves": "the same, and which half of the examples each was trained on",
    "folds": "how wrong each learner is on every single test example, and which fold tested it",
    "responses": "probabilities or decision values that the learners give to the test examples",
    "samples": "scores of each learner on samples that share no example",
    "partitions": "statistics or p-values, one from each repeat or split",
    "datasets": "one mean difference from each of several datasets",
    "arrays": "what you hand over yourself; compare and judge do not take its name, its card says what gives it",
}

# Why the level is not exact, by what a test reads.
APPROXIMATE: Final = {
    "differences": "The level is approximate: about as stated on most real data; where learners are unstable "
    "(1-nearest-neighbour), at chance, or led by outliers, tests of this kind rejected a true null hypothesis up to "
    "3.4 times as often.",
    "periods": "The level is approximate: about as stated where correlation from period to period dies out within few "
    "of them; with few periods and strong correlation a true null hypothesis was rejected several times as often.",
    "partitions": "The p-values of single partitions are approximate, and so is what they are merged into.",
    "samples": "The level is exact for scores that are normal around the mean of each learner, and approximate for "
    "others: scores of few test examples take few values.",
    "losses": "The level is approximate: it is exact for effects that are normal.",
    "folds": "The level is approximate: the variance is estimated from few folds, and the distribution is normal only "
    "where examples are many.",
    "disagreements": "The level is approximate: the test counts an example anew in every repeat.",
    "responses": "The level is approximate: the test ranks an example anew in every repeat.",
    "halves": "The variance is never too small on average, for independent examples; the level is approximate all the "
    "same, and above the stated one where both learners are at chance.",
}
# What several tests flag, in words; a flag that only one test has is in its record.
SHARED_FLAGS: Final = {
    "identical_scores": "The two learners scored the same throughout.",
    "zero_variance": "Differences do not vary where the test needs them to, so p is undefined; where there are "
    "predictions of classes, count examples instead (test='binomial' on a hold-out or a single cross-validation).",
    "not_recommended": "This test rejects a true null hypothesis far more often than its level says; its p-value is no "
    "evidence.",
    "independence": "The p-values combined come from the same data and are not independent: the more partitions, the "
    "smaller p, whatever the truth.",
    "no_disagreement": "The two learners are right and wrong on the same examples.",
    "small_sample": "Fewer than 25 examples tell the learners apart: prefer the exact test (test='binomial').",
    "one_partition": "One partition only: another random split may reverse the conclusion.",
}

# What several records say.
RANDOM_SAMPLE: Final = "The test examples are a random sample, independent of each other and of the training set."
CORRELATED: Final = (
    "Differences are roughly normal and correlated as much as the ratio of test to training size suggests."
)
REPEATED: Final = "two or more repeats of k-fold cross-validation"
DIFFERENCE: Final = "d: score(a) - score(b)"
OF_ONE_FOLD: Final = f"{DIFFERENCE} on one fold"
REPEATS: Final = "r: repeats; k: folds of a repeat"
COIN_TOSSES: Final = (
    "a: one of the learners; S: the number of its wins if each were a coin toss; C(m, i): ways to choose i of m"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Need:
    """What a test is, what it reads, of which designs, how it is fed, and what to know before choosing it.

    Parameters
    ----------
    function : callable
        The test, in `foldwise.stats`; what its card says of formula, null hypothesis and references is its docstring.
    rank : int
        Of the tests that fit a design, the one with the smallest number is advised, the others are offered in order.
    label : str
        The test in words.
    symbol : str
        How its statistic is written.
    reads : str
        One of ``'differences'`` of scores per fold; ``'disagreements'``, counts of examples that only one learner gets
        right; ``'losses'`` of single examples; ``'halves'`` and ``'folds'``, the same with the half that was trained
        on, or with the fold that tested them; ``'responses'``, probabilities or decision values;
        ``'samples'``, scores on samples that share no example; ``'partitions'``, statistics or p-values of single
        repeats; ``'datasets'``, mean differences of several; ``'periods'``, differences in the order of time.
    design : str
        The designs and metrics it is made for, in words.
    fits : callable
        Whether a `Setting` is such a design.
    feed : callable
        Takes `Evidence` and the alternative, calls the test, returns a `Reading`; for any number of experiments.
    beside : callable
        Takes the evidence of one pair and the result, returns what else a `Finding` says: `n_scores`, and effect size,
        standard error and interval if they are not those of the result.
    other_partitions : callable or str
        How it comes out with other random partitions. Takes the evidence of one pair, the finding and the alternative;
        returns how estimate and standard error vary, or the statistic without each repeat in turn (normal scores if it
        is not Student's). Or why that is not known.
    questions : tuple of int
        Which of Dietterich's nine questions it answers.
    of_all : callable, optional
        Applies the test to all learners of a run together, where it can; takes a pair of that run and returns the
        result, with two degrees of freedom.
    differs : str
        In a clause, what sets its answer apart from those of other tests on the same scores.
    assumes : str
        What must hold for its p-value to mean what it says.
    avoid : str
        When not to use it.
    symbols : str
        Letters of the formula, as far as the docstring does not say beside it what they are.
    formula : str, default ''
        The displayed formula of the docstring as a line of text, for terminals and pages that cannot typeset.
    df : str, default ''
        What the statistic is referred to, where the docstring gives the result no `df`.
    advisable : bool, default True
        Whether foldwise would use it for a conclusion of its own.
    has_sides : bool, default True
        Whether it can ask for one direction; a ratio of variances cannot.
    assumes_correlation : bool, default False
        Whether it takes folds for correlated as the ratio of test to training size suggests.
    is_summary : bool, default False
        Whether its statistic has no distribution of its own.
    beware : Caveat, optional
        What its verdicts ask to beware of, whatever the design.
    flags : dict of str to str, optional
        What the flags mean that only results of this test have, in a sentence each.
    is_batched : bool, default True
        Whether it takes many experiments at once; a test of one's own may not.
    advised_with : tuple of str, default ()
        Schemes with which `advise` names it for its questions.
    swapped : {'negated', 'counted', 'same', 'unknown'}, default 'unknown'
        What its statistic is when the two learners are swapped: its negative, the rest of a count, or what it was.
        Where that is unknown, words say for which order of the learners it was computed.

    Examples
    --------
    >>> from foldwise.verdicts import NEEDS
    >>> need = NEEDS["kfold_t"]
    >>> need.label, need.reads, need.advisable
    ('k-fold cross-validated t test', 'differences', False)
    """

    function: Callable[..., Any]
    rank: int
    label: str
    symbol: str
    reads: Reads
    design: str
    fits: Callable[[Setting], bool]
    feed: Feed
    beside: Callable[[PairEvidence, Any], dict[str, Any]]
    other_partitions: OtherPartitions
    questions: tuple[int, ...]
    differs: str
    assumes: str
    avoid: str
    symbols: str
    formula: str = ""
    df: str = ""
    advisable: bool = True
    has_sides: bool = True
    assumes_correlation: bool = False
    is_summary: bool = False
    beware: Caveat | None = None
    flags: Mapping[str, str] = field(default_factory=dict)
    is_batched: bool = True
    of_all: Callable[[Pair], Any] | None = None
    advised_with: tuple[str, ...] = ()
    swapped: Literal["negated", "counted", "same", "unknown"] = "unknown"

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.function.__name__

    def read(self, evidence: Evidence | Stack, alternative: Alternative) -> Reading:
        """Apply the test to every experiment of a batch.

        Parameters
        ----------
        evidence : Evidence, or Stack for tests on differences
            What the learners did.
        alternative : {'two-sided', 'greater', 'less'}
            Direction asked for.
        """
        if alternative != "two-sided" and not self.has_sides:
            raise ValueError(
                f"{self.name} has no sides, got alternative={alternative!r}. Use alternative='two-sided', or a t test."
            )
        return self.feed(evidence, alternative)

    def find(self, evidence: PairEvidence, alternative: Alternative) -> Finding:
        """Apply the test to one pair of learners.

        Parameters
        ----------
        evidence : PairEvidence
            Of one dataset; for `reads` of ``'datasets'`` of each.
        alternative : {'two-sided', 'greater', 'less'}
            Direction asked for.
        """
        return self._finding(self.read(evidence, alternative), evidence)

    def find_each(self, pairs: Sequence[Pair], alternative: Alternative) -> list[Finding]:
        """Apply the test to each of many pairs; where it reads differences, to all of a run at once.

        Parameters
        ----------
        pairs : sequence of Pair
            Of any runs.
        alternative : {'two-sided', 'greater', 'less'}
            Direction asked for.
        """
        alone = [PairEvidence((pair,)) for pair in pairs]
        if self.reads != "differences" or not self.is_batched:
            return [self.find(evidence, alternative) for evidence in alone]
        findings: dict[int, Finding] = {}
        for numbers, stack in stacked(pairs):
            together = self.read(stack, alternative) if len(numbers) > 1 else None
            if together is None or together.result is None:
                findings |= {number: self.find(alone[number], alternative) for number in numbers}
                continue
            if self.beside is standardized and together.undefined is False:
                found = make_findings(together, standardized(stack, together.result))
                findings |= dict(zip(numbers, found, strict=True))
                continue
            readings = members(together, len(numbers))
            results = members(together.result, len(numbers))
            findings |= {
                number: self._finding(replace(reading, result=result), alone[number])
                for number, reading, result in zip(numbers, readings, results, strict=True)
            }
        return [findings[number] for number in range(len(pairs))]

    def _finding(self, reading: Reading, evidence: PairEvidence) -> Finding:
        values: dict[str, Any] = {
            name: float(getattr(reading, name)) for name in ("statistic", "pvalue", "estimate", "direction")
        }
        values |= self.beside(evidence, reading.result)
        if reading.undefined:
            values["flags"] = frozenset({"zero_variance"})
        return make_finding(reading.result, **values)


def standardized(evidence: Evidence | Stack, result: Any) -> dict[str, Any]:
    """Mean difference over the standard deviation of differences, and their number, as fields of a `Finding`.

    Of a stack: arrays, one for each of its pairs.
    """
    differences = evidence.row()
    n = differences.shape[-1]
    spread = np.std(differences, axis=-1, ddof=1) if n > 1 else np.zeros(differences.shape[:-1])
    flags, name = result.flags, "zero_variance"
    constant = flags.where(name) if isinstance(flags, Flags) else name in flags
    usable = (spread > 0) & np.logical_not(constant)
    with np.errstate(all="ignore"):
        effect = np.where(usable, differences.mean(axis=-1) / spread, np.nan)
    return {
        "effect_size": effect if effect.ndim else float(effect),
        "effect_size_name": "d",
        "n_scores": int(n),
    }
