"""Scores of items, on terms that were checked, to a verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from foldwise._core import Caveat, DataFormatError, counted, listed
from foldwise.results import ItemScores
from foldwise.stats import hall_t, paired_items_t, wilson
from foldwise.verdicts._against import check_against, pair_numbers
from foldwise.verdicts._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.items._find import Floats, ItemTest, Units, are_answers, find, fitting_test
from foldwise.verdicts.items._item_verdict import ItemLearner, ItemPair, ItemVerdict
from foldwise.verdicts.items._skewness import SKEWABLE, skew_caveats
from foldwise.verdicts.items._sources import sources_of_items
from foldwise.verdicts.items._spread import agreement, spread_of
from foldwise.verdicts.judging._caveats import family_caveats, flag_caveats
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.judging._decide import decide, interval_caveats
from foldwise.verdicts.judging._max_t import adjusted_by_flips
from foldwise.verdicts.overall import Cells, OnDatasets, Overall, make_overall

# With fewer trainings their spread is hardly known.
FEW_SEEDS: Final = 5
_MOST_FLIPPED: Final = 32


def judge_items(
    items: Sequence[ItemScores], terms: Terms, *, test: str | Callable[..., Any] | None = None
) -> ItemVerdict:
    """Judge the scores of learners on single items, one test set or several.

    Parameters
    ----------
    items : sequence of ItemScores
        One for each dataset, of the same learners and one metric.
    terms : Terms
        On what terms.
    test : str, optional
        ``'paired_items_t'``, ``'sign_flip'`` or ``'binomial'`` in place of the one that fits; the first two without
        the correction for skewness that belongs to them otherwise.

    Returns
    -------
    ItemVerdict
    """
    _check(items, terms)
    units = [Units.of(scores) for scores in items]
    tests = [_test(scores, unit, test) for scores, unit in zip(items, units, strict=True)]
    if terms.adjust == "max_t":
        _check_flips(items, tests, terms)
    found = [
        (number, pair, find(scores, units[number], pair, tests[number], terms.alternative))
        for number, scores in enumerate(items)
        for pair in pair_numbers(scores.learners, terms.against)
    ]
    family = terms.family_size([], len(found))
    pvalues = [finding.pvalue for _, _, finding in found]
    adjusted = _adjusted(items, units, found, terms, family) if found else []
    thresholds = decision_thresholds(pvalues, terms.adjust, family, terms.alpha) if found else []
    rows, pairs = [], []
    for (number, pair, finding), p, threshold in zip(found, adjusted, thresholds, strict=True):
        scores, unit = items[number], units[number]
        beware = skew_caveats(scores, unit, pair) if tests[number] in SKEWABLE else ()
        row = _row(scores, pair, finding, p, terms, family, beware)
        rows.append(row)
        pairs.append(_behind(scores, unit, pair, finding, row, tests[number], threshold, terms))
    return ItemVerdict(
        comparisons=tuple(rows),
        pairs=tuple(pairs),
        learners=tuple(_learners(items, units, terms.alpha)),
        metric=items[0].metric,
        alpha=terms.alpha,
        rope=terms.rope,
        alternative=terms.alternative,
        adjust=terms.adjust,
        against=terms.against,
        family=max(family, 1),
        overall=_overall(items, rows, terms),
        sources=sources_of_items(items),
        caveats=tuple(_caveats(items, len(rows), family, terms.adjust)),
        scores=tuple(items),
    )


def _check(items: Sequence[ItemScores], terms: Terms) -> None:
    if terms.tries == "counted":
        raise ValueError("tries='counted' needs runs, whose tuning was seen; for scores of items pass a number.")
    metrics = {scores.metric.label for scores in items}
    if len(metrics) > 1:
        raise DataFormatError(
            f"Scores of items must be of one metric, got {listed(sorted(metrics))}. Judge each alone."
        )
    if len({scores.learners for scores in items}) > 1:
        raise DataFormatError("Scores of items on several datasets must be of the same learners. Judge each alone.")
    check_against(terms.against, items[0].learners)
    terms.check_metric(items[0].metric)
    for scores in items:
        is_crossed = scores.again == "seed" and scores.scores.shape[2] > 1
        n_units = Units.of(scores).n
        if n_units < 2 and not is_crossed:
            unit = "item" if scores.clusters is None else "cluster"
            raise DataFormatError(
                f"{scores.dataset}: one {unit} tells nothing about others. Give scores on two {unit}s or more."
            )


def _check_flips(items: Sequence[ItemScores], tests: Sequence[ItemTest], terms: Terms) -> None:
    """Refuse max-T where single items cannot be flipped, or comparisons are only counted."""
    terms.check_tries()
    for scores, test in zip(items, tests, strict=True):
        if test == "seeds":
            raise ValueError(
                f"adjust='max_t' flips signs of single items, and on {scores.dataset} trainings are random, too. "
                "Take adjust='holm'."
            )


def _adjusted(
    items: Sequence[ItemScores],
    units: Sequence[Units],
    found: Sequence[tuple[int, tuple[int, int], Finding]],
    terms: Terms,
    family: int,
) -> list[float]:
    """Adjust p-values; by max-T the signs of an item, or of a cluster of them, are flipped in all comparisons."""
    pvalues = [finding.pvalue for _, _, finding in found]
    if terms.adjust != "max_t":
        return adjust_pvalues(pvalues, terms.adjust, family=family)
    parts: list[list[tuple[int, Floats, Floats]]] = [[] for _ in items]
    for place, (number, (a, b), _) in enumerate(found):
        means, sums = items[number].means(), units[number].sums
        magnitude = np.maximum(np.abs(means[a]), np.abs(means[b]))
        # By number: datasets may have one name, and share no items for that.
        parts[number].append((place, sums(means[a] - means[b]), sums(magnitude)))
    return adjusted_by_flips(filter(None, parts), pvalues, seed=0, alternative=terms.alternative)


def _test(scores: ItemScores, units: Units, test: Any) -> ItemTest:
    """Return the test that fits, or the one asked for if it can be fed."""
    fitting = fitting_test(scores, units)
    if test is None or test == fitting:
        return fitting
    can_flip = fitting != "seeds" and units.n <= _MOST_FLIPPED
    possible = dict.fromkeys(["paired_items_t", "paired_items_t+hall_t"], fitting != "seeds")
    possible |= dict.fromkeys(["sign_flip", "sign_flip+hall_t"], can_flip)
    possible["binomial"] = units.name == "item" and are_answers(scores)
    if isinstance(test, str) and possible.get(test, False):
        return test  # type: ignore[return-value]
    came = repr(test) if isinstance(test, str) else "a test of your own"
    others = [name for name, is_possible in possible.items() if is_possible and name != fitting]
    instead = f", or name {listed(others, quote=False)}" if others else ""
    raise ValueError(
        f"{scores.dataset}: these scores of single items are tested by {fitting}, got {came}. Leave the test "
        f"out{instead}."
    )


def _row(
    scores: ItemScores,
    pair: tuple[int, int],
    finding: Finding,
    adjusted: float,
    terms: Terms,
    family: int,
    skewed: Iterable[Caveat],
) -> Comparison:
    means = scores.means()
    a, b = pair
    low, high = finding.limits(1 - terms.alpha)
    decision, caveats = decide(
        finding,
        adjusted,
        alpha=terms.alpha,
        rope=terms.rope,
        equivalence_level=terms.equivalence_level(family),
    )
    beware = [
        *flag_caveats(finding.flags),
        *interval_caveats(finding, alpha=terms.alpha, alternative=terms.alternative),
        *([] if finding.answers is None else finding.answers.caveats()),
        *caveats,
        *skewed,
    ]
    return Comparison(
        dataset=scores.dataset,
        a=scores.learners[a],
        b=scores.learners[b],
        score_a=float(means[a].mean()),
        score_b=float(means[b].mean()),
        estimate=finding.estimate,
        pooled_estimate=math.nan,
        low=low,
        high=high,
        standard_error=finding.standard_error,
        statistic=finding.statistic,
        df=finding.df,
        pvalue=finding.pvalue,
        adjusted_pvalue=adjusted,
        decision=decision,
        effect_size=finding.effect_size,
        effect_size_name=finding.effect_size_name,
        p_left=math.nan,
        p_rope=math.nan,
        p_right=math.nan,
        n_train=None,
        n_test=None,
        n_scores=finding.n_scores,
        caveats=tuple(beware),
        forecast=None,
        settlement=None,
        answers=finding.answers,
    )


def _behind(
    scores: ItemScores,
    units: Units,
    pair: tuple[int, int],
    finding: Finding,
    row: Comparison,
    test: str,
    threshold: float,
    terms: Terms,
) -> ItemPair:
    means = scores.means()
    d = means[pair[0]] - means[pair[1]]
    df = finding.df if isinstance(finding.df, float) else None
    if df is None and "sign_flip" in test:
        df = float(units.n - 1)
    level = threshold if terms.alternative == "two-sided" else 2 * threshold
    return ItemPair(
        test=test,
        unit=units.name,
        n_items=len(d),
        n_units=units.n,
        n_again=scores.scores.shape[2],
        wins=int((d > 0).sum()),
        ties=int((d == 0).sum()),
        losses=int((d < 0).sum()),
        agreement=agreement(finding.estimate, finding.standard_error, df, min(level, 1.0), row.decision),
        spread=spread_of(scores, units, pair, alpha=terms.alpha),
    )


def _learners(items: Sequence[ItemScores], units: Sequence[Units], alpha: float) -> Iterator[ItemLearner]:
    for scores, unit in zip(items, units, strict=True):
        for name, values in zip(scores.learners, scores.means(), strict=True):
            yield _alone(scores, unit, name, values, alpha)


def _alone(scores: ItemScores, units: Units, name: str, values: Any, alpha: float) -> ItemLearner:
    """Return the score of one learner: Wilson's interval for right and wrong answers, else that of the mean."""
    row = ItemLearner(
        dataset=scores.dataset,
        name=name,
        score=float(values.mean()),
        low=math.nan,
        high=math.nan,
        interval_name="",
    )
    if units.n < 2 or (scores.again == "seed" and scores.scores.shape[2] > 1):
        return row
    is_error = scores.metric.lower_is_better
    if units.name == "item" and are_answers(scores):
        ends = wilson(round(abs(float(values.sum()))), len(values), level=1 - alpha)
        low, high = float(ends.low), float(ends.high)
        return replace(row, low=-high if is_error else low, high=-low if is_error else high, interval_name="Wilson")
    if np.ptp(values) == 0:
        return row
    student, hall = (test(values, units.codes).confidence_interval(1 - alpha) for test in (paired_items_t, hall_t))
    low, high = float(min(student[0], hall[0])), float(max(student[1], hall[1]))
    if scores.metric.is_share:
        least, most = (-1.0, 0.0) if is_error else (0.0, 1.0)
        low, high = max(low, least), min(high, most)
    return replace(row, low=low, high=high, interval_name="Student and Hall")


