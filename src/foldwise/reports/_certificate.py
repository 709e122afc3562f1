"""A certificate as a document and a page."""

import math
from typing import Any, Final

from foldwise._core import limits_text, one_line
from foldwise.lab import Certificate, CertifiedPair
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import call_lines, dataset_source, learner_line, typed_scheme, whole
from foldwise.reports._sections import (
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    Page,
    Span,
    TableSection,
    TextSection,
    number_column,
)
from foldwise.reports._text import enumerated, number, probability

_READING: Final = (
    "Many datasets like yours were made on which both learners are equally good, and the procedure was applied to "
    "each. The Type I error is the share on which it called one of them better all the same; it should be the level. "
    "Its interval is exact, and about chance in the trials only. The size-adjusted critical value is the p-value below "
    "which the procedure would have to reject to keep its level; the size-adjusted p-value of a verdict is the share "
    "of the trials, the verdict included, whose p-value was as low."
)
_JUDGED: Final = {
    "above": "rejects too often",
    "near": "cannot be told apart from its level",
    "below": "holds its level",
}


def _document(certificate: Certificate) -> Document:
    data = certificate.data
    return {
        "schema": "foldwise.certificate/1",
        "words": certificate.details(),
        "dataset": {
            "name": data.name,
            "fingerprint": data.fingerprint,
            "n_examples": data.n_examples,
            "n_attributes": data.n_attributes,
        },
        "learners": [{"name": each.name, "description": each.description} for each in certificate.learners],
        "procedure": {
            "words": certificate.procedure_name,
            "scheme": str(certificate.procedure.scheme),
            "is_settled": certificate.procedure.settled is not None,
            "test": certificate.procedure.test,
            "alternative": certificate.procedure.alternative,
        },
        "null": certificate.null,
        "n_examples": certificate.n_examples,
        "alpha": certificate.alpha,
        "n_trials": certificate.n_trials,
        "seed": certificate.seed,
        "pairs": [_pair_document(pair) for pair in certificate.pairs],
        "fit_errors": plain(certificate.fit_errors),
        "caveats": caveat_documents(certificate.caveats),
        "environment": environment_document(),
    }


def _pair_document(pair: CertifiedPair) -> Document:
    low, high = pair.interval
    critical_low, critical_high = pair.critical_interval
    own = pair.readjudged
    readjudged = own and {
        "pvalue": plain(own.pvalue),
        "size_adjusted_pvalue": plain(own.size_adjusted_pvalue),
        "adjusted_pvalue": plain(own.adjusted_pvalue),
        "family": own.family,
        "was_significant": own.was_significant,
        "is_significant": own.is_significant,
    }
    return {
        "a": pair.a,
        "b": pair.b,
        "n_rejections": pair.n_rejections,
        "n_undefined": pair.n_undefined,
        "rate": pair.rate,
        "low": low,
        "high": high,
        "judgement": pair.judgement,
        "critical_pvalue": pair.critical,
        "critical_low": critical_low,
        "critical_high": critical_high,
        "critical_statistic": plain(pair.critical_statistic),
        "damaged": pair.damaged,
        "damage": pair.damage,
        "errors": list(pair.errors),
        "gap": plain(pair.gap),
        "gap_error": plain(pair.gap_error),
        "readjudged": readjudged,
        "pvalues": plain(pair.pvalues),
    }


def _page(document: Document, certificate: Any) -> Page:
    pairs = document["pairs"]
    title = f"Type I error on data like {one_line(document['dataset']['name'])}"
    sentences = [
        f"{_names(pair)}: Type I error {pair['rate']:.3f}, {limits_text(pair['low'], pair['high'])}, "
        f"{_JUDGED[pair['judgement']]}."
        for pair in pairs
    ]
    figure = FigureSection(
        shown=lambda: certificate,
        caption="Above the diagonal, too many are rejected.",
        words=enumerated(f"Distribution of the p-values of {document['n_trials']} trials.", sentences),
    )
    return Page(
        heading="Certificate",
        title=title,
        sections=[
            answer_section(certificate, figure, n_rows=len(pairs)),
            _table(document, title),
            *caveat_sections(document["caveats"]),
            words_section(document),
            FoldedSection(title="How to read this", sections=[TextSection(paragraphs=[_READING])], only=PAGES),
        ],
        code=_certify_call(document),
        environment=document["environment"],
    )


