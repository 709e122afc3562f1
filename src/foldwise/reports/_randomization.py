"""A label randomization as a document, and what its pages show."""

from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._caveats import gathered
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import randomization_call
from foldwise.reports._text import number, paragraphs, probability
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
        "words": str(result),
        "name": result.name,
        "dataset": result.dataset,
        "metric_label": result.metric_label,
        **{name: plain(getattr(result, name)) for name in numbers},
        "reference_mean": plain(result.reference.mean()),
        "reference": plain(result.reference),
        "caveats": caveat_documents(result.caveats),
        "environment": environment_document(),
    }


def _page(document: Document) -> dict[str, Any]:
    chance = "" if document["chance"] is None else f" Chance: {number(document['chance'])}."
    options = {name: document[name] for name in ("n_permutations", "chance", "seed")}
    return {
        "title": f"{one_line(document['name'])} on {one_line(document['dataset'])}",
        "words": paragraphs(document["words"]),
        "caveats": gathered((caveat, "") for caveat in document["caveats"]),
        "caption": f"How often each value of {one_line(document['metric_label'])} came up on permuted labels, with the "
        "value on the labels as they are.",
        "reading": _READING,
        "figure_words": f"Histogram of {document['n_permutations']} scores on permuted labels, mean "
        f"{number(document['reference_mean'])}. On the labels as they are: {number(document['observed'])}.{chance} "
        f"p: {probability(document['pvalue'])}.",
        "code": randomization_call(document["name"], document["dataset"], options),
    }


RANDOMIZATION = Kind(
    name="randomization", heading="Label randomization", of=LabelRandomization, document=_document, page=_page
)
