"""Designs of runs in words: how scores came about, which of Dietterich's four sources of variation that covers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from foldwise._core import Caveat, count_range, listed, one_line
from foldwise.data import similar_labels
from foldwise.runs import Run
from foldwise.splits import Assignment, Layout
from foldwise.splits._door import count_whole_splits, design_words, has_distinct_samples, nested_folds
from foldwise.verdicts.evidence._setting import Setting, spread_of_sizes

Status = Literal["covered", "partly", "not covered", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariationSource:
    """One source of variation, and whether a design lets it vary.

    Parameters
    ----------
    name : str
        What varies.
    status : {'covered', 'partly', 'not covered', 'unknown'}
        Whether the test counts it.
    why : str
        In a clause.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> for source in verdict.sources:
    ...     print(source.name, source.status)
    test set covered
    training set partly
    randomness of the learners covered
    errors in the labels not covered
    """

    name: str
    status: Status
    why: str


def sources_of_variation(runs: Sequence[Run], reads: str = "differences") -> tuple[VariationSource, ...]:
    """Return the four sources, and which of them a test that reads this of these runs counts.

    Parameters
    ----------
    runs : sequence of Run
        On one or more datasets. Where their designs differ, the one that covers least speaks.
    reads : str, default 'differences'
        What the test reads, as its record says.

    Returns
    -------
    tuple of VariationSource
        Test set, training set, randomness of the learners, errors in the labels.

    References
    ----------
    T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
    algorithms. Neural Computation 10, 1895-1923.
    """
    settings = [Setting.of(run, run.metric) for run in runs]
    if reads == "datasets":
        why = "another one for every dataset"
        sets = [VariationSource(name=name, status="covered", why=why) for name in ("test set", "training set")]
        return *sets, _randomness(runs), _labels(settings[0])
    least = [
        min((find(setting, reads) for setting in settings), key=lambda source: _ORDER.index(source.status))
        for find in (_test_sets, _training_sets)
    ]
    if any(run.failures for run in runs):
        least = [replace(source, why=f"{source.why}, but for folds that failed") for source in least]
    return *least, _randomness(runs), _labels(settings[0])


_ORDER = ("not covered", "unknown", "partly", "covered")


def _test_sets(setting: Setting, _: str) -> VariationSource:
    if setting.is_hold_out or setting.is_disjoint_training or _is_one_test_set(setting):
        why = "one test set, taken as a random sample"
    elif setting.is_cross_validation or setting.is_nested:
        why = "every example is tested in its turn"
    elif setting.assignment.each_example_tested_once:
        why = "no example is tested twice"
    elif setting.assignment.has_folds:
        why = "a new test set in every repeat"
    else:
        return VariationSource(name="test set", status="unknown", why="what was tested together is not known")
    return VariationSource(name="test set", status="covered", why=why)


def _is_one_test_set(setting: Setting) -> bool:
    """Whether several repeats test the same part of the examples."""
    if not setting.is_several_splits or not isinstance(setting.assignment, Assignment):
        return False
    tested = setting.assignment.folds >= 0
    return bool((tested == tested[0]).all())


def _training_sets(setting: Setting, reads: str) -> VariationSource:
    name = "training set"
    n_sets = setting.assignment.n_repeats * setting.assignment.n_folds
    if setting.is_nested or setting.is_split_halves:
        inner = "a cross-validation inside each" if setting.is_nested else "halves that share none"
        return VariationSource(name=name, status="partly", why=f"{n_sets} that overlap, and {inner}")
    if not setting.assignment.has_folds:
        return VariationSource(name=name, status="unknown", why="the folds are not known")
    if setting.is_disjoint_training or setting.is_distinct_samples:
        return VariationSource(name=name, status="covered", why=f"{n_sets} without common examples")
    if n_sets == 1:
        return VariationSource(name=name, status="not covered", why="only one")
    if reads == "halves":
        return VariationSource(name=name, status="covered", why="every example counts as a training example, too")
    if reads == "periods":
        return VariationSource(name=name, status="partly", why=f"{n_sets}, each of what came before, that overlap")
    if reads in {"disagreements", "losses", "responses"}:
        return VariationSource(name=name, status="not covered", why=f"{n_sets} that overlap, taken as one")
    return VariationSource(name=name, status="partly", why=f"{n_sets} that overlap")


def _randomness(runs: Sequence[Run]) -> VariationSource:
    name = "randomness of the learners"
    if any(run.is_imported for run in runs):
        return VariationSource(name=name, status="unknown", why="the learners were run elsewhere")
    fixed = dict.fromkeys(learner.name for run in runs for learner in run.learners if learner.fixed_seeds)
    if fixed:
        return VariationSource(
            name=name, status="not covered", why=f"fixed random_state of {listed(fixed, quote=False)}"
        )
    if any(run.assignment.n_repeats * run.assignment.n_folds == 1 for run in runs):
        return VariationSource(name=name, status="not covered", why="one fit of each learner")
    return VariationSource(name=name, status="covered", why="every fit has a seed of its own")


def _labels(setting: Setting) -> VariationSource:
    what = "labels" if setting.task == "classification" else "target values"
    return VariationSource(
        name=f"errors in the {what}",
        status="not covered",
        why=f"{what} are taken as given",
    )


def sources_sentence(sources: Sequence[VariationSource]) -> str:
    """Return in one sentence which sources vary and which do not."""
    parts = []
    for status in ("covered", "partly", "not covered", "unknown"):
        names = [f"{source.name} ({source.why})" for source in sources if source.status == status]
        if names:
            parts.append(f"{_LEADS[status]}: {', '.join(names)}")
    return f"Of the four sources of variation {'; '.join(parts)}."


_LEADS = {"covered": "covered", "partly": "partly covered", "not covered": "not covered", "unknown": "not known"}


def short_design_words(design: Assignment | Layout) -> str:
    """Return a design in a few words, by its shape."""
    n_repeats, n_nested, n_splits = design.n_repeats, nested_folds(design), count_whole_splits(design)
    if n_nested is not None:
        n_partitions = n_repeats // (n_nested * (n_nested + 1) // 2)
        return f"{design_words(n_partitions, n_nested)}, with another inside each training set"
    if n_splits is not None:
        return f"{design_words(n_splits, 1)}, and {(n_repeats - n_splits) // 2} of each half"
    if has_distinct_samples(design):
        return f"{n_repeats} samples without a common example"
    return (
        f"{n_repeats} periods in the order of time"
        if design.is_time_ordered
        else design_words(n_repeats, design.n_folds)
    )


def designs_sentence(runs: Sequence[Run]) -> str:
    """How the scores came about; datasets of one design share a sentence."""
    same = {(run.assignment.description, run.assignment.seed, is_hold_out(run)) for run in runs}
    if len(runs) == 1 or len(same) > 1:
        return " ".join(design_sentence(run, many=len(runs) > 1) for run in runs)
    ((description, seed, _),) = same
    parts = []
    for run in runs:
        n_train, _ = spread_of_sizes(run)
        trained = [] if n_train is None else [f"{count_range(*n_train)} for training"]
        size = [] if run.data.n_examples is None else [f"{run.data.n_examples} examples"]
        sizes = f" ({', '.join([*size, *trained])})" if size or trained else ""
        parts.append(f"{one_line(run.data.name)}{sizes}")
    seeded = "" if seed is None else f", seed {seed}"
    return f"Design: {description}{seeded}, on {', '.join(parts)}; {_reach(runs[0], plural=True)}."


def design_sentence(run: Run, *, many: bool = False) -> str:
    """How the scores came about, and the training size that the verdict speaks about."""
    n_train, n_test = spread_of_sizes(run)
    where = f" on {one_line(run.data.name)}" if many else ""
    seed = "" if run.assignment.seed is None else f", seed {run.assignment.seed}"
    of = "" if run.data.n_examples is None else f", of {run.data.n_examples} examples{_doubtful_classes(run)}"
    sizes = ""
    if n_train is not None and n_test is not None:
        sizes = f" ({count_range(*n_train)} for training, {count_range(*n_test)} for testing)"
    return f"Design{where}: {run.assignment.description}{of}{sizes}{seed}; {_reach(run, plural=False)}."


def _doubtful_classes(run: Run) -> str:
    """Return the classes where two of them may be one, written in two ways."""
    classes = run.data.classes
    return f" in {len(classes)} classes ({listed(classes)})" if similar_labels(classes) else ""


def is_hold_out(run: Run) -> bool:
    """Whether there is one training and one test set."""
    return Setting.of(run, run.metric).is_hold_out


def _reach(run: Run, *, plural: bool) -> str:
    """Return what a conclusion is about, and what it is not about."""
    what = "the conclusions are" if plural else "the conclusion is"
    if not run.assignment.has_folds:
        return f"{what} about the models whose answers these are"
    if is_hold_out(run):
        models = "classifiers" if run.target.task == "classification" else "models"
        where = "one training set of each dataset" if plural else "this one training set"
        return f"{what} about {models} trained on {where}, not about other training sets"
    if run.sizes() is None:
        return f"{what} about learners trained on the training sets of that design, not on all examples"
    return f"{what} about learners trained on that many examples, not on all"


def run_caveats(runs: Sequence[Run]) -> Iterator[Caveat]:
    """List what the runs themselves ask to beware of; what concerns some of several datasets names them."""
    places: dict[Caveat, list[str]] = {}
    for run in runs:
        for caveat in run.caveats:
            places.setdefault(caveat, []).append(run.data.name)
    for caveat, names in places.items():
        where = "" if len(names) == len(runs) else f"{listed(names, most=4, quote=False)}: "
        yield Caveat(code=caveat.code, message=where + caveat.message)