def _table(document: Document, title: str) -> TableSection:
    alpha, data, p = document["alpha"], document["dataset"], Span("p", "math")
    source = "sub-samples of" if document["null"] == "subsamples" else "a generator fitted to"
    own = [
        number_column(["verdict's ", p], lambda pair: _own(pair, lambda own: probability(own["pvalue"]))),
        number_column(
            ["size-adjusted ", p], lambda pair: _own(pair, lambda own: probability(own["adjusted_pvalue"], alpha))
        ),
        Column("significant", lambda pair: _own(pair, lambda own: "yes" if own["is_significant"] else "no")),
    ]
    return TableSection(
        title="Numbers",
        caption=f"{title}.",
        columns=[
            Column("pair", lambda pair: Span(_names(pair), "name"), heads=True),
            number_column("Type I error", lambda pair: f"{pair['rate']:.3f}"),
            number_column("95% interval", lambda pair: limits_text(pair["low"], pair["high"])),
            Column("the procedure", lambda pair: _JUDGED[pair["judgement"]]),
            number_column(["critical ", p], _critical),
            number_column("critical statistic", _statistic),
            *(own if any(pair["readjudged"] for pair in document["pairs"]) else []),
        ],
        rows=document["pairs"],
        note=f"{document['procedure']['words']}, level {alpha}: {document['n_trials']} trials of "
        f"{document['n_examples']} examples, from {source} {one_line(data['name'])} ({data['n_examples']} examples). "
        f"Intervals are 95%. Seed {document['seed']}.",
    )


def _names(pair: Document) -> str:
    return f"{one_line(pair['a'])} vs {one_line(pair['b'])}"


def _own(pair: Document, words: Any) -> str:
    return str(words(pair["readjudged"])) if pair["readjudged"] else ""


def _critical(pair: Document) -> str:
    return f"{pair['critical_pvalue']:.2g} ({pair['critical_low']:.2g} to {pair['critical_high']:.2g})"


def _statistic(pair: Document) -> str:
    statistic = pair["critical_statistic"]
    return "" if statistic is None or math.isinf(statistic) else number(statistic, digits=3)


def _certify_call(document: Document) -> str:
    """Return the call behind a certificate, with what only its owner has left open."""
    data = document["dataset"]
    source = dataset_source(data["name"], data["fingerprint"])
    words = f"{one_line(data['name'])}: {data['n_examples']} examples, fingerprint {data['fingerprint']}"
    lines = [f"data = {source}" + (f"  # {words}" if source == "..." else ""), "learners = {"]
    for learner in document["learners"]:
        text = one_line(learner["description"])
        lines.append(learner_line(learner["name"], text))
    procedure = document["procedure"]
    scheme = procedure["scheme"]
    arguments = [f"fw.{scheme}" if procedure["is_settled"] else typed_scheme(scheme)]
    arguments += [] if procedure["test"] is None else [repr(procedure["test"])]
    arguments += [f"alpha={document['alpha']!r}"]
    arguments += [] if procedure["alternative"] == "two-sided" else [f"alternative={procedure['alternative']!r}"]
    keywords = {
        "procedure": f"fw.Procedure({', '.join(arguments)})",
        **{name: repr(document[name]) for name in ("null", "n_trials", "n_examples", "seed")},
    }
    return whole([*lines, "}", *call_lines("certificate = fw.lab.certify", ["learners", "data"], keywords)])


KIND = Kind(document=_document, page=_page)
