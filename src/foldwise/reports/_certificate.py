"""A certificate as a document, and what its pages show."""

import math
from typing import Any, Final

from foldwise._core import one_line
from foldwise.lab import Certificate, CertifiedPair
from foldwise.reports._caveats import gathered
from foldwise.reports._certify_call import certify_call
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._text import enumerated, number, paragraphs, probability

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
        "words": str(certificate),
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
    again = own and {
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
        "readjudged": again,
        "pvalues": plain(pair.pvalues),
    }


def _page(document: Document) -> dict[str, Any]:
    rows = [_row(pair, document["alpha"]) for pair in document["pairs"]]
    return {
        "title": f"Type I error on data like {one_line(document['dataset']['name'])}",
        "words": paragraphs(document["words"]),
        "rows": rows,
        "has_verdict": any(pair["readjudged"] for pair in document["pairs"]),
        "caveats": gathered((caveat, "") for caveat in document["caveats"]),
        "caption": "Share of the trials with a p-value as low, against the p-value. On the diagonal a procedure keeps "
        "its level; above it, it rejects too often.",
        "reading": _READING,
        "figure_words": enumerated(
            f"Distribution of the p-values of {document['n_trials']} trials.",
            [f"{row['pair']}: Type I error {row['rate']}, {row['interval']}, {row['judged']}." for row in rows],
        ),
        "code": certify_call(document),
    }


def _row(pair: Document, alpha: float) -> dict[str, str]:
    own = pair["readjudged"]
    statistic = pair["critical_statistic"]
    return {
        "pair": f"{one_line(pair['a'])} vs {one_line(pair['b'])}",
        "rate": f"{pair['rate']:.3f}",
        "interval": f"{pair['low']:.3f} to {pair['high']:.3f}",
        "judged": _JUDGED[pair["judgement"]],
        "critical": f"{pair['critical_pvalue']:.2g} ({pair['critical_low']:.2g} to {pair['critical_high']:.2g})",
        "statistic": "" if statistic is None or math.isinf(statistic) else number(statistic, digits=3),
        "own": probability(own["pvalue"]) if own else "",
        "again": probability(own["adjusted_pvalue"], alpha) if own else "",
        "significant": ("yes" if own["is_significant"] else "no") if own else "",
    }


CERTIFICATE = Kind(name="certificate", heading="Certificate", of=Certificate, document=_document, page=_page)
