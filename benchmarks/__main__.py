"""Run all benchmarks, or those named: ``python -m benchmarks evaluate_overhead``."""

import argparse
import os
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Times, and ratios within one run.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"which ones: {', '.join(NAMES)} (default: all)")
    names = parser.parse_args().names or NAMES
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]}. There are: {', '.join(NAMES)}.")
    # Before numpy is imported: threads of one call would compete with what is timed beside it.
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = "1"
    from benchmarks._timing import machine

    print(machine())
    for name in names:
        benchmark = import_module(f"benchmarks.{name}")
        print(f"\n## {name}\n\n{benchmark.__doc__.strip()}\n")
        benchmark.run()


if __name__ == "__main__":
    main()
