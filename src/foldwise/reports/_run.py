"""A run as a document and a page, and the sections about runs on the pages of other results."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from foldwise._core import count_range, listed, one_line
from foldwise.reports._design import (
    metric_document,
    run_document,
    shape,
    shared_training,
    timing_documents,
    unit_of,
    who_on_what,
)
from foldwise.reports._document import Document, Mention, caveat_sections, environment_document
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import evaluate_call
from foldwise.reports._sections import (
    EVERYWHERE,
    HTML,
    MARKDOWN,
    PAGES,
    AnswerSection,
    Column,
    DefinitionSection,
    FigureSection,
    FoldedSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    Words,
    name_column,
    number_column,
)
from foldwise.reports._text import enumerated, known, natural, natural_rows, number
from foldwise.runs import Run

_MOST_NAMED: Final = 5


def run_sections(document: Document, *, are_scores_in_print: bool = False) -> Iterator[Section]:
    """Return what was run, learner by learner, what was tuned, and what failed."""
    runs = document["runs"]
    table = _learner_table(document, are_scores_in_print=are_scores_in_print)
    # What a run is about is not folded.
    yield table if are_scores_in_print else FoldedSection(title="Learners", sections=[replace(table, title="")])
    yield FoldedSection(title="Design", sections=list(design_sections(runs)), only=PAGES)
    for run in runs:
        if run["tuning"]:
            yield _tuning_section(run)
    failures = [
        f"{one_line(run['dataset']['name'])}, {one_line(failure['learner'])}, repeat {failure['repeat']}, "
        f"fold {failure['fold']}: {failure['error']}"
        for run in runs
        for failure in run["failures"]
    ]
    if failures:
        yield FoldedSection(
            title="Failed folds", opening=str(len(failures)), sections=[ListSection(items=failures)], only=PAGES
        )


def design_sections(runs: list[Document]) -> Iterator[Section]:
    """Return data and design of each run: as terms where there is room, else in a sentence."""
    for run in runs:
        data, design = run["dataset"], run["design"]
        prints: list[Words] = [Span(design["fingerprint"], "code"), " (folds)"]
        if data["fingerprint"]:
            prints = [Span(data["fingerprint"], "code"), " (data), ", *prints]
        yield DefinitionSection(
            items=[
                ("Dataset", [Span(data["name"], "name"), f": {shape(data)}"]),
                ("Scheme", design["description"]),
                ("Sizes", _sizes_of_folds(design)),
                ("Seed", known(design["seed"])),
                ("Fingerprints", prints),
            ],
            only=HTML,
        )
    yield ListSection(items=[_design_words(run["dataset"], run["design"]) for run in runs], only=MARKDOWN)


def _design_words(data: Document, design: Document) -> str:
    fingerprint = f", fingerprint {data['fingerprint']}" if data["fingerprint"] else ""
    return (
        f"{one_line(data['name'])}: {shape(data)}{fingerprint}. {design['description']} ({design['scheme']}); "
        f"{_sizes_of_folds(design)}; seed {known(design['seed'])}."
    )


def _sizes_of_folds(design: Document) -> str:
    train, test = ("unknown" if ends is None else count_range(*ends) for ends in (design["n_train"], design["n_test"]))
    return f"{train} training and {test} test examples per fold"


def _learner_table(document: Document, *, are_scores_in_print: bool) -> TableSection:
    """Return the scores of the learners, and what each of them is, in full."""
    runs, metric = document["runs"], document["metric"]
    means = natural_rows([[learner["mean_score"] for learner in run["learners"]] for run in runs], metric)
    timings = iter(document["timings"])
    rows = [
        {**learner, "dataset": run["dataset"]["name"], "mean": mean, "timing": next(timings)}
        for run, shown in zip(runs, means, strict=True)
        for learner, mean in zip(run["learners"], shown, strict=True)
    ]
    note = (
        "Means weigh all folds alike. The spread is the standard deviation of the fold values; it is not a confidence "
        "interval."
    )
    if any(timing["sharing"] for timing in document["timings"]):
        note += (
            " Where folds share their work, the seconds are those of all folds, fitting and predicting, divided evenly."
        )
    return TableSection(
        title="Learners",
        caption=f"{who_on_what(runs)}: {one_line(metric['label'])}.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("learner", "name", heads=True),
            number_column(metric["label"], lambda row: row["mean"]),
            number_column("spread over folds", lambda row: number(row["sd_over_folds"], digits=3)),
            Column("estimator and preparation", _estimator, css="wide", only=PAGES),
            number_column("seconds to fit", lambda row: _seconds(row["timing"]["mean_fit_seconds"]), only=HTML),
        ],
        rows=rows,
        note=note,
        only=EVERYWHERE if are_scores_in_print else PAGES,
    )


def _estimator(learner: Document) -> Words:
    more = [text for text in (learner["preparation"], learner["timing"]["sharing"]) if text]
    return [Span(learner["description"], "code", most=80), *(Span(text, "below") for text in more)]


def _seconds(seconds: float | None) -> str:
    return "unknown" if seconds is None else number(seconds, digits=2)


def _tuning_section(run: Document) -> FoldedSection:
    table = TableSection(
        columns=[
            name_column("learner", "learner", heads=True),
            number_column("candidates tried", _tried),
            Column("chosen, and on how many folds", _choices, css="wide"),
        ],
        rows=run["tuning"],
        note="The search happened inside the training folds; no test example had a part in it.",
        only=PAGES,
    )
    return FoldedSection(title=f"Tuning on {one_line(run['dataset']['name'])}", sections=[table], only=PAGES)


def _tried(tuned: Document) -> str:
    """Return how many candidates a search tried, as far as it tells.

    >>> _tried({"tries": 4, "uncounted": []}), _tried({"tries": 4, "uncounted": ["LassoCV"]})
    ('4', 'at least 4: LassoCV does not tell')
    >>> _tried({"tries": 0, "uncounted": ["LassoCV", "RidgeCV"]})
    'unknown: LassoCV, RidgeCV do not tell'
    """
    classes = tuned["uncounted"]
    if not classes:
        return str(tuned["tries"])
    count = f"at least {tuned['tries']}" if tuned["tries"] else "unknown"
    return f"{count}: {listed(classes, quote=False)} {'does' if len(classes) == 1 else 'do'} not tell"


def _choices(tuned: Document, most: int = 3) -> str:
    """Return what a search chose most often.

    >>> _choices({"folds": [{"chosen": "C=1"}, {"chosen": "C=10"}, {"chosen": "C=1"}]})
    'C=1 (2), C=10 (1)'
    """
    counts = Counter(one_line(fold["chosen"]) or "not told" for fold in tuned["folds"]).most_common()
    more = [f"{len(counts) - most} others"] if len(counts) > most else []
    return ", ".join([*(f"{chosen} ({n})" for chosen, n in counts[:most]), *more])


def caveats_of_run(run: Document) -> Iterator[Mention]:
    """Return the caveats of a run and of its learners."""
    for caveat in run["caveats"]:
        yield caveat, ""
    for learner in run["learners"]:
        for caveat in learner["caveats"]:
            yield caveat, one_line(learner["name"])


def values_words(document: Document, rows: list[str]) -> str:
    """Return what a figure of scores shows, for those who cannot see it."""
    unit = unit_of(document["runs"])
    by_unit = f", {unit} by {unit}" if unit else ""
    return enumerated(f"Values of {document['metric']['label']}{by_unit}.", rows)


def _document(run: Run) -> Document:
    return {
        "schema": "foldwise.run/1",
        "metric": metric_document(run.metric),
        "runs": [run_document(run, run.metric)],
        "timings": timing_documents(run),
        "environment": environment_document(),
    }


def _page(document: Document, run: Any) -> Page:
    (only,), metric = document["runs"], document["metric"]
    unit = unit_of([only])
    rows = [f"{one_line(learner['name'])}: {natural(learner['mean_score'], metric)}." for learner in only["learners"]]
    figure = FigureSection(
        shown=lambda: run,
        caption=shared_training(unit) if unit else "One split: a value per learner.",
        words=values_words(document, rows),
    )
    caveats = caveat_sections((), caveats_of_run(only))
    return Page(
        heading="Run",
        title=who_on_what([only]),
        sections=[
            _answer(document, figure),
            *run_sections(document, are_scores_in_print=True),
            *caveats,
        ],
        code=evaluate_call([only], metric),
        environment=document["environment"],
    )


def _answer(document: Document, figure: FigureSection) -> AnswerSection:
    """Return the mean scores, the best first: a run does not say who is better."""
    (run,), metric = document["runs"], document["metric"]
    known_scores = [learner for learner in run["learners"] if learner["mean_score"] is not None]
    ranked = sorted(known_scores, key=lambda learner: -learner["mean_score"])
    means = natural_rows([[learner["mean_score"] for learner in ranked]], metric)[0]
    parts = [f"{one_line(learner['name'])} {mean}" for learner, mean in zip(ranked, means, strict=True)]
    label, where = one_line(metric["label"]), one_line(run["dataset"]["name"])
    return AnswerSection(
        headline=f"Mean {label} on {where}: {listed(parts, most=_MOST_NAMED, quote=False)}.",
        lines=[("by", run["design"]["description"])],
        figure=figure,
    )


KIND = Kind(document=_document, page=_page)
