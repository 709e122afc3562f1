"""What other rooms of foldwise use of `evaluation`; users import from the room itself."""

from foldwise.evaluation._execution import Execution, execute
from foldwise.evaluation._growing import Growing, Repeatable, grow

__all__ = ["Execution", "Growing", "Repeatable", "execute", "grow"]
