"""Every flag that a judged test can raise has its sentence."""

import inspect
import re

import pytest

from foldwise import stats
from foldwise.verdicts import NEEDS
from foldwise.verdicts.tests import FLAGS

# The tests are fed so that these cannot come up: sizes are at least two, undefined p-values are not merged.
_NEVER = {"undefined_pvalue"}


@pytest.mark.parametrize("test", NEEDS)
def test_the_flags_that_a_test_documents_can_be_said(test):
    text = inspect.getdoc(getattr(stats, test))
    returns = re.search(r"\nReturns\n-+\n(.*?)\n\n[A-Z]", text, flags=re.DOTALL).group(1)
    _, found, listed = returns.partition("Flag")
    flags = set(re.findall(r"`(\w+)`", listed)) - _NEVER if found else set()
    assert {name for name in flags if "_" in name} <= set(FLAGS)
