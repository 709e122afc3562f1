"""A call on a file of the store fails: the store opens afterwards, and the study is completed to the same bytes."""

import errno


def test_every_kind_of_fault_at_some_calls_that_write(theatre):
    from faultlab.writes import WRITE_FAULTS, fault_at_calls

    findings = fault_at_calls(theatre, scheme="1x2", faults=WRITE_FAULTS, step=53, learners=["plain", "bayes"])
    assert findings.violations == []
    # Each kind at every 53rd call, and a run makes far more than a hundred.
    assert all(findings.counts[name] >= 3 for name in WRITE_FAULTS)
    assert findings.counts["refused"] >= 10


def test_errors_at_some_calls_that_read(theatre):
    from faultlab.writes import READ_FAULTS, fault_at_calls

    findings = fault_at_calls(theatre, scheme="1x2", faults=READ_FAULTS, step=29, learners=["plain", "bayes"])
    assert findings.violations == []
    assert all(findings.counts[name] >= 3 for name in READ_FAULTS)


def test_the_calls_are_met(theatre):
    """The library itself: an error is the one that was asked for, and a kill is one."""
    from faultlab.scene import Study

    study = Study(theatre, "1x2")
    full = study.play(fault=study.fault("fail", 0, errno=errno.ENOSPC, lasts=True))
    assert full["ended"] == "StoreError"
    assert full["counted"] >= 1
    late = study.play(fault=study.fault("fail", 60, errno=errno.ENOSPC, lasts=True))
    assert late["message"].startswith(f"{study.store}: the disk is full (database or disk is full). Make room")
    broken = study.play(fault=study.fault("fail", 20, errno=errno.EIO))
    assert "reading or writing failed (disk I/O error, SQLITE_IOERR_" in broken["message"]
    for action in ("kill before", "kill half-way", "kill after"):
        assert study.play(fault=study.fault(action, 20))["ended"] == "killed"
    assert study.play()["ended"] == "well"
