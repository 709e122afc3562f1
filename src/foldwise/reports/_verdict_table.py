"""The comparisons of a verdict as tables: one for pages, with all that is known, and one for a paper."""

from collections.abc import Callable
from statistics import fmean
from typing import Any, Final

from foldwise._core import one_line, percent, shortened
from foldwise.reports._comparison import (
    ahead_words,
    digits_of,
    equivalence_words,
    finding_columns,
    forecast_columns,
    forecast_words,
    is_adjusted,
    outcome_column,
)
from foldwise.reports._design import who_on_what
from foldwise.reports._document import Document
from foldwise.reports._sections import (
    LATEX,
    PAGES,
    Column,
    Span,
    TableSection,
    Words,
    name_column,
    number_column,
)
from foldwise.reports._text import decimal, limits_of, natural, number, probability
from foldwise.verdicts import ADJUST_WORDS, NEEDS
from foldwise.verdicts._door import against_question, standing_beside

_EFFECTS: Final = {
    "d": "Effect size d is the mean difference over the standard deviation of the fold differences.",
    "d over examples": "Effect size d is the mean difference over the standard deviation of the examples' losses.",
    "g": "Effect size g is the share of the disagreements won by the first, minus one half.",
    "g over datasets": "Effect size g is the share of the datasets won by the first, minus one half.",
}
# Signs of a table in print, behind those that are not the best: why they are not called worse.
_SIGNS: Final = {
    "none": "\N{DAGGER}",
    "equivalent": "\N{DAGGER}",
    "undetermined": "\N{DAGGER}",
    "open": "\N{DOUBLE DAGGER}",
}
_SIGN_WORDS: Final = {
    "\N{DAGGER}": "cannot be told apart from the best",
    "\N{DOUBLE DAGGER}": "whether the best is better is open: the verdict is not settled",
    "*": "the test calls this one better, against the means",
    "+": "a one-sided test has not shown a difference",
}
# Where each learner was compared with one, as in Weka's tables; no sign where they are not told apart.
_AGAINST_SIGNS: Final = {"better": "v", "worse": "*", "open": "\N{DOUBLE DAGGER}", "equivalent": "\N{DAGGER}"}
_AGAINST_WORDS: Final = {
    "v": "the test calls this one better than {}",
    "*": "the test calls {} better than this one",
    "\N{DOUBLE DAGGER}": "whether this one is better or worse than {} is open: the verdict is not settled",
    "\N{DAGGER}": "practically equivalent to {}",
}
_COLUMNS_IN_PRINT: Final = 6


def comparison_table(document: Document, *, title: str = "Comparisons") -> TableSection:
    """Return all comparisons for a page: who, what it came to, and the numbers."""
    rows, metric = document["comparisons"], document["metric"]
    label = one_line(metric["label"])
    name, group = _names(rows)
    notes = [
        f"A positive difference means that the learner named first is ahead{ahead_words(metric)}.",
        *equivalence_words(document["rope"]),
        _family_words(document),
        *_effect_words(rows),
        *forecast_words(rows),
    ]
    return TableSection(
        title=title,
        columns=[
            name,
            outcome_column(),
            number_column(label, lambda row: natural(row["score_a"], metric, digits_of(rows))),
            number_column("against", lambda row: natural(row["score_b"], metric, digits_of(rows))),
            *finding_columns(document, rows),
            number_column("effect size", _effect),
            *forecast_columns(rows),
        ],
        rows=rows,
        group=group,
        note=" ".join(note for note in notes if note),
        only=PAGES,
    )


def _names(rows: list[Document]) -> tuple[Column, Callable[[Document], Words] | None]:
    """Return the column that says what a row is about, and what stands over rows: whatever differs between them."""
    pair = Column("learners", lambda row: [Span(row["a"], "name"), " vs ", Span(row["b"], "name")], heads=True)
    if len({row["dataset"] for row in rows}) == 1:
        return pair, None
    if len({(row["a"], row["b"]) for row in rows}) == 1:
        return name_column("dataset", "dataset", heads=True), None
    return pair, lambda row: Span(row["dataset"], "name")


