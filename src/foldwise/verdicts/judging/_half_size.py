"""What a test on halves of the examples can, and cannot, say about learners that are trained on more of them."""

from collections.abc import Iterator, Mapping, Sequence

from foldwise._core import Caveat, SchemeMismatchError, compact, counted, decimals, listed, one_line
from foldwise.runs import Metric, Run
from foldwise.verdicts.evidence._by_size import check_same_examples, mean_train_size, size_change
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import Setting, loss_of

# Learning curves are never quite parallel, and the interval takes the fitted models as given: with .95 it called a
# difference that does not change changed up to .14 of the time, with .99 up to .034 (docs/halves-flags.csv).
LEVEL = 0.99

UNSEEN = Caveat(
    code="half_size",
    message="Learners were trained on half of the examples, and the run has none that were trained on more: whether "
    "the order is the same there cannot be seen in it. A run of ten folds shows it: pass it as whole=, or call "
    "foldwise.planning.order_by_size.",
)


def trains_on_halves(run: Run) -> bool:
    """Whether the run is a two-fold cross-validation, repeated or not."""
    return Setting.of(run, run.metric).is_cross_validation and run.assignment.n_folds == 2


def whole_by_dataset(runs: Sequence[Run], whole: Sequence[Run], metric: Metric) -> dict[str, Run]:
    """Return the run on more of the examples for each dataset, checked."""
    by_name = {run.data.name: run for run in whole}
    for run in runs:
        if run.data.name not in by_name:
            raise SchemeMismatchError(
                f"whole has no run on {run.data.name}, only on {listed(list(by_name))}. Give one for each dataset."
            )
        check_same_examples(run, by_name[run.data.name], "whole")
    if loss_of(metric) is None:
        raise SchemeMismatchError(
            f"whole is compared example by example, and {metric.label} is no mean over examples. Judge by one that is, "
            "such as accuracy or neg_mean_squared_error."
        )
    return by_name


def half_size_caveats(runs: Sequence[Run], whole: Mapping[str, Run]) -> Iterator[Caveat]:
    """Say what cannot be seen where learners were trained on halves only."""
    if not whole and any(map(trains_on_halves, runs)):
        yield UNSEEN


def size_caveats(pair: Pair, whole: Mapping[str, Run]) -> Iterator[Caveat]:
    """Say whether the difference of a pair depends on the size of the training set, where another run shows it."""
    if not whole:
        return
    metric = pair.setting.metric
    change = size_change(pair.run, whole[pair.run.data.name], pair.names, metric, level=LEVEL)
    places = decimals(max(change.high - change.low, abs(change.change)) / 2, is_share=metric.is_share)
    told = [
        _ahead(difference, pair.names, metric, places) + f" with {counted(size, 'training example')}"
        for difference, size in zip(change.differences, change.sizes, strict=True)
    ]
    low, high = (compact(end, places) for end in (change.low, change.high))
    between = f"the change is {compact(change.change, places)} (99% interval {low} to {high})"
    if change.is_seen:
        words = "The order is another one" if change.is_reversed else "The difference is another one"
        yield Caveat(
            code="size_dependent",
            message=f"{words} where learners are trained on more: {told[0]}, {told[1]}; {between}. The test is about "
            "the smaller size; compare at the size that you will use.",
        )
    else:
        yield Caveat(
            code="half_size",
            message=f"The test is about {counted(mean_train_size(pair.run), 'training example')}; no other difference "
            f"is seen with more: {told[0]}, {told[1]}; {between}.",
        )


def _ahead(difference: float, names: tuple[str, str], metric: Metric, places: int) -> str:
    who = names[0] if difference >= 0 else names[1]
    return f"{one_line(who)} is {compact(abs(difference), places)} ahead in {metric.label}"
