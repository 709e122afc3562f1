"""How the simulation was designed, and what two of its choices do: how unlike points are, and wrong labels."""

from typing import Final

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import ALPHA, OF_THE_PAPER, STANDARD_ERRORS, TWO_KINDS, above
from foldwise.papers.dietterich_1998.words import LOST, PAPER, laid_out, recovered
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

ERROR: Final = 0.1
EASY: Final = (1.0, 0.75, 0.5, 0.25)
NOISE: Final = (0.0, 0.1, 0.2, 0.3)
_TESTS: Final = {name: TWO_KINDS[name] for name in OF_THE_PAPER}
_RATES: Final = "Type I error: share of true nulls that are rejected"


@experiment("two kinds of points: how unlike they are", seconds=12)
def simulated_kinds(bench: Workbench) -> fw.lab.TypeOneError:
    """Try populations whose points are more, and less, alike than those of the paper."""
    populations = {f"{easy:g}": fw.lab.sources.TwoKinds(ERROR, easy=easy) for easy in EASY}
    return fw.lab.type_one_error(_TESTS, populations, alpha=ALPHA, n_trials=bench.size(10_000, 200), **bench.how)


def epsilons_exhibit(bench: Workbench) -> Exhibit:
    """Show that the two error rates are equal whatever the two probabilities, and what the choice does to tests."""
    result = bench.once(simulated_kinds)
    sources = [trials.source for trials in result.trials]
    kinds = [source for source in sources if isinstance(source, fw.lab.sources.TwoKinds)]
    designed = pd.DataFrame([row for source in kinds for row in _design(source)])
    rates = result.frame()
    return Exhibit(
        paper=PAPER,
        name="epsilons",
        title="How the two probabilities of error were chosen",
        about="On points of the first kind algorithm a errs with probability epsilon 1 and b with epsilon 2, on those "
        "of the second kind the other way round. Their sum is twice the error rate, so that both algorithms have the "
        "same: the null is true by design, whatever the two are. How far apart they are is free: it is how unlike "
        f"points are. Here the error rate is {ERROR:g}, and epsilon 1 from all of it (points are alike) to a quarter; "
        f"the paper's choice is a half. {result.trials[0].n_trials} datasets of 300 points.",
        tables=(
            laid_out(
                "The design",
                designed.assign(low=float("nan"), high=float("nan")),
                "epsilon 1 over the error rate",
                "of",
                "value",
                note="Exact. Only one right: probability that exactly one of the two is right on a test example, and "
                "the standard deviation of the difference on 100 test examples that follows from it.",
            ),
            laid_out(
                "Type I error",
                rates.rename(columns={"source": "epsilon 1 over the error rate"}),
                "epsilon 1 over the error rate",
                "procedure",
                "rate",
                note=f"Exact 95% intervals over {result.trials[0].n_trials} datasets.",
            ),
        ),
        checks=epsilon_checks(kinds, rates),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of five tests by how unlike the two kinds of points are, with exact 95% "
                f"intervals and a line at {ALPHA:g}.",
                shown=fw.displays.RatesDisplay(rates=rates, alpha=ALPHA, words=_RATES),
            ),
        ),
        notes=(
            LOST,
            f"Of the design: {recovered('epsilon1')}; {recovered('epsilon2')}. That a half was chosen for the variance "
            "it gives is a recollection.",
            "All splits of a dataset have its points in common. Where some points are easy for one algorithm, their "
            "share in the sample favours it in every split alike: that, and not the training sets, is what the "
            "resampled t overlooks here.",
        ),
        incomplete=bench.incomplete,
    )


def _design(source: fw.lab.sources.TwoKinds) -> list[dict[str, float | str]]:
    (one, two), _ = source.chances
    only_one = one * (1 - two) + two * (1 - one)
    parts = {
        "epsilon 1": one,
        "epsilon 2": two,
        "error rate of both": (one + two) / 2,
        "only one right": only_one,
        "deviation on 100": (only_one / 100) ** 0.5,
    }
    return [{"epsilon 1 over the error rate": f"{source.easy:g}", "of": of, "value": v} for of, v in parts.items()]


