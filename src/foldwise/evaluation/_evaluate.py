"""The verb that runs learners: learners and data in, a Run out."""

from typing import Any

import numpy.typing as npt

from foldwise.evaluation._execution import Execution, execute
from foldwise.runs._door import make_plans
from foldwise.workers import Limits


def evaluate(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    scheme: Any = None,
    metric: Any = None,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    probabilities: bool = False,
    sharing: bool = True,
    store: Any = None,
    retry_failed: bool = False,
    isolate: bool | Limits = False,
    dask: Any = None,
    progress: bool | None = None,
) -> Any:
    """Run every learner on every fold of one assignment and keep the predictions.

    Parameters
    ----------
    learners : mapping of str to estimator, or list of estimators
        scikit-learn classifiers, regressors or pipelines. They are cloned, never fitted themselves. Every
        `random_state` that is None, nested ones included, gets a seed derived from (seed, learner, repeat, fold).
    X : array, DataFrame, sparse matrix, list of texts, Dataset, name or path, or list or mapping of Datasets
        The examples. Neither X nor y is modified. For learners that need numbers, nominal columns (category, text)
        are one-hot encoded and missing numbers replaced by the median, both within the training fold. Learners that
        take them as they are, such as those of `foldwise.learners`, get them so.
    y : array_like of shape (n_examples,), or str, optional
        Labels (str, int, bool) or real numbers, or the name of a column, which is taken out of X; not given for
        Datasets. Of a file it is the last column by default. Learners with an attribute
        ``takes_declared_classes = True``, and pipelines that end in one, get labels as a Categorical of all declared
        classes, in declared order (the categories of `y`, or the `target_names` of the Dataset), so that they know a
        class that their training fold lacks, or that never occurs. The classes of the Run are those that occur:
        probabilities are given that a label does, and predicting another is wrong.
    scheme : Scheme, str, scikit-learn splitter or list of (train, test) indices, optional
        How to split; 10 times 10-fold cross-validation by default. See `foldwise.splits`. A splitter sees copies of X,
        y and groups as they were given. Rows of a split are taken in the order of the table, each once at most.
    metric : str or callable, optional
        What `Run.scores` computes by default: the name of a scikit-learn scorer, a scorer, or ``f(y_true, y_pred)``.
        Default: accuracy, or the negated root mean squared error.
    groups : array_like of shape (n_examples,), or str, optional
        Examples of one group are never split between training and test set. The name of a column is taken out of X.
    seed : int, optional
        Determines partitions and learners' seeds. None: derived from the content of data and scheme, so the same
        input gives the same answer anywhere.
    n_jobs : int, default 1
        Number of threads or processes, whichever suits the learner, four for each core at most; -1 for all cores. The
        result does not depend on it.
    probabilities : bool, default False
        Keep class probabilities as well.
    sharing : bool, default True
        Let the folds of a learner share work where its predictions are then the same: all of `foldwise.learners`,
        learners with a method ``predict_folds``, and many of scikit-learn's. Each Learner of the Run says whether they
        did. False: fit every fold by itself.
    store : Store or path-like, optional
        A file that keeps every fold: what it has is not computed again, and nothing is lost in a crash. Made if it is
        not there.
    retry_failed : bool, default False
        Compute folds again that the store has as failed.
    isolate : bool or Limits, default False
        Fit every fold in a process of its own that may hang, crash or use up its memory: the fold is then recorded as
        failed. True, or the limits.
    dask : str or dask.distributed.Client, optional
        Address of the scheduler of a Dask cluster, whose workers are to do the work, or a client. Needs
        ``foldwise[dask]``.
    progress : bool, optional
        Show a progress bar on standard error; by default on a terminal and in a notebook, and elsewhere a line now and
        then if the work takes more than ten seconds. False: never.

    Returns
    -------
    Run, or list of Run
        A list for several datasets. A fold on which a learner fails is recorded in ``failures``.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.evaluation import evaluate
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> run = evaluate({"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}, data.load("iris"), scheme="2x5", seed=1)
    >>> run.scores().shape
    (2, 2, 5)
    >>> run.scores().mean(axis=(1, 2)).round(3).tolist()
    [0.953, 0.957]
    """
    execution = Execution(
        n_jobs=n_jobs,
        sharing=sharing,
        store=store,
        retry_failed=retry_failed,
        isolate=isolate,
        dask=dask,
        progress=progress,
    )
    plans, several = make_plans(
        learners, X, y, scheme=scheme, metric=metric, groups=groups, seed=seed, probabilities=probabilities
    )
    runs = execute(plans, execution)
    return runs if several else runs[0]
