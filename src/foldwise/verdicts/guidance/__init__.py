"""Which test for which question: cards of all tests, Dietterich's nine questions, advice, and claims checked.

Speaks of tests and of what was measured of them. Never sees a run, and runs nothing.
"""

from foldwise.verdicts.guidance._advise import Advice, advise
from foldwise.verdicts.guidance._card import Card, card, cards
from foldwise.verdicts.guidance._claim import Claim
from foldwise.verdicts.guidance._claim_check import ClaimCheck, check_claim
from foldwise.verdicts.guidance._measured import MeasuredLevel, measured_levels
from foldwise.verdicts.guidance._questions import Question, Recommendation
from foldwise.verdicts.guidance._taxonomy import TAXONOMY, Answer, Branch, Taxonomy

__all__ = [
    "TAXONOMY",
    "Advice",
    "Answer",
    "Branch",
    "Card",
    "Claim",
    "ClaimCheck",
    "MeasuredLevel",
    "Question",
    "Recommendation",
    "Taxonomy",
    "advise",
    "card",
    "cards",
    "check_claim",
    "measured_levels",
]
