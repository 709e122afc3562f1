"""The caveats that a test and a design bring with them."""

from collections.abc import Iterable, Iterator, Sequence

from foldwise._core import Caveat
from foldwise.runs import Run
from foldwise.verdicts._needs import NEEDS, is_irregular

_FLAGS = {
    "identical_scores": "The two learners scored exactly the same on every fold.",
    "zero_variance": "Every fold gave the same difference, so the test has no variance to work with; count examples "
    "instead (test='binomial' on a hold-out or a single cross-validation).",
    "elevated_type1": "This test rejects a true null hypothesis up to about twice as often as its level says.",
    "ratio_out_of_range": "The test set is smaller than 1/20 or larger than 1/2 of the training set, outside the range "
    "for which the correction is advised.",
    "no_disagreement": "The two learners are right and wrong on the same examples.",
    "small_sample": "Fewer than 25 examples tell the learners apart: prefer the exact test (test='binomial').",
}


def flag_caveats(flags: Iterable[str]) -> Iterator[Caveat]:
    """Put the flags of a test result into words."""
    for flag in sorted(flags):
        yield Caveat(code=flag, message=_FLAGS[flag])


def design_caveats(test: str, runs: Sequence[Run]) -> Iterator[Caveat]:
    """List what to beware of whichever pair one looks at."""
    seen = {}
    for run in runs:
        for caveat in run.caveats:
            where = f"{run.data.name}: " if len(runs) > 1 else ""
            seen[run.data.name, caveat.code] = Caveat(code=caveat.code, message=where + caveat.message)
    yield from seen.values()
    if any(is_irregular(run.assignment) for run in runs):
        yield Caveat(
            code="irregular_design",
            message="Some examples are left out of some repeats, so training sets are not the random subsets that "
            "the test assumes.",
        )
    if NEEDS[test].reads == "disagreements":
        trained = "one training set" if runs[0].assignment.n_folds == 1 else "one partition"
        yield Caveat(
            code="one_partition",
            message=f"The test speaks about {trained}; another random split may reverse the conclusion.",
        )
        return
    yield Caveat(
        code="approximate",
        message="The level is approximate: on most real data about as stated, for unstable learners such as "
        "1-nearest-neighbour up to twice as high.",
    )
    if any(run.assignment.n_repeats == 1 for run in runs):
        yield Caveat(
            code="one_partition", message="One partition only: another random split may reverse the conclusion."
        )
