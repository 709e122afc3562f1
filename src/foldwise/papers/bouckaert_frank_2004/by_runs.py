"""Tables 2 to 4: what more splits, more repeats and the level do to a corrected test; and two tests in the text."""

from collections.abc import Mapping
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import (
    ALPHAS,
    REPEATS,
    SPLITS,
    by_repeats,
    by_splits,
    five_by_two,
    folds,
    halvings,
    splits,
    ten_folds,
    uncorrected,
)
from foldwise.papers.bouckaert_frank_2004.layout import (
    agreement_figure,
    by_pair,
    each_r,
    listed,
    mean_r,
    measure_tables,
    printed_in_text,
    printed_under,
    where_they_differ,
)
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, SideBySide

_PAPER: Final = "bouckaert_frank_2004"
# What a test needs to be called replicable, and the least that the level may leave of it.
_REPLICABLE, _AT_ANY_LEVEL = 0.90, 0.85


def _table2(bench: Workbench) -> Exhibit:
    scored = bench.once(splits)
    decided = by_splits(scored)
    headings: dict[float, str] = {n: f"{n} splits" for n in SPLITS}
    few, many = each_r(decided[SPLITS[0]]), each_r(decided[SPLITS[-1]])
    tables = measure_tables(
        {headings[n]: each.rejections() for n, each in decided.items()},
        printed_under("bouckaert_frank_2004_table2", "runs", headings),
    )
    return Exhibit(
        paper=_PAPER,
        name="table2",
        title=TABLE2.title,
        about=(
            "Random splits, nine tenths to train on and one tenth to test on, without strata; the corrected resampled "
            "t test; ten executions of 100 splits on each dataset. Columns with fewer splits use the first of each "
            "execution: they are not independent of each other, where the paper may have drawn anew."
        ),
        tables=tables,
        checks=(
            Check(
                asked="R with 100 splits is above R with 10 splits, for every pair",
                found=f"{listed(many)} and {listed(few)}",
                met=all(more > less for more, less in zip(many, few, strict=True)),
            ),
        ),
        because=where_they_differ(tables),
        incomplete=scored.incomplete,
    )


def order_of_tests(r: Mapping[str, float]) -> Check:
    """Ask for the order of R on average over the pairs, as far as the paper's is clear."""
    first, second, lowest = r["10x10 folds, corrected"], r["100 splits, corrected"], r["5x2 t"]
    third = r["10 splits, corrected"], r["10 folds, t"]
    return Check(
        asked="R on average over the pairs: 10x10 not below 100 splits, these above 10 splits and the t test on 10 "
        "folds, both of these above 5x2",
        found=f"{listed([first])}; {listed([second])}; {listed([third[0]])} and {listed([third[1]])}; "
        f"{listed([lowest])}",
        met=first >= second > max(third) and min(third) > lowest,
    )


