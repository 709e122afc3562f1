"""What a study has found so far."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from foldwise._core import Glance, counted, notebook_html, one_line
from foldwise.runs import Run
from foldwise.store import CellStatus, Judgement
from foldwise.studies._glance import study_design, study_glance
from foldwise.studies._registered import Registered
from foldwise.studies._standing import mean_scores
from foldwise.verdicts import Estimates, Panel, Verdict

if TYPE_CHECKING:
    import pandas as pd


# Where a learner is left out.
EVERY: Final = "every dataset"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Of what the verdicts do not speak, and why.

    Parameters
    ----------
    dataset : str
        The dataset, or ``'every dataset'`` if it is a learner that is left out.
    reason : str
        Why, in a sentence without its full stop.
    learner : str, optional
        The learner that is left out everywhere.

    Examples
    --------
    >>> from foldwise.studies import LeftOut
    >>> LeftOut(dataset="iris", reason="no fold is there yet").reason
    'no fold is there yet'
    """

    dataset: str
    reason: str
    learner: str | None = None

    def __str__(self) -> str:
        return f"{one_line(self.dataset if self.learner is None else self.learner)}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyResults:
    """All that the store of a study holds, put together without fitting anything.

    ``str(results)`` is the answer at a glance, ``results.details()`` all verdicts in words.

    Parameters
    ----------
    name : str
        What the study is called.
    store : Path
        The file that it was read from.
    scheme : str
        How the data were split.
    cells : tuple of CellStatus
        One for each dataset and learner: how many folds there are, were run, and failed.
    runs : tuple of Run
        One for each dataset. A fold that has not been run yet is among its failures.
    verdicts : tuple of Verdict, Panel or Estimates
        One for each test and metric, from the learners that are complete on a dataset; where one is not, its score is
        missing, and the verdict says so.
    left_out : tuple of LeftOut
        Datasets on which fewer than two learners are complete, and learners that are complete on none of the others: of
        these the verdicts do not speak.
    changes : tuple of str
        What is not as it was when the study was run before, in sentences.
    judgements : tuple of Judgement
        Every test that was ever run on these results.
    registration : Registered or None
        What was sealed before the first run, and how the results stand to it; None if nothing was.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/a.db")
    ...     results = run_study(study, progress=False)
    >>> results.is_complete, len(results.verdicts), len(results.cells)
    (True, 1, 2)
    """

    name: str
    store: Path
    scheme: str
    cells: tuple[CellStatus, ...]
    runs: tuple[Run, ...]
    verdicts: tuple[Verdict | Panel | Estimates, ...]
    left_out: tuple[LeftOut, ...]
    changes: tuple[str, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    registration: Registered | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every fold was run, and none failed."""
        return all(cell.n_done == cell.n_folds and not cell.n_failed for cell in self.cells)

    @property
    def is_settled(self) -> bool:
        """Whether repeats were added until the verdict was settled, or the budget ended."""
        return any(isinstance(verdict, Verdict) and verdict.settled is not None for verdict in self.verdicts)

    @property
    def how_far(self) -> str:
        """How large the study is, and how many folds were run, failed and are missing."""
        n_folds = sum(cell.n_folds for cell in self.cells)
        n_failed = sum(cell.n_failed for cell in self.cells)
        n_missing = sum(cell.n_missing for cell in self.cells)
        sizes = [len({getattr(cell, key) for cell in self.cells}) for key in ("dataset", "learner")]
        return (
            f"{counted(sizes[0], 'dataset')}, {counted(sizes[1], 'learner')}, {n_folds - n_missing} of "
            f"{counted(n_folds, 'fold')} run, {n_failed} failed, {n_missing} missing"
        )

    def frame(self) -> "pd.DataFrame":
        """One row for each dataset and learner: folds, missing, failed, seconds, mean score (NaN if not complete)."""
        import pandas as pd

        scores = {
            (run.data.name, name): score for run in self.runs for name, score in mean_scores(run, run.metric).items()
        }
        rows = [
            {
                "dataset": cell.dataset,
                "learner": cell.learner,
                "folds": cell.n_folds,
                "missing": cell.n_missing,
                "failed": cell.n_failed,
                "seconds": cell.seconds,
                "score": scores.get((cell.dataset, cell.learner), np.nan),
            }
            for cell in self.cells
        ]
        # Objects, since the texts of pandas take no lone surrogates.
        names = {key: pd.Series([row.pop(key) for row in rows], dtype=object) for key in ("dataset", "learner")}
        return pd.DataFrame({**names, **pd.DataFrame(rows)})

    def __repr__(self) -> str:
        return f"<StudyResults of {one_line(self.name)}: {self.how_far}>"

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the answer over datasets, each of them, and how far the study is."""
        return study_glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        parts = [f"{one_line(self.name)}: {self.how_far}; {study_design(self)}."]
        parts += [] if self.registration is None else ["\n".join(self.registration.sentences())]
        parts += [verdict.details() for verdict in self.verdicts]
        parts += [f"Left out: {left}." for left in self.left_out]
        return "\n\n".join([*parts, *(f"Changed: {sentence}" for sentence in self.changes)])

    def _repr_html_(self) -> str:
        return notebook_html(self)
