"""The definition of a study."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from foldwise._core import check_seed
from foldwise.studies._dataset import StudyDataset, as_sources, check_name
from foldwise.studies._options import (
    OF_JUDGING,
    as_hypotheses,
    as_learners,
    as_metrics,
    as_study_scheme,
    as_tests,
    check_one_learner,
    check_one_task,
    check_settled_study,
    check_store,
    default_store,
)
from foldwise.studies._read_toml import read_toml
from foldwise.verdicts._door import Terms, check_against


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Study:
    """Many datasets x learners under one scheme, judged by one or more tests.

    Everything that can be checked without loading data is checked when a study is made.

    Parameters
    ----------
    name : str
        What tables and reports call it.
    datasets : mapping or list of StudyDataset, Dataset, str or Path
        What `foldwise.data.load` takes; a list gets the names of the data. In a mapping a dataset may be a mapping,
        too, as in the file below.
    learners : mapping of names to estimators or texts, or a list of either
        Scikit-learn estimators, or texts as on the command line: ``"c45(min_leaf=5)"``.
    scheme : str, Scheme, splitter or Settled, default '10x10'
        How the data are split, as in `foldwise.evaluate`; or ``'settled'``, ``'settled:guard'``, ``'settled:strict'``
        or `foldwise.Settled` with a budget: repeats are added until the pairs on all datasets are settled.
    tests : str or list of str
        Names of tests, or ``"all"``; by default the test that fits the design.
    metrics : str, callable, or list of either
        Names of scikit-learn scorers, or functions; by default accuracy, or the root mean squared error.
    alpha, rope, alternative, adjust, against, missing
        As in `foldwise.judge`.
    seed : int, optional
        Another random split; by default derived from data and design.
    store : str or Path, optional
        The file that keeps the results; by default the name with ``.db`` at the end, beside the study file.
    hypotheses : list of str
        What is claimed before the first run, such as ``"forest > logit on accuracy"``; all else is exploratory once the
        study is registered.
    registration : str or Path, optional
        The file of its registration, if it is not beside the study file.
    path : Path, optional
        Where the study was read from.
    text : str
        What stood there.

    Examples
    --------
    >>> from foldwise.studies import Study
    >>> study = Study(name="first", datasets=["iris", "wine"], learners={"bayes": "nb", "tree": "c45(min_leaf=5)"})
    >>> study.learners, str(study.scheme), study.store.name
    ({'bayes': NaiveBayes(), 'tree': C45(min_leaf=5)}, 'RepeatedKFold(10, 10)', 'first.db')

    The same, and more, in a file:

    .. code-block:: toml

       name = "first"
       scheme = "10x10"
       tests = ["corrected_repeated_kfold_t"]     # or test = "..."
       metrics = ["accuracy", "roc_auc"]          # or metric = "..."
       alpha = 0.05
       rope = 0.01
       seed = 1
       store = "first.db"

       [datasets]
       iris = "iris"
       vote = "uci:vote"
       visits = { source = "visits.csv", target = "relapse", groups = "patient" }

       [learners]
       bayes = "nb"
       tree = "c45(min_leaf=5)"
       forest = { class = "sklearn.ensemble.RandomForestClassifier", n_estimators = 200 }

       [registration]
       hypotheses = ["forest > tree on roc_auc"]
    """

    name: str
    datasets: Mapping[str, StudyDataset]
    learners: Mapping[str, Any]
    scheme: Any = "10x10"
    tests: tuple[str, ...] = ()
    metrics: tuple[Any, ...] = ()
    alpha: float = 0.05
    rope: float | None = None
    alternative: str = "two-sided"
    adjust: str = "holm"
    against: str | None = None
    missing: str = "pairs"
    seed: int | None = None
    store: Path | None = None
    hypotheses: tuple[str, ...] = ()
    registration: Path | None = None
    path: Path | None = None
    text: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        check_name(self.name, "the name of a study")
        # Made to refuse what `judge` would refuse.
        Terms(**{name: getattr(self, name) for name in OF_JUDGING})
        folder = Path() if self.path is None else self.path.parent
        normal: dict[str, Any] = {
            "datasets": as_sources(self.datasets),
            "learners": as_learners(self.learners),
            "scheme": as_study_scheme(self.scheme),
            "tests": as_tests(self.tests),
            "metrics": as_metrics(self.metrics),
            "seed": None if self.seed is None else check_seed(self.seed),
            "store": default_store(self.name, folder) if self.store is None else Path(self.store),
            "registration": None if self.registration is None else Path(self.registration),
        }
        check_one_learner(normal["tests"], normal["learners"])
        check_against(self.against, normal["learners"])
        check_one_task(normal["learners"])
        check_settled_study(normal["scheme"], normal["tests"], normal["metrics"], normal["learners"])
        check_store(normal["store"])
        claims = {key: normal[key] for key in ("learners", "metrics", "datasets")}
        normal["hypotheses"] = tuple(map(str, as_hypotheses(self.hypotheses, **claims, rope=self.rope)))
        for key, value in normal.items():
            object.__setattr__(self, key, value)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> "Study":
        """Read a study file, and check all of it.

        Parameters
        ----------
        path : path-like
            A TOML file in UTF-8. Relative paths in it start at its folder.

        Returns
        -------
        Study
            With the estimators made, and no data loaded.

        Raises
        ------
        StudyFileError
            If anything is wrong: one line that says where, what was expected and what came.
        """
        return cls(**read_toml(path))
