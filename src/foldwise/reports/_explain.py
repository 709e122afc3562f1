"""What a test asks, in words, for the pages that name it."""

from typing import Any

from foldwise.verdicts import NEEDS, card


def explain(test: str) -> dict[str, Any]:
    """Say what a test is called and does, what its null hypothesis is, how it behaves, and where it comes from.

    >>> explanation = explain("kfold_t")
    >>> explanation["label"], explanation["null"][0][:20]
    ('k-fold cross-validated t test', 'The null hypothesis:')
    """
    if test not in NEEDS:
        own = NEEDS[test]
        about = [f"It {own.differs}: foldwise knows its answer, not how it comes about."]
        return {"label": own.label, "about": about, "null": [], "references": []}
    known = card(test)
    return {
        "label": known.label,
        "about": list(known.about),
        "null": [f"The null hypothesis: {known.null[0].lower()}{known.null[1:]}", *known.behaviour],
        "references": list(known.references),
    }
