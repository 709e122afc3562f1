"""Example by example: which are often wrong, which change with the partition, and which labels are suspect."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import (
    Glance,
    GlanceTable,
    IncompleteRunError,
    SchemeMismatchError,
    counted,
    notebook_html,
    one_line,
)
from foldwise.runs import Run

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

# A label is suspect if every learner gives another one, the same, in so many of the partitions.
_NEARLY_ALWAYS: Final = 0.9
_MOST_SHOWN: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExampleAnalysis:
    """What single examples do to a comparison. Made by `example_analysis`; ``print(found)`` shows the first of them.

    Parameters
    ----------
    dataset : str
        Name of the data.
    learners : tuple of str
        Whose answers were counted.
    n_repeats : int
        In how many partitions each example was tested.
    examples : ndarray of int
        Places of the examples in the data, the most suspicious first.
    labels, others : tuple of str
        Label of each example, and the label that all learners together gave most often.
    wrong : ndarray of float
        Share of wrong answers, over learners and partitions.
    least_wrong : ndarray of float
        The same of the learner that gets it right most often.
    agreement : ndarray of float
        Share of all answers that are the one in `others`.
    changes : ndarray of float
        How probably two partitions disagree on whether a learner gets it right, on average over learners.
    variation : ndarray of float
        Its part in the variation of differences between partitions: variances of single examples over their sum, on
        average over pairs of learners; 0 for one learner.
    suspected : ndarray of bool
        Whether every learner gives the same other label nearly always. No proof: a hard example looks alike.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import example_analysis
    >>> run = fw.evaluate({"nb": NaiveBayes(), "c45": C45()}, "iris", scheme="5x10", seed=1)
    >>> found = example_analysis(run)
    >>> found.dataset, found.n_repeats, len(found.examples)
    ('iris', 5, 150)
    """

    dataset: str
    learners: tuple[str, ...]
    n_repeats: int
    examples: npt.NDArray[np.intp]
    labels: tuple[str, ...]
    others: tuple[str, ...]
    wrong: Floats
    least_wrong: Floats
    agreement: Floats
    changes: Floats
    variation: Floats
    suspected: npt.NDArray[np.bool_]

    def frame(self) -> "pd.DataFrame":
        """One row per example, the most suspicious first."""
        import pandas as pd

        columns = ("examples", "labels", "others", "wrong", "least_wrong", "agreement", "changes", "variation")
        named = {"examples": "example", "labels": "label", "others": "answered"}
        frame = pd.DataFrame({named.get(name, name): getattr(self, name) for name in columns})
        return frame.assign(suspected=self.suspected)

    @property
    def headline(self) -> str:
        """What was found, in a sentence."""
        n, n_examples = int(self.suspected.sum()), len(self.labels)
        steady = int((self.changes == 0).sum())
        return (
            f"{one_line(self.dataset)}: of {counted(n_examples, 'example')} {steady:,} come out the same in all "
            f"{self.n_repeats} partitions; {counted(n, 'label')} {'is' if n == 1 else 'are'} suspect."
        )

    def glance(self) -> Glance:
        """Return what a reader sees first."""
        rows = []
        for place in range(min(_MOST_SHOWN, len(self.labels))):
            numbers = (self.wrong[place], self.changes[place], self.variation[place])
            label, other = one_line(self.labels[place]), one_line(self.others[place])
            suspect = "suspect" if self.suspected[place] else ""
            rows.append((str(self.examples[place]), label, other, *(f"{x:.3f}" for x in numbers), suspect))
        table = GlanceTable(
            headings=("example", "label", "answered", "wrong", "changes", "variation", ""),
            rows=tuple(rows),
            outcomes=("",) * len(rows),
            n_names=3,
        )
        many = int((np.sort(self.variation)[::-1].cumsum() < 0.5).sum()) + 1 if self.variation.any() else 0
        half = f"{counted(many, 'example')} of {len(self.labels):,} make half of the variation between partitions"
        beware = "suspect is no proof: hard examples look the same; look at them, and do not relabel by this list"
        return Glance(
            headline=self.headline,
            table=table,
            lines=(("counted", f"answers of {', '.join(map(one_line, self.learners))}"),)
            + ((("partitions", half),) if many else ())
            + (("beware", beware),),
            call="frame()",
        )

    def __str__(self) -> str:
        return str(self.glance())

    def _repr_html_(self) -> str:
        return notebook_html(self)


def example_analysis(run: Run) -> ExampleAnalysis:
    r"""Rank examples by how often they are wrong or change between partitions, and name labels that are suspect.

    Parameters
    ----------
    run : Run
        Of classifiers, in which each example is tested in two partitions or more, such as ``scheme="10x10"``. The more
        different the learners, the less is a suspicion the fault of one of them.

    Returns
    -------
    ExampleAnalysis
        `frame()` has a row for each example; `foldwise.plot` draws them.

    Raises
    ------
    SchemeMismatchError
        If examples were not all tested in the same two partitions or more, or are not classified.
    IncompleteRunError
        If a fold failed.

    See Also
    --------
    foldwise.replicability.partition_analysis : The same question, partition by partition.
    foldwise.lab.example_errors : Of a population whose truth is known.

    Notes
    -----
    With k wrong answers of a learner in r partitions, two of them disagree with probability
    ``2 k (r - k) / (r (r - 1))``. The difference of two learners on a partition is a mean over examples; the variance
    of each example's part over partitions, divided by the sum of all, is its `variation`; how examples move together
    is left aside.

    A label is suspected where every learner gives the same other label in nine tenths of the partitions or more:
    learners that saw neighbours of the example, but not itself, expect another label. Wrong labels do that [1]_, and so
    do right ones of examples that are unlike their class.

    References
    ----------
    .. [1] C. E. Brodley and M. A. Friedl (1999). Identifying mislabeled training data. Journal of Artificial
       Intelligence Research 11, 131-167.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import example_analysis
    >>> run = evaluate({"bayes": NaiveBayes(), "tree": C45()}, load("iris"), scheme="10x10", seed=1)
    >>> found = example_analysis(run)
    >>> int(found.examples[0]), found.labels[0], found.others[0], bool(found.suspected[0])
    (70, 'versicolor', 'virginica', True)
    """
    if not isinstance(run, Run):
        raise TypeError(
            "example_analysis needs one Run: fw.evaluate(learners, data, scheme='10x10'), or one of a verdict's runs; "
            f"got {type(run).__name__}."
        )
    if run.target.task != "classification" or not run.has_predictions:
        raise SchemeMismatchError(
            f"example_analysis needs a run with predicted classes; the one on {one_line(run.data.name)} has none."
        )
    tested = run.tested()
    if run.failures:
        raise IncompleteRunError(
            f"example_analysis compares answers of all folds, but {counted(len(run.failures), 'fold')} on "
            f"{one_line(run.data.name)} failed."
        )
    rows = np.flatnonzero(tested.all(axis=(0, 1)))
    n_repeats = tested.shape[1]
    if n_repeats < 2 or rows.size < tested.shape[2]:
        raise SchemeMismatchError(
            "example_analysis needs two partitions or more that test every example, such as scheme='10x10', got "
            f"{run.assignment.description}."
        )
    predictions, actual = run.predictions[:, :, rows], np.asarray(run.target.values)[rows]
    wrong = predictions != actual
    k = wrong.sum(axis=1)
    changes = (2 * k * (n_repeats - k) / (n_repeats * (n_repeats - 1))).mean(axis=0)
    counts = np.stack([(predictions == code).sum(axis=(0, 1)) for code in range(len(run.target.answers))])
    others = counts.argmax(axis=0)
    per_learner = np.stack([(predictions[learner] == others).mean(axis=0) for learner in range(len(predictions))])
    suspected = (per_learner >= _NEARLY_ALWAYS).all(axis=0) & (others != actual)
    shares = k / n_repeats
    agreement = per_learner.mean(axis=0)
    # Suspects first; then what everybody gets wrong, and of these what they agree on.
    order = np.lexsort((-agreement, -shares.mean(axis=0), ~suspected))
    names = [str(name) for name in run.target.answers]
    return ExampleAnalysis(
        dataset=run.data.name,
        learners=run.learner_names,
        n_repeats=n_repeats,
        examples=rows[order],
        labels=tuple(names[code] for code in actual[order]),
        others=tuple(names[code] for code in others[order]),
        wrong=shares.mean(axis=0)[order],
        least_wrong=shares.min(axis=0)[order],
        agreement=agreement[order],
        changes=changes[order],
        variation=_variation(wrong)[order],
        suspected=suspected[order],
    )


def _variation(wrong: npt.NDArray[np.bool_]) -> Floats:
    """Return the part of each example in the variance of differences over partitions, on average over pairs."""
    parts = []
    for a, b in combinations(range(len(wrong)), 2):
        variance = (wrong[b].astype(np.int8) - wrong[a]).var(axis=0, ddof=1)
        total = variance.sum()
        parts.append(variance / total if total else variance)
    return np.mean(parts, axis=0) if parts else np.zeros(wrong.shape[-1])
