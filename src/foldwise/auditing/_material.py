"""What there is to look at: tests that were made, runs, and what was noted about them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Document = dict[str, Any]
Kind = Literal["store", "document", "table"]

KIND_WORDS: Final[dict[Kind, str]] = {"store": "a store", "document": "a document", "table": "results"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """One test on some comparisons, as a verdict or a store tells it.

    Parameters
    ----------
    test, metric, adjust : str
        Names.
    family : int
        For how many comparisons p-values were adjusted.
    rows : tuple of dict
        The comparisons: `dataset`, `a`, `b`, `low`, `high`, `answers`, and `agreement` where it is known.
    codes : frozenset of str
        Codes of all caveats.
    of : str, default ''
        ``'datasets'`` and ``'items'``: what the test is about, if not one dataset.
    """

    test: str
    metric: str
    adjust: str
    family: int
    rows: tuple[Document, ...]
    codes: frozenset[str]
    of: str = ""


@dataclass(slots=True, kw_only=True)
class Material:
    """All that an audit looks at. Made by `gather`.

    Parameters
    ----------
    kind : {'store', 'document', 'table'}
        Where it is from.
    name : str
        The file, or what was handed over.
    tested : list of Tested
        Tests that were made; of a table none, whose tests nobody has told.
    runs : list of dict
        Entries of `runs` of a document: data, design, learners, tuning, failures.
    learners, datasets : list of str
        Names, also of what has no run.
    codes : set of str
        Codes of caveats about the results themselves.
    sources : list of dict
        The four sources of variation, and which are covered.
    environment : dict
        Versions.
    registration : dict or None
        What was sealed before.
    noted : list of dict or None
        Terms of all tests that were noted; None where nothing notes them.
    n_tries : int or None
        Tries that a ledger has counted; None where there is no ledger.
    declared, searches : list of str
        Tries that were declared by hand; classes that search without telling how much.
    is_study, is_panel, of_items : bool
        Of a study; of a panel of tests; of scores of single examples.
    left_out : list of str
        What is left out, in words.
    checked, wrong : list of str
        What was checked of the numbers themselves, and what does not agree, in words.
    randomizations, agreements, partitions : list of dict
        Of label randomizations, of executions, of partitions one by one.
    """

    kind: Kind
    name: str
    tested: list[Tested] = field(default_factory=list)
    runs: list[Document] = field(default_factory=list)
    learners: list[str] = field(default_factory=list)
    datasets: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    sources: list[Document] = field(default_factory=list)
    environment: Document = field(default_factory=dict)
    registration: Document | None = None
    noted: list[Document] | None = None
    n_tries: int | None = None
    declared: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)
    is_study: bool = False
    is_panel: bool = False
    of_items: bool = False
    left_out: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    randomizations: list[Document] = field(default_factory=list)
    agreements: list[Document] = field(default_factory=list)
    partitions: list[Document] = field(default_factory=list)

    @property
    def words(self) -> str:
        """What was looked at, in words."""
        # Of what was handed over without a file there is nothing to tell apart.
        return self.name if self.name.startswith("the ") else f"{self.name}, {KIND_WORDS[self.kind]}"

    @property
    def rows(self) -> list[Document]:
        """All comparisons of all tests."""
        return [row for each in self.tested for row in each.rows]

    @property
    def n_comparisons(self) -> int:
        """How many p-values there are: one for each test, metric, dataset and pair."""
        return len({(t.test, t.metric, row["dataset"], row["a"], row["b"]) for t in self.tested for row in t.rows})

    @property
    def tested_codes(self) -> set[str]:
        """Codes of the caveats of all tests."""
        return set[str]().union(*(each.codes for each in self.tested))

    def name_learners(self, names: Iterable[str]) -> None:
        """Add names of learners, each once."""
        self.learners += [name for name in dict.fromkeys(names) if name not in self.learners]

    def name_datasets(self, names: Iterable[str]) -> None:
        """Add names of datasets, each once."""
        self.datasets += [name for name in dict.fromkeys(names) if name not in self.datasets]
