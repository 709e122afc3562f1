"""Sentences about an answer over datasets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from foldwise._core import compact, counted, decimals, fixed, listed, one_line, percent, pvalue_text
from foldwise.verdicts._against import against_clauses, against_words, standing_beside
from foldwise.verdicts._family import ADJUST_WORDS
from foldwise.verdicts.overall._cells import missing_policy
from foldwise.verdicts.overall._pairs import OverallPair

if TYPE_CHECKING:
    from foldwise.verdicts.overall._overall import Overall

_MOST_NAMES: Final = 5
_MOST_PAIRS: Final = 3
_OMNIBUS: Final = {
    "iman_davenport": "Iman and Davenport",
    "skillings_mack": "Skillings and Mack",
}


def headline(overall: Overall) -> str:
    """Return who is best over the datasets, and who cannot be told from the best."""
    n = counted(len(overall.datasets), "dataset")
    if len(overall.pairs) == 1:
        return pair_sentence(overall.pairs[0], overall, n)
    who = counted(len(overall.learners), "learner")
    if overall.against is not None:
        who = against_words(len(overall.learners), overall.against)
    opening = f"{who} over {n}"
    if overall.has_too_few:
        opening += ", too few to call anybody better over them"
    if overall.against is not None and not overall.has_too_few:
        return f"{opening}: {_against_one(overall, one_line(overall.against))}."
    if overall.alternative != "two-sided":
        return f"{opening}: {_one_sided(overall)}."
    first = overall.learners[0]
    if overall.has_too_few:
        return f"{opening}: {_leading(overall)}."
    if overall.best == first.name:
        return f"{opening}: {one_line(first.name)} is better than all others."
    beside: dict[str, list[str]] = {}
    for other in overall.learners[1:]:
        pair = overall.pair(first.name, other.name)
        key = "worse" if pair.winner == other.name else pair.outcome
        beside.setdefault(key, []).append(one_line(other.name))
    ranks = [each.mean_rank for each in overall.learners[:2]]
    it = one_line(first.name) if math.isclose(*ranks, rel_tol=1e-12) else "it"
    parts = [words.format(_named(beside[key]), it) for key, words in _BESIDE.items() if key in beside]
    return f"{opening}: {_leading(overall)}; {'; '.join(parts)}."


def _leading(overall: Overall) -> str:
    """Return who has the best mean rank, or who share it."""
    first = overall.learners[0]
    sharing = [
        one_line(each.name) for each in overall.learners if math.isclose(each.mean_rank, first.mean_rank, rel_tol=1e-12)
    ]
    rank = fixed(first.mean_rank, 2)
    if len(sharing) > 1:
        return f"{_named(sharing)} share the best mean rank ({rank})"
    return f"{sharing[0]} has the best mean rank ({rank})" if sharing else "nobody has a rank"


_BESIDE: Final = {
    "none": "{} cannot be told from {}",
    "undetermined": "the test cannot decide between {1} and {0}",
    "better": "{1} is better than {0}",
    "worse": "the test prefers {}",
}


def _one_sided(overall: Overall) -> str:
    """Return which first (or second) learners of a pair are shown to be better: no ranking follows from that."""
    called = [f"{one_line(pair.winner)} over {one_line(_other(pair))}" for pair in overall.pairs if pair.winner]
    which = "first" if overall.alternative == "greater" else "second"
    shown = f" ({listed(called, most=_MOST_NAMES, quote=False)})" if called else ""
    return f"the {which} learner of a pair is shown to be better in {len(called)} of {len(overall.pairs)} pairs{shown}"


def _against_one(overall: Overall, against: str) -> str:
    """Return who is better than one learner over the datasets, and than whom it is better; by mean rank."""
    beside: dict[str, list[str]] = {}
    for name in (each.name for each in overall.learners if each.name != overall.against):
        pair = overall.pair(name, str(overall.against))
        standing = standing_beside(pair.outcome, pair.winner, str(overall.against), overall.alternative)
        beside.setdefault(standing, []).append(one_line(name))
    return against_clauses(beside, against)


def _other(pair: OverallPair) -> str:
    return pair.b if pair.winner == pair.a else pair.a


def _named(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) == 2 else listed(names, most=_MOST_NAMES, quote=False)


def oriented(pair: OverallPair, alternative: str = "two-sided") -> OverallPair:
    """Return a pair with the learner that is better or ahead first; of a one-sided question the one asked about."""
    if alternative == "two-sided":
        is_turned = pair.decision == "b" or (pair.decision != "a" and pair.estimate < 0)
    else:
        is_turned = alternative == "less"
    return pair.turned if is_turned else pair


def pair_sentence(pair: OverallPair, overall: Overall, n_datasets: str) -> str:
    """Return who of two learners is better over datasets, by how much, how sure, and on how many it is ahead."""
    pair = oriented(pair, overall.alternative)
    a, b = one_line(pair.a), one_line(pair.b)
    if pair.decision == "undetermined":
        return f"{a} and {b} have too few datasets in common for a test: {pair.n_datasets}."
    n = _places(pair, overall)
    more = "lower" if (pair.estimate > 0) == overall.metric.lower_is_better else "higher"
    who = "" if pair.decision == "a" else f"{a} has "
    by = f"{who}typically {compact(abs(pair.estimate), n)} {more} {overall.metric.label}"
    if pair.estimate == 0:
        by = f"typically the same {overall.metric.label}"
    # As large as the words say, which name the difference without its sign.
    low, high = (pair.low, pair.high) if pair.estimate >= 0 else (-pair.high, -pair.low)
    interval = (
        f"{percent(1 - overall.alpha)} interval {compact(low, n)} to {compact(high, n)}"
        if math.isfinite(pair.low)
        else "too few datasets for an interval"
    )
    symbol = "adjusted p" if overall.family > 1 and overall.adjust != "none" else "p"
    counts = f"ahead on {pair.wins}, behind on {pair.losses}" + (f", level on {pair.ties}" if pair.ties else "")
    p = pvalue_text(pair.adjusted_pvalue, overall.alpha)
    numbers = f"{by} ({interval}, {symbol} {'' if p[0] == '<' else '= '}{p}); {a} is {counts}"
    match pair.decision:
        case "a":
            return f"{a} is better than {b} over {n_datasets}: {numbers}."
        case "b":
            return f"{b} is better than {a} over {n_datasets}: {numbers}."
        case _ if overall.has_too_few:
            return f"Over {n_datasets}, too few to call anybody better over them: {numbers}."
        case _ if overall.alternative != "two-sided":
            return f"That {a} is better than {b} over {n_datasets} is not shown: {numbers}."
        case _:
            return f"{a} and {b} cannot be told apart over {n_datasets}: {numbers}."


def _places(pair: OverallPair, overall: Overall) -> int:
    width = pair.high - pair.low
    scale = (width / 2 if 0 < width < np.inf else 0.0) or abs(pair.estimate) or 0.001
    return decimals(scale, is_share=overall.metric.is_share)


def single_datasets_words(overall: Overall) -> str:
    """Return on how many datasets, at least, who is better, and on which: the pairs with the most of them."""
    if overall.on_datasets is None:
        return ""
    sides = [side for pair in overall.pairs for side in sides_of(pair)]
    if not sides:
        return f"nobody is shown to be better on any of the {len(overall.datasets)}, taken one by one"
    # The learner with the best mean rank first: it is the one that the headline is about.
    order = {each.name: number for number, each in enumerate(overall.learners)}
    sides.sort(key=lambda side: (order[side[1]], -side[0]))
    words = [at_least_words(*side) for side in sides[:_MOST_PAIRS]]
    more = f"; {len(sides) - _MOST_PAIRS} more in frame()" if len(sides) > _MOST_PAIRS else ""
    return f"{'; '.join(words)}{more}"


def sides_of(pair: OverallPair) -> Iterator[tuple[int, str, str, tuple[str, ...], int]]:
    """Yield what `at_least_words` says of either learner of a pair that is better on one dataset or more."""
    if pair.least_a or pair.datasets_a:
        yield pair.least_a, pair.a, pair.b, pair.datasets_a, pair.n_datasets
    if pair.least_b or pair.datasets_b:
        yield pair.least_b, pair.b, pair.a, pair.datasets_b, pair.n_datasets


def at_least_words(least: int, better: str, worse: str, named: Sequence[str], n: int) -> str:
    """Return on how many datasets somebody is better at least, and on which, taken one by one.

    >>> at_least_words(3, "forest", "tree", ("iris", "wine"), 12)
    'forest is better than tree on at least 3 of 12 (one by one on iris, wine)'
    >>> at_least_words(0, "forest", "tree", ("iris", "wine"), 12)
    'forest is better than tree on 2 of 12 (iris, wine)'
    """
    names = listed(map(one_line, named), most=_MOST_NAMES, quote=False)
    who = f"{one_line(better)} is better than {one_line(worse)}"
    if len(named) > least or not least:
        return f"{who} on {len(named)} of {n} ({names})"
    return f"{who} on at least {least} of {n}" + (f" (one by one on {names})" if named else "")


def tested_words(overall: Overall) -> str:
    """Return the tests and their terms."""
    each = "every pair" if len(overall.pairs) > 1 else "the pair"
    if overall.against is not None and len(overall.pairs) > 1:
        each = f"every pair with {one_line(overall.against)}"
    adjusted = f", {ADJUST_WORDS[overall.adjust]}" if overall.family > 1 and overall.adjust != "none" else ""
    sides = "two-sided" if overall.alternative == "two-sided" else "one-sided"
    equal = "" if overall.rope is None else f", differences within {overall.rope:g} are ties"
    alike = ""
    if overall.omnibus is not None:
        on = "" if overall.omnibus.n_datasets == len(overall.datasets) else f" on {overall.omnibus.n_datasets} datasets"
        p = pvalue_text(overall.omnibus.pvalue, overall.alpha)
        who = _OMNIBUS[overall.omnibus.test]
        rope = ", without the rope" if overall.rope else ""
        alike = f"; that all are alike has p {'' if p[0] == '<' else '= '}{p} ({who}{on}{rope})"
    return (
        f"Wilcoxon signed rank test of {each} over datasets{adjusted}, {sides}, level {overall.alpha:g}{equal}{alike}"
    )


def missing_words(overall: Overall) -> str:
    """Return how many cells are missing, and what was done about that."""
    missing = overall.cells.missing()
    if not missing:
        return ""
    places = listed((f"{one_line(a)} on {one_line(b)}" for a, b in missing), most=_MOST_PAIRS, quote=False)
    policy = missing_policy(overall.missing, len(overall.learners))
    return f"{len(missing)} of {overall.cells.scores.size} cells ({places}): {policy}"
