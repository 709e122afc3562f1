"""kill -9 at random moments, again and again, until the study is complete."""

import random
import signal
import time

from faultlab.export import n_done
from faultlab.scene import Findings, Study, whole

# No learner that shares, of whose fits there is no trace; nothing printed, which threads hear from each other.
QUIET = {"learners": ["plain", "coin"], "prints": False}
_QUIET_SECONDS = 0.5


def random_kills(theatre, *, scheme, n_kills, n_jobs=1, in_threads=True, seconds=0.002, seed=1):
    """Kill a study so many times, and others after it if it is complete before.

    After each kill the store is read: nothing that was there is gone, and of what was computed in vain there is at most
    one block for each worker. Blocks are single folds here. A pool of processes hands out the next block before the
    last one is stored, so that there may be two for each.
    """
    who = "one worker" if n_jobs == 1 else f"{n_jobs} {'threads' if in_threads else 'processes'}"
    findings = Findings(f"kill -9 at random moments, {who}")
    counts, rng = findings.counts, random.Random(seed)
    text = whole(theatre, scheme, **QUIET)
    options = {**QUIET, "n_jobs": n_jobs, "in_threads": in_threads, "seconds": seconds}
    timed = Study(theatre, scheme, **options)
    child = timed.start()
    _wait_for_a_fit(child, timed, 0)
    begin = time.monotonic()
    findings.expect(child.wait()["ended"] == "well", "an undisturbed run has failed")
    span = (time.monotonic() - begin) / 4
    while counts["kills"] < n_kills:
        study = Study(theatre, scheme, **options)
        counts["studies"] += 1
        while counts["kills"] < n_kills and _one_life(findings, study, rng.uniform(0, span), n_jobs):
            pass
        ended, read = study.play(), study.play("read")
        findings.expect(ended["ended"] == "well", f"the last run has failed: {ended}")
        findings.expect(read.get("text") == text and not read["damage"], "another content in the end")
        counts["folds"] += n_done(text)
        counts["computed in vain"] += len(study.fits()) - n_done(text)
    return findings


def _one_life(findings, study, seconds, n_jobs):
    """Let the study run for a while and kill it; False if it was complete before."""
    counts = findings.counts
    before, fits = _state(findings, study), len(study.fits())
    child = study.start()
    if _uses_pool(study):
        # Workers take seconds to start, in which there is nothing to lose.
        _wait_for_a_fit(child, study, fits)
    time.sleep(seconds)
    child.send(signal.SIGKILL)
    if child.wait()["ended"] != "killed":
        return False
    if _uses_pool(study):
        _end_orphans(child, study)
    counts["kills"] += 1
    after = _state(findings, study)
    findings.expect(after >= before, f"{before} folds were stored, {after} are left")
    in_vain = len(study.fits()) - fits - (after - before)
    counts["kills in the middle of a fold"] += in_vain > 0
    findings.figures["in_vain"] = max(findings.figures.get("in_vain", 0), in_vain)
    most = 2 * n_jobs if _uses_pool(study) else n_jobs
    findings.expect(in_vain <= most, f"{in_vain} folds were computed in vain by {n_jobs} workers")
    return True


def _uses_pool(study):
    return study.job["n_jobs"] > 1 and not study.job["in_threads"]


def _wait_for_a_fit(child, study, n_fits):
    while child.lives() and len(study.fits()) == n_fits:
        time.sleep(0.001)


def _state(findings, study):
    """How many folds are stored."""
    if not study.store.exists():
        return 0
    read = study.play("read")
    if read["ended"] != "well":
        findings.expect("is empty" in read.get("message", ""), f"the store does not open: {read}")
        return 0
    findings.expect(not read["damage"], f"damage: {read['damage']}")
    return n_done(read["text"])


def _end_orphans(child, study):
    """Let the workers of a killed process finish what they have in hand, then end them: a pool waits for minutes."""
    n_fits, since = -1, time.monotonic()
    while time.monotonic() - since < _QUIET_SECONDS:
        if len(study.fits()) != n_fits:
            n_fits, since = len(study.fits()), time.monotonic()
        time.sleep(0.01)
    child.send(signal.SIGKILL, group=True)
