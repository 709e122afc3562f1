"""An answer over datasets as tables: ranks of learners, and every pair."""

from collections.abc import Callable
from itertools import accumulate
from typing import Final

from foldwise._core import decimals, one_line, percent, shortened
from foldwise.reports._comparison import ahead_words, is_adjusted
from foldwise.reports._document import Document
from foldwise.reports._sections import (
    LATEX,
    PAGES,
    Column,
    Outcome,
    Section,
    Span,
    TableSection,
    Toned,
    Words,
    number_column,
)
from foldwise.reports._text import decimal, limits_of, natural, probability, signed
from foldwise.verdicts._door import against_words, standing_beside

_STANDINGS: Final = {"best": "better", "may be the best": "open", "not the best": "none"}
# Letters that a line of a table in print has, those that the gap between columns takes, and the longest names.
_LINE: Final = 72
_GAP: Final = 2.6
ROW_NAME: Final = 21
COLUMN_NAME: Final = 12


def who_over_what(document: Document) -> str:
    """Return the names of two learners, or how many there are, and the number of datasets."""
    names = [shortened(each["name"]) for each in document["learners"]]
    who = " vs ".join(names) if len(names) == 2 else f"{len(names)} learners"
    if document["against"] is not None and len(names) > 2:
        who = against_words(len(names), document["against"])
    return f"{who} on {len(document['datasets'])} datasets"


def rank_table(document: Document) -> TableSection:
    """Return the learners by mean rank: between which ranks they lie, and how many they are better than."""
    learners, metric, level = document["learners"], document["metric"], percent(1 - document["alpha"])
    label = one_line(metric["label"])
    digits = _score_digits(document)
    is_ranked = document["alternative"] == "two-sided"
    is_incomplete = any(each["n_datasets"] < len(document["datasets"]) for each in learners)
    is_long = any(len(each["name"]) > ROW_NAME for each in learners)

    def both(title: str, in_print: str, cell: Callable[[Document], Words]) -> list[Column]:
        # Titles decide how wide a table of short numbers is; in print the caption names the metric.
        return [number_column(title, cell, only=PAGES), number_column(in_print, cell, only=LATEX)]

    columns = [
        Column("learner", lambda each: _name(each, document), heads=True, only=PAGES),
        Column("learner", lambda each: _name(each, document, most=ROW_NAME), heads=True, wraps=is_long, only=LATEX),
        # Beside the name, where a narrow screen shows it.
        *([Column("outcome", lambda each: _standing(each, document), css="said", only=PAGES)] if is_ranked else []),
        number_column("mean rank", lambda each: decimal(each["mean_rank"], 2)),
        *([Column(f"rank, {level}", rank_words, align="center")] if is_ranked else []),
        *both(f"mean {label}", "mean", lambda each: natural(each["mean_score"], metric, digits)),
        *([number_column("datasets", lambda each: each["n_datasets"])] if is_incomplete else []),
        *both("better than", "better", lambda each: len(each["better_than"])),
        *both("worse than", "worse", lambda each: len(each["worse_than"])),
    ]
    return TableSection(
        title="Over all datasets",
        caption=f"Ranks by {label}, {who_over_what(document)}. {tested_words(document)}",
        columns=columns,
        rows=learners,
        note=_rank_note(is_ranked, level),
    )


def _rank_note(is_ranked: bool, level: str) -> list[Words]:
    note = "A mean rank of 1 is the best; ties share the mean of their ranks."
    if not is_ranked:
        return [f"{note} Where only one direction is asked about, ranks have no intervals."]
    return [
        f"{note} The ranks of the {level} interval are those that the tests leave open: one more than the number of "
        "learners that are significantly better, to as many as are not significantly worse. A better mean rank alone "
        "does not make anybody better. Bold: nobody is significantly better."
    ]


def rank_words(each: Document) -> str:
    """Return between which ranks a learner lies.

    >>> rank_words({"rank_low": 1, "rank_high": 3}), rank_words({"rank_low": 2, "rank_high": 2})
    ('1 to 3', '2')
    """
    low, high = each["rank_low"], each["rank_high"]
    return f"{low}" if low == high else f"{low} to {high}"


def _name(each: Document, document: Document, most: int = 56) -> Span:
    is_open = each["name"] in document["may_be_best"]
    return Span(shortened(each["name"], most), "strong") if is_open else Span(each["name"], "name", most=most)