def print_table(document: Document) -> TableSection:
    """Return the table for a paper: scores, the best in bold, a sign behind those that cannot be told from it."""
    rows = document["comparisons"]
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    learners = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    ranked = [_ranked(dataset, learners, document) for dataset in datasets]
    if len(datasets) == 1:
        columns, lines = _learner_columns(document), sorted(ranked[0].values(), key=lambda cell: -cell["score"])
    else:
        columns, lines = [Column("dataset", lambda line: Span(_first(line)["dataset"], "name"))], ranked
        columns += [_score_column(name) for name in learners]
        if len(learners) == 2:
            columns += _pair_columns(document)
    signs = list(dict.fromkeys(cell["sign"] for cells in ranked for cell in cells.values() if cell["sign"]))
    legend: list[Words] = ["Bold: the best mean."]
    meanings = _SIGN_WORDS if document["against"] is None else _AGAINST_WORDS
    for sign in signs:
        legend += [" ", Span(sign, "mark"), f" {meanings[sign].format(one_line(document['against'] or ''))}."]
    return TableSection(
        columns=columns,
        rows=lines,
        caption=_caption(document),
        note=legend,
        in_print=_COLUMNS_IN_PRINT,
        only=LATEX,
    )


def _ranked(dataset: str, learners: list[str], document: Document) -> dict[str, Document]:
    """Return, for each learner on a dataset, its score and how it stands to the best."""
    rows = [row for row in document["comparisons"] if row["dataset"] == dataset]
    # Pairs may rest on different folds, where some failed or were not needed: one score for each learner.
    every: dict[str, list[float]] = {}
    for row in rows:
        for side in ("a", "b"):
            if row[f"score_{side}"] is not None:
                every.setdefault(row[side], []).append(row[f"score_{side}"])
    scores = {name: fmean(values) for name, values in every.items()}
    there = [name for name in learners if name in scores]
    digits = digits_of(document["comparisons"])
    best = max(there, key=lambda name: scores[name])
    # With whom the others were compared.
    base = document["against"] or best
    cells = {}
    for name in there:
        row = next((row for row in rows if {row["a"], row["b"]} == {base, name}), None)
        is_best = scores[name] == scores[best]
        cells[name] = {
            "dataset": dataset,
            "learner": name,
            "score": scores[name],
            "shown": natural(scores[name], document["metric"], digits),
            "is_best": is_best,
            "row": row,
            "is_turned": row is not None and document["against"] is None and row["a"] != best,
            "sign": _sign(row, base, document) if row is not None and not (is_best and base == best) else "",
        }
    return cells


def _sign(row: Document, best: str, document: Document) -> str:
    """Return why a learner is not called worse than the one with the best mean; beside another one, what is said."""
    if document["against"] is not None:
        standing = standing_beside(row["outcome"], row["winner"], document["against"], document["alternative"])
        return _AGAINST_SIGNS.get(standing, "")
    if row["outcome"] == "better":
        return "" if row["winner"] == best else "*"
    return "+" if row["outcome"] == "none" and document["alternative"] != "two-sided" else _SIGNS[row["outcome"]]


def _first(line: dict[str, Document]) -> Document:
    return next(iter(line.values()))


def _score_column(name: str) -> Column:
    return number_column(
        Span(name, "name", most=30), lambda line: _score(line[name]) if name in line else "\N{EN DASH}"
    )


def _score(cell: Document) -> Words:
    shown = Span(cell["shown"], "strong") if cell["is_best"] else cell["shown"]
    return [shown, Span(cell["sign"], "mark")]


def _learner_columns(document: Document) -> list[Column]:
    """Return the columns of learners on one dataset, the best first: how far behind it the others are."""

    def of_pair(words: Callable[[Document, bool], str]) -> Callable[[Document], Words]:
        return lambda cell: "" if cell["row"] is None else words(cell["row"], cell["is_turned"])

    return [
        Column("learner", lambda cell: Span(cell["learner"], "strong" if cell["is_best"] else "name", most=30)),
        number_column(one_line(document["metric"]["label"]), _score),
        *_finding_columns(document, of_pair, _difference_title(document)),
    ]


def _difference_title(document: Document) -> str:
    return "behind the best" if document["against"] is None else f"ahead of {shortened(document['against'])}"


