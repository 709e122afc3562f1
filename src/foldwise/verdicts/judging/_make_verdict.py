"""One test on all pairs of all runs: the rows of a verdict, adjusted and decided."""

from collections.abc import Sequence

import numpy as np

from foldwise._core import listed
from foldwise.runs import Metric, Run
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair, make_pairs
from foldwise.verdicts.evidence._setting import spread_of_sizes
from foldwise.verdicts.judging._caveats import design_caveats, family_caveats, flag_caveats
from foldwise.verdicts.judging._chance import chance_caveats
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.judging._decide import (
    FEW_DATASETS,
    OPPOSITE_MEANS,
    UNKNOWN,
    decide,
    interval_caveats,
    rope_probabilities,
    settled_probabilities,
)
from foldwise.verdicts.judging._designs import sources_of_variation
from foldwise.verdicts.judging._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts.judging._forecasting import forecast, with_family_risk
from foldwise.verdicts.judging._settlement import Settlement
from foldwise.verdicts.judging._terms import Terms
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.tests import NEEDS, Need

# What these read comes from training sets that overlap; such tests fail for learners at chance.
_OVER_FOLDS = ("differences", "partitions", "halves")


def make_verdict(by_run: Sequence[Sequence[Pair]], need: Need, terms: Terms) -> Verdict:
    """Apply one test to every pair on every dataset, or to every pair over all datasets."""
    runs = [pairs[0].run for pairs in by_run]
    feeds = _pairs_to_feed(by_run, need.name)
    found = [need.find(pairs, terms.alternative) for pairs in feeds]
    return assemble_verdict(runs, feeds, found, need.name, terms)


def family_size(runs: Sequence[Run], n_rows: int, terms: Terms) -> int:
    """For how many comparisons p-values are adjusted."""
    n_tried = sum(run.ledger.n_tries for run in runs)
    return max(n_rows, n_tried if terms.tries == "counted" else terms.tries)


def assemble_verdict(
    runs: Sequence[Run],
    feeds: Sequence[Sequence[Pair]],
    found: Sequence[Finding],
    test: str,
    terms: Terms,
    settlements: Sequence[Settlement] | None = None,
) -> Verdict:
    """Adjust and decide what a test found on each of the pairs it was fed."""
    n_tried = sum(run.ledger.n_tries for run in runs)
    family = family_size(runs, len(feeds), terms)
    adjusted = adjust_pvalues([item.pvalue for item in found], terms.adjust, family=family)
    settled: Sequence[Settlement | None] = [None] * len(feeds) if settlements is None else settlements
    thresholds = decision_thresholds([item.pvalue for item in found], terms.adjust, family, terms.alpha)
    rows = with_family_risk(
        [_row(*item, test, terms, family) for item in zip(feeds, found, adjusted, thresholds, settled, strict=True)],
        terms.adjust,
        family,
        terms.alpha,
    )
    caveats = [
        *design_caveats(test, runs),
        *family_caveats(len(rows), family=family, adjust=terms.adjust, runs=runs),
    ]
    return Verdict(
        comparisons=tuple(rows),
        test=test,
        metric=feeds[0][0].setting.metric,
        alpha=terms.alpha,
        rope=terms.rope,
        alternative=terms.alternative,
        adjust=terms.adjust,
        family=family,
        tries=n_tried,
        sources=sources_of_variation(runs, NEEDS[test].reads),
        caveats=tuple(caveats),
        runs=tuple(runs),
    )


def pair_up(runs: Sequence[Run], metric: Metric, terms: Terms) -> list[list[Pair]]:
    """All pairs of each run, scored once for whatever tests will be applied."""
    terms.check_metric(metric)
    by_run = [make_pairs(run, metric, allow_partial=terms.allow_partial, n_datasets=len(runs)) for run in runs]
    for run, pairs in zip(runs, by_run, strict=True):
        if not pairs:
            raise ValueError(
                f"A verdict needs two learners, but on {run.data.name} there is only {run.learner_names[0]}."
            )
    return by_run


def _pairs_to_feed(by_run: Sequence[Sequence[Pair]], test: str) -> list[list[Pair]]:
    if NEEDS[test].reads != "datasets":
        return [[pair] for pairs in by_run for pair in pairs]
    names = {pairs[0].run.learner_names for pairs in by_run}
    if len(names) > 1:
        raise ValueError(
            f"{test} needs the same learners on every dataset, in the same order, but they are "
            f"{' and '.join(listed(each, quote=False) for each in sorted(names))}."
        )
    return [list(pairs) for pairs in zip(*by_run, strict=True)]


def _row(
    pairs: Sequence[Pair],
    found: Finding,
    adjusted: float,
    threshold: float,
    settlement: Settlement | None,
    test: str,
    terms: Terms,
    family: int,
) -> Comparison:
    level = terms.equivalence_level(family)
    decision, decision_caveats = decide(found, adjusted, alpha=terms.alpha, rope=terms.rope, equivalence_level=level)
    low, high = found.limits(1 - terms.alpha)
    first = pairs[0]
    name_a, name_b = first.names
    alone = len(pairs) == 1
    n_train, n_test = spread_of_sizes(first.run) if alone else (None, None)
    p_left, p_rope, p_right = UNKNOWN
    if settlement is not None:
        p_left, p_rope, p_right = settled_probabilities(found, terms.rope)
    elif alone:
        p_left, p_rope, p_right = rope_probabilities(first, terms.rope)
    means = [float(np.mean([pair.scores[which][pair.kept].mean() for pair in pairs])) for which in (first.a, first.b)]
    if (means[0] - means[1]) * found.estimate < 0:
        decision_caveats.append(OPPOSITE_MEANS)
    if not alone and (2 if terms.alternative == "two-sided" else 1) * 0.5**found.n_scores > terms.alpha:
        decision_caveats.append(FEW_DATASETS)
    disagrees = interval_caveats(found, alpha=terms.alpha, alternative=terms.alternative)
    of_pairs = [caveat for pair in pairs for caveat in pair.caveats()]
    if NEEDS[test].reads in _OVER_FOLDS:
        of_pairs = [*chance_caveats(first), *of_pairs]
    caveats = dict.fromkeys((*flag_caveats(found.flags), *of_pairs, *decision_caveats, *disagrees))
    expected = None
    if NEEDS[test].reads != "datasets":
        expected = forecast(
            first,
            found,
            test,
            decision,
            threshold=threshold,
            rope=terms.rope,
            equivalence_level=level,
            alternative=terms.alternative,
        )
    return Comparison(
        dataset=first.run.data.name if alone else f"{len(pairs)} datasets",
        a=name_a,
        b=name_b,
        score_a=means[0],
        score_b=means[1],
        estimate=found.estimate,
        pooled_estimate=float(np.mean([pair.pooled_difference() for pair in pairs])),
        low=low,
        high=high,
        standard_error=found.standard_error,
        statistic=found.statistic,
        df=found.df,
        pvalue=found.pvalue,
        adjusted_pvalue=adjusted,
        decision=decision,
        effect_size=found.effect_size,
        effect_size_name=found.effect_size_name,
        p_left=p_left,
        p_rope=p_rope,
        p_right=p_right,
        n_train=n_train,
        n_test=n_test,
        n_scores=found.n_scores,
        caveats=tuple(caveats),
        forecast=expected,
        settlement=settlement,
    )
