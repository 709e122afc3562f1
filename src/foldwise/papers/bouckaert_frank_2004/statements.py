"""What section 4.1 says of Tables 1 to 3 in words, statement by statement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from foldwise.papers.bouckaert_frank_2004.experiments import (
    PAIR_NAMES,
    PAIRS,
    Decisions,
    Scored,
    by_repeats,
    by_splits,
    five_by_two,
    folds,
    halvings,
    splits,
    ten_folds,
)
from foldwise.papers.bouckaert_frank_2004.layout import Integers, each_r, listed, measured
from foldwise.papers.paper import Part
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

_TITLE: Final = "In the text: what section 4.1 says of the tables"
_HALF, _TWO_THIRDS, _NEAR_R, _R = 0.50, 0.66, 0.05, 0.80


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Of one test, for each pair: the share of datasets that are consistent and almost so, and R."""

    consistent: tuple[float, ...]
    almost: tuple[float, ...]
    r: tuple[float, ...]


def shares_of(rejections: Integers) -> Shares:
    """Measure counts of shape (n_pairs, n_datasets, 2)."""
    found, n = measured(rejections), rejections.shape[1]
    return Shares(
        consistent=tuple((found["consistent"] / n).tolist()),
        almost=tuple((found["almost_consistent"] / n).tolist()),
        r=tuple(found["replicability"].tolist()),
    )


def printed_rejections() -> Integers:
    """Return the counts of Table 1 as printed, of shape (n_pairs, n_datasets, 2)."""
    table = printed("bouckaert_frank_2004_table1")
    kept = np.array([table[f"no_diff_{key}"].to_numpy() for key in PAIRS], dtype=np.int64)
    return np.stack([kept, 10 - kept], axis=-1)


def always_different(datasets: tuple[str, ...], rejections: Integers) -> dict[str, list[str]]:
    """List for each pair the datasets on which every execution sees a difference."""
    return {
        name: [dataset for dataset, kept in zip(datasets, counts[:, 0], strict=True) if kept == 0]
        for name, counts in zip(PAIR_NAMES.values(), rejections, strict=True)
    }


def _percents(shares: tuple[float, ...]) -> str:
    return ", ".join(f"{100 * share:.0f}%" for share in shares)


def _share_table(ours: Shares, theirs: Shares) -> SideBySide:
    rows = {
        "datasets on which all executions agree, per cent": (ours.consistent, theirs.consistent),
        "all but one at most, per cent": (ours.almost, theirs.almost),
        "R, per cent": (ours.r, theirs.r),
    }
    return SideBySide(
        title="The 5x2 test, as shares",
        index="",
        rows=tuple(rows),
        columns=tuple(PAIR_NAMES.values()),
        cells=tuple(
            tuple(
                ComparedValue(measured=100 * a, printed=round(100 * b, 1), near=10.0, digits=1)
                for a, b in zip(*both, strict=True)
            )
            for both in rows.values()
        ),
        note="Printed: from the numbers of Table 1. Near: within 10 points.",
    )


def _vehicle(datasets: tuple[str, ...], ours: Integers) -> Check:
    first = next(iter(PAIR_NAMES.values()))
    found = always_different(datasets, ours)[first]
    return Check(
        asked=f"{first}: where all executions of 5x2 say the same, they see no difference, on all datasets but vehicle",
        found=f"every execution sees a difference on {', '.join(found) if found else 'none'}",
        met=found == ["vehicle"],
    )


def _iris(datasets: tuple[str, ...], ours: Integers) -> Check:
    where = datasets.index("iris") if "iris" in datasets else None
    seen = [] if where is None else [int(counts[where, 1]) for counts in ours]
    return Check(
        asked="iris: no execution of 5x2 sees a difference between any two learners",
        found=f"{', '.join(map(str, seen))} of 10 executions do (by pair)",
        met=bool(seen) and not any(seen),
    )


def _at_least(more: Mapping[str, float], less: Mapping[str, float], asked: str) -> Check:
    return Check(
        asked=asked,
        found="; ".join(f"{pair}: {more[pair]:.0f} against {less[pair]:.0f} datasets" for pair in more),
        met=all(more[pair] >= less[pair] for pair in more),
    )


def _consistent(decided: Decisions) -> dict[str, float]:
    return dict(zip(PAIR_NAMES.values(), measured(decided.rejections())["consistent"].tolist(), strict=True))


def _make(bench: Workbench) -> Exhibit:
    scored: Scored = bench.once(halvings)
    decided = five_by_two(scored)
    rejections = decided.rejections()
    ours, theirs = shares_of(rejections), shares_of(printed_rejections())
    in_folds, in_splits = bench.once(folds), bench.once(splits)
    ten = _consistent(by_splits(in_splits)[10])
    by_words = _percents(ours.r)
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="statements",
        title=_TITLE,
        about="The text reads the tables aloud. Each of its statements, read so that it holds of the printed tables, "
        "is a condition here that is asked of our numbers.",
        tables=(_share_table(ours, theirs),),
        checks=(
            _vehicle(decided.datasets, rejections),
            _iris(decided.datasets, rejections),
            Check(
                asked="5x2: all executions agree on fewer than 50% of the datasets, for every pair",
                found=_percents(ours.consistent),
                met=max(ours.consistent) < _HALF,
            ),
            Check(
                asked="5x2: all but one at most agree on fewer than 66% of the datasets, for every pair",
                found=_percents(ours.almost),
                met=max(ours.almost) < _TWO_THIRDS,
            ),
            Check(
                asked="5x2: two executions agree with a probability of about 80%, on average over the pairs (within 5 "
                "points)",
                found=f"{100 * float(np.mean(ours.r)):.0f}% ({by_words})",
                met=abs(float(np.mean(ours.r)) - _R) <= _NEAR_R,
            ),
            _at_least(
                _consistent(ten_folds(in_folds)),
                ten,
                "The t test on ten folds is consistent on at least as many datasets as the corrected test on ten "
                "splits, for every pair",
            ),
            _at_least(
                _consistent(by_repeats(in_folds)[1]),
                ten,
                "So is the corrected test on ten folds",
            ),
        ),
        notes=(
            "On which datasets every execution of 5x2 sees a difference: "
            + "; ".join(
                f"{pair}: {', '.join(names) if names else 'none'}"
                for pair, names in always_different(decided.datasets, rejections).items()
            )
            + ". Printed: "
            + "; ".join(
                f"{pair}: {', '.join(names) if names else 'none'}"
                for pair, names in always_different(
                    tuple(printed("bouckaert_frank_2004_table1")["dataset"]), printed_rejections()
                ).items()
            )
            + ".",
            f"R of 5x2, by pair: {listed(each_r(decided))}.",
        ),
        because="The random partitions are others, and the learners foldwise's own.",
        incomplete=scored.incomplete,
    )


STATEMENTS: Final = Part(name="statements", title=_TITLE, make=_make, needs=(halvings, splits, folds))
