"""What a test asks, in words, for the pages that name it."""

from typing import Any

from foldwise.verdicts import card


def explain(test: str) -> dict[str, Any]:
    """Say what a test is called and does, what its null hypothesis is, how it behaves, and where it comes from.

    >>> explanation = explain("kfold_t")
    >>> explanation["label"], explanation["null"][0][:20]
    ('k-fold cross-validated t test', 'The null hypothesis:')
    """
    known = card(test)
    return {
        "label": known.label,
        "about": list(known.about),
        "null": [f"The null hypothesis: {known.null[0].lower()}{known.null[1:]}", *known.behaviour],
        "references": list(known.references),
    }
