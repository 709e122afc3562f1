"""Questions about the tests: how many, whether they fit the design, and what they say beside p."""

from collections.abc import Sequence
from typing import Final

from foldwise._core import counted
from foldwise.auditing._material import Document, Material, Tested
from foldwise.auditing._question import Question, Seen, no, together, unseen, yes

_NO_TEST: Final = "no test has been made on these results"
_WIDENS: Final = "widens its variance because training sets overlap"
_HALVES: Final = "is made for halves, whose training sets do not overlap within a repeat"
_SHARES_NONE: Final = "is made for training sets without a common example"
_OF_PARTITIONS: Final = "rests on t tests of single partitions, which take their folds for independent"
_COUNTS: Final = "counts examples as if their answers did not come from training sets that overlap"
_PLAIN: Final = "takes scores for independent although training sets overlap"
_OVER_TIME: Final = "estimates how periods are correlated"
# What each test does about training sets that overlap: whether it allows for them, and how.
_ALLOWS: Final[dict[str, tuple[bool, str]]] = {
    **dict.fromkeys(("corrected_repeated_kfold_t", "corrected_resampled_t"), (True, _WIDENS)),
    **dict.fromkeys(("five_by_two_t", "five_by_two_f", "balanced_two_fold_t", "twofold_jackknife_t"), (True, _HALVES)),
    **dict.fromkeys(("delve_quasi_f", "repeated_measures_anova", "one_way_anova"), (True, _SHARES_NONE)),
    "conservative_z": (True, "takes its variance from halves that share no example"),
    "nested_cv_z": (True, "measures how far cross-validation is off inside of each training set"),
    **dict.fromkeys(("cosine_t", "hac_t", "diebold_mariano"), (True, _OVER_TIME)),
    **dict.fromkeys(("wilcoxon", "sign_test"), (True, "reads one difference of each dataset")),
    **dict.fromkeys(("kfold_t", "resampled_t", "uncorrected_repeated_kfold_t", "five_by_two_plain_t"), (False, _PLAIN)),
    **dict.fromkeys(
        (
            "averaged_t",
            "running_twice_the_mean",
            "twice_the_mean",
            "twice_the_median",
            "fisher",
            "wilcoxon_significances",
        ),
        (False, _OF_PARTITIONS),
    ),
    **dict.fromkeys(
        (
            "binomial",
            "mcnemar",
            "corrected_difference_of_proportions",
            "difference_of_proportions",
            "sign_flip",
            "delong",
            "cross_validation_z",
        ),
        (False, _COUNTS),
    ),
}
# Caveats by which a test says of itself that its level does not hold.
_UNFIT: Final = {
    "not_recommended": "rejects true null hypotheses far more often than its level says",
    "elevated_type1": "rejects true null hypotheses too often",
    "independence": "takes partitions of the same data for independent",
    "pooled_folds": "takes pooled answers of a cross-validation for independent",
    "not_calibrated": "is a summary whose p-value has no exact meaning",
    "ratio_out_of_range": "is not advised for test sets of this size",
    "irregular_design": "is not made for a design that leaves examples out of repeats",
    "one_test_set": "knows one test set only, and speaks about several trainings",
}
# And those by which it says how far.
_REMARKS: Final = {"approximate": "approximate", "normal_scores": "exact for normal scores"}
_UNKNOWN: Final = "own_test"


def _counted(material: Material) -> Seen | str:
    if not material.tested:
        if material.kind == "table" and len(material.learners) > 1:
            return unseen("The results hold scores; how many tests the authors made of them is not said.")
        return _NO_TEST
    n, parts = material.n_comparisons, []
    for tested in material.tested:
        own = f"{tested.test or 'a test'} by {tested.metric}: {counted(len(tested.rows), 'comparison')}"
        if tested.family < 2:
            parts.append(yes(f"{own}."))
        elif tested.adjust == "none":
            parts.append(no(f"{own}, p-values as they are."))
        else:
            parts.append(yes(f"{own}, p-values adjusted for {tested.family} ({tested.adjust})."))
    together_too_few = n > 1 and max(each.family for each in material.tested) < n
    if together_too_few and len(material.tested) > 1:
        parts.append(no(f"{len(material.tested)} tests make {n} p-values, and no adjustment is for all of them."))
    return together(parts)


def _overlap(material: Material) -> Seen | str:
    if not material.tested:
        return _untold(material)
    return together([_allows(tested, material.runs) for tested in material.tested])