def _standing(each: Document, document: Document) -> Outcome | str:
    if document["against"] is not None:
        return _standing_against(each["name"], document)
    if each["name"] == document["best"]:
        words = "best"
    else:
        words = "may be the best" if each["name"] in document["may_be_best"] else "not the best"
    return Outcome(words, _STANDINGS[words])


def _standing_against(name: str, document: Document) -> Outcome | str:
    """Return how a learner stands beside the one that all were compared with."""
    against = document["against"]
    if name == against:
        return "compared with each"
    pair = next(pair for pair in document["pairs"] if pair["a"] == name)
    words = {"none": "not told apart", "undetermined": "not compared"}
    standing = standing_beside(pair["outcome"], pair["winner"], against, document["alternative"])
    return Outcome(words.get(standing, f"{standing} than {one_line(against)}"), pair["outcome"])


def tested_words(document: Document) -> str:
    """Return the test of all pairs and its terms in a sentence."""
    sides = "two-sided" if document["alternative"] == "two-sided" else "one-sided"
    adjusted = f", p-values adjusted for {document['family']} comparisons" if is_adjusted(document) else ""
    return f"Wilcoxon signed rank tests over datasets, {sides}, level {document['alpha']:g}{adjusted}."


def pair_tables(document: Document) -> list[Section]:
    """Return every two learners as a matrix: for pages with all numbers in a cell, for a paper in halves.

    Where each was compared with one learner only, a row for each of the others.
    """
    if document["against"] is not None:
        return [_against_table(document)]
    names = [each["name"] for each in document["learners"]]
    cells = _turned_pairs(document)
    digits = max(_pair_digits(pair, document) for pair in document["pairs"])
    label, p = one_line(document["metric"]["label"]), "adjusted p" if is_adjusted(document) else "p"
    ahead = f"positive: the learner of the row is ahead{ahead_words(document['metric'])}"

    def column(other: str) -> Column:
        return number_column(
            Span(other, "name", most=30), lambda name: _pair_cell(cells.get((name, other)), digits, document)
        )

    def half_column(place: int) -> Column:
        def cell(row: tuple[int, int]) -> Words:
            pair = cells.get((names[row[0]], names[place]))
            return _half_cell(pair, is_above=row[0] < place, line=row[1], digits=digits, alpha=document["alpha"])

        return number_column(Span(names[place], "name", most=COLUMN_NAME), cell)

    pages = TableSection(
        title="Every pair",
        columns=[_matrix_names(), *map(column, names)],
        rows=names,
        note=f"The learner of the row less that of the column: typical difference in {label} ({ahead}), with its "
        f"{percent(1 - document['alpha'])} interval for that pair alone, wins/ties/losses on single datasets, and {p}. "
        "Bold: told apart by the test.",
        css="grid",
        only=PAGES,
    )
    in_print = TableSection(
        columns=[
            Column("", lambda row: Span(names[row[0]], "name", most=ROW_NAME) if not row[1] else ""),
            *map(half_column, range(len(names))),
        ],
        # Below the diagonal a cell has one line, and so has the last row.
        rows=[(place, line) for place in range(len(names)) for line in range(2)][:-1],
        caption=f"Every pair of {who_over_what(document)}. Above the diagonal: typical difference in {label}, row less "
        f"column ({ahead}), and wins/ties/losses; below it: {p}. {tested_words(document)}",
        note="Typical difference: Hodges and Lehmann's estimate. Bold: told apart by the test.",
        in_print=columns_in_print(names, names, [_counts(pair) for pair in document["pairs"]]),
        only=LATEX,
    )
    return [pages, in_print]


