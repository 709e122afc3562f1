"""The page of a study."""

from collections.abc import Iterator
from shlex import quote
from typing import Any, Final

from foldwise._core import counted, listed, one_line, shortened
from foldwise.reports._common import answer_section
from foldwise.reports._document import Document, Mention, caveat_sections
from foldwise.reports._kinds import kind_of
from foldwise.reports._registration import registration_sections
from foldwise.reports._run import caveats_of_run, design_sections
from foldwise.reports._sections import (
    HTML,
    PAGES,
    Column,
    DefinitionSection,
    FigureSection,
    FoldedSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Toned,
    Words,
    name_column,
    number_column,
)
from foldwise.reports._text import aligned, enumerated, natural_rows, number
from foldwise.reports._verdict import outcomes
from foldwise.verdicts import NEEDS

_NAMED: Final = 6
# Terms of a judgement that its table has columns of their own for.
_COLUMNS: Final = ("test", "metric")
_OTHERS: Final = {"foldwise.panel/1": "every test that fits", "foldwise.estimates/1": "estimates"}


def study_page(document: Document, results: Any) -> Page:
    """Arrange the document as tables, and say in words how far the study is and what it came to."""
    titles = [_part_title(part) for part in document["verdicts"]]
    figure, *tables = _score_sections(document, results)
    assert isinstance(figure, FigureSection)
    return Page(
        heading="Study",
        title=shortened(document["name"]),
        sections=[
            answer_section(results, figure),
            *registration_sections(document),
            TextSection(paragraphs=[*_answers(document, titles), *_lacks(document)]),
            *tables,
            *_win_sections(document["wins"]),
            *_part_sections(document, results, titles),
            *_lack_sections(document),
            *caveat_sections((), _caveats(document)),
            *_try_sections(document["judgements"]),
            *_change_sections(document["changes"]),
            FoldedSection(title="Learners", sections=[_learner_section(document["runs"])], only=PAGES),
            FoldedSection(title="Data and design", sections=list(design_sections(document["runs"])), only=HTML),
            _timing_section(document["timings"]),
        ],
        code=_code(document),
        environment=document["environment"],
    )


def _score_sections(document: Document, results: Any) -> Iterator[Section]:
    """Return the scores of each metric in rows of datasets and columns of learners."""
    for place, table in enumerate(document["tables"]):
        rows: dict[str, list[Document]] = {}
        for cell in table["scores"]:
            rows.setdefault(cell["dataset"], []).append(cell)
        texts = natural_rows([[cell["mean_score"] for cell in row] for row in rows.values()], table["metric"])
        shown = [
            [{**cell, "shown": text} for cell, text in zip(row, row_texts, strict=True)]
            for row, row_texts in zip(rows.values(), texts, strict=True)
        ]
        label = one_line(table["metric"]["label"])
        if not place:
            yield FigureSection(
                shown=lambda: results,
                caption="Hatched: no score." if any(cell["gap"] for cell in table["scores"]) else "",
                words=_figure_words(label, shown),
            )
        yield _score_section(document, table, label, shown)
        if any(cell["gap"] for cell in table["scores"]):
            yield TextSection(paragraphs=["A cell without a score says why."], look="note")


def _score_section(document: Document, table: Document, label: str, rows: list[list[Document]]) -> TableSection:
    def column(place: int, learner: str) -> Column:
        return number_column(Span(learner, "name", most=30), lambda row: _score(row[place]))

    learners = [each["learner"] for each in table["average_ranks"]]
    ranks = [each["rank"] for each in table["average_ranks"]]
    better = "less" if table["metric"]["lower_is_better"] else "more"
    note = f"Means over all folds, {better} is better; bold: the best of a row."
    footer: list[Words] = []
    # Either all learners have a rank or none has.
    if len(ranks) > 1 and None not in ranks:
        footer = ["average rank", *([text, Span("", "mark")] for text in aligned([ranks], digits=3)[0])]
        note += (
            f" Ranks are averaged over the {table['n_ranked']} of {len(rows)} datasets on which every learner has a "
            "score; 1 is best, ties share the mean of their ranks."
        )
    return TableSection(
        title=f"Scores: {label}",
        caption=f"{shortened(document['name'])}: {label}.",
        columns=[
            Column("dataset", lambda row: Span(row[0]["dataset"], "name"), heads=True),
            *(column(place, learner) for place, learner in enumerate(learners)),
        ],
        rows=rows,
        footer=footer,
        note=note,
        css="grid",
    )


def _score(cell: Document) -> Words | Toned:
    if cell["gap"]:
        return Toned(Span(cell["gap"], "name", most=90), "gap")
    if cell["is_best"]:
        return [Span(cell["shown"], "strong"), Span("\N{BLACK STAR}", "mark", label="best of its row")]
    return [cell["shown"], Span("", "mark")]


