"""Analyses of variance of scores on samples that share no example: how they are fed, and their records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import SchemeMismatchError
from foldwise.stats import one_way_anova, repeated_measures_anova
from foldwise.verdicts.evidence._finding import Alternative, Reading, reading
from foldwise.verdicts.tests._record import Need

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import Evidence, PairEvidence
    from foldwise.verdicts.evidence._finding import Floats
    from foldwise.verdicts.evidence._pair import Pair

_DESIGN: Final = "samples without a common example (scheme 'distinct:10:0.33')"
_NOT_KNOWN: Final = "how far the answer hangs on which examples are in which sample is not known"


def _one_way(evidence: Evidence, _: Alternative) -> Reading:
    """Feed the scores of each learner on the samples that are its own."""
    scores, (a, b) = evidence.sample_scores("one_way_anova"), evidence.own_samples()
    if min(len(a), len(b)) < 2:
        raise SchemeMismatchError(
            f"one_way_anova gives every learner samples of its own, two at least, and {scores.shape[-1]} samples do "
            "not suffice. Draw more of them, such as scheme='distinct:20:0.33', or use repeated_measures_anova."
        )
    result = one_way_anova(scores[..., 0, a], scores[..., 1, b])
    return reading(result, estimate=result.estimate[..., 0] - result.estimate[..., 1])


def _repeated_measures(evidence: Evidence, _: Alternative) -> Reading:
    """Feed the scores of both learners on all samples."""
    result = repeated_measures_anova(np.swapaxes(evidence.sample_scores("repeated_measures_anova"), -1, -2))
    return reading(result, estimate=result.estimate[..., 0] - result.estimate[..., 1])


def _of_own_samples(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    n_a, n_b = (len(own) for own in evidence.own_samples())
    a, b = result.estimate.tolist()
    return {**_standardized(result, (1 / n_a + 1 / n_b) ** 0.5), "n_scores": n_a + n_b, "scores": (a, b)}


def _of_all_samples(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    n = evidence.row().size
    return {**_standardized(result, n**-0.5), "n_scores": n}


def _standardized(result: Any, of_one: float) -> dict[str, Any]:
    """Return error, interval and effect size; the error is `of_one` times the standard deviation of one score."""
    error = float(result.standard_error[0, 1])
    estimate = float(result.estimate[0] - result.estimate[1])

    def interval(level: float) -> tuple[float, float]:
        low, high = result.confidence_interval(level)
        return float(low[0, 1]), float(high[0, 1])

    return {
        "standard_error": error,
        "interval": interval,
        "effect_size": estimate / error * of_one if error > 0 else np.nan,
        "effect_size_name": "d",
    }


def _all_one_way(pair: Pair) -> Any:
    scores = _all_scores(pair)
    order = [sorted(pair.run.learner_names).index(name) for name in pair.run.learner_names]
    return one_way_anova(*(row[start :: len(order)] for row, start in zip(scores, order, strict=True)))


def _all_repeated_measures(pair: Pair) -> Any:
    return repeated_measures_anova(_all_scores(pair).T)


def _all_scores(pair: Pair) -> Floats:
    """Return the scores of all learners of the run, of shape (n_learners, n_samples)."""
    return pair.scores[..., 0]


RECORDS: Final = (
    Need(
        function=repeated_measures_anova,
        rank=31,
        label="repeated-measures analysis of variance",
        symbol="F",
        swapped="same",
        reads="samples",
        design=_DESIGN,
        fits=lambda setting: setting.is_distinct_samples,
        feed=_repeated_measures,
        beside=_of_all_samples,
        of_all=_all_repeated_measures,
        other_partitions=_NOT_KNOWN,
        questions=(7,),
        differs="takes off how easy each sample is, and counts how differences vary from sample to sample",
        assumes="Samples are independent, and differences of scores normal.",
        avoid="On folds or random splits of one dataset, which share examples; and when the data are too few to be cut "
        "into samples of the size that matters.",
        formula="F = (n sum_j (mean(x_.j) - mean(x))^2)/(sum_i sum_j (x_ij - mean(x_i.) - mean(x_.j) + mean(x))^2 / "
        "(n - 1))",
        symbols="mean(x_i.), mean(x_.j), mean(x): mean of a sample, of an algorithm and of all",
        df="e (k - 1) and e (k - 1)(n - 1), with the factor e of Greenhouse and Geisser [2]: 1 for two learners",
        has_sides=False,
    ),
    Need(
        function=one_way_anova,
        rank=33,
        label="one-way analysis of variance",
        symbol="F",
        swapped="same",
        reads="samples",
        design=_DESIGN,
        fits=lambda setting: setting.is_distinct_samples,
        feed=_one_way,
        beside=_of_own_samples,
        of_all=_all_one_way,
        other_partitions=_NOT_KNOWN,
        questions=(7,),
        differs="reads each learner on samples of its own, dealt to them in turn by the order of their names",
        assumes="Scores are independent, normal and equally variable.",
        avoid="When all learners can be given the same samples: pairing takes off what makes a sample easy or hard, "
        "and repeated_measures_anova then sees smaller differences. On folds or random splits of one dataset.",
        formula="F = (sum_i n_i (mean(x_i) - mean(x))^2 / (k - 1))/(sum_i sum_j (x_ij - mean(x_i))^2 / (N - k))",
        symbols="n_i: scores of algorithm i; mean(x_i), mean(x): their mean, and that of all N scores",
        has_sides=False,
    ),
)
