"""What a fresh process waits for.

Milliseconds, best of eleven processes. Goals: `import foldwise` at most 100 ms; the first verdict at most 300 ms beyond
importing pandas, scikit-learn and the learners, its 20 fits included; `foldwise.stats` at most 100 ms beyond NumPy and
SciPy; `foldwise --help`, and the help of a command, at most 150 ms.
"""

import resource
import subprocess
import sys
from time import perf_counter

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

HELP = {
    "nothing (Python alone)": ["-c", "pass"],
    "import typer": ["-c", "import typer"],
    "foldwise --help": ["-m", "foldwise", "--help"],
    "foldwise compare --help": ["-m", "foldwise", "compare", "--help"],
}
STATS = ["import numpy, scipy.special", "import foldwise.stats"]

Seconds = tuple[float, float]


def run() -> None:
    alone: list[list[Seconds]] = []
    stats: list[list[Seconds]] = []
    programs: list[list[Seconds]] = []
    after: list[list[Seconds]] = []
    for _ in range(ROUNDS):
        alone.append(_process("import foldwise"))
        stats.append(_process(*STATS))
        programs.append([_program(words) for words in HELP.values()])
        peers, room, first, second = _process(PEERS, ROOM, COMPARE, COMPARE)
        after.append([peers, room, first, (room[0] + first[0], room[1] + first[1]), second])
    names = (
        "import foldwise",
        "numpy, scipy.special",
        "then foldwise.stats",
        "pandas, scikit-learn, two learners",
        "then foldwise.verdicts",
        "then a first verdict (20 fits)",
        "these two together",
        "then the same again",
        *(f"{name}, the whole process" for name in HELP),
    )
    timed = (alone, stats, after, programs)
    best = [tuple(map(min, zip(*step, strict=True))) for rounds in timed for step in zip(*rounds, strict=True)]
    rows = [(name, milliseconds(cpu), milliseconds(wall)) for name, (cpu, wall) in zip(names, best, strict=True)]
    print_table(("what", "CPU", "wall"), rows)


def _process(*steps: str) -> list[Seconds]:
    finished = subprocess.run([sys.executable, "-c", TIMER, *steps], check=True, stdout=subprocess.PIPE, text=True)
    lines = (line.split() for line in finished.stdout.splitlines())
    return [(float(cpu), float(wall)) for cpu, wall in lines]


def _program(words: list[str]) -> Seconds:
    """Time a whole process: CPU from what the system counts for children that have ended."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    wall, after = perf_counter() - wall, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall
