"""If R is high, is the learner that is called better probably better? A question in the margin of one copy."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.table5 import table_five_networks
from foldwise.papers.paper import Part, experiment
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

_TITLE: Final = "In the margin: if R is high, is the learner that is called better the better one?"
_N_TRIALS: Final = 400
_EXECUTIONS: Final = 10
# R of ten executions of which one disagrees: what counts as high.
HIGH: Final = 0.8

PROCEDURES: Final = {
    "5x2 t": fw.Procedure(fw.splits.FiveByTwo(), "five_by_two_t"),
    "10 folds, t": fw.Procedure(fw.splits.KFold(10), "kfold_t"),
    "100 splits, corrected": fw.Procedure(fw.splits.Resampled(100, 0.1), "corrected_resampled_t"),
    "10x10 folds, corrected": fw.Procedure(fw.splits.RepeatedKFold(10, 10), "corrected_repeated_kfold_t"),
    "10x10 folds, uncorrected": fw.Procedure(fw.splits.RepeatedKFold(10, 10), "uncorrected_repeated_kfold_t"),
}
VALID: Final = tuple(name for name in PROCEDURES if not name.endswith("uncorrected"))


def sources() -> dict[str, tuple[Any, int]]:
    """Return populations by name, with the learner that is better there: 1 the first, -1 the second, 0 neither."""
    networks = {f"networks, {name}": (network, -int(network.difference != 0)) for name, network in _networks().items()}
    blocks = {
        "two blocks, 1-NN, equally good": (fw.lab.sources.ExchangeableBlocks(), 0),
        "two blocks, 1-NN, slightly better": (fw.lab.sources.ExchangeableBlocks(second_shift=0.30), 1),
        "two blocks, 1-NN, better": (fw.lab.sources.ExchangeableBlocks(second_shift=0.18), 1),
    }
    return {**networks, **blocks}


def _networks() -> dict[str, fw.lab.sources.BayesianNetwork]:
    points = {
        name: f"{100 * abs(float(each.difference or 0)):.1f} points" for name, each in table_five_networks().items()
    }
    return {points[name]: each for name, each in table_five_networks().items()}


def counted(decisions: npt.NDArray[np.integer[Any]], truth: int) -> dict[str, int]:
    """Count datasets by what their executions say, from decisions of shape (n_datasets, n_executions).

    Those with R of at least .8 either reject on all executions but one at most, which is a claim, or on one at most.

    >>> counted(np.array([[1] * 10, [-1] * 9 + [0], [0] * 10, [1] * 5 + [0] * 5]), 1)
    {'n_datasets': 4, 'n_high': 3, 'n_claims': 2, 'n_right': 1}
    """
    n = decisions.shape[1]
    rejections = (decisions != 0).sum(axis=1)
    r = fw.stats.replicability(np.stack([n - rejections, rejections], axis=1)).per_dataset
    high = np.asarray(r) >= HIGH - 1e-12
    claims = high & (2 * rejections > n)
    right = claims & (np.sign(decisions.sum(axis=1)) == truth) & (truth != 0)
    numbers = {"n_datasets": len(decisions), "n_high": high.sum(), "n_claims": claims.sum(), "n_right": right.sum()}
    return {name: int(number) for name, number in numbers.items()}


@experiment("Bouckaert and Frank: R and truth, five tests on seven populations", seconds=60)
def outcomes(bench: Workbench) -> pd.DataFrame:
    """Count claims of high R, and right ones, by procedure and population."""
    return measure(n_trials=bench.size(_N_TRIALS, 3), n_executions=bench.size(_EXECUTIONS, 4), **bench.how)


def measure(*, n_trials: int = _N_TRIALS, n_executions: int = _EXECUTIONS, **how: object) -> pd.DataFrame:
    """Execute all procedures on datasets of all populations; one row for each of both.

    Parameters
    ----------
    n_trials, n_executions : int
        How many datasets of each, and how often each procedure is executed on each.
    **how
        Passed to `foldwise.lab.replicability`: `seed`, `n_jobs`, `store`, `progress`.
    """
    known = sources()
    found = fw.lab.replicability(
        PROCEDURES,
        {name: source for name, (source, _) in known.items()},
        n_trials=n_trials,
        n_executions=n_executions,
        **how,  # type: ignore[arg-type]
    )
    rows = []
    for trials, (name, (_, truth)) in zip(found.trials, known.items(), strict=True):
        for procedure, findings in trials.found.items():
            rows.append(
                {
                    "procedure": procedure,
                    "population": name,
                    "better": truth,
                    **counted(findings.decisions(found.alpha), truth),
                }
            )
    return pd.DataFrame(rows)


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """Return for each procedure the shares that answer the question, over all populations together.

    `right_if_different`: of claims of high R where one learner is better, the share in its favour. `claims_if_equal`:
    the share of datasets with a claim of high R where none is. `right_at_half`: of all claims of high R the share that
    is right, if half of the comparisons are of learners that are equally good.
    """
    rows = {}
    for procedure, each in frame.groupby("procedure", sort=False):
        unequal, equal = each[each["better"] != 0], each[each["better"] == 0]
        claims = unequal["n_claims"].sum() / unequal["n_datasets"].sum()
        right = unequal["n_right"].sum() / unequal["n_datasets"].sum()
        false = equal["n_claims"].sum() / equal["n_datasets"].sum()
        rows[procedure] = {
            "high_r": each["n_high"].sum() / each["n_datasets"].sum(),
            "right_if_different": right / claims if claims else np.nan,
            "claims_if_equal": false,
            "right_at_half": right / (claims + false) if claims + false else np.nan,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("procedure")


def _claims_table(frame: pd.DataFrame) -> SideBySide:
    populations = list(dict.fromkeys(frame["population"]))
    cells = []
    for procedure in PROCEDURES:
        own = frame[frame["procedure"] == procedure].set_index("population")
        row = []
        for name in populations:
            n, claims, right = (int(own[key][name]) for key in ("n_datasets", "n_claims", "n_right"))
            wrong = claims - right
            row.append(
                ComparedValue(
                    measured=f"{100 * claims / n:.0f}%" + (f", {wrong} wrong" if wrong and own["better"][name] else "")
                )
            )
        cells.append(tuple(row))
    return SideBySide(
        title="Datasets on which at least nine of ten executions say that the learners differ",
        index="test",
        rows=tuple(PROCEDURES),
        columns=tuple(populations),
        cells=tuple(cells),
        note=f"Of {int(frame['n_datasets'].iloc[0])} datasets from each population. Where nobody is better every such "
        "claim is wrong; elsewhere those are counted that favour the worse learner.",
    )


def _summary_table(shares: pd.DataFrame) -> SideBySide:
    words = {
        "high_r": "R of .8 or more",
        "right_if_different": "right, where one is better",
        "claims_if_equal": "a claim, where none is",
        "right_at_half": "right, if half are equal",
    }
    return SideBySide(
        title="Claims of high R, in per cent",
        index="test",
        rows=tuple(map(str, shares.index)),
        columns=tuple(words.values()),
        cells=tuple(
            tuple(ComparedValue(measured=100 * float(shares[key][name]), digits=1) for key in words)
            for name in shares.index
        ),
        note="R of .8 or more: of all datasets. Right, where one is better: of claims of high R, in favour of the "
        "learner that is better. A claim, where none is: of datasets whose learners are equally good. Right, if half "
        "are equal: of claims of high R, if half of the comparisons are of learners that are equally good.",
    )


def _make(bench: Workbench) -> Exhibit:
    frame = bench.once(outcomes)
    shares = summary(frame)
    sound, unsound = shares.loc[list(VALID)], shares.loc["10x10 folds, uncorrected"]
    best = shares.loc["10x10 folds, corrected"]
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="high_r",
        title=_TITLE,
        about="A reader noted beside R: if it is high, the better learner is probably the one that the test names. On "
        "populations whose truth is known this can be counted: where R of ten executions is .8 or more and they say "
        "that the learners differ, how often is the learner that they name the better one?",
        tables=(_summary_table(shares), _claims_table(frame)),
        checks=(
            Check(
                asked="Where one learner is better, claims of high R name it in at least 95% of cases, by every test "
                "but the uncorrected one",
                found=", ".join(f"{100 * value:.1f}%" for value in sound["right_if_different"]),
                met=bool((sound["right_if_different"].dropna() >= 0.95).all()),
            ),
            Check(
                asked="High R alone does not make a claim right: of learners that are equally good, without the "
                "correction at least three times as many datasets have a claim of high R",
                found=f"{100 * unsound['claims_if_equal']:.1f}% against {100 * best['claims_if_equal']:.1f}%",
                met=bool(unsound["claims_if_equal"] >= 3 * best["claims_if_equal"]),
            ),
        ),
        notes=(
            "The answer: if one of the two is better, a claim that is replicated names the better one "
            f"({100 * best['right_if_different']:.1f}% of claims by 10x10 folds with the correction). Whether one is "
            "better R cannot tell: executions on the same data share its accidents, and repeat a false alarm, too. If "
            f"half of the comparisons are of equally good learners, {100 * best['right_at_half']:.0f}% of the claims "
            f"of high R by the corrected test are right, and {100 * unsound['right_at_half']:.0f}% of those by the "
            f"uncorrected one, though R is high as often: on {100 * unsound['high_r']:.0f}% of the datasets, against "
            f"{100 * best['high_r']:.0f}%.",
        ),
        incomplete=bench.incomplete,
    )


HIGH_R: Final = Part(name="high_r", title=_TITLE, make=_make, needs=(outcomes,))
