"""The verb that counts all tries on some data again, and says what survives of them."""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import check_choice, check_fraction, counted, listed
from foldwise.stats import OnlineResult, e_lond, evalues_of, lond, lord3, lord_plus_plus, saffron
from foldwise.store import Store
from foldwise.tuning import Ledger, Try
from foldwise.verdicts._family import ADJUST_METHODS, ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts._stored import open_store

if TYPE_CHECKING:
    import pandas as pd

# By name: what decides on one p-value after another.
ONLINE: Final[dict[str, Callable[..., OnlineResult]]] = {
    "lond": lond,
    "e_lond": lambda p, *, alpha, undefined: e_lond(
        evalues_of(p, undefined=undefined), alpha=alpha, undefined=undefined
    ),
    "lord3": lord3,
    "lord_plus_plus": lord_plus_plus,
    "saffron": saffron,
}
PROCEDURES: Final = (*ADJUST_METHODS, *ONLINE)
_ANY: Final = "it holds whatever the dependence of the p-values"
_POSITIVE: Final = "it needs p-values that are independent or positively dependent; those of one dataset may not be"
_INDEPENDENT: Final = "it needs independent p-values, and those of one dataset are not: read it as a guide"
NEEDS_OF: Final[dict[str, tuple[str, str]]] = {
    **{name: (ADJUST_WORDS[name], _ANY) for name in ADJUST_METHODS},
    "sidak": (ADJUST_WORDS["sidak"], _POSITIVE),
    "hommel": (ADJUST_WORDS["hommel"], _POSITIVE),
    "benjamini_hochberg": (ADJUST_WORDS["benjamini_hochberg"], _POSITIVE),
    "lond": ("LOND (false discovery rate, one after another)", _POSITIVE),
    "e_lond": ("e-LOND on e-values from p-values (false discovery rate, one after another)", _ANY),
    "lord3": ("LORD 3 (false discovery rate, one after another)", _INDEPENDENT),
    "lord_plus_plus": ("LORD++ (false discovery rate, one after another)", _INDEPENDENT),
    "saffron": ("SAFFRON (false discovery rate, one after another)", _INDEPENDENT),
}
_NOT_KNOWN: Final = (
    "Not known are tries that were made without this store, on copies of the data with other content, or before it: "
    "declare them."
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DataTries:
    """All tries on one dataset, and which of their p-values survive.

    Parameters
    ----------
    dataset : str
        Its name.
    ledger : Ledger
        What was tried, in the order in which it was counted.
    procedure : str
        By what survival is judged.
    alpha : float
        At what level.
    bounds : tuple of float
        For each entry of the ledger p adjusted for all tries; of an online procedure the level that p had to reach.
        NaN for what has no p-value.
    survives : tuple of bool
        Which entries survive.
    uncounted : tuple of str
        Classes that searched and do not tell how many candidates they tried: there were more tries.

    Examples
    --------
    >>> import tempfile
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.verdicts import recount
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     verdict = fw.compare(learners, "wine", scheme="5x10", seed=1, store=folder + "/tries.db")
    ...     found = recount(folder + "/tries.db")
    >>> tries = found.datasets[0]
    >>> tries.dataset, tries.n_small, tries.n_surviving
    ('wine', 1, 1)
    """

    dataset: str
    ledger: Ledger
    procedure: str
    alpha: float
    bounds: tuple[float, ...]
    survives: tuple[bool, ...]
    uncounted: tuple[str, ...] = ()

    @property
    def is_sequence(self) -> bool:
        """Whether the procedure decides on one after another, so that bounds are levels."""
        return self.procedure in ONLINE

    @property
    def n_small(self) -> int:
        """How many p-values are at most alpha as they are."""
        return sum(each.pvalue is not None and each.pvalue <= self.alpha for each in self.ledger.kept)

    @property
    def n_surviving(self) -> int:
        """How many of them survive."""
        return sum(self.survives)

    def sentence(self) -> str:
        """Say how many tries there are, and what is left of them."""
        n = self.ledger.n_tries
        unknown = f", and an unknown number by {listed(self.uncounted, quote=False)}" if self.uncounted else ""
        n_tested = sum(each.pvalue is not None for each in self.ledger.kept)
        return (
            f"{self.dataset}: {n:,} {'try' if n == 1 else 'tries'} ({self.ledger.words()}{unknown}). Of "
            f"{counted(n_tested, 'p-value')}, {self.n_small} at most {self.alpha:g}; surviving: {self.n_surviving}."
        )

    def frame(self) -> "pd.DataFrame":
        """One row per entry of the ledger, with its bound and whether it survives."""
        return self.ledger.kept_frame().assign(bound=list(self.bounds), survives=list(self.survives))

    def growth(self, most: int = 200) -> "pd.DataFrame":
        """Return how many tries there were, small p-values, and survivors, after so many entries of the ledger.

        Parameters
        ----------
        most : int, default 200
            At how many places, spread over the entries, to look.
        """
        import pandas as pd

        n = len(self.ledger.kept)
        rows = [(0, 0, 0)]
        for end in np.unique(np.linspace(1, n, min(n, most)).round().astype(int)) if n else ():
            part = Ledger(kept=self.ledger.kept[:end])
            small = sum(each.pvalue is not None and each.pvalue <= self.alpha for each in part.kept)
            _, survives = _survivors(part, self.procedure, self.alpha)
            rows.append((part.n_tries, small, sum(survives)))
        return pd.DataFrame(rows, columns=["tries", "small", "surviving"])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recount:
    """What was tried on the data of a store, and what survives of it; see `recount`.

    Parameters
    ----------
    store : str
        Which file.
    procedure : str
        By what survival is judged.
    alpha : float
        At what level.
    datasets : tuple of DataTries
        One for each dataset.
    link : str
        Digest of the whole ledger; noted elsewhere, it shows whether the ledger was rewritten.

    Examples
    --------
    >>> import tempfile
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.verdicts import recount
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     verdict = fw.compare(learners, "wine", scheme="5x10", seed=1, store=folder + "/tries.db")
    ...     found = recount(folder + "/tries.db")
    >>> found.procedure, [each.dataset for each in found.datasets]
    ('holm', ['wine'])
    """

    store: str
    procedure: str
    alpha: float
    datasets: tuple[DataTries, ...]
    link: str

    def frame(self) -> "pd.DataFrame":
        """One row per entry of the ledger, dataset by dataset."""
        import pandas as pd

        return pd.concat([each.frame() for each in self.datasets], ignore_index=True)

    def notes(self) -> list[str]:
        """Say by what survival is judged, what that needs, and what is not known."""
        words, needs = NEEDS_OF[self.procedure]
        return [f"Survival by {words} at {self.alpha:g}, each dataset by itself; {needs}.", _NOT_KNOWN]

    def document(self) -> dict[str, Any]:
        """Return all of it as what JSON can hold."""
        return {
            "schema": "foldwise.ledger/1",
            "store": self.store,
            "procedure": self.procedure,
            "alpha": self.alpha,
            "link": self.link,
            "notes": self.notes(),
            "datasets": [
                {
                    "dataset": each.dataset,
                    "n_tries": each.ledger.n_tries,
                    "by_kind": dict(each.ledger.by_kind),
                    "uncounted": list(each.uncounted),
                    "n_small": each.n_small,
                    "n_surviving": each.n_surviving,
                    "entries": [
                        {
                            "kind": entry.kind,
                            "what": entry.what,
                            "number": entry.number,
                            "pvalue": entry.pvalue,
                            "bound": None if math.isnan(bound) else bound,
                            "survives": survives,
                            "written_at": entry.written_at,
                            "link": entry.link,
                        }
                        for entry, bound, survives in zip(each.ledger.kept, each.bounds, each.survives, strict=True)
                    ],
                }
                for each in self.datasets
            ],
        }

    def __repr__(self) -> str:
        words = ", ".join(f"{each.dataset} {each.ledger.n_tries}" for each in self.datasets)
        return f"<Recount of tries by {self.procedure}: {words or 'none'}>"

    def __str__(self) -> str:
        return "\n".join([*(each.sentence() for each in self.datasets), *self.notes()])


def recount(
    store: Store | str | os.PathLike[str],
    *,
    dataset: str | None = None,
    procedure: str = "holm",
    alpha: float = 0.05,
) -> Recount:
    """Count all tries on the data of a store, and see which of their p-values survive.

    Parameters
    ----------
    store : Store or path
        Where they were counted.
    dataset : str, optional
        Name of one dataset; all by default.
    procedure : str, default 'holm'
        Of a family that is known: ``'holm'``, ``'bonferroni'``, ``'sidak'``, ``'hommel'`` or ``'benjamini_hochberg'``.
        Of one that may go on, whose decisions stand whatever is tried later: ``'lond'``, ``'e_lond'``, ``'lord3'``,
        ``'lord_plus_plus'`` or ``'saffron'``. P-values of one dataset depend on one another, and of these only Holm's,
        Bonferroni's and ``'e_lond'`` put up with any dependence.
    alpha : float, default 0.05
        Family-wise level, or false discovery rate.

    Returns
    -------
    Recount
        Print it, plot its `datasets`, or look at its `frame`.

    Notes
    -----
    Every dataset is a family by itself. Tries without a p-value, such as those declared, count as not significant: in
    a sequence each of them takes a place.

    Examples
    --------
    >>> import tempfile
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.store import Store
    >>> from foldwise.verdicts import recount
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store, learners = folder + "/tries.db", {"nb": NaiveBayes(), "c45": C45()}
    ...     verdict = fw.compare(learners, fw.data.load("wine"), scheme="5x10", seed=1, store=store)
    ...     with Store(store) as opened:
    ...         declared = opened.declare_tries("wine", 19, note="other depths, in a notebook")
    ...     print(recount(store).datasets[0].sentence())
    wine: 20 tries (1 comparison, 19 tries declared by hand). Of 1 p-value, 1 at most 0.05; surviving: 0.
    """
    check_choice(procedure, "procedure", PROCEDURES)
    check_fraction(alpha, "alpha")
    with open_store(store) as opened:
        ledger, uncounted = opened.ledger(dataset), opened.uncounted()
        link, path = opened.last_link(), str(opened.path)
    by_data: dict[str, list[Try]] = {}
    for each in ledger.kept:
        by_data.setdefault(each.fingerprint, []).append(each)
    found = []
    for fingerprint, tries in by_data.items():
        own = Ledger(kept=tuple(tries))
        bounds, survives = _survivors(own, procedure, alpha)
        found.append(
            DataTries(
                dataset=tries[0].dataset,
                ledger=own,
                procedure=procedure,
                alpha=float(alpha),
                bounds=bounds,
                survives=survives,
                uncounted=uncounted.get(fingerprint, ()),
            )
        )
    return Recount(store=path, procedure=procedure, alpha=float(alpha), datasets=tuple(found), link=link)


def _survivors(ledger: Ledger, procedure: str, alpha: float) -> tuple[tuple[float, ...], tuple[bool, ...]]:
    """Return the bound of each entry, and whether it survives, as one family or as one sequence."""
    tested = [place for place, each in enumerate(ledger.kept) if each.pvalue is not None]
    pvalues = [float(ledger.kept[place].pvalue or 0.0) for place in tested]
    bounds, survives = np.full(len(ledger.kept), np.nan), np.zeros(len(ledger.kept), dtype=bool)
    if not tested:
        return tuple(bounds.tolist()), tuple(survives.tolist())
    if procedure in ADJUST_METHODS:
        bounds[tested] = adjust_pvalues(pvalues, procedure, family=ledger.n_tries)
        survives[tested] = bounds[tested] <= alpha
    else:
        # What counts for several tries takes several places, what another stands for takes none.
        ends = list(accumulate(each.number for each in ledger.kept))
        places = [ends[place] - 1 for place in tested]
        sequence = np.full(ends[-1], np.nan)
        sequence[places] = pvalues
        result = ONLINE[procedure](sequence, alpha=alpha, undefined="count")
        bounds[tested], survives[tested] = result.levels[places], result.rejected[places]
    return tuple(bounds.tolist()), tuple(survives.tolist())