def _allows(tested: Tested, runs: Sequence[Document]) -> Seen:
    if tested.of == "items":
        return unseen("Scores are of single examples: which training sets stand behind them is not said.")
    own = [run for run in runs if run["dataset"]["name"] in {row["dataset"] for row in tested.rows}]
    overlapping = [_overlaps(run) for run in own]
    if own and not any(each is not False for each in overlapping):
        return yes(f"{tested.test}: no two training sets overlap ({own[0]['design']['description']}).")
    allows = _ALLOWS.get(tested.test)
    if allows is None:
        return unseen(f"{tested.test or 'The test'}: what it does about overlapping training sets is not known here.")
    return (yes if allows[0] else no)(f"{tested.test} {allows[1]}.")


def _overlaps(run: Document) -> bool | None:
    """Whether training sets of a run share examples; None if that is not said."""
    design = run["design"]
    n_repeats, n_folds = design["n_repeats"], design["n_folds"]
    if n_repeats is None or n_folds is None:
        return None
    if str(design["scheme"]).startswith(("DisjointTraining", "DistinctSamples")):
        return False
    return bool(n_repeats > 1 or n_folds > 2)


def _fits(material: Material) -> Seen | str:
    if not material.tested:
        return _untold(material)
    return together([_fit(tested) for tested in material.tested])


def _fit(tested: Tested) -> Seen:
    name = tested.test or "the test"
    reasons = [f"{name} {words} [{code}]." for code, words in _UNFIT.items() if code in tested.codes]
    if reasons:
        return no(*reasons)
    if _UNKNOWN in tested.codes or (tested.test not in _ALLOWS and not tested.of):
        return unseen(f"{name}: how often it rejects a true null hypothesis is not known here.")
    remarks = [f"; its level is {words} [{code}]" for code, words in _REMARKS.items() if code in tested.codes]
    return yes(f"{name} is made for this design{''.join(remarks)}.")


def _untold(material: Material) -> Seen | str:
    if material.kind == "table" and len(material.learners) > 1:
        return unseen("The results hold scores; by which test the authors judged them is not said.")
    return _NO_TEST


def _disagreements(material: Material) -> Seen | str:
    tasks = {run["dataset"].get("task") for run in material.runs}
    if tasks == {"regression"}:
        return "answers are numbers, which are not right or wrong"
    rows = [row for tested in material.tested if tested.of != "datasets" for row in tested.rows]
    if not rows:
        return _untold(material)
    told = [row["answers"] for row in rows if row.get("answers")]
    if not told:
        kept = " The store keeps the predictions: judge it by the binomial test." if material.kind == "store" else ""
        return no(f"No comparison tells on how many examples only one learner is right.{kept}")
    found = f"{counted(len(told), 'comparison')} of {len(rows)} with the four numbers of answers."
    if "mostly_agree" in material.tested_codes:
        found += " Somewhere both are right, or both wrong, on nine tenths or more [mostly_agree]."
    return yes(found) if len(told) == len(rows) else no(found)


def _interval(material: Material) -> Seen | str:
    rows = material.rows
    if not rows:
        return _untold(material)
    without = [row for row in rows if row.get("low") is None or row.get("high") is None]
    found = f"{len(rows) - len(without)} of {counted(len(rows), 'comparison')} with the difference and its interval."
    return no(found) if without else yes(found)


QUESTIONS: Final = (
    Question(
        code="tests_counted",
        words="Were p-values adjusted for the number of tests that are shown?",
        asked_by="Salzberg (1997), section 3",
        look=_counted,
        ask="How many comparisons were made, and what is left of them after an adjustment for all?",
    ),
    Question(
        code="overlap",
        words="Does the test allow for training sets that overlap?",
        asked_by="Dietterich (1998), sections 3.3 and 3.4; Bouckaert and Frank (2004), sections 3.2 and 3.3",
        look=_overlap,
        ask="What does a test say that allows for overlapping training sets, such as the corrected t test?",
    ),
    Question(
        code="test_fits",
        words="Does the test keep its level in such a design?",
        asked_by="Dietterich (1998), section 3; Bouckaert and Frank (2004), section 3",
        look=_fits,
        ask="Why this test, and how often does it reject a true null hypothesis in this design?",
    ),
    Question(
        code="disagreements",
        words="Is it told on how many examples both are right, only one, and neither?",
        asked_by="Salzberg (1997), section 3.1",
        look=_disagreements,
        ask="On how many examples are both right, only the first, only the second, and neither?",
    ),
    Question(
        code="interval",
        words="Is the size of the difference given, with an interval?",
        asked_by="foldwise, beyond the papers",
        look=_interval,
        ask="How large is the difference, with which interval, and what size would matter in practice?",
    ),
)
