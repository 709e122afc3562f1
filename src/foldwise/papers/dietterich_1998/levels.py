"""Type I error in the simulation: by the algorithms' error rate (Figure 5), by the number of splits or folds (6)."""

from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import (
    ALPHA,
    OF_THE_PAPER,
    REFERENCE,
    STANDARD_ERRORS,
    above,
    agreement_check,
    beside_reference,
    matched,
    reference,
    simulated_counts,
    simulated_levels,
)
from foldwise.papers.dietterich_1998.words import LOST, PAPER, recovered
from foldwise.papers.printed_numbers import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

TOO_BOLD: Final = {"difference_of_proportions", "resampled_t_30"}
_READINGS: Final = {
    "common": "one training-set effect for both algorithms",
    "independent": "one training-set effect for each algorithm",
}


def figure5(bench: Workbench) -> Exhibit:
    """Rates of false alarms, both readings of the simulation."""
    levels = bench.once(simulated_levels)
    frames = {quality: by_error(result) for quality, result in levels.items()}
    others = {quality: _reference(quality) for quality in levels}
    common = frames["common"]
    corrected = common[common["column"].str.startswith("corrected")]["rate"]
    return Exhibit(
        paper=PAPER,
        name="figure5",
        title="Figure 5: Type I error in the simulation",
        about="Points of two kinds, equally frequent; on the first kind algorithm a errs with half the error rate and "
        "b with one and a half times it, on the second kind the other way round. Both are equally good, so every "
        f"rejection is an error. {common['n_trials'].iloc[0]} datasets of 300 points at each error rate, every test at "
        f"the level {ALPHA:g}. Of the nine tests the paper has five; the others came later or are variants.",
        tables=tuple(
            beside_reference(f"Type I error, {words}", "error rate", frames[quality], others[quality])
            for quality, words in _READINGS.items()
        ),
        checks=(
            *(
                agreement_check(words, matched(frames[quality], others[quality]))
                for quality, words in _READINGS.items()
            ),
            only_two_check(common),
        ),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of five tests by the error rate of the algorithms, with exact 95% intervals and "
                f"a line at {ALPHA:g}.",
                shown=fw.displays.RatesDisplay(
                    rates=common[common["procedure"].isin(OF_THE_PAPER)],
                    alpha=ALPHA,
                    words="Type I error: share of true nulls that are rejected",
                ),
            ),
        ),
        beside="reference",
        because=REFERENCE,
        notes=(
            LOST,
            f"Of the design: {recovered('sample_size')}; {recovered('trials')}; {recovered('epsilon_values')}; "
            f"{recovered('epsilon1')}; {recovered('epsilon2')}; {recovered('beta_range')}. That only proportions and "
            "resampled t exceed the level is certain; the heights of the bars are lost.",
            f"The corrected tests reject at most {share(corrected.max())} here: every classification is drawn anew, so "
            "that overlapping training sets do no harm, and the correction for it makes them timid.",
            "Hold-outs and random splits have no training-set effect in the paper's design: their columns are the same "
            "in both tables.",
        ),
        incomplete=bench.incomplete,
    )


def by_error(result: fw.lab.TypeOneError) -> pd.DataFrame:
    """Add the names that the reference has: `row` is the error rate, `column` the test."""
    frame = result.frame()
    errors = frame["source"].str.removeprefix("error ").astype(float)
    return frame.assign(row=errors, column=frame["procedure"])


def _reference(quality: str) -> pd.DataFrame:
    table = reference("figure5", quality)
    return table.assign(row=table["epsilon"], column=table["test"])


def only_two_check(rates: pd.DataFrame) -> Check:
    """Ask which of the paper's tests exceed the level somewhere."""
    bold, words = set(), []
    for test in OF_THE_PAPER:
        rows = rates[rates["column"] == test]
        highest = rows.iloc[int(np.argmax(rows["rate"]))]
        if above(rows["rate"].to_numpy(), int(rows["n_trials"].iloc[0])).any():
            bold.add(test)
        words.append(f"{test} {share(highest['rate'])}")
    return Check(
        asked=f"of the paper's five tests only {' and '.join(sorted(TOO_BOLD))} exceed {ALPHA:g} at any error rate, by "
        f"more than {STANDARD_ERRORS} standard errors (certain)",
        found=f"highest rates: {', '.join(words)}",
        met=bold == TOO_BOLD,
    )


