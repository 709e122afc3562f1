"""Every number of the text that is known, beside what stands in its place here."""

from typing import Final

import foldwise as fw
from foldwise.papers.dietterich_1998.critical_values import THRESHOLDS
from foldwise.papers.dietterich_1998.errors import TRAIN_SIZE, measured_errors
from foldwise.papers.dietterich_1998.real_learners_folds import OTHER, SAME
from foldwise.papers.dietterich_1998.real_learners_tasks import (
    ALPHA,
    N_EXAMPLES,
    SIZES,
    TASKS,
    TEN_FOLD,
    TESTS,
    n_trials,
    tried,
)
from foldwise.papers.dietterich_1998.simulation import ERRORS, TWO_KINDS
from foldwise.papers.dietterich_1998.words import LOST, PAPER
from foldwise.papers.printed_numbers import printed, share
from foldwise.papers.workbench import NotAtHandError, Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

_LOST: Final = "lost with EXP6"


def printed_text(bench: Workbench) -> Exhibit:
    """Put what is known of each number beside what it is here."""
    ours = numbers(bench)
    known = printed("dietterich_1998_recovered")
    table = SideBySide(
        title="Numbers of the text",
        index="what",
        rows=tuple(known["meaning"]),
        columns=("in the paper", "how sure", "here"),
        cells=tuple(
            (
                ComparedValue(measured=str(row["value"])),
                ComparedValue(measured=str(row["certainty"])),
                ComparedValue(measured=ours.get(row["key"], "")),
            )
            for row in known.to_dict("records")
        ),
        note="What is certain is fixed by a formula, by arithmetic or by the dataset. Measured numbers have their "
        "limits where they are shown at length.",
    )
    absent = [str(key) for key in known["key"] if not ours.get(str(key))]
    return Exhibit(
        paper=PAPER,
        name="text-numbers",
        title="Every number that is known of the text",
        about="Settings, critical values and results that the text gives, as far as they could be recovered, and what "
        "stands in their place in these experiments.",
        tables=(table,),
        checks=(
            Check(
                asked="each has something beside it",
                found=f"{len(known) - len(absent)} of {len(known)}{': without ' + ', '.join(absent) if absent else ''}",
                met=not absent,
            ),
        ),
        notes=(LOST,),
        incomplete=bench.incomplete,
    )


def numbers(bench: Workbench) -> dict[str, str]:
    """Return what stands here for each key of the recovered numbers."""
    values = {each.key: each.value for each in THRESHOLDS}
    sources = [fw.lab.sources.TwoKinds(error) for error in ERRORS]
    easy, hard = sources[0].chances[0]
    return {
        "sample_size": str(N_EXAMPLES),
        "trials": f"{n_trials(bench)} datasets with real learners, 10000 simulated",
        "alpha": f"{1 - ALPHA:g} two-sided",
        "holdout_train": f"2/3 ({SIZES[1]} of {N_EXAMPLES})",
        "resample_trials": str(TWO_KINDS["resampled_t_30"].scheme.n_repeats),
        "folds": str(TWO_KINDS["kfold_cv_t_10"].scheme.n_folds),
        "threshold_mcnemar": f"{values['d_chi2']:.6f}",
        "threshold_z": f"{values['d_z']:.2f}",
        "threshold_resampled": f"{values['d_t29']:.5f}",
        "threshold_cv": f"{values['d_t9']:.3f}",
        "threshold_5x2": f"{values['d_t5']:.3f}",
        "train_overlap_10fold": f"{(N_EXAMPLES - 2 * N_EXAMPLES // 10) / N_EXAMPLES:.0%} of S",
        "epsilon_values": ", ".join(f"{error:.2f}" for error in ERRORS),
        "epsilon1": f"{easy / ERRORS[0]:g} epsilon",
        "epsilon2": f"{hard / ERRORS[0]:g} epsilon",
        "beta_range": f"uniform on [-{sources[0].spread:g}, {sources[0].spread:g}]",
        "figure6_epsilon": "0.1",
        "exp6_domain": f"{_LOST}; Plane: 2 features, 6 classes",
        "exp6_calibration": f"{bench.size(1000, 300)} points of a grid for each training set",
        "letter_split": "10000 / 10000, of which 1000 for each training set",
        "c45_release": "C4.5, measured against Weka's J48",
        **_measured(bench),
    }


def _measured(bench: Workbench) -> dict[str, str]:
    """Return results, as far as the data are at hand."""
    told = {}
    available = fw.data.available().set_index("name")["rows"]
    for key, name in (("letter_total", "uci:letter"), ("pima_total", "uci:pima-diabetes")):
        told[key] = str(int(available[name]))
    told["pima_calibration"] = str(int(told["pima_total"]) - N_EXAMPLES)
    sizes = ", ".join(f"{each.source} {each.errors.size}" for each in bench.once(measured_errors).found)
    told["figure3_population"] = f"{sizes}; trained on {TRAIN_SIZE}"
    rates = {name: power.trials[0].found for name, power in tried(bench, lambda task: task.trials).by_task.items()}
    levels = {test: max(float((found[test].pvalue <= ALPHA).mean()) for found in rates.values()) for test in TESTS}
    told["cv_type1"] = f"{levels[TEN_FOLD] / ALPHA:.2f} times the target"
    others = ", ".join(f"{test} {share(level)}" for test, level in levels.items())
    told["figure7_type1"] = f"highest of three tasks: {others}"
    try:
        told |= _of_letter(bench)
    except NotAtHandError as error:
        told |= dict.fromkeys(("cv_fold_correlation", "independent_correlation", "letter_power"), str(error))
    return told


def _of_letter(bench: Workbench) -> dict[str, str]:
    letter = next(task for task in TASKS if task.name == "letter")
    frame = bench.once(letter.folds).frame()
    pairs = {row["pair"]: row for row in frame.to_dict("records")}
    power = bench.once(letter.trials).frame()
    largest = power[power["difference"].abs() == power["difference"].abs().max()]
    rows = largest.to_dict("records")
    shares = ", ".join(f"{row['procedure']} {share(row['rate'])}" for row in rows)
    points = 100 * abs(rows[0]["difference"])
    return {
        "cv_fold_correlation": f"{pairs[SAME]['correlation']:.4f}, p = {pairs[SAME]['pvalue']:.1g}",
        "independent_correlation": f"{pairs[OTHER]['correlation']:.4f}, p = {pairs[OTHER]['pvalue']:.2g}",
        "letter_power": f"at {points:.1f} points: {shares}",
    }
