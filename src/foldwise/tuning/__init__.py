"""Tuning inside the training fold, and the account of every candidate tried there."""

from foldwise.tuning._ledger import Entry, Ledger
from foldwise.tuning._tried import Tried, tried
from foldwise.tuning._try import Try, TryKind
from foldwise.tuning._tuned import Tuned

__all__ = ["Entry", "Ledger", "Tried", "Try", "TryKind", "Tuned", "tried"]
