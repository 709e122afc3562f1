"""The long version of tests/faults: ``make faults``, some minutes.

Prints what was done and what came of it, writes that to docs/reliability.csv and into the table of docs/reliability.md,
and ends with 1 if anything happened that should not have. Arguments choose scenes by the beginning of their names; the
others keep their lines.
"""

import csv
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from faultlab import crowds, damage, disks, kills, scale, writes
from faultlab.scene import Findings
from faultlab.theatre import Theatre, why_not

ROOT = Path(__file__).parents[2]
PAGE, NUMBERS = ROOT / "docs" / "reliability.md", ROOT / "docs" / "reliability.csv"
BEGIN, END = "<!-- written by make faults -->\n", "<!-- end -->"


def repeated(scene, times):
    """Play a scene several times, and add up what was found."""

    def play(theatre):
        total = scene(theatre)
        for _ in range(times - 1):
            findings = scene(theatre)
            total.counts.update(findings.counts)
            total.violations += findings.violations
        return total

    return play


def random_kills(theatre, **sizes):
    findings = kills.random_kills(theatre, scheme="10x10", **sizes)
    findings.expect(findings.counts["kills in the middle of a fold"] > 0, "no kill has met a fold")
    return findings


def full_disk(theatre):
    findings, reason = disks.full_disk(theatre, scheme="2x3", sizes=range(20_000, 420_000, 10_000))
    return findings or Findings(f"a disk that is full: not tried, {reason}")


def lost_worker(_):
    """Let the tests of the cluster kill workers."""
    findings = Findings("a Dask worker killed half-way")
    if find_spec("distributed") is None:
        findings.title += ": not tried, distributed is not installed"
        return findings
    tests = ("a_worker_is_killed_half_way", "data_that_are_lost_are_sent_again")
    command = [sys.executable, "-m", "pytest", "-q", "tests/workers/test_cluster.py", "-k", " or ".join(tests)]
    for _ in range(3):
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        findings.expect(ended.returncode == 0, ended.stdout[-1000:])
        findings.counts["workers killed"] += len(tests)
    return findings


def many_blocks(theatre):
    findings = scale.many_blocks(theatre, n_repeats=10_000)
    figures = findings.figures
    if figures:
        findings.expect(figures["open_s"] < 1, f"opening takes {figures['open_s']:.2f} s")
        findings.expect(figures["append_mean_ms"] < 5, f"appending takes {figures['append_mean_ms']:.2f} ms")
        findings.expect(figures["memory_growth_mb"] < 16, f"memory grows by {figures['memory_growth_mb']:.1f} MB")
    return findings


SCENES = {
    "kills-1": partial(random_kills, n_kills=200, seconds=0.005),
    "kills-threads": partial(random_kills, n_kills=200, n_jobs=2, seconds=0.005),
    "kills-processes": partial(random_kills, n_kills=30, n_jobs=2, in_threads=False, seconds=0.02),
    "writes": partial(writes.fault_at_calls, scheme="1x2", faults=writes.WRITE_FAULTS),
    "reads": partial(writes.fault_at_calls, scheme="1x2", faults=writes.READ_FAULTS),
    "quota": partial(disks.largest_file, scheme="2x3", sizes=range(0, 200_000, 5_000)),
    "disk": full_disk,
    "forbidden": partial(disks.forbidden, scheme="2x3"),
    "vanished": repeated(partial(disks.vanished, scheme="2x3"), 5),
    "flips-file": partial(damage.bit_flips, scheme="5x10", n_flips=500),
    "flips-log": partial(damage.bit_flips, scheme="2x3", n_flips=250, in_log=True),
    "cuts-file": partial(damage.truncations, scheme="5x10", n_lengths=250),
    "cuts-log": partial(damage.truncations, scheme="2x3", n_lengths=250, in_log=True),
    "crowd-2": repeated(partial(crowds.crowd, scheme="5x10", n_processes=2), 20),
    "crowd-8": repeated(partial(crowds.crowd, scheme="5x10", n_processes=8), 10),
    "crowd-32": repeated(partial(crowds.crowd, scheme="5x10", n_processes=32), 5),
    "suspended": repeated(partial(crowds.suspended, scheme="2x5"), 10),
    "clocks": repeated(partial(crowds.jumping_clocks, scheme="5x10"), 10),
    "dask": lost_worker,
    "scale": many_blocks,
}


def line(name, findings):
    """One line of the table."""
    found = {**findings.counts, **{key: f"{value:.3g}" for key, value in findings.figures.items()}}
    return {
        "scene": name,
        "what": findings.title,
        "found": "; ".join(f"{key} {value}" for key, value in found.items()),
        "violations": len(findings.violations),
    }


def write(lines):
    """Keep the lines, those of scenes that were not played as they were."""
    kept = {}
    if NUMBERS.exists():
        with NUMBERS.open(encoding="utf-8", newline="") as file:
            kept = {row["scene"]: row for row in csv.DictReader(file)}
    rows = [row for name in SCENES if (row := lines.get(name, kept.get(name)))]
    with NUMBERS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=["scene", "what", "found", "violations"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    table = ["| what was done | what was found | violations |", "|---|---|---|"]
    table += [f"| {row['what']} | {row['found']} | {row['violations']} |" for row in rows]
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(table) + "\n\n" + END + rest.partition(END)[2], encoding="utf-8")


def main():
    """Play all scenes, or those that were asked for."""
    if reason := why_not():
        print(f"not run: {reason}")
        return 0
    wanted = sys.argv[1:] or [""]
    lines, violations = {}, []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with Theatre(folder) as theatre:
            for name, scene in SCENES.items():
                if not name.startswith(tuple(wanted)):
                    continue
                begin = time.monotonic()
                findings = scene(theatre)
                lines[name] = line(name, findings)
                print(f"{findings.title}: {lines[name]['found']} ({time.monotonic() - begin:.0f} s)", flush=True)
                for violation in findings.violations[:10]:
                    print(f"  VIOLATION {violation[:1000]}", flush=True)
                violations += findings.violations
    write(lines)
    print(f"{len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
