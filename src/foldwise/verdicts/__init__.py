"""Verdicts: which part of a run feeds which test, and what the answer means."""

from foldwise._core import Caveat
from foldwise._core import moved as _moved
from foldwise.verdicts._compare import compare
from foldwise.verdicts._family import ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts._judge import check_options, judge
from foldwise.verdicts._procedure import Procedure
from foldwise.verdicts._recount import DataTries, Recount, recount
from foldwise.verdicts._salzberg import salzberg
from foldwise.verdicts._stored import as_judgements, verdict_rows, with_tries
from foldwise.verdicts.confirming import Confirmation, ConfirmationRow, confirm
from foldwise.verdicts.estimates import Estimate, Estimates
from foldwise.verdicts.evidence._answer_counts import AnswerCounts
from foldwise.verdicts.evidence._designs import VariationSource
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.gating import Gate, MeasuredGate, gate
from foldwise.verdicts.guidance import (
    TAXONOMY,
    Advice,
    Answer,
    Branch,
    Card,
    Claim,
    ClaimCheck,
    MeasuredLevel,
    Question,
    Recommendation,
    Taxonomy,
    advise,
    card,
    cards,
    check_claim,
)
from foldwise.verdicts.items import ItemLearner, ItemPair, ItemVerdict
from foldwise.verdicts.items._spread import Spread
from foldwise.verdicts.judging._all_alike import AllAlike
from foldwise.verdicts.judging._choose import usable_tests
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.judging._decide import Decision
from foldwise.verdicts.judging._forecast import Forecast, agreement_words
from foldwise.verdicts.judging._numbers import decision_words, probability_words
from foldwise.verdicts.judging._panel import Panel
from foldwise.verdicts.judging._settlement import Look, Settlement
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.overall import Cells, Omnibus, OnDatasets, Overall, OverallLearner, OverallPair
from foldwise.verdicts.randomization import LabelRandomization, label_randomization
from foldwise.verdicts.settling._settled import Settled, as_settled
from foldwise.verdicts.streaming import Stream
from foldwise.verdicts.tests._record import READS, Need
from foldwise.verdicts.tests._table import NEEDS

__all__ = [
    "ADJUST_WORDS",
    "NEEDS",
    "READS",
    "TAXONOMY",
    "Advice",
    "AllAlike",
    "Alternative",
    "Answer",
    "AnswerCounts",
    "Branch",
    "Card",
    "Caveat",
    "Cells",
    "Claim",
    "ClaimCheck",
    "Comparison",
    "Confirmation",
    "ConfirmationRow",
    "DataTries",
    "Decision",
    "Estimate",
    "Estimates",
    "Forecast",
    "Gate",
    "ItemLearner",
    "ItemPair",
    "ItemVerdict",
    "LabelRandomization",
    "Look",
    "MeasuredGate",
    "MeasuredLevel",
    "Need",
    "Omnibus",
    "OnDatasets",
    "Overall",
    "OverallLearner",
    "OverallPair",
    "Panel",
    "Procedure",
    "Question",
    "Recommendation",
    "Recount",
    "Settled",
    "Settlement",
    "Spread",
    "Stream",
    "Taxonomy",
    "VariationSource",
    "Verdict",
    "adjust_pvalues",
    "advise",
    "agreement_words",
    "as_judgements",
    "as_settled",
    "card",
    "cards",
    "check_claim",
    "check_options",
    "compare",
    "confirm",
    "decision_words",
    "gate",
    "judge",
    "label_randomization",
    "probability_words",
    "recount",
    "salzberg",
    "usable_tests",
    "verdict_rows",
    "with_tries",
]

# What a name that could be imported before version 0.2 is called now; to be dropped in 0.4.
_MOVED = {"Plan": "foldwise.verdicts:Recommendation", "Source": "foldwise.verdicts:VariationSource"}


def __getattr__(name: str) -> object:
    return _moved(__name__, name, _MOVED)
