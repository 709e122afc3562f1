"""The papers that foldwise is built on, reproduced: every table and figure, beside the printed numbers.

Everything here is made through what a user could type: ``import foldwise as fw``.
"""

from foldwise.papers.catalogue import PAPERS
from foldwise.papers.event import Event
from foldwise.papers.experiment import Experiment
from foldwise.papers.paper import Paper, Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.reproduction import choose, reproduce
from foldwise.papers.workbench import Workbench

__all__ = ["PAPERS", "Event", "Experiment", "Paper", "Part", "Workbench", "choose", "printed", "reproduce"]