def epsilon_checks(kinds: list[fw.lab.sources.TwoKinds], rates: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether both algorithms err equally often, and what tests do at every choice."""
    gaps = [abs(sum(source.chances[0]) - 2 * source.error) for source in kinds]
    n = int(rates["n_trials"].iloc[0])
    # In the order of EASY: from alike to unlike.
    resampled = rates[rates["procedure"] == "resampled_t_30"]["rate"].to_numpy()
    others = rates[~rates["procedure"].isin(("resampled_t_30", "difference_of_proportions"))]
    return (
        Check(
            asked="whatever the choice, the two probabilities add up to twice the error rate (certain)",
            found=f"largest gap {max(gaps):.1g}",
            met=max(gaps) < 1e-12,
        ),
        Check(
            asked="resampled t: the more unlike the points, the more false alarms, beyond "
            f"{ALPHA:g} where they are as unlike as in the paper",
            found=", ".join(map(share, resampled)),
            met=bool((np.diff(resampled) > 0).all() and above(resampled[EASY.index(0.5) :], n).all()),
        ),
        Check(
            asked=f"McNemar's, the 10-fold and the 5x2 test exceed {ALPHA:g} at no choice, by more than "
            f"{STANDARD_ERRORS} standard errors",
            found=f"at most {share(others['rate'].max())}",
            met=not above(others["rate"].to_numpy(), n).any(),
        ),
    )


@experiment("two blocks of attributes: wrong labels", seconds=20)
def noisy_labels(bench: Workbench) -> fw.lab.TypeOneError:
    """Try an exact null with real learners, with more and more labels wrong."""
    learner = LinearDiscriminantAnalysis()
    blocks = {
        f"{noise:.0%} of labels wrong": fw.lab.sources.ExchangeableBlocks(learner, shift=0.7, label_noise=noise)
        for noise in NOISE
    }
    return fw.lab.type_one_error(_TESTS, blocks, alpha=ALPHA, n_trials=bench.size(2000, 40), **bench.how)


def noise_exhibit(bench: Workbench) -> Exhibit:
    """Show what wrong labels do to the five tests."""
    result = bench.once(noisy_labels)
    rates = result.frame()
    n = result.trials[0].n_trials
    return Exhibit(
        paper=PAPER,
        name="label-noise",
        title="Wrong labels, the fourth source of variation",
        about="Four sources of variation are named: the choice of the test set, that of the training set, the "
        "learner's own randomness, and random errors in the labels. The last is varied here. Linear discriminants "
        "learn from one block of five attributes or from another of the same law: equally good, exactly, also with "
        f"labels of which a share is wrong, in training and in test sets. {n} datasets of 200 examples at each share.",
        tables=(
            laid_out(
                "Type I error",
                rates,
                "source",
                "procedure",
                "rate",
                note=f"Exact 95% intervals over {n} datasets. None of these numbers is printed.",
            ),
        ),
        checks=noise_checks(rates),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of five tests by the share of labels that are wrong, with exact 95% intervals "
                f"and a line at {ALPHA:g}.",
                shown=fw.displays.RatesDisplay(rates=rates, alpha=ALPHA, words=_RATES),
            ),
        ),
        notes=(
            LOST,
            "The paper names wrong labels as a source of variation and, as far as is known, varies them nowhere: this "
            "experiment is ours.",
            highest_in_words(rates),
        ),
        incomplete=bench.incomplete,
    )


def highest_in_words(rates: pd.DataFrame) -> str:
    """Return where the two tests that the paper advises reject most."""
    words = []
    for test in ("mcnemar", "5x2cv_t"):
        rows = rates[rates["procedure"] == test].to_dict("records")
        worst = max(rows, key=lambda row: float(row["rate"]))
        words.append(f"{test} {within(worst['rate'], worst['low'], worst['high'])}, {worst['source']}")
    return f"Where the two tests that the paper advises reject most: {'; '.join(words)}."


def noise_checks(rates: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether the order of tests by level stays what it is, whatever share of labels is wrong."""
    by = rates.pivot_table(index="source", columns="procedure", values="rate", sort=False)
    n = int(rates["n_trials"].iloc[0])
    held = by["mcnemar"].to_numpy()
    return (
        Check(
            asked="resampled t rejects most of the five at every share",
            found=f"from {share(by['resampled_t_30'].min())} to {share(by['resampled_t_30'].max())}",
            met=bool((by.idxmax(axis=1) == "resampled_t_30").all()),
        ),
        Check(
            asked=f"McNemar's test exceeds {ALPHA:g} at no share, by more than {STANDARD_ERRORS} standard errors",
            found=f"at most {share(held.max())}",
            met=not above(held, n).any(),
        ),
    )
