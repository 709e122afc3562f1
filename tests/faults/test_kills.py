"""Killed at random moments: nothing is lost, nothing is stored twice, next to nothing is computed twice."""

import pytest


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_random_kills(theatre, n_jobs):
    from faultlab.kills import random_kills

    findings = random_kills(theatre, scheme="5x10", n_kills=6, n_jobs=n_jobs, seconds=0.005)
    assert findings.violations == []
    assert findings.counts["kills"] == 6
    # Two learners on fifty folds, in each study that was begun.
    assert findings.counts["folds"] == 100 * findings.counts["studies"]
    assert findings.counts["computed in vain"] <= 6 * n_jobs


def test_a_fold_that_is_lost_would_be_seen(theatre):
    """The comparison itself: a store without one of its folds is another text, and one fold less."""
    import sqlite3

    from faultlab.export import has_only_gaps, n_done
    from faultlab.scene import Study, whole

    text = whole(theatre, "1x2")
    study = Study(theatre, "1x2")
    assert study.play()["ended"] == "well"
    assert study.play("read")["text"] == text
    assert n_done(text) == 6
    with sqlite3.connect(study.store) as connection:
        connection.execute("DELETE FROM fold WHERE cell_id = 1 AND fold = 0")
    connection.close()
    read = study.play("read")
    assert read["ended"] == "StoreError"
    assert "should hold 2 folds of a learner and holds 1" in read["message"]
    gaps = text.replace("fold plain 0 0", "fold plain 0 0 'NotRun: this fold has not been run yet'")
    assert has_only_gaps(gaps, text)
    assert n_done(gaps) == 5
    assert not has_only_gaps(text.replace("fold plain 0 1", "fold plain 0 2"), text)
