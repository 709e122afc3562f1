"""Verdicts: which part of a run feeds which test, and what the answer means."""

from foldwise._core import Caveat
from foldwise.verdicts._adjust import ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts._advice import Advice
from foldwise.verdicts._advise import advise
from foldwise.verdicts._card import Card, card, cards
from foldwise.verdicts._choose import usable_tests
from foldwise.verdicts._compare import compare
from foldwise.verdicts._comparison import Alternative, Comparison, Decision
from foldwise.verdicts._estimates import Estimate, Estimates
from foldwise.verdicts._forecast import Forecast
from foldwise.verdicts._forecast_words import agreement_words
from foldwise.verdicts._judge import check_options, judge
from foldwise.verdicts._judgements import as_judgements, verdict_rows
from foldwise.verdicts._label_randomization import label_randomization
from foldwise.verdicts._measured import MeasuredLevel
from foldwise.verdicts._numbers import decision_words, probability_words
from foldwise.verdicts._panel import Panel
from foldwise.verdicts._parse_settled import as_settled
from foldwise.verdicts._procedure import Procedure
from foldwise.verdicts._questions import Plan, Question
from foldwise.verdicts._randomization import LabelRandomization
from foldwise.verdicts._salzberg import salzberg
from foldwise.verdicts._settled import Settled
from foldwise.verdicts._settlement import Look, Settlement
from foldwise.verdicts._sources import Source
from foldwise.verdicts._taxonomy import TAXONOMY, Answer, Branch, Taxonomy
from foldwise.verdicts._verdict import Verdict
from foldwise.verdicts.tests import NEEDS, READS, Need

__all__ = [
    "ADJUST_WORDS",
    "NEEDS",
    "READS",
    "TAXONOMY",
    "Advice",
    "Alternative",
    "Answer",
    "Branch",
    "Card",
    "Caveat",
    "Comparison",
    "Decision",
    "Estimate",
    "Estimates",
    "Forecast",
    "LabelRandomization",
    "Look",
    "MeasuredLevel",
    "Need",
    "Panel",
    "Plan",
    "Procedure",
    "Question",
    "Settled",
    "Settlement",
    "Source",
    "Taxonomy",
    "Verdict",
    "adjust_pvalues",
    "advise",
    "agreement_words",
    "as_judgements",
    "as_settled",
    "card",
    "cards",
    "check_options",
    "compare",
    "decision_words",
    "judge",
    "label_randomization",
    "probability_words",
    "salzberg",
    "usable_tests",
    "verdict_rows",
]