def _overall(items: Sequence[ItemScores], rows: Sequence[Comparison], terms: Terms) -> Overall | None:
    """Return the answer over datasets from the mean scores, if there are several, and what the test of each says."""
    learners = items[0].learners
    if len(items) < 2 or len(learners) < 2:
        return None
    table = np.array([scores.means().mean(axis=1) for scores in items]).T
    cells = Cells.of_scores(table, learners, [scores.dataset for scores in items], against=terms.against)
    sides = [{"a": 1, "b": -1}.get(row.decision, 0) for row in rows]
    said = OnDatasets(
        test="a test of items",
        pvalues=_by_pair([row.pvalue for row in rows], len(items)),
        estimates=_by_pair([row.estimate for row in rows], len(items)),
        called=_by_pair(sides, len(items)).astype(np.int8),
    )
    family = terms.family_size([], len(cells.pairs))
    return make_overall(cells, items[0].metric, terms.of_means(), family=family, on_datasets=said)


def _by_pair(values: Sequence[float], n_datasets: int) -> Floats:
    """Arrange what was found dataset by dataset: a row for each pair."""
    return np.array(values, dtype=np.float64).reshape(n_datasets, -1).T.copy()


def _caveats(items: Sequence[ItemScores], n_rows: int, family: int, adjust: str) -> Iterator[Caveat]:
    seen: dict[str, Caveat] = {}
    for scores in items:
        for caveat in scores.caveats:
            seen.setdefault(caveat.code, caveat)
    yield from seen.values()
    by_seed = [scores for scores in items if scores.again == "seed" and scores.scores.shape[2] > 1]
    few = [scores for scores in by_seed if scores.scores.shape[2] < FEW_SEEDS]
    if few:
        n = few[0].scores.shape[2]
        yield Caveat(
            code="few_seeds",
            message=f"There are {counted(n, 'seed')} on {few[0].dataset}: how much trainings differ is hardly known.",
        )
    if any(len(scores.items) == 1 for scores in by_seed):
        yield Caveat(
            code="one_test_set",
            message="All trainings were scored on one test set, and its examples are not there: how much the verdict "
            "would change with other examples is not covered. Give a score per example for that.",
        )
    if len(by_seed) < len(items):
        yield Caveat(
            code="fixed_models",
            message="This is about these models as they are, on items like these: models that are trained again, or "
            "prompted otherwise, may come out otherwise.",
        )
    yield from family_caveats(n_rows, family=family, adjust=adjust, runs=())