def _table3(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    decided, split = by_repeats(scored), by_splits(bench.once(splits))
    headings: dict[float, str] = {r: f"{r}x10" for r in REPEATS}
    best, random = each_r(decided[10]), each_r(split[100])
    tests = {
        "5x2 t": five_by_two(bench.once(halvings)),
        **{f"{n} splits, corrected": split[n] for n in SPLITS},
        "10 folds, t": ten_folds(scored),
        **{f"{r}x10 folds, corrected": decided[r] for r in REPEATS},
        "10x10 folds, uncorrected": uncorrected(scored),
    }
    caption = (
        f"R of all tests of the paper for three pairs of learners, on {len(scored.datasets)} datasets. Intervals are "
        "over datasets, as if others had been drawn, and so wider than the limits in the tables. The uncorrected test, "
        "at the bottom, is not valid, however replicable."
    )
    tables = measure_tables(
        {headings[r]: each.rejections() for r, each in decided.items()},
        printed_under("bouckaert_frank_2004_table3", "runs", headings),
    )
    return Exhibit(
        paper=_PAPER,
        name="table3",
        title=TABLE3.title,
        about=(
            "Ten-fold cross-validation with strata, repeated r times; the corrected t test; ten executions of ten "
            "repeats on each dataset. Columns with fewer repeats use the first of each execution. The picture has R of "
            "all tests of the paper."
        ),
        tables=tables,
        checks=(
            Check(
                asked="R of 10x10 is at least that of 100 splits, for every pair",
                found=f"{listed(best)} and {listed(random)}",
                met=all(more >= less for more, less in zip(best, random, strict=True)),
            ),
            Check(
                asked=f"R of 10x10 is at least {_REPLICABLE:.2f}, for every pair",
                found=listed(best),
                met=min(best) >= _REPLICABLE,
            ),
            order_of_tests({name: mean_r(each) for name, each in tests.items()}),
        ),
        figures=(agreement_figure(tests, "replicability", caption),),
        because=where_they_differ(tables),
        incomplete=scored.incomplete,
    )


def _table4(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    decided = by_repeats(scored)[10]
    headings: dict[float, str] = {alpha: f"level {alpha:g}" for alpha in ALPHAS}
    lowest = [min(each_r(decided, alpha)[pair] for alpha in ALPHAS) for pair in range(3)]
    tables = measure_tables(
        {headings[alpha]: decided.rejections(alpha) for alpha in ALPHAS},
        printed_under("bouckaert_frank_2004_table4", "alpha", headings),
    )
    return Exhibit(
        paper=_PAPER,
        name="table4",
        title=TABLE4.title,
        about="The executions of 10x10 folds of Table 3, judged at four levels.",
        tables=tables,
        checks=(
            Check(
                asked=f"R is at least {_AT_ANY_LEVEL:.2f} at every level, for every pair",
                found=f"lowest {listed(lowest)}",
                met=min(lowest) >= _AT_ANY_LEVEL,
            ),
        ),
        because=where_they_differ(tables),
        incomplete=scored.incomplete,
    )


TABLE2: Final = Part(
    name="table2", title="Table 2: the corrected resampled t test with 10 to 100 splits", make=_table2, needs=(splits,)
)
TABLE3: Final = Part(
    name="table3",
    title="Table 3: the corrected t test over repeated cross-validation",
    make=_table3,
    needs=(folds, splits, halvings),
)
TABLE4: Final = Part(name="table4", title="Table 4: the level of the 10x10 test", make=_table4, needs=(folds,))


_ONE, _HUNDRED = "t test on 10 folds", "uncorrected t test on 10x10 folds"


def _in_text(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    one, hundred, halved = ten_folds(scored), uncorrected(scored), five_by_two(bench.once(halvings))
    columns = {_ONE: one.rejections(), _HUNDRED: hundred.rejections()}
    beside = printed_in_text("bf_10fold", _ONE) | printed_in_text("bf_10x10_uncorrected", _HUNDRED)
    consistent = {name: np.ravel(fw.stats.consistency(counts).n_consistent) for name, counts in columns.items()}
    three = {name: each.outcomes() for name, each in (("5x2 t test", halved), (_ONE, one), (_HUNDRED, hundred))}
    winners = by_pair({name: [*np.ravel(fw.stats.replicability(each).estimate)] for name, each in three.items()})
    reversals = {name: np.sum(fw.stats.consistency(each).n_contradictory) for name, each in three.items()}
    measures = measure_tables(columns, beside)
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="text",
        title=IN_TEXT.title,
        about=(
            "The plain t test on the folds of one stratified 10-fold cross-validation, and on all hundred folds of ten "
            "of them as if they were independent; ten executions on each dataset."
        ),
        tables=(
            *measures,
            SideBySide.from_frames("R where a rejection for one does not agree with one for the other", winners),
        ),
        checks=(
            Check(
                asked="R of the t test on 10 folds is above that of the 5x2 test, on average over the pairs",
                found=f"{listed([mean_r(one)])} and {listed([mean_r(halved)])}",
                met=mean_r(one) > mean_r(halved),
            ),
            Check(
                asked="The uncorrected test on 10x10 folds is consistent on more datasets than that on 10 folds",
                found=" and ".join(", ".join(map(str, consistent[name])) for name in (_HUNDRED, _ONE)),
                met=bool(np.all(consistent[_HUNDRED] > consistent[_ONE])),
            ),
        ),
        because=where_they_differ(measures),
        notes=(
            "Datasets and pairs on which some executions declare one learner better and some the other: "
            + ", ".join(f"{name} {number}" for name, number in reversals.items())
            + ". In the last table these do not agree; in the others, as in the paper's formulas, only whether a test "
            "rejects counts.",
        ),
        incomplete=scored.incomplete,
    )


IN_TEXT: Final = Part(
    name="text",
    title="In the text: the t test on 10 folds, and without a correction on 10x10 folds",
    make=_in_text,
    needs=(folds, halvings),
)
