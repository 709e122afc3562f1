"""A label randomization as a document and a page."""

from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import randomization_call
from foldwise.reports._sections import (
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    Page,
    TableSection,
    TextSection,
    Words,
    number_column,
)
from foldwise.reports._text import difference, interval, number, probability
from foldwise.verdicts import LabelRandomization

_READING: Final = (
    "Permuting the labels leaves nothing to learn from the attributes. Chance is what the best fixed rule would score, "
    "one that looks at no example. What the methodology reports beyond a fixed rule is bias: a leak, or class counts "
    "where folds differ in them. p is the share of permutations, the labels as they are included, on which the "
    "methodology scored at least as high."
)


def _document(result: LabelRandomization) -> Document:
    numbers = ("observed", "chance", "bias", "bias_low", "bias_high", "pvalue", "n_permutations", "seed")
    return {
        "schema": "foldwise.randomization/1",
        "words": result.details(),
        "name": result.name,
        "dataset": result.dataset,
        "metric_label": result.metric_label,
        **{name: plain(getattr(result, name)) for name in numbers},
        "adjusted": plain(result.adjusted),
        "adjusted_limits": plain(result.adjusted_limits),
        "reference_mean": plain(result.reference.mean()),
        "reference": plain(result.reference),
        "caveats": caveat_documents(result.caveats),
        "environment": environment_document(),
    }


def _page(document: Document, result: Any) -> Page:
    name, dataset, label = (one_line(document[key]) for key in ("name", "dataset", "metric_label"))
    mean, observed = number(document["reference_mean"]), number(document["observed"])
    chance = "" if document["chance"] is None else f" Chance: {number(document['chance'])}."
    figure = FigureSection(
        shown=lambda: result,
        caption="",
        words=f"Histogram of {document['n_permutations']} scores on permuted labels, mean {mean}. On the labels as "
        f"they are: {observed}.{chance} p: {probability(document['pvalue'])}.",
    )
    table = TableSection(
        title="Numbers",
        caption=f"{name} on {dataset}: {label} on permuted labels.",
        columns=[Column("", lambda row: row[0], heads=True), number_column(label, lambda row: row[1])],
        rows=_rows(document),
    )
    options = {name: document[name] for name in ("n_permutations", "chance", "seed")}
    return Page(
        heading="Label randomization",
        title=f"{name} on {dataset}",
        sections=[
            answer_section(result, figure),
            table,
            *caveat_sections(document["caveats"]),
            words_section(document),
            FoldedSection(title="How to read this", sections=[TextSection(paragraphs=[_READING])], only=PAGES),
        ],
        code=randomization_call(document["name"], document["dataset"], options),
        environment=document["environment"],
    )


def _adjusted(document: Document) -> list[tuple[str, Words]]:
    if document.get("adjusted") is None or document["bias"] <= 0:
        return []
    return [("without bias", f"{number(document['adjusted'])} ({interval(*document['adjusted_limits'])})")]


def _rows(document: Document) -> list[tuple[str, Words]]:
    bias = "not known"
    if document["bias"] is not None:
        limits = interval(document["bias_low"], document["bias_high"])
        bias = f"{difference(document['bias'])}, 95% Monte Carlo interval {limits}"
    return [
        ("on the labels as they are", number(document["observed"])),
        (f"mean on {document['n_permutations']} permutations of the labels", number(document["reference_mean"])),
        ("chance", "not known" if document["chance"] is None else number(document["chance"])),
        ("bias", bias),
        *_adjusted(document),
        ("p", probability(document["pvalue"])),
        ("seed", document["seed"]),
    ]


KIND = Kind(document=_document, page=_page)
