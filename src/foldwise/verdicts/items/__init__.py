"""Verdicts on scores of single items: learners that answered the same examples, perhaps several times or trained anew.

From `ItemScores` to the rows of a verdict and its words. Never fits anything, and never reads files.
"""

from foldwise.verdicts.items._item_verdict import ItemLearner, ItemPair, ItemVerdict
from foldwise.verdicts.items._judge_items import judge_items

__all__ = ["ItemLearner", "ItemPair", "ItemVerdict", "judge_items"]
