"""Many blocks: what it costs to append one, to open the file, to ask how far it is, to go on; and what memory."""

import time
from pathlib import Path

from faultlab.scene import Findings, Study


def many_blocks(theatre, *, n_repeats, n_folds=10):
    """Run a study of so many repeats, each fold a block of its own, in one process; open it in another."""
    findings = Findings(f"{n_repeats * n_folds:,} blocks")
    study = Study(theatre, f"{n_repeats}x{n_folds}", learners=["plain"], fails=0, probabilities=False)
    grown = study.start("grow", lines="/dev/null").wait(limit=3600.0)
    findings.expect(grown["ended"] == "well", str(grown))
    opened = study.start("reopen", lines="/dev/null").wait(limit=3600.0)
    findings.expect(opened["ended"] == "well", str(opened))
    if not findings.violations:
        findings.figures.update(grown["figures"], **opened["figures"], megabytes=study.store.stat().st_size / 1e6)
        findings.counts["blocks"] = findings.figures.pop("n_blocks")
        findings.expect(findings.counts["blocks"] == n_repeats * n_folds, f"{findings.counts['blocks']} were appended")
        findings.expect(not opened["missing"], f"{opened['missing']} folds are missing")
    return findings


def grow(study, job):
    """Run a study, and take the time of every append and the memory now and then."""
    from foldwise.store._complete import StoreSink

    seconds, memory, take = [], [], StoreSink.take

    def timed(self, block):
        begin = time.perf_counter()
        written = take(self, block)
        seconds.append(time.perf_counter() - begin)
        if len(seconds) % 1000 == 0:
            memory.append(resident())
        return written

    StoreSink.take = timed
    begin = time.perf_counter()
    study(job)
    total = time.perf_counter() - begin
    ordered = sorted(seconds)
    # The first tenth fills caches; from then on nothing should grow.
    early, late = memory[len(memory) // 10], max(memory[len(memory) // 10 :])
    return {
        "figures": {
            "n_blocks": len(seconds),
            "run_s": total,
            "append_mean_ms": 1e3 * sum(seconds) / len(seconds),
            "append_median_ms": 1e3 * ordered[len(seconds) // 2],
            "append_99_ms": 1e3 * ordered[int(0.99 * len(seconds))],
            "append_max_ms": 1e3 * ordered[-1],
            "append_first_tenth_ms": 1e3 * sum(seconds[: len(seconds) // 10]) / (len(seconds) // 10),
            "append_last_tenth_ms": 1e3 * sum(seconds[-(len(seconds) // 10) :]) / (len(seconds) // 10),
            "memory_early_mb": early,
            "memory_growth_mb": late - early,
        }
    }


def reopen(study, job):
    """Open a complete store, ask how far it is, and run the study once more."""
    from foldwise.store import Store

    begin = time.perf_counter()
    store = Store(job["store"])
    opened = time.perf_counter()
    status = store.status()
    counted = time.perf_counter()
    store.runs()
    loaded = time.perf_counter()
    store.close()
    resumed = time.perf_counter()
    study(job)
    figures = {
        "open_s": opened - begin,
        "status_s": counted - opened,
        "load_s": loaded - counted,
        "resume_s": time.perf_counter() - resumed,
    }
    return {"figures": figures, "missing": sum(cell.n_missing for cell in status)}


def resident():
    """Megabytes that this process occupies."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
