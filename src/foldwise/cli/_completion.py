"""What a shell may offer when the tab key is pressed: names that are known without reading data."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from foldwise._core import SHORT_NAMES, STEP_NAMES

_DATA_ENDINGS: Final = (".csv", ".arff", ".parquet", ".csv.gz", ".arff.gz")
_SCHEMES: Final = (
    "10x10",
    "10",
    "5x2",
    "holdout:0.33",
    "resampled:100:0.1",
    "disjoint:5:0.5",
    "distinct:10:0.33",
    "nested:3:5",
    "split-halves:5:10:0.1",
    "rolling:10:24",
)
_SETTLED: Final = ("settled", "settled:strict", "settled:guard")


def complete_learner(incomplete: str) -> list[str]:
    """Offer short names, also after a name and ``=``, and for each part of a pipeline.

    >>> complete_learner("tree=scale + c")
    ['tree=scale + c45']
    """
    opening = re.match(r"(?s)(.*[=+]\s*)?", incomplete)
    before = opening.group() if opening else ""
    return _beginning((before + name for name in (*SHORT_NAMES, *STEP_NAMES)), incomplete)


def complete_data(incomplete: str) -> list[str]:
    """Offer built-in names, files that can be read, and folders."""
    from foldwise.data import available

    folder = Path(incomplete).parent if not incomplete.endswith("/") else Path(incomplete)
    files = (
        f"{path}/" if path.is_dir() else str(path)
        for path in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if path.is_dir() or path.name.endswith(_DATA_ENDINGS)
    )
    return _beginning([*available()["name"], *files], incomplete)


def complete_card(incomplete: str) -> list[str]:
    """Offer the names of tests that have a card."""
    from foldwise.verdicts import cards

    return _beginning((card.name for card in cards()), incomplete)


def complete_test(incomplete: str) -> list[str]:
    """Offer the names of tests that a run can feed."""
    from foldwise.verdicts import NEEDS

    return _beginning(NEEDS, incomplete)


def complete_test_or_all(incomplete: str) -> list[str]:
    """Offer the names of tests, and all of them."""
    return [*complete_test(incomplete), *_beginning(["all"], incomplete)]


def complete_metric(incomplete: str) -> list[str]:
    """Offer the names of scikit-learn's scorers."""
    from sklearn.metrics import get_scorer_names

    return _beginning(get_scorer_names(), incomplete)


def complete_scheme(incomplete: str) -> list[str]:
    """Offer fixed designs.

    >>> complete_scheme("5")
    ['5x2']
    """
    return _beginning(_SCHEMES, incomplete)


def complete_settled_scheme(incomplete: str) -> list[str]:
    """Offer settled verdicts, and fixed designs."""
    return _beginning((*_SETTLED, *_SCHEMES), incomplete)


def complete_interval(incomplete: str) -> list[str]:
    """Offer intervals for one learner."""
    from foldwise.verdicts._door import INTERVALS

    return _beginning(INTERVALS, incomplete)


def complete_kind(incomplete: str) -> list[str]:
    """Offer the kinds of figures."""
    from foldwise.displays._door import KINDS

    return _beginning(KINDS, incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
