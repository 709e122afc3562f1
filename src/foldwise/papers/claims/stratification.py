"""Claim C7: with or without strata, replicability is much the same."""

from typing import Final

from foldwise.papers.bouckaert_frank_2004.experiments import (
    PAIR_NAMES,
    Decisions,
    by_repeats,
    by_splits,
    folds,
    plain_folds,
    splits,
    stratified_splits,
)
from foldwise.papers.bouckaert_frank_2004.layout import by_pair, each_r, r_limits
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, SideBySide

# How far R may move on average, in either direction.
_LITTLE: Final = 0.02
# Of 95% limits one in twenty is missed by chance; and the columns of a table share executions.
_ENOUGH: Final = 0.85


def _table(words: str, strata: dict[str, Decisions], plain: dict[str, Decisions]) -> SideBySide:
    moved = {name: _moved(each, plain[name]) for name, each in strata.items()}
    # How far below and above its R a repetition of the test with strata might come out.
    reach = {
        name: [(r - low, high - r) for r, (low, high) in zip(each_r(each), r_limits(each), strict=True)]
        for name, each in strata.items()
    }
    return SideBySide.from_frames(
        f"R with {words}, with strata less without",
        by_pair(moved),
        low=by_pair(
            {name: [m - below for m, (below, _) in zip(moved[name], reach[name], strict=True)] for name in moved}
        ),
        high=by_pair(
            {name: [m + above for m, (_, above) in zip(moved[name], reach[name], strict=True)] for name in moved}
        ),
        note="Positive: R is higher with strata. Limits: by how much chance may have moved R with strata, in 95% of "
        "repetitions of its executions.",
    )


def _moved(strata: Decisions, plain: Decisions) -> list[float]:
    return [with_them - without for with_them, without in zip(each_r(strata), each_r(plain), strict=True)]


def _make(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    strata = {f"{r}x10 folds": each for r, each in by_repeats(scored).items()}
    plain = {f"{r}x10 folds": each for r, each in by_repeats(bench.once(plain_folds)).items()}
    strata_splits = {f"{n} splits": each for n, each in by_splits(bench.once(stratified_splits)).items()}
    fit = bench.once(stratified_splits).datasets
    plain_of = plain | {f"{n} splits": each.on(fit) for n, each in by_splits(bench.once(splits)).items()}
    strata_of = strata | strata_splits
    moved = [each for name in strata_of for each in _moved(strata_of[name], plain_of[name])]
    inside = [
        low <= value <= high
        for name in strata_of
        for value, (low, high) in zip(each_r(plain_of[name]), r_limits(strata_of[name]), strict=True)
    ]
    mean, size = sum(moved) / len(moved), sum(map(abs, moved)) / len(moved)
    return Exhibit(
        paper="claims",
        name="c7",
        title=C7.title,
        about=(
            f"Corrected tests on {len(scored.datasets)} datasets and {len(PAIR_NAMES)} pairs of learners, ten "
            "executions each, with folds or test sets that have their share of every class, and without; random "
            f"splits on the {len(fit)} datasets that have no class of a single example."
        ),
        tables=(
            _table("repeated ten-fold cross-validation", strata, plain),
            _table("random splits", strata_splits, plain_of),
        ),
        checks=(
            Check(
                asked=f"With strata R is on average neither higher nor lower by more than {_LITTLE:g}",
                found=f"{mean:+.4f}; higher in {sum(each > 0 for each in moved)} of {len(moved)} comparisons, lower in "
                f"{sum(each < 0 for each in moved)}; mean size of the changes {size:.3f}",
                met=abs(mean) <= _LITTLE,
            ),
            Check(
                asked=f"At least {_ENOUGH:.0%} of all R without strata lie within the 95% limits of a repetition with "
                "strata",
                found=f"{sum(inside)} of {len(inside)}",
                met=sum(inside) >= _ENOUGH * len(inside),
            ),
        ),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C7: Final = Part(
    name="c7",
    title="C7: strata change little in replicability",
    make=_make,
    needs=(folds, plain_folds, splits, stratified_splits),
)
