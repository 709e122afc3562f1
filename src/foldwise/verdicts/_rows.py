"""From a run and a pair of learners to the numbers of one comparison."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, IncompleteRunError
from foldwise.runs import Metric, Run
from foldwise.stats import binomial, corrected_repeated_kfold_t, corrected_resampled_t, kfold_t, mcnemar
from foldwise.verdicts._caveats import flag_caveats

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Scores of two learners of one run, checked, and the folds that count."""

    run: Run
    a: int
    b: int
    scores: Floats
    kept: npt.NDArray[np.bool_]

    @property
    def names(self) -> tuple[str, str]:
        """Names of the two learners."""
        return self.run.learner_names[self.a], self.run.learner_names[self.b]

    @property
    def differences(self) -> Floats:
        """``score(a) - score(b)``, of shape (n_repeats, n_folds)."""
        return np.asarray(self.scores[self.a] - self.scores[self.b])

    @property
    def is_partial(self) -> bool:
        """Whether folds are left out because a learner failed."""
        return not self.kept.all()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tested:
    """A pair with the result of the test."""

    pair: Pair
    result: Any
    effect_size: float
    effect_size_name: str
    n_scores: int


def make_pairs(run: Run, metric: Metric, *, allow_partial: bool) -> list[Pair]:
    """All pairs of learners, in the order of the run, with their scores checked."""
    if len(run.learners) < 2:
        raise ValueError(f"A verdict needs at least two learners, got only {run.learner_names[0]}.")
    failed = run.failed()
    if failed.any() and not allow_partial:
        first = run.failures[0]
        error = first.error.rstrip(".")
        raise IncompleteRunError(
            f"{len(run.failures)} of {failed.size} fits failed on {run.data.name}; the first was {first.learner}, "
            f"repeat {first.repeat}, fold {first.fold}: {error}. Mend the learner, or allow a verdict from "
            "the other folds (allow_partial=True, --allow-partial).",
            run,
        )
    scores = run.scores(metric)
    undefined = np.argwhere(~np.isfinite(scores) & ~failed)
    if len(undefined):
        learner, repeat, fold = undefined[0].tolist()
        raise ValueError(
            f"Metric {metric.name!r} is undefined for {run.learner_names[learner]} in repeat {repeat}, fold {fold} "
            f"({len(undefined)} folds in all). Use fewer or stratified folds, or another metric."
        )
    pairs = []
    for a in range(len(run.learners)):
        for b in range(a + 1, len(run.learners)):
            kept = ~(failed[a] | failed[b])
            if kept.sum() < 2 and kept.size > 1:
                raise IncompleteRunError(
                    f"Only {int(kept.sum())} folds of {run.learner_names[a]} and {run.learner_names[b]} on "
                    f"{run.data.name} did not fail, too few to judge. Mend the learner; the first failure was "
                    f"{run.failures[0].error}",
                    run,
                )
            pairs.append(Pair(run, a, b, scores, kept))
    return pairs


def apply_test(pair: Pair, test: str, reads: str, alternative: Any) -> Tested:
    """Feed the part of the run that the test reads."""
    if reads == "disagreements":
        return _count_test(pair, test, alternative)
    differences = pair.differences
    kept = differences[pair.kept]
    magnitude = float(np.abs(pair.scores[[pair.a, pair.b]][:, pair.kept]).max())
    n_train, n_test = (sizes[pair.kept] for sizes in pair.run.sizes())
    options: dict[str, Any] = {"alternative": alternative, "score_magnitude": magnitude}
    if test == "corrected_repeated_kfold_t":
        # Without all folds, n and df shrink and the ratio comes from the folds that are left.
        table = kept[np.newaxis] if pair.is_partial else differences
        options["test_train_ratio"] = float(n_test.sum() / n_train.sum())
        result: Any = corrected_repeated_kfold_t(table, **options)
    elif test == "corrected_resampled_t":
        result = corrected_resampled_t(kept, n_train=n_train, n_test=n_test, **options)
    else:
        result = kfold_t(kept, **options)
    spread = float(np.std(kept, ddof=1))
    usable = spread > 0 and "zero_variance" not in result.flags
    return Tested(
        pair=pair,
        result=result,
        effect_size=float(kept.mean() / spread) if usable else np.nan,
        effect_size_name="d",
        n_scores=int(kept.size),
    )


def _count_test(pair: Pair, test: str, alternative: Any) -> Tested:
    run = pair.run
    tested = run.tested()
    both = tested[pair.a] & tested[pair.b]
    right = run.correct()
    a_only = int((right[pair.a] & ~right[pair.b] & both).sum())
    b_only = int((right[pair.b] & ~right[pair.a] & both).sum())
    function = binomial if test == "binomial" else mcnemar
    result = function(a_only, b_only, n_examples=int(both.sum()), alternative=alternative)
    n = a_only + b_only
    return Tested(
        pair=pair, result=result, effect_size=a_only / n - 0.5 if n else np.nan, effect_size_name="g", n_scores=n
    )


def pooled_estimate(pair: Pair) -> float:
    """Mean difference, each fold weighted by its number of test examples."""
    n_test = pair.run.sizes()[1][pair.kept]
    return float(np.average(pair.differences[pair.kept], weights=n_test))


def pair_caveats(tested: Tested) -> list[Caveat]:
    """List what to beware of for this pair."""
    pair = tested.pair
    caveats = [
        *flag_caveats(tested.result.flags),
        *pair.run.learners[pair.a].caveats,
        *pair.run.learners[pair.b].caveats,
    ]
    if pair.is_partial:
        caveats.append(
            Caveat(
                code="partial_design",
                message=f"{int((~pair.kept).sum())} of {pair.kept.size} folds are left out: a learner failed on them.",
            )
        )
    return caveats