def _pair_columns(document: Document) -> list[Column]:
    """Return the columns of two learners on several datasets: the first less the second."""

    def of_pair(words: Callable[[Document, bool], str]) -> Callable[[dict[str, Document]], Words]:
        def cell(line: dict[str, Document]) -> Words:
            row = next((each["row"] for each in line.values() if each["row"] is not None), None)
            return "" if row is None else words(row, False)

        return cell

    return _finding_columns(document, of_pair, "difference")


def _finding_columns(document: Document, of_pair: Callable[..., Any], title: str) -> list[Column]:
    alpha, p, digits = document["alpha"], Span("p", "math"), digits_of(document["comparisons"])

    def limits(row: Document, is_turned: bool) -> str:
        low, high = row["low"], row["high"]
        if is_turned and low is not None and high is not None:
            low, high = -high, -low
        return limits_of(low, high, digits)

    def estimate(row: Document, is_turned: bool) -> str:
        value = row["estimate"]
        return decimal(-value if is_turned and value is not None else value, digits)

    return [
        number_column(title, of_pair(estimate)),
        Column(f"{percent(1 - alpha)} interval", of_pair(limits), align="center"),
        number_column(
            ["adjusted ", p] if is_adjusted(document) else p,
            of_pair(lambda row, _: probability(row["adjusted_pvalue"], alpha)),
        ),
    ]


_SIDES: Final = {
    "two-sided": "two-sided",
    "greater": "one-sided (is the first of a pair better?)",
    "less": "one-sided (is the second of a pair better?)",
}


def _caption(document: Document) -> str:
    label, family = one_line(document["metric"]["label"]), document["family"]
    schemes = dict.fromkeys(run["design"]["description"] for run in document["runs"])
    how = f", {next(iter(schemes))}" if len(schemes) == 1 else ""
    test = NEEDS[document["test"]].label
    sides = _SIDES[document["alternative"]]
    if document["against"] is not None and document["alternative"] != "two-sided":
        sides = f"one-sided ({against_question(document['against'], document['alternative'])})"
    parts = [f"{test[:1].upper()}{test[1:]}, {sides}, level {number(document['alpha'])}"]
    if is_adjusted(document):
        parts.append(f"p-values adjusted for {family} comparisons by {ADJUST_WORDS[document['adjust']]}")
    who = who_on_what(document["runs"], document["against"])
    return f"{label[:1].upper()}{label[1:]} of {who}{how}. {'; '.join(parts)}."


def _effect(row: Document) -> str:
    """Return an effect size with its name, or that the test has none.

    >>> _effect({"effect_size_name": "d", "effect_size": 0.5}), _effect({"effect_size_name": "", "effect_size": None})
    ('d = 0.5', 'none')
    """
    name = row["effect_size_name"]
    return f"{name} = {number(row['effect_size'], digits=3)}" if name else "none"


def _effect_words(rows: list[Document]) -> list[str]:
    names = dict.fromkeys(row["effect_size_name"] for row in rows)
    return [_EFFECTS[name] for name in names if name in _EFFECTS]


def _family_words(document: Document) -> str:
    """Return for how many comparisons p-values were adjusted, how, and what the level is the level of."""
    family, rows = document["family"], document["comparisons"]
    if family == 1:
        return ""
    level = f"level {number(document['alpha'])}{level_words(document)}"
    if document["adjust"] == "none":
        return f"The family has {family} comparisons; p-values are not adjusted for that: {level}."
    beyond = f", of which {len(rows)} are shown" if family > len(rows) else ""
    if document["against"] is not None:
        beyond = f", each with {one_line(document['against'])}{beyond}"
    return (
        f"Adjusted p-values are for a family of {family} comparisons{beyond}, by "
        f"{ADJUST_WORDS[document['adjust']]}; decisions are taken from them: {level}."
    )


def level_words(document: Document) -> str:
    """Return what the level is the level of, where there are several comparisons."""
    if document["family"] == 1:
        return ""
    ends = {"none": " for each comparison", "benjamini_hochberg": " (the expected share of false rejections)"}
    return ends.get(document["adjust"], " for all comparisons together")