def _against_table(document: Document) -> TableSection:
    """Return a row for each learner that was compared with the one, by mean rank."""
    by_name = {pair["a"]: pair for pair in document["pairs"]}
    rows = [by_name[each["name"]] for each in document["learners"] if each["name"] in by_name]
    digits = max(_pair_digits(pair, document) for pair in rows)
    label, against = one_line(document["metric"]["label"]), shortened(document["against"])
    level, adjusted = percent(1 - document["alpha"]), "adjusted p" if is_adjusted(document) else "p"

    def estimate(pair: Document) -> Words | Toned:
        if pair["estimate"] is None:
            return Toned("no dataset in common", "gap")
        text = signed(pair["estimate"], digits)
        return Span(text, "strong") if pair["winner"] else text

    what = (
        f"Each learner less {against}: typical difference in {label} (positive: ahead of {against}"
        f"{ahead_words(document['metric'])}), with its {level} interval for that pair alone, and wins/ties/losses on "
        f"single datasets. Bold: told from {against} by the test."
    )
    return TableSection(
        title=f"Each against {against}",
        columns=[
            Column("learner", lambda pair: Span(pair["a"], "name", most=ROW_NAME), heads=True),
            number_column("typical difference", estimate),
            Column(f"{level} interval", lambda pair: limits_of(pair["low"], pair["high"], digits), align="center"),
            number_column("wins/ties/losses", _counts),
            number_column(adjusted, lambda pair: probability(pair["adjusted_pvalue"], document["alpha"])),
        ],
        rows=rows,
        caption=f"{who_over_what(document)}. {tested_words(document)}",
        note=what,
    )


def columns_in_print(rows: list[str], columns: list[str], cells: list[str]) -> int:
    """Return how many columns, be they the widest, fit beside the names of rows on a page in print.

    >>> columns_in_print(["tree", "forest"], ["tree", "forest"] * 9, ["10/0/4"])
    7
    """
    room = _LINE - min(ROW_NAME, max(map(len, rows)))
    least = max(map(len, cells), default=0)
    widths = sorted((max(least, min(COLUMN_NAME, len(name))) + _GAP for name in columns), reverse=True)
    return max(1, sum(width <= room for width in accumulate(widths)))


def _matrix_names() -> Column:
    return Column("", lambda name: Span(name, "name", most=30), heads=True)


def _turned_pairs(document: Document) -> dict[tuple[str, str], Document]:
    """Return what is said of every two learners in either order."""
    pairs = {}
    for pair in document["pairs"]:
        pairs[pair["a"], pair["b"]] = pair
        turned = {"wins": pair["losses"], "losses": pair["wins"], "low": pair["high"], "high": pair["low"]}
        for key in ("estimate", "low", "high"):
            value = turned.get(key, pair[key])
            turned[key] = None if value is None else -value
        pairs[pair["b"], pair["a"]] = {**pair, **turned, "a": pair["b"], "b": pair["a"]}
    return pairs


def _pair_cell(pair: Document | None, digits: int, document: Document) -> Words | Toned:
    """Return all numbers of a pair, on lines of their own where a format has them."""
    if pair is None:
        return ""
    if pair["estimate"] is None:
        return Toned("no dataset in common", "gap")
    estimate = signed(pair["estimate"], digits)
    words = [
        Span(estimate, "strong") if pair["winner"] else estimate,
        Span(limits_of(pair["low"], pair["high"], digits), "below"),
        Span(_counts(pair), "below"),
        Span(f"p {_equals(probability(pair['adjusted_pvalue'], document['alpha']))}", "below"),
    ]
    return Toned(words, "won" if pair["winner"] == pair["a"] else "lost") if pair["winner"] else words


def _half_cell(pair: Document | None, *, is_above: bool, line: int, digits: int, alpha: float) -> Words:
    """Return the first or the second line of a cell in print; the diagonal is empty."""
    if pair is None:
        return ""
    if pair["estimate"] is None:
        return "" if line else "\N{EN DASH}"
    if line:
        return _counts(pair) if is_above else ""
    text = signed(pair["estimate"], digits) if is_above else probability(pair["adjusted_pvalue"], alpha)
    return Span(text, "strong") if pair["winner"] else text


def _counts(pair: Document) -> str:
    return f"{pair['wins']}/{pair['ties']}/{pair['losses']}"


def _equals(p: str) -> str:
    return p if p[0] == "<" else f"= {p}"


def _pair_digits(pair: Document, document: Document) -> int:
    has_limits = pair["low"] is not None and pair["high"] is not None
    scale = ((pair["high"] - pair["low"]) / 2 if has_limits else 0.0) or abs(pair["estimate"] or 0.0) or 0.001
    return min(decimals(scale, is_share=_is_share(document)), 6)


def _score_digits(document: Document) -> int:
    """Return with how many decimals mean scores are told apart."""
    scores = [each["mean_score"] for each in document["learners"] if each["mean_score"] is not None]
    spread = (max(scores) - min(scores)) / 10
    return min(decimals(spread or 0.001, is_share=_is_share(document)), 6)


def _is_share(document: Document) -> bool:
    return all(abs(cell["score"] or 0.0) <= 1 for cell in document["cells"])
