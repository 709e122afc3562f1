"""The papers that foldwise is built on, reproduced: tables and figures, beside the printed numbers.

Everything here is made through what a user could type: ``import foldwise as fw``.
"""

from foldwise.papers.known_accuracies import printed_accuracies_of
from foldwise.papers.paper import Experiment, Paper, Part
from foldwise.papers.printed_numbers import printed
from foldwise.papers.reproduction import PAPERS, choose, reproduce
from foldwise.papers.workbench import Event, Workbench

__all__ = [
    "PAPERS",
    "Event",
    "Experiment",
    "Paper",
    "Part",
    "Workbench",
    "choose",
    "printed",
    "printed_accuracies_of",
    "reproduce",
]
