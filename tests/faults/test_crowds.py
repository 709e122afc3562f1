"""Several programs at one study, one of them suspended, clocks that jump: each fold is computed and stored once."""

import pytest


@pytest.mark.parametrize("n_processes", [2, 8])
def test_several_programs(theatre, n_processes):
    from faultlab.crowds import crowd

    findings = crowd(theatre, scheme="4x5", n_processes=n_processes)
    assert findings.violations == []
    assert findings.counts == {"programs": n_processes, "folds": 40, "computed again": 0}


def test_a_suspended_program(theatre):
    from faultlab.crowds import suspended

    findings = suspended(theatre, scheme="2x5")
    assert findings.violations == []
    # The fold in which it was suspended was computed by the other one as well.
    assert findings.counts == {"programs": 2, "folds": 20, "computed again": 1}


def test_clocks_that_jump(theatre):
    from faultlab.crowds import jumping_clocks

    findings = jumping_clocks(theatre, scheme="4x5")
    assert findings.violations == []
    assert findings.counts["jumps"] > 10
    assert findings.counts["folds"] == 40
