"""What goes wrong, as the few classes of error that callers may want to catch, and what to beware of."""

from dataclasses import dataclass
from traceback import walk_tb
from typing import Any

from foldwise._core._words import one_line, printable


class FoldwiseError(Exception):
    """Base of the errors that are foldwise's own, in one line that can be printed whatever names are in it.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> run = fw.evaluate({"bayes": NaiveBayes(), "tree": C45()}, "iris", scheme="2x5", seed=1)
    >>> try:
    ...     fw.judge(run, test="five_by_two_f")
    ... except fw.FoldwiseError as error:
    ...     print(type(error).__name__)
    SchemeMismatchError
    """

    def __str__(self) -> str:
        return printable(super().__str__(), lines=False)


class DataFormatError(FoldwiseError, ValueError):
    """A file or a table does not hold what it should; the message names the place.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import foldwise as fw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "broken.arff")
    ...     n_written = path.write_text(chr(10).join(["@relation broken", "@attribute size real", "@data", "large"]))
    ...     try:
    ...         fw.data.read_arff(path)
    ...     except fw.DataFormatError as error:
    ...         print(str(error).partition("broken.arff, ")[2])
    line 4: value 'large' of 'size' is not a number.
    """


class SchemeMismatchError(FoldwiseError, ValueError):
    """A test was asked of a run whose design does not feed it.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> try:
    ...     fw.judge(run, test="five_by_two_f")
    ... except fw.SchemeMismatchError as error:
    ...     print(str(error).partition(";")[0])
    five_by_two_f needs five times two-fold cross-validation (scheme '5x2')
    """


class TooManyFoldsError(ValueError):
    """There are fewer examples, or groups of them, than folds.

    Parameters
    ----------
    problem : str
        What is too few, for what.
    advice : str, default 'Use fewer folds.'
        What to do.
    """

    def __init__(self, problem: str, advice: str = "Use fewer folds.") -> None:
        super().__init__(problem, advice)
        self.problem, self.advice = problem, advice

    def __str__(self) -> str:
        return f"{self.problem} {self.advice}"

    def of(self, dataset: str) -> "TooManyFoldsError":
        """Return the same error with the name of the dataset."""
        return TooManyFoldsError(f"{dataset}: {self.problem}", self.advice)

    def advising(self, advice: str) -> "TooManyFoldsError":
        """Return the same error with other advice."""
        return TooManyFoldsError(self.problem, advice)


class UndefinedMetricError(ValueError):
    """A metric has no value on some test set, such as the area under a curve where there is one class only."""


class StudyFileError(FoldwiseError, ValueError):
    """A study file cannot be used as it is; the message names the line.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import foldwise as fw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "first.toml")
    ...     n_written = path.write_text('lerners = 1')
    ...     try:
    ...         fw.Study.read(path)
    ...     except fw.StudyFileError as error:
    ...         print(str(error).partition("first.toml, ")[2].partition(" There")[0])
    line 1: unknown key 'lerners'. Did you mean learners?
    """


class StoreError(FoldwiseError):
    """A store cannot be opened, read or written; the message names the file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import foldwise as fw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "first.db")
    ...     n_written = path.write_text("no database")
    ...     try:
    ...         fw.store.Store(path)
    ...     except fw.StoreError as error:
    ...         print(str(error).partition("first.db ")[2])
    is not a store: it is no SQLite file, or its beginning is damaged.
    """


class OutputError(FoldwiseError, OSError):
    """A file cannot be written; the message names it.

    Examples
    --------
    >>> import foldwise as fw
    >>> try:
    ...     raise fw.OutputError("report.html cannot be written: the disk is full.")
    ... except fw.FoldwiseError as error:
    ...     print(error)
    report.html cannot be written: the disk is full.
    """


class MissingDependencyError(FoldwiseError, ImportError):
    """An optional package is needed for this and is not installed.

    Examples
    --------
    >>> import foldwise as fw
    >>> issubclass(fw.MissingDependencyError, fw.FoldwiseError)
    True
    """


class IncompleteRunError(FoldwiseError):
    """Some fits failed, and a verdict from half a design was not asked for.

    The finished work is not lost: `run` holds it.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> class Broken(NaiveBayes):
    ...     def fit(self, X, y):
    ...         raise ValueError("out of ideas")
    >>> try:
    ...     fw.compare(learners | {"broken": Broken()}, "iris", scheme="10", seed=1)
    ... except fw.IncompleteRunError as error:
    ...     print(len(error.run.failures), error.run.failures[0].error)
    10 ValueError: out of ideas
    """

    def __init__(self, message: str, run: Any = None) -> None:
        super().__init__(message)
        self.run = run


def is_refusal(error: BaseException) -> bool:
    """Whether our own code refused the input, by a class of ours or a plain one.

    A `ValueError` or `TypeError` from deeper down, in other packages, is a case that we did not foresee.
    """
    if isinstance(error, FoldwiseError):
        return True
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    raised_here = bool(frames) and str(frames[-1].f_globals.get("__name__", "")).partition(".")[0] == "foldwise"
    return raised_here and isinstance(error, ValueError | TypeError)


class InadvisableWarning(UserWarning):
    """A test was asked for by name that rejects true null hypotheses too often to be relied on.

    Examples
    --------
    >>> import warnings
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> run = fw.evaluate({"bayes": NaiveBayes(), "tree": C45()}, "iris", scheme="10x10", seed=1)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     verdict = fw.judge(run, test="uncorrected_repeated_kfold_t")
    >>> caught[0].category.__name__
    'InadvisableWarning'
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat:
    """One thing to beware of, under a code that stays the same from version to version.

    Parameters
    ----------
    code : str
        Stable name, such as ``'duplicate_rows'``; the list is in ``docs/caveats.md``.
    message : str
        One sentence for the reader.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> [caveat.code for caveat in verdict.caveats]
    ['approximate']
    """

    code: str
    message: str

    def __post_init__(self) -> None:
        # It names learners and columns, which may be called anything.
        object.__setattr__(self, "message", one_line(self.message))
