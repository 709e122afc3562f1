"""A fault at every call that writes, syncs, truncates, opens or removes a file of the store, and at every read."""

import errno
from concurrent.futures import ThreadPoolExecutor

from faultlab.scene import Findings, Study, check_recovery, names_the_store, whole

# What happens, with which error, and whether it goes on happening until the process ends.
WRITE_FAULTS = {
    "I/O error, once": {"action": "fail", "errno": errno.EIO},
    "I/O error from then on": {"action": "fail", "errno": errno.EIO, "lasts": True},
    "disk full, once": {"action": "fail", "errno": errno.ENOSPC},
    "disk full from then on": {"action": "fail", "errno": errno.ENOSPC, "lasts": True},
    "read-only from then on": {"action": "fail", "errno": errno.EROFS, "lasts": True},
    "short write": {"action": "short"},
    "killed before": {"action": "kill before"},
    "killed half-way": {"action": "kill half-way"},
    "killed after": {"action": "kill after"},
}
READ_FAULTS = {
    "I/O error in reading, once": {"action": "fail", "errno": errno.EIO, "kind": "reads"},
    "I/O error in reading from then on": {"action": "fail", "errno": errno.EIO, "lasts": True, "kind": "reads"},
}


def fault_at_calls(theatre, *, scheme, faults, step=1, **options):
    """Begin the study anew for every `step`-th call, and let that call fail in each way; then go on without faults."""
    kinds = {fault.get("kind", "writes") for fault in faults.values()}
    findings = Findings(f"a fault at every call that {' or '.join(sorted(kinds))}")
    text = whole(theatre, scheme, **options)
    for number, (name, fault) in enumerate(faults.items()):
        study = Study(theatre, scheme, **options)
        counted = study.play(fault=study.fault("count", 0, kind=fault.get("kind", "writes")))["counted"]
        findings.counts["calls of a run"] = max(findings.counts["calls of a run"], counted)
        # Each kind of fault begins elsewhere, so that together they meet more calls.
        calls = range(number % step, counted, step)
        studies = [Study(theatre, scheme, **options) for _ in calls]
        faulty = [{**fault, "first": call} for call in calls]
        with ThreadPoolExecutor(2) as pool:
            for call, study, played in zip(calls, studies, pool.map(_play, studies, faulty), strict=True):
                _examine(findings, study, name, call, *played, text)
    return findings


def _play(study, fault):
    return study.play(fault=study.fault(**fault)), study.play("recover")


def _examine(findings, study, name, call, ended, recovered, text):
    where = f"{name}, call {call}"
    findings.counts[name] += 1
    if name.startswith("killed"):
        findings.expect(ended["ended"] == "killed", f"{where}: {ended}")
    elif ended["ended"] != "well":
        findings.counts["refused"] += 1
        findings.expect(names_the_store(ended, study.store), f"{where}: {ended}")
    check_recovery(findings, recovered, text, where)
