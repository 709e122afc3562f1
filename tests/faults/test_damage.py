"""Files that were cut off, or in which a bit was turned: refused, or read as they were written."""

import pytest


@pytest.mark.parametrize("in_log", [False, True], ids=["file", "log"])
def test_bit_flips(theatre, in_log):
    from faultlab.damage import bit_flips

    findings = bit_flips(theatre, scheme="2x3" if in_log else "4x5", n_flips=15, in_log=in_log)
    assert findings.violations == []
    assert findings.counts["examined"] == 15
    if not in_log:
        assert findings.counts["left: refused"] >= 3


@pytest.mark.parametrize("in_log", [False, True], ids=["file", "log"])
def test_truncations(theatre, in_log):
    from faultlab.damage import truncations

    findings = truncations(theatre, scheme="2x3", n_lengths=8, in_log=in_log)
    assert findings.violations == []
    assert findings.counts["examined"] == 8
    if not in_log:
        assert findings.counts["left: refused"] == 8
