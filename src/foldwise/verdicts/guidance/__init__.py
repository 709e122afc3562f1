"""Which test for which question: cards of all tests, Dietterich's nine questions, and advice that leads to one.

Speaks of tests and of what was measured of them. Never sees a run, and runs nothing.
"""

from foldwise.verdicts.guidance._advise import Advice, advise
from foldwise.verdicts.guidance._card import Card, card, cards
from foldwise.verdicts.guidance._measured import MeasuredLevel, measured_levels
from foldwise.verdicts.guidance._questions import Question, Recommendation
from foldwise.verdicts.guidance._taxonomy import TAXONOMY, Answer, Branch, Taxonomy

__all__ = [
    "TAXONOMY",
    "Advice",
    "Answer",
    "Branch",
    "Card",
    "MeasuredLevel",
    "Question",
    "Recommendation",
    "Taxonomy",
    "advise",
    "card",
    "cards",
    "measured_levels",
]
