from dataclasses import replace

import pytest


@pytest.fixture
def with_row():
    """Change the first comparison of a verdict, to see every decision without looking for data that gives it."""

    def changed(verdict, *, rope=None, **fields):
        row = replace(verdict.comparisons[0], **fields)
        return replace(verdict, comparisons=(row, *verdict.comparisons[1:]), rope=rope)

    return changed
