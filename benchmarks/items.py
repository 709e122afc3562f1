"""A million items answered by five models, from a Parquet file of five million rows to the verdict on all ten pairs.

Seconds and the greatest memory of a process of its own, imports included; the answers are right or wrong. The peer does
the same arithmetic by hand: pandas pivots the table, SciPy's exact binomial test is called for every pair.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks._timing import print_table

N_ITEMS, N_MODELS = 1_000_000, 5

_MEASURED = """
import json, resource, sys, time
start = time.perf_counter()
{work}
seconds = time.perf_counter() - start
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, result]))
"""
_FOLDWISE = """
import foldwise as fw
verdict = fw.judge(sys.argv[1])
result = [row.pvalue for row in verdict.comparisons]
"""
_BY_HAND = """
from itertools import combinations
import pandas as pd
from scipy.stats import binomtest
table = pd.read_parquet(sys.argv[1]).pivot(index="item", columns="model", values="accuracy")
result = []
for a, b in combinations(table.columns, 2):
    d = table[a] - table[b]
    won, lost = int((d > 0).sum()), int((d < 0).sum())
    result.append(binomtest(won, won + lost).pvalue)
"""


def measure(work: str, path: Path) -> tuple[float, float, list[float]]:
    """Run a piece of work in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED.format(work=work), str(path)], check=True, capture_output=True, text=True
    )
    seconds, memory, result = json.loads(done.stdout.splitlines()[-1])
    return seconds, memory, result


def run() -> None:
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.parquet"
        pd.DataFrame(
            {
                "model": np.repeat([f"model {number}" for number in range(N_MODELS)], N_ITEMS),
                "item": np.tile(np.arange(N_ITEMS), N_MODELS),
                "accuracy": (rng.random(N_MODELS * N_ITEMS) < 0.8).astype(np.int8),
            }
        ).to_parquet(path)
        rounds = [(measure(_FOLDWISE, path), measure(_BY_HAND, path)) for _ in range(3)]
    ours, peer = (min(each[side] for each in rounds) for side in (0, 1))
    if not np.allclose(sorted(ours[2]), sorted(peer[2]), rtol=1e-9):
        raise AssertionError("foldwise and SciPy find other p-values")
    rows = [
        ("foldwise.judge", f"{ours[0]:.2f}", f"{ours[1]:.2f}"),
        ("pandas and SciPy, by hand", f"{peer[0]:.2f}", f"{peer[1]:.2f}"),
        ("ratio", f"{ours[0] / peer[0]:.2f}", f"{ours[1] / peer[1]:.2f}"),
    ]
    print_table(("way", "seconds", "GiB at most"), rows)
