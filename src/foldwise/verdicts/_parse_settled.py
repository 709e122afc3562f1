"""The settled procedure by its short names, as typed on the command line."""

from typing import Any

from foldwise.verdicts._settled import Settled


def as_settled(scheme: Any, test: str | None) -> Settled | None:
    """Return how to settle a comparison, or None for a fixed design.

    >>> print(as_settled(None, None), as_settled("settled:guard", None))
    Settled() Settled(guard=True)
    >>> as_settled("10x10", None), as_settled(None, "kfold_t")
    (None, None)
    """
    if scheme is None:
        return Settled() if test is None else None
    settled = parse_settled(scheme) if isinstance(scheme, str) else scheme if isinstance(scheme, Settled) else None
    if settled is not None and test is not None:
        raise ValueError(
            f"A settled verdict has a test of its own, got test={test!r}: leave one out, or name a fixed scheme such "
            "as '10x10'."
        )
    return settled


def parse_settled(text: str) -> Settled | None:
    """Read a short name: ``'settled'``, ``'settled:strict'`` or ``'settled:guard'``; None for any other scheme.

    >>> print(parse_settled("settled:strict"), parse_settled("10x10"))
    Settled(strict=True) None
    """
    name, _, form = text.strip().lower().partition(":")
    if name != "settled":
        return None
    if form not in ("", "strict", "guard"):
        raise ValueError(f"scheme must be 'settled', 'settled:strict' or 'settled:guard', got {text!r}.")
    return Settled(**{form: True}) if form else Settled()
