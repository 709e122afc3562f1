"""Claim C5: more runs make the corrected tests more replicable."""

from typing import Final

from foldwise.papers.bouckaert_frank_2004.decisions import REPEATS, SPLITS, Decisions, by_repeats, by_splits
from foldwise.papers.bouckaert_frank_2004.experiments import folds, splits
from foldwise.papers.bouckaert_frank_2004.layout import agreement_table, each_r, listed, mean_r
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit


def _checks(words: str, decided: dict[int, Decisions]) -> tuple[Check, Check]:
    few, many = each_r(decided[min(decided)]), each_r(decided[max(decided)])
    means = [mean_r(decisions) for decisions in decided.values()]
    return (
        Check(
            asked=f"R with {max(decided)} {words} is above R with {min(decided)}, for every pair",
            found=f"{listed(many)} and {listed(few)}",
            met=all(more > less for more, less in zip(many, few, strict=True)),
        ),
        Check(
            asked=f"R on average over the pairs rises at every step of the number of {words}",
            found=listed(means),
            met=means == sorted(set(means)),
        ),
    )


def _make(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    split, repeated = by_splits(bench.once(splits)), by_repeats(scored)
    tests = {f"{n} splits, corrected": split[n] for n in SPLITS} | {
        f"{r}x10 folds, corrected": repeated[r] for r in REPEATS
    }
    return Exhibit(
        paper="claims",
        name="c5",
        title=C5.title,
        about="R on 27 datasets with growing numbers of random splits, and of repeats of ten folds; ten executions.",
        tables=(agreement_table(tests),),
        checks=(*_checks("splits", split), *_checks("repeats", repeated)),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C5: Final = Part(
    name="c5", title="C5: more runs make the corrected tests more replicable", make=_make, needs=(splits, folds)
)
