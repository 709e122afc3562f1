"""Three tasks on which C4.5 meets its nearest neighbour, and the experiments on each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import foldwise as fw
from foldwise.papers.paper import Experiment
from foldwise.papers.workbench import NotAtHandError, Workbench

TESTS: Final = {
    "hold-out, McNemar": "holdout:0.3333/mcnemar",
    "hold-out, proportions": "holdout:0.3333/difference_of_proportions",
    "10-fold t": "10/kfold_t",
    "5x2 t": "5x2/five_by_two_t",
}
MCNEMAR, PROPORTIONS, TEN_FOLD, HALVES = TESTS
ALPHA: Final = 0.05
# From both equally good to the learners as they are.
FRACTIONS: Final = (1, 2 / 3, 1 / 3, 0)
# Examples in a dataset, and of them those that ten folds, a hold-out and halves train on.
N_EXAMPLES: Final = 300
SIZES: Final = (270, 200, 150)
# How often data are halved for the 5x2 statistic: the paper's five, fewer and more.
HALVINGS: Final = (1, 2, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, how the better learner is damaged there, and what is done with it.

    Parameters
    ----------
    name : str
        One word.
    words : str
        What it is, for tables and figures.
    matching : Experiment
        Sources whose learners differ by less and less, from `FRACTIONS`; the first is the null.
    trials : Experiment
        What the four tests find in datasets of all of them.
    fresh : Experiment
        Error rates of the two learners of the null on training sets that were not used to match them.
    folds : Experiment
        Correlations between folds under the null.
    halvings : Experiment
        Type I error with other numbers of halvings than five.
    """

    name: str
    words: str
    matching: Experiment[list[fw.lab.Matched]]
    trials: Experiment[fw.lab.Power]
    fresh: Experiment[fw.lab.LearningCurves]
    folds: Experiment[fw.lab.FoldCorrelation]
    halvings: Experiment[fw.lab.ReplicationCount]


def _task(
    name: str, words: str, source: Callable[[Workbench], Any], damage: Any, seconds: tuple[float, ...], data: str = ""
) -> Task:
    """Make the experiments; seconds are those of the five in their order."""

    def matching(bench: Workbench) -> list[fw.lab.Matched]:
        return fw.lab.power_sources(source(bench), damage, fractions=FRACTIONS, **_sizes(bench, bench.seed))

    def null(bench: Workbench) -> fw.lab.Matched:
        return bench.once(matched)[0]

    def trials(bench: Workbench) -> fw.lab.Power:
        return fw.lab.power(TESTS, bench.once(matched), alpha=ALPHA, n_trials=n_trials(bench), **bench.how)

    def fresh(bench: Workbench) -> fw.lab.LearningCurves:
        return fw.lab.learning_curves(null(bench), **_sizes(bench, bench.seed + 1))

    def folds(bench: Workbench) -> fw.lab.FoldCorrelation:
        return fw.lab.fold_correlation({name: null(bench)}, n_trials=n_trials(bench), **bench.how)

    def halvings(bench: Workbench) -> fw.lab.ReplicationCount:
        how = {"alpha": ALPHA, "n_trials": n_trials(bench), **bench.how}
        return fw.lab.replication_count({name: null(bench)}, splits=[], folds=[], halvings=HALVINGS, **how)

    needed = (lambda: {name: data}) if data else None
    matched = Experiment(matching, f"{name}: making C4.5 and nearest neighbour equally good", seconds[0], needed)
    return Task(
        name=name,
        words=words,
        matching=matched,
        trials=Experiment(trials, f"{name}: four tests from no difference to all of it", seconds[1], needed),
        fresh=Experiment(fresh, f"{name}: how equal they are on new training sets", seconds[2], needed),
        folds=Experiment(folds, f"{name}: correlation between folds", seconds[3], needed),
        halvings=Experiment(halvings, f"{name}: other numbers of halvings", seconds[4], needed),
    )


def n_trials(bench: Workbench) -> int:
    """How many datasets of each kind are tried: in the paper 1000."""
    return bench.size(1000, 20)


def _sizes(bench: Workbench, seed: int) -> dict[str, Any]:
    """Return how error rates are measured: training sizes and sets, and examples to measure on."""
    sets = {"n_sets": bench.size(300, 8), "n_points": bench.size(1000, 300)}
    return {"sizes": SIZES, **sets, "seed": seed, "n_jobs": bench.n_jobs, "store": bench.how["store"]}


def _plane(_bench: Workbench) -> Any:
    return fw.lab.sources.Plane(n_examples=N_EXAMPLES)


def _letter(bench: Workbench) -> Any:
    return fw.lab.sources.SubSamples(_loaded(bench, "uci:letter"), N_EXAMPLES, experimental=10_000)


def _pima(bench: Workbench) -> Any:
    return fw.lab.sources.SubSamples(_loaded(bench, "uci:pima-diabetes"), N_EXAMPLES)


def _loaded(bench: Workbench, name: str) -> fw.data.Dataset:
    if bench.quick:
        raise NotAtHandError("A quick look has the plane problem only: at full size this runs, too.")
    return bench.sets({name: name}, quick=1).datasets[name]


TASKS: Final = (
    _task(
        "plane",
        "six classes on the plane, in place of EXP6",
        _plane,
        fw.lab.BadMetric,
        (16, 25, 2, 6, 6),
    ),
    _task(
        "letter",
        "letter recognition",
        _letter,
        fw.lab.BadMetric,
        (33, 58, 5, 15, 14),
        "uci:letter",
    ),
    _task(
        "pima",
        "Pima diabetes",
        _pima,
        fw.lab.NoisyAnswers,
        (16, 41, 4, 10, 13),
        "uci:pima-diabetes",
    ),
)


@dataclass(frozen=True, slots=True)
class TaskResults:
    """What an experiment found on every task whose data are at hand.

    Parameters
    ----------
    by_task : dict of str to any
        By the name of the task.
    incomplete : str
        Why these are not all, empty if they are.
    """

    by_task: dict[str, Any]
    incomplete: str


def tried(bench: Workbench, experiment: Callable[[Task], Experiment[Any]]) -> TaskResults:
    """Do an experiment on all tasks; without data for one the others are done all the same."""
    by_task, absent = {}, {}
    for task in TASKS:
        try:
            by_task[task.name] = bench.once(experiment(task))
        except NotAtHandError as error:
            absent[task.name] = str(error)
    words = [f"Without {' and '.join(absent)}. {next(iter(absent.values()))}"] if absent else []
    # A quick look is said once.
    return TaskResults(by_task, bench.incomplete or " ".join(words))


def named_null(power: fw.lab.Power, name: str) -> fw.lab.Trials:
    """Take the trials of the null, by the name of the task."""
    trials = power.trials[0]
    return replace(trials, source=replace(trials.source, name=name))
