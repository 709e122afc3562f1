"""What a fresh process waits for.

Milliseconds, best of eleven processes. Goals: `import foldwise` at most 100 ms; the first verdict at most 300 ms beyond
importing pandas, scikit-learn and the learners, its 20 fits included.
"""

import subprocess
import sys

from benchmarks._timing import milliseconds, print_table

ROUNDS = 11
# Each step is timed inside the process: the imports of the peers vary by more than ours take.
TIMER = """
import sys
from time import perf_counter, process_time
names = {}
for step in sys.argv[1:]:
    wall, cpu = perf_counter(), process_time()
    exec(step, names)
    print(process_time() - cpu, perf_counter() - wall)
"""
PEERS = """
import numpy as np, pandas, sklearn
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
y = np.arange(150) % 3
X = np.random.default_rng(1).normal(size=(150, 4)) + y[:, np.newaxis]
"""
ROOM = "from foldwise.verdicts import compare"
COMPARE = "compare([GaussianNB(), DummyClassifier()], X, y, scheme='10', progress=False)"

Seconds = tuple[float, float]


def run() -> None:
    alone: list[list[Seconds]] = []
    after: list[list[Seconds]] = []
    for _ in range(ROUNDS):
        alone.append(_process("import foldwise"))
        peers, room, first, second = _process(PEERS, ROOM, COMPARE, COMPARE)
        after.append([peers, room, first, (room[0] + first[0], room[1] + first[1]), second])
    names = (
        "import foldwise",
        "pandas, scikit-learn, two learners",
        "then foldwise.verdicts",
        "then a first verdict (20 fits)",
        "these two together",
        "then the same again",
    )
    best = [tuple(map(min, zip(*step, strict=True))) for rounds in (alone, after) for step in zip(*rounds, strict=True)]
    rows = [(name, milliseconds(cpu), milliseconds(wall)) for name, (cpu, wall) in zip(names, best, strict=True)]
    print_table(("what", "CPU", "wall"), rows)


def _process(*steps: str) -> list[Seconds]:
    finished = subprocess.run([sys.executable, "-c", TIMER, *steps], check=True, stdout=subprocess.PIPE, text=True)
    lines = (line.split() for line in finished.stdout.splitlines())
    return [(float(cpu), float(wall)) for cpu, wall in lines]
