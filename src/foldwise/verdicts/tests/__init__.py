"""Tests as records: one for each, with all that `judge`, the lab, cards and advice know about it.

Adding a test means adding its record. Nothing here decides, and nothing here computes a p-value: that is in `stats`.
"""

from foldwise.verdicts.evidence._evidence import Evidence
from foldwise.verdicts.evidence._finding import Reading
from foldwise.verdicts.tests._array_record import ArrayTest
from foldwise.verdicts.tests._on_arrays import ARRAY_TESTS, array_test_hint
from foldwise.verdicts.tests._own_test import OWN, call_own, function_name, own_need, takes_sizes
from foldwise.verdicts.tests._record import APPROXIMATE, READS, Need
from foldwise.verdicts.tests._table import FLAGS, NEEDS, advised_tests, in_order

__all__ = [
    "APPROXIMATE",
    "ARRAY_TESTS",
    "FLAGS",
    "NEEDS",
    "OWN",
    "READS",
    "ArrayTest",
    "Evidence",
    "Need",
    "Reading",
    "advised_tests",
    "array_test_hint",
    "call_own",
    "function_name",
    "in_order",
    "own_need",
    "takes_sizes",
]
