"""A verdict held against new data."""

from foldwise.verdicts.confirming._confirm import confirm
from foldwise.verdicts.confirming._confirmation import Confirmation, ConfirmationRow

__all__ = ["Confirmation", "ConfirmationRow", "confirm"]