def _figure_words(label: str, rows: list[list[Document]]) -> str:
    sentences = []
    for row in rows:
        words = [f"{shortened(cell['learner'])} {cell['shown']}" for cell in row if cell["is_best"]]
        lacking = sum(bool(cell["gap"]) for cell in row)
        words += [f"{lacking} without a score"] if lacking else []
        sentences.append(f"{shortened(row[0]['dataset'])}: {', '.join(words) or 'no best'}.")
    return enumerated(f"The best on each dataset, by {label}.", sentences)


def _learner_section(runs: list[Document]) -> DefinitionSection:
    """Return what each learner is; more than once only if it is not the same on all datasets."""
    descriptions: dict[str, list[str]] = {}
    for learner in (learner for run in runs for learner in run["learners"]):
        descriptions.setdefault(learner["name"], []).append(one_line(learner["description"]))
    items: list[tuple[Words, Words]] = [
        (Span(name, "name"), Span("; ".join(dict.fromkeys(each)), "code", most=120))
        for name, each in descriptions.items()
    ]
    return DefinitionSection(items=items)


def _win_sections(wins: list[Document]) -> Iterator[Section]:
    if wins:
        yield TableSection(
            title="Wins, draws and losses",
            columns=[
                name_column("a", "a", heads=True),
                name_column("b", "b", heads=True),
                number_column(["wins of ", Span("a", "math")], lambda row: row["wins"]),
                number_column("draws", lambda row: row["draws"]),
                number_column(["losses of ", Span("a", "math")], lambda row: row["losses"]),
                *([number_column("open", lambda row: row["open"])] if any(row["open"] for row in wins) else []),
                number_column("undetermined", lambda row: row["undetermined"] - row["open"]),
            ],
            # Tests of several metrics may come in any order.
            rows=sorted(wins, key=lambda row: list(map(_win_title, wins)).index(_win_title(row))),
            group=_win_title,
            note="Datasets on which the verdicts call one learner better. A draw is a dataset on which the two cannot "
            "be told apart, or count as equivalent; it does not say that they are the same.",
        )


def _win_title(row: Document) -> str:
    return _title(row["metric"], NEEDS[row["test"]].label)


def _part_sections(document: Document, results: Any, titles: list[str]) -> Iterator[Section]:
    """Return the pages of the verdicts, folded."""
    for title, part, result in zip(titles, document["verdicts"], results.verdicts, strict=True):
        page = kind_of(result, "report takes").page(part, result)
        yield FoldedSection(title=title, sections=page.sections)


def _lack_sections(document: Document) -> Iterator[Section]:
    """Return what was left out, and what failed."""
    if document["left_out"]:
        items: list[Words] = [
            [Span(left["learner"] or left["dataset"], "name"), ": ", Span(left["reason"], "name", most=400), "."]
            for left in document["left_out"]
        ]
        yield FoldedSection(title="Left out of verdicts, and why", sections=[ListSection(items=items)], only=PAGES)
    table = TableSection(
        columns=[
            name_column("learner", "learner", heads=True),
            Column("reason", lambda group: Span(group["error"], "name", most=200), css="wide"),
            number_column("folds", lambda group: group["n_folds"]),
            Column("datasets", lambda group: ", ".join(map(shortened, group["datasets"]))),
        ],
        rows=document["failures"],
        only=PAGES,
    )
    if document["failures"]:
        yield FoldedSection(title="Failures", sections=[table], only=PAGES)


def _try_sections(judgements: list[Document]) -> Iterator[Section]:
    if judgements:
        n_tests, n_rows = len(judgements), sum(len(each["findings"]) for each in judgements)
        words = (
            f"{counted(n_tests, 'test')} with {counted(n_rows, 'comparison')} {'was' if n_tests == 1 else 'were'} run "
            "on the results of this study so far. Each is a try: who picks one after seeing the others reads a p-value "
            "that is too small."
        )
        table = TableSection(
            columns=[
                Column("test", lambda each: Span(each["terms"].get("test", ""), "code"), heads=True),
                Column("metric", lambda each: each["terms"].get("metric", "")),
                Column("on these terms", _terms, css="wide"),
                number_column("comparisons", lambda each: len(each["findings"])),
                number_column(
                    "with one learner better",
                    lambda each: sum(row.get("winner") is not None for row in each["findings"]),
                ),
            ],
            rows=judgements,
            only=PAGES,
        )
        yield FoldedSection(
            title="Tests that were ever run on these results",
            sections=[TextSection(paragraphs=[words]), table],
            only=PAGES,
        )


def _terms(judgement: Document) -> str:
    """Return the terms of a test that was run; an option that is off goes without saying."""
    terms = {key: value for key, value in judgement["terms"].items() if key not in _COLUMNS}
    texts = {
        key: ", ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in terms.items()
        if value not in (None, False)
    }
    return ", ".join(one_line(f"{key} {value}") for key, value in texts.items())


def _change_sections(changes: list[str]) -> Iterator[Section]:
    if changes:
        items = [Span(change, "name", most=400) for change in changes]
        yield FoldedSection(title="What has changed", sections=[ListSection(items=items)], only=PAGES)