_NAMES: Final = {"resampled_t": "resampled_t", "kfold_t": "kfold_cv_t"}
_COUNTED: Final = {"resampled_t": "splits", "kfold_t": "folds", "halvings_t": "halvings"}


def figure6(bench: Workbench) -> Exhibit:
    """Show what more splits, and more folds, do to two tests."""
    counts = bench.once(simulated_counts)
    frame = counts.frame()
    rates = by_count(frame)
    table = reference("figure6", "common")
    others = table.assign(row=table["replications_or_folds"].astype(int), column=table["test"])
    halvings = frame[frame["test"] == "halvings_t"]
    return Exhibit(
        paper=PAPER,
        name="figure6",
        title="Figure 6: Type I error by the number of splits or folds",
        about="The simulation with two kinds of points, both algorithms erring on one in ten. The t test over more and "
        "more random splits, each testing on a third; the t test over one cross-validation with as many folds. "
        f"{rates['n_trials'].iloc[0]} datasets of 300 points; every test at the level {ALPHA:g}.",
        tables=(beside_reference("Type I error", "splits or folds", rates, others),),
        checks=(agreement_check("splits and folds", matched(rates, others)), *trend_checks(rates)),
        figures=(
            Figure(
                name="rates",
                caption="Type I error against the number of random splits, of folds and of halvings, with exact 95% "
                f"bands and a line at {ALPHA:g}: {ends_in_words(frame)}.",
                shown=counts,
            ),
        ),
        beside="reference",
        because=REFERENCE,
        notes=(
            LOST,
            f"Of the design: {recovered('figure6_epsilon')}. That splits raise the error and folds do not is certain; "
            "the numbers are lost.",
            "The figure also has Dietterich's t over other numbers of halvings than five: between "
            f"{share(halvings['rate'].min())} and {share(halvings['rate'].max())} here.",
        ),
        incomplete=bench.incomplete,
    )


def by_count(frame: pd.DataFrame) -> pd.DataFrame:
    """Take the two tests of the figure; `row` is the number of splits or folds, `column` the test."""
    chosen = frame[frame["test"].isin(_NAMES)]
    return chosen.assign(row=chosen["number"], column=chosen["test"].map(_NAMES))


def ends_in_words(frame: pd.DataFrame) -> str:
    """Return the rate at the smallest and at the largest number, for each test."""
    words = []
    for kind, what in _COUNTED.items():
        rows = frame[frame["test"] == kind].sort_values("number")
        first, last = rows.iloc[0], rows.iloc[-1]
        words.append(
            f"{share(first['rate'])} with {first['number']} {what}, {share(last['rate'])} with {last['number']}"
        )
    return "; ".join(words)


def trend_checks(rates: pd.DataFrame) -> tuple[Check, Check]:
    """Ask whether the error grows with splits, and does not with folds."""
    splits, folds = (rates[rates["column"] == name].sort_values("row") for name in _NAMES.values())
    first, last = splits.iloc[0], splits.iloc[-1]
    n = int(folds["n_trials"].iloc[0])
    return (
        Check(
            asked="resampled t: more splits, more false alarms; the 95% interval of the most splits lies above that of "
            "the fewest",
            found=f"{first['row']} splits {share(first['rate'])} ({share(first['low'])} to {share(first['high'])}), "
            f"{last['row']} splits {share(last['rate'])} ({share(last['low'])} to {share(last['high'])}); "
            f"{int((np.diff(splits['rate']) > 0).sum())} of {len(splits) - 1} steps upwards",
            met=bool(last["low"] > first["high"] and (np.diff(splits["rate"]) > 0).all()),
        ),
        Check(
            asked=f"k-fold t: at no number of folds above {ALPHA:g} by more than {STANDARD_ERRORS} standard errors",
            found=f"between {share(folds['rate'].min())} and {share(folds['rate'].max())}",
            met=not above(folds["rate"].to_numpy(), n).any(),
        ),
    )
