"""Folds that share their work: one pass over the data for all folds, with the predictions of single fits.

Holds the protocol, the registry and one file per family of learners. Never changes a prediction: where rounding might,
the fold is fitted by itself.
"""

__all__ = []
