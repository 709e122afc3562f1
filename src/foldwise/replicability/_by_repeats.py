"""What would have been said after fewer repeats of the same run."""

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from foldwise._core import Glance, InadvisableWarning, SchemeMismatchError, caught_warnings, notebook_html, one_line
from foldwise.replicability._glance import changed_words, repeats_glance
from foldwise.runs import Run
from foldwise.runs._door import choose_repeats
from foldwise.verdicts import Procedure, Verdict, probability_words

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByRepeats:
    """The p-value and the decision after each number of repeats of one run. Made by `by_repeats`.

    ``str(result)`` is the answer at a glance, ``result.details()`` a line for each pair.

    Parameters
    ----------
    dataset : str
        Name.
    pairs : tuple of pair of str
        Names of the learners, in the order of the first axis of the arrays.
    test : str
        The test.
    alpha : float
        Its level.
    n_repeats : ndarray of shape (n_steps,)
        How many repeats were judged.
    pvalues : ndarray of shape (n_pairs, n_steps)
        Adjusted, if the procedure adjusts; NaN where undefined.
    decisions : ndarray of str, shape (n_pairs, n_steps)
        What would have been said.

    Examples
    --------
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import by_repeats
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, "wine", scheme="20x10", seed=3)
    >>> found = by_repeats(run)
    >>> len(found.n_repeats), found.n_changes
    (20, (1,))
    """

    dataset: str
    pairs: tuple[tuple[str, str], ...]
    test: str
    alpha: float
    n_repeats: npt.NDArray[np.int64]
    pvalues: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.str_]

    @property
    def n_changes(self) -> tuple[int, ...]:
        """How often the decision on each pair changed as repeats were added."""
        return tuple(int((row[1:] != row[:-1]).sum()) for row in self.decisions)

    def frame(self) -> "pd.DataFrame":
        """One row per pair of learners and number of repeats."""
        import pandas as pd

        pair, step = (index.ravel() for index in np.indices(self.pvalues.shape))
        names = np.array(self.pairs, dtype=object)
        return pd.DataFrame(
            {
                "dataset": self.dataset,
                "a": names[pair, 0],
                "b": names[pair, 1],
                "n_repeats": self.n_repeats[step],
                "pvalue": self.pvalues.ravel(),
                "decision": self.decisions.ravel().astype(object),
            }
        )

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: how often the decision changed, and what it came to."""
        return repeats_glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        return "\n".join(
            f"{one_line(a)} vs {one_line(b)} on {one_line(self.dataset)}: the decision {changed_words(changes)} from "
            f"{self.n_repeats[0]} to {self.n_repeats[-1]} repeats; at last "
            f"{probability_words(float(p[-1]), self.alpha)}."
            for (a, b), changes, p in zip(self.pairs, self.n_changes, self.pvalues, strict=True)
        )

    def _repr_html_(self) -> str:
        return notebook_html(self)


def by_repeats(run: Run, *, procedure: Procedure | None = None) -> ByRepeats:
    """Judge the first repeats of a run, then one more, and so on.

    Parameters
    ----------
    run : Run
        Of two repeats or more.
    procedure : Procedure, optional
        Its test and terms; its scheme is not used. By default those of ``Procedure()``.

    Returns
    -------
    ByRepeats
        Plot it (`foldwise.plot`).

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import by_repeats
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="20x10", seed=3)
    >>> print(by_repeats(run).glance().headline)
    nb and c45 on wine: the decision changed 1 time from 1 to 20 repeats; at last nb better (p = 0.039).
    """
    chosen = Procedure() if procedure is None else procedure
    if not isinstance(chosen, Procedure) or chosen.settled is not None:
        raise TypeError("by_repeats needs a Procedure of a fixed scheme: a settled one shows its looks by itself.")
    total = run.assignment.n_repeats
    if total < 2:
        raise SchemeMismatchError(f"by_repeats needs 2 repeats or more, got 1 on {run.data.name}: scheme='20x10'.")
    # The test that is advised for a few repeats may be another one.
    chosen = replace(chosen, test=chosen.test_for(run.assignment, run.target.task, run.metric))
    verdicts: list[Verdict] = []
    steps = []
    with ExitStack() as once:
        for n in range(1, total + 1):
            try:
                verdicts.append(chosen.decide(choose_repeats(run, range(n))))
            except SchemeMismatchError:
                # A test over repeats has nothing to say about one.
                if n == total:
                    raise
                continue
            steps.append(n)
            if len(steps) == 1:
                once.enter_context(caught_warnings(InadvisableWarning))
    last = verdicts[-1]
    rows = list(zip(*(verdict.comparisons for verdict in verdicts), strict=True))
    return ByRepeats(
        dataset=run.data.name,
        pairs=tuple((row.a, row.b) for row in last.comparisons),
        test=last.test,
        alpha=last.alpha,
        n_repeats=np.array(steps),
        pvalues=np.array([[row.adjusted_pvalue for row in each] for each in rows], dtype=float),
        decisions=np.array([[row.decision for row in each] for each in rows], dtype="U12"),
    )
