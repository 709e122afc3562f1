"""The study of 154 tests in which nothing differs."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.salzberg_1997 import limits, null_tests
from foldwise.papers.salzberg_1997.null_tests import Floats
from foldwise.papers.salzberg_1997.worked_examples import N_DATASETS, N_TESTS, N_VARIANTS, printed_number
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

Counts = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

ALPHA: Final = 0.05
_REAL: Final = "10/kfold_t"
_SIZE: Final = 100
# The smallest level is printed to four decimals.
_PRINTED_LEVEL_ROUNDING: Final = 5e-5


@dataclass(frozen=True, slots=True)
class ManyTests:
    """P-values, one row for each study: simulated answers in two ways, and learners that were really run."""

    independent: Floats
    one_default: Floats
    real: Floats


@experiment("154 tests where nothing differs", seconds=8)
def null_studies(bench: Workbench) -> ManyTests:
    """Repeat the study."""
    n, n_real = bench.size(5000, 100), bench.size(10, 1)
    simulated = {
        one_default: null_tests.null_pvalues(
            n, N_DATASETS, N_VARIANTS, one_default=one_default, seed=[bench.seed, N_TESTS, int(one_default)]
        )
        for one_default in (False, True)
    }
    source = fw.lab.sources.ExchangeableBlocks(n_examples=_SIZE)
    trials = fw.lab.run_trials(_REAL, source, n_trials=n_real * N_TESTS, **bench.how)
    real = np.asarray(trials.found[_REAL].pvalue).reshape(n_real, N_TESTS)
    return ManyTests(independent=simulated[False], one_default=simulated[True], real=real)


def make(bench: Workbench) -> Exhibit:
    """Make the exhibit."""
    return exhibit(bench.once(null_studies), incomplete=bench.incomplete)


def exhibit(studies: ManyTests, *, incomplete: str) -> Exhibit:
    """Count the false positives."""
    expected = float(fw.stats.expected_false_positives(ALPHA, N_TESTS))
    any_expected = float(fw.stats.family_wise_error(ALPHA, N_TESTS))
    independent, one_default = _counts(studies.independent), _counts(studies.one_default)
    real = _counts(studies.real)
    n = len(independent)
    return Exhibit(
        paper="salzberg_1997",
        name="154-tests",
        title=f"{N_VARIANTS} variants on {N_DATASETS} datasets: {N_TESTS} tests where nothing differs",
        about=f"A study of {N_VARIANTS} variants of a learner against its default on {N_DATASETS} datasets was "
        f"simulated {n:,} times, with no variant better or worse: {null_tests.in_words()}. Once every comparison has "
        f"answers of its own, so that the tests are independent, as the text supposes; once all {N_VARIANTS} variants "
        "meet the same answers of the default, as they do in a study. Beside that, learners were really run: 1-nearest "
        "neighbour on two blocks of attributes with the same distribution, compared by the t test on the ten folds of "
        f"a cross-validation of {_SIZE} examples, {N_TESTS} datasets a study.",
        tables=(_count_table(independent, one_default, real), _level_table(studies)),
        checks=(
            _mean_check("independent tests", independent, expected),
            _mean_check("one default for all variants", one_default, expected),
            _any_check(independent > 0, any_expected),
            *(_kept_check(name, studies) for name in ("sidak", "bonferroni", "holm")),
        ),
        figures=(
            Figure(
                name="false-positives-per-study",
                caption=f"Significant results per study of {N_TESTS} tests where nothing differs: mean "
                f"{independent.mean():.2f} if the tests are independent and {one_default.mean():.2f} if all variants "
                f"are compared with one default. The standard deviation is {independent.std(ddof=1):.1f} and "
                f"{one_default.std(ddof=1):.1f}.",
                shown=[
                    fw.displays.FalseAlarmsDisplay.from_counts(name, counts, n_tests=N_TESTS, alpha=ALPHA)
                    for name, counts in (
                        ("independent tests", independent),
                        ("all variants against one default", one_default),
                    )
                ],
            ),
        ),
        notes=(
            f"The tests of a study are not independent: with one default per dataset, {np.mean(one_default == 0):.4f} "
            f"of the studies had no false positive ({1 - any_expected:.4f} if independent), and "
            f"{np.mean(one_default > 2 * expected):.3f} had more than twice as many as expected "
            f"({np.mean(independent > 2 * expected):.3f}). The mean is the same.",
            f"What is worse, the t test on the folds of one cross-validation does not keep its level: 1-nearest "
            f"neighbour against itself gave {real.mean():.1f} false positives per study, where {expected:g} were "
            "promised. No adjustment for the number of tests mends that.",
        ),
        incomplete=incomplete,
    )


def _counts(pvalues: Floats) -> Counts:
    return np.asarray((pvalues <= ALPHA).sum(axis=1), dtype=np.int64)


def _count_table(independent: Counts, one_default: Counts, real: Counts) -> SideBySide:
    mean, fwer = printed_number("salz_expected_false_positives"), printed_number("salz_fwer_154")
    rows = {
        "simulated, independent": (independent, mean, fwer),
        "simulated, one default": (one_default, mean, None),
        "1-nearest neighbour, ten folds": (real, None, None),
    }
    return SideBySide(
        title=f"False positives per study of {N_TESTS} tests at {ALPHA:g}",
        index="tests",
        rows=tuple(rows),
        columns=("studies", "mean number", "least", "most", "share of studies with any"),
        cells=tuple(
            (
                ComparedValue(measured=float(len(counts)), digits=0),
                # One study has no interval.
                limits.mean_cell(counts, at, digits=1)
                if len(counts) > 1
                else ComparedValue(measured=float(counts[0]), digits=1),
                ComparedValue(measured=float(counts.min()), digits=0),
                ComparedValue(measured=float(counts.max()), digits=0),
                limits.share_cell(counts > 0, share, digits=4),
            )
            for counts, at, share in rows.values()
        ),
        note="95% Monte Carlo intervals over studies. Printed: what the text computes for independent tests; the mean "
        "holds for dependent ones as well.",
    )


def _any_adjusted(pvalues: Floats, name: str) -> Booleans:
    adjusted = pvalues if name == "none" else getattr(fw.stats, name)(pvalues, undefined="count")
    return np.asarray((adjusted <= ALPHA).any(axis=1))


def _level_table(studies: ManyTests) -> SideBySide:
    sidak, bonferroni = (float(level(ALPHA, N_TESTS)) for level in (fw.stats.sidak_level, fw.stats.bonferroni_level))
    printed = printed_number("salz_alpha_star_154")
    levels = {
        "none": ComparedValue(measured=ALPHA, digits=6),
        "sidak": ComparedValue(measured=sidak, printed=printed, margin=_PRINTED_LEVEL_ROUNDING, digits=6),
        "bonferroni": ComparedValue(measured=bonferroni, digits=6),
        "holm": ComparedValue(measured=f"{bonferroni:.6f} for the smallest p"),
    }
    return SideBySide(
        title="With adjustment for the number of tests",
        index="adjustment",
        rows=("none", "Sidak (called Bonferroni in the text)", "Bonferroni", "Holm"),
        columns=("level of each test", "any false positive, independent", "any false positive, one default"),
        cells=tuple(
            (
                level,
                limits.share_cell(_any_adjusted(studies.independent, name), digits=4),
                limits.share_cell(_any_adjusted(studies.one_default, name), digits=4),
            )
            for name, level in levels.items()
        ),
        note="Share of studies, with exact 95% Monte Carlo intervals. The printed level has four decimals.",
    )


def _mean_check(name: str, counts: Counts, expected: float) -> Check:
    low, high = limits.mean_limits(counts, limits.WIDE)
    return Check(
        asked=f"The mean number of false positives ({name}) is {expected:g}, within 99.9% Monte Carlo limits",
        found=f"{counts.mean():.3f} ({limits.in_words((low, high))})",
        met=low <= expected <= high,
    )


def _any_check(hits: Booleans, expected: float) -> Check:
    low, high = limits.share_limits(hits, limits.WIDE)
    return Check(
        asked=f"The share of studies with any, independent tests, is {expected:.4f}, within 99.9% Monte Carlo limits",
        found=f"{hits.mean():.4f} ({limits.in_words((low, high), 4)})",
        met=low <= expected <= high,
    )


def _kept_check(name: str, studies: ManyTests) -> Check:
    shares = [_any_adjusted(pvalues, name) for pvalues in (studies.independent, studies.one_default)]
    lows = [limits.share_limits(hits, limits.WIDE)[0] for hits in shares]
    return Check(
        asked=f"Adjusted by {name.capitalize()}, at most {ALPHA:g} have any: the lower 99.9% limit is not above",
        found=" and ".join(
            f"{hits.mean():.4f} (from {low:.4f}), {kind}"
            for hits, low, kind in zip(shares, lows, ("independent", "one default"), strict=True)
        ),
        met=max(lows) <= ALPHA,
    )
