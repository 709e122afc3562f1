"""What other rooms of foldwise use of `stats`; users import from the room itself."""

from foldwise.stats._betting_limits import LowerLimit
from foldwise.stats._capital import Capital, as_number
from foldwise.stats._tails import student_quantile

__all__ = ["Capital", "LowerLimit", "as_number", "student_quantile"]