def _timing_section(timings: list[Document]) -> FoldedSection:
    """Return seconds in rows of datasets and columns of learners, with their sums."""
    seconds = {(cell["dataset"], cell["learner"]): cell["seconds"] or 0.0 for cell in timings}
    datasets, learners = (list(dict.fromkeys(cell[key] for cell in timings)) for key in ("dataset", "learner"))
    rows = [[seconds.get((dataset, learner), 0.0) for learner in learners] for dataset in datasets]
    rows = [[*row, sum(row)] for row in rows]

    def column(place: int, title: Words) -> Column:
        return number_column(title, lambda row: number(rows[row][place], digits=3))

    titles: list[Words] = [*(Span(learner, "name", most=30) for learner in learners), "all"]
    table = TableSection(
        columns=[
            Column("dataset", lambda row: Span(datasets[row], "name"), heads=True),
            *(column(place, title) for place, title in enumerate(titles)),
        ],
        rows=range(len(rows)),
        footer=["all", *(number(sum(column), digits=3) for column in zip(*rows, strict=True))],
        note="What the stored folds took, fitting and predicting, whoever computed them.",
        css="grid",
    )
    return FoldedSection(title="Seconds for each dataset and learner", sections=[table], only=HTML)


def _answers(document: Document, titles: list[str]) -> Iterator[str]:
    """Return what each verdict came to: its headline where it has one, else how many rows say what."""
    for place, (part, title) in enumerate(zip(document["verdicts"], titles, strict=True)):
        rows = part.get("comparisons", ())
        # The headline of the first is that of the page.
        if len(rows) == 1 and place:
            yield part["headline"]
        elif len(rows) != 1:
            yield " ".join([f"{title}: {_found(part)}", *_who_beats_whom(part)])


def _who_beats_whom(part: Document) -> list[str]:
    """Return the better learners and their datasets where these are few; count many datasets, pass over many pairs."""
    places: dict[tuple[str, str], list[str]] = {}
    for row in part.get("comparisons", ()):
        if row["winner"] is not None:
            loser = row["b"] if row["winner"] == row["a"] else row["a"]
            places.setdefault((row["winner"], loser), []).append(row["dataset"])
    if not places or len(places) > _NAMED:
        return []
    where = "over" if NEEDS[part["test"]].reads == "datasets" else "on"
    sentences = []
    for (winner, loser), datasets in places.items():
        names = ", ".join(map(shortened, datasets)) if len(datasets) <= _NAMED else counted(len(datasets), "dataset")
        sentences.append(f"{shortened(winner)} beats {shortened(loser)} {where} {names}")
    return [f"{'; '.join(sentences)}."]


def _lacks(document: Document) -> Iterator[str]:
    if document["left_out"]:
        names = [shortened(left["learner"] or left["dataset"]) for left in document["left_out"]]
        yield f"Left out of verdicts: {listed(dict.fromkeys(names), most=_NAMED, quote=False)}; see below why."
    elif not document["verdicts"]:
        yield "Nothing has been judged yet."


def _part_title(part: Document) -> str:
    return _title(part["metric"], NEEDS[part["test"]].label if "test" in part else _OTHERS[part["schema"]])


def _title(metric: Document, what: str) -> str:
    label = one_line(metric["label"])
    return f"{label[:1].upper()}{label[1:]}, {what}"


def _found(part: Document) -> str:
    """Return in one line what a verdict, a panel or estimates came to."""
    if "comparisons" in part:
        return f"{outcomes(part['comparisons'])}."
    if "tests" in part:
        n_split, rows = len(part["opinions"]), part["tests"][0]["comparisons"]
        return f"{counted(len(part['tests']), 'test')}; they differ on {n_split} of {counted(len(rows), 'comparison')}."
    return f"{counted(len(part['estimates']), 'estimate')}."


def _caveats(document: Document) -> Iterator[Mention]:
    """Return the caveats of the runs, with the dataset, and those of whole verdicts."""
    several = len(document["runs"]) > 1
    for run in document["runs"]:
        for caveat, about in caveats_of_run(run):
            place = [shortened(run["dataset"]["name"])] if several else []
            yield caveat, " on ".join([*([shortened(about)] if about else []), *place])
    # A verdict on several datasets repeats the caveats of its runs, with the name of the dataset before them.
    known = tuple({caveat["message"] for run in document["runs"] for caveat in run["caveats"]})
    for part in document["verdicts"]:
        yield from ((caveat, "") for caveat in part["caveats"] if not caveat["message"].endswith(known))


def _code(document: Document) -> str:
    store = quote(one_line(document["store"]))
    return "\n".join(
        [
            "# STUDY.toml is the file of the study; folds that are stored are not computed again.",
            "foldwise study run STUDY.toml",
            f"foldwise study status {store}",
            f"foldwise study report {store} report.html",
        ]
    )
