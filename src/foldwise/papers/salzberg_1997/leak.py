"""A leak, found by running the whole method on permuted labels."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

N_EXAMPLES: Final = 80
N_COLUMNS: Final = 300
N_SIGNAL: Final = 5
SHIFT: Final = 0.5
N_CHOSEN: Final = 10
N_FOLDS: Final = 5
DATA: Final = ("noise", "signal")
_ACCUSED: Final = "biased_methodology"


def selection_outside(X: npt.NDArray[Any], y: npt.NDArray[Any]) -> float:
    """Choose columns by all labels, then cross-validate: the labels of the test folds had a say."""
    chosen = SelectKBest(k=N_CHOSEN).fit_transform(X, y)
    return float(cross_val_score(GaussianNB(), chosen, y, cv=N_FOLDS).mean())


def selection_inside(X: npt.NDArray[Any], y: npt.NDArray[Any]) -> float:
    """Choose columns by the labels of the training fold."""
    return float(cross_val_score(make_pipeline(SelectKBest(k=N_CHOSEN), GaussianNB()), X, y, cv=N_FOLDS).mean())


Results = dict[tuple[str, str], fw.verdicts.LabelRandomization]
METHODS: Final = {"selection outside the folds": selection_outside, "selection inside the folds": selection_inside}
LEAKY, HONEST = METHODS


@experiment("methods on permuted labels", seconds=6)
def randomized(bench: Workbench) -> Results:
    """Run both methods on both datasets, with the labels as they are and permuted."""
    rng = np.random.default_rng([bench.seed, N_COLUMNS])
    y = np.tile([0, 1], N_EXAMPLES // 2)
    noise = rng.normal(size=(N_EXAMPLES, N_COLUMNS))
    signal = rng.normal(size=(N_EXAMPLES, N_COLUMNS))
    signal[:, :N_SIGNAL] += SHIFT * (2 * y[:, np.newaxis] - 1)
    return {
        (data, name): fw.label_randomization(
            method,
            X,
            y,
            n_permutations=bench.size(99, 9),
            seed=bench.seed,
            n_jobs=bench.n_jobs,
            progress=bench.progress,
        )
        for data, X in zip(DATA, (noise, signal), strict=True)
        for name, method in METHODS.items()
    }


def make(bench: Workbench) -> Exhibit:
    """Make the exhibit."""
    return exhibit(bench.once(randomized), incomplete=bench.incomplete)


def exhibit(results: Results, *, incomplete: str) -> Exhibit:
    """Accuse those that find something where there is nothing."""
    n = next(iter(results.values())).n_permutations
    leaky, honest = results["noise", LEAKY], results["noise", HONEST]
    return Exhibit(
        paper="salzberg_1997",
        name="leak",
        title="Random labels expose a leak",
        about=f"The {N_CHOSEN} best of {N_COLUMNS} columns, then naive Bayes, {N_FOLDS} folds, {N_EXAMPLES} examples "
        "in two classes of the same size. Columns are chosen once by all labels, and once in each training fold. Both "
        f"whole methods are run by foldwise.label_randomization on {n} permutations of the labels, on columns of noise "
        f"and on columns of which {N_SIGNAL} are shifted by {SHIFT:g} standard deviations up or down, by class.",
        tables=(_table(results),),
        checks=(
            *(_accusation_check(data, results[data, LEAKY], guilty=True) for data in DATA),
            *(_accusation_check(data, results[data, HONEST], guilty=False) for data in DATA),
            Check(
                asked="The method without a leak finds what is there: p is at most 0.05 on the signal",
                found=f"p = {results['signal', HONEST].pvalue:.2f}",
                met=results["signal", HONEST].pvalue <= 0.05,
            ),
        ),
        figures=(
            Figure(
                name="random-labels",
                caption=f"Accuracies on {n} permutations of labels that mean nothing anyway. With columns chosen "
                f"outside the folds they are around {leaky.reference.mean():.2f}, inside around "
                f"{honest.reference.mean():.2f}, where chance is one half.",
                shown=[leaky, honest],
            ),
        ),
        notes=(
            f"The accuracy of {leaky.observed:.2f} that the leaky method reports on noise would impress; its p-value "
            f"of {leaky.pvalue:.2f} does not, since the permutations leak as much.",
        ),
        incomplete=incomplete,
    )


def _table(results: Results) -> SideBySide:
    return SideBySide(
        title="Two methods on labels as they are, and permuted",
        index="data, method",
        rows=tuple(f"{data}, {name}" for data, name in results),
        columns=("accuracy reported", "bias", "p", "accused of a bias"),
        cells=tuple(
            (
                ComparedValue(measured=each.observed),
                ComparedValue(measured=_number(each.bias), low=each.bias_low, high=each.bias_high),
                ComparedValue(measured=each.pvalue, digits=2),
                ComparedValue(measured="yes" if _is_accused(each) else "no"),
            )
            for each in results.values()
        ),
        note="Bias: mean accuracy on permuted labels minus one half, with a 95% Monte Carlo interval.",
    )


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _is_accused(result: fw.verdicts.LabelRandomization) -> bool:
    return _ACCUSED in {caveat.code for caveat in result.caveats}


def _accusation_check(data: str, result: fw.verdicts.LabelRandomization, *, guilty: bool) -> Check:
    method = LEAKY if guilty else HONEST
    return Check(
        asked=f"On {data}, {method} is {'' if guilty else 'not '}called biased",
        found=f"bias {_number(result.bias):+.3f} ({_number(result.bias_low):+.3f} to {_number(result.bias_high):+.3f})",
        met=_is_accused(result) == guilty,
    )
