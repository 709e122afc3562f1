"""The caveats that a test and a design bring with them."""

from collections.abc import Iterable, Iterator, Sequence

from foldwise._core import Caveat, counted, listed
from foldwise.runs import Run
from foldwise.verdicts._family import ADJUST_WORDS
from foldwise.verdicts.evidence._designs import run_caveats
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.tests._record import APPROXIMATE, Need
from foldwise.verdicts.tests._table import FLAGS


def flag_caveats(flags: Iterable[str]) -> Iterator[Caveat]:
    """Put the flags of a test result into words."""
    for flag in sorted(flags):
        yield Caveat(code=flag, message=FLAGS[flag])


def design_caveats(need: Need, runs: Sequence[Run]) -> Iterator[Caveat]:
    """List what to beware of whichever pair one looks at."""
    yield from run_caveats(runs)
    if need.reads != "periods" and any(
        run.assignment.is_irregular
        and not (setting.is_disjoint_training or setting.is_distinct_samples or setting.is_split_halves)
        for run, setting in ((run, Setting.of(run, run.metric)) for run in runs)
    ):
        yield Caveat(
            code="irregular_design",
            message="Some examples are left out of some repeats, so training sets are not the random subsets that "
            "the test assumes.",
        )
    if need.beware is not None:
        yield need.beware
    if need.reads == "datasets":
        return
    if runs[0].assignment.each_example_tested_once and need.reads in {"disagreements", "losses", "responses"}:
        pooled = not all(Setting.of(run, run.metric).is_hold_out for run in runs)
        trained = "one partition" if pooled else "one training set"
        yield Caveat(
            code="one_partition",
            message=f"The test speaks about {trained}; another random split may reverse the conclusion.",
        )
        if pooled:
            yield Caveat(
                code="pooled_folds",
                message="The answers of all folds are pooled as if one classifier had given them; for unstable "
                "learners the test then rejects a true null hypothesis about twice as often as its level says.",
            )
        return
    if need.reads == "periods":
        yield Caveat(code="serial_correlation", message=APPROXIMATE["periods"])
    elif need.reads == "samples":
        yield Caveat(code="normal_scores", message=APPROXIMATE["samples"])
    elif need.advisable and not need.is_summary:
        yield Caveat(code="approximate", message=APPROXIMATE[need.reads])
    if any(run.assignment.n_repeats == 1 and not _is_leave_one_out(run) for run in runs):
        yield Caveat(code="one_partition", message=FLAGS["one_partition"])


def _is_leave_one_out(run: Run) -> bool:
    """Whether every example is a test set of its own: there is one such partition only."""
    return run.assignment.n_folds == run.data.n_examples


def family_caveats(n_rows: int, *, family: int, adjust: str, runs: Sequence[Run]) -> Iterator[Caveat]:
    """List what p-values are, and are not, adjusted for."""
    if family > 1 and adjust == "none":
        yield Caveat(
            code="not_adjusted",
            message=f"{counted(family, 'comparison')} were made and p-values are not adjusted for that: false alarms "
            "add up.",
        )
    elif family > 1:
        yield Caveat(
            code="several_comparisons",
            message=f"{family} comparisons were made; p-values are adjusted for that by {ADJUST_WORDS[adjust]}, "
            "intervals are not.",
        )
    by_learner: dict[str, int] = {}
    for run in runs:
        for name in run.learner_names:
            by_learner[name] = by_learner.get(name, 0) + run.ledger.tries(name)
    counts = [f"{name} {number}" for name, number in by_learner.items() if number]
    if counts:
        how = "p-values are not adjusted for them (tries='counted')"
        if adjust != "none" and family >= sum(by_learner.values()):
            covered = f"adjusting for {n_rows} comparisons covers them"
            how = "p-values are adjusted for them" if family > n_rows else covered
        yield Caveat(
            code="tuned",
            message=f"{sum(by_learner.values())} candidates were tried in tuning ({listed(counts, quote=False)}), "
            f"inside the training folds; {how}.",
        )
    uncounted = {name: classes for run in runs for name, classes in run.ledger.uncounted.items()}
    for name, classes in uncounted.items():
        yield Caveat(
            code="tries_unknown",
            message=f"{name} ({listed(classes, quote=False)}) searches without telling how many candidates it tried: "
            "any count of tries is a lower bound.",
        )
