"""Timing several ways of doing one thing, in turn, so that a busy moment of the machine hits all of them."""

import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time


@dataclass(frozen=True)
class Times:
    """Seconds of every round."""

    cpu: list[float]
    wall: list[float]


def interleaved(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, Times]:
    """Time all ways once per round, after one round that does not count, each round in another order."""
    times = {name: Times([], []) for name in ways}
    order = list(ways)
    for number in range(rounds + 1):
        for name in order:
            wall, cpu = perf_counter(), process_time()
            ways[name]()
            cpu, wall = process_time() - cpu, perf_counter() - wall
            if number:
                times[name].cpu.append(cpu)
                times[name].wall.append(wall)
        order.append(order.pop(0))
    return times


def ratios(seconds: Sequence[float], reference: Sequence[float]) -> str:
    """Ratio of the best times, and the median of the ratios of each round: far apart, the machine was busy."""
    paired = median(ours / theirs for ours, theirs in zip(seconds, reference, strict=True))
    return f"{min(seconds) / min(reference):.2f} ({paired:.2f})"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.3g}" if seconds < 0.1 else f"{seconds * 1e3:.0f}"


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table, its first column to the left, the others to the right."""
    lines = [list(header), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    for line in [lines[0], rule, *lines[1:]]:
        first, *rest = line
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        print(f"| {' | '.join(cells)} |", flush=True)


def machine() -> str:
    """Say what the numbers were taken on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn", "pandas"))
    return f"{os.cpu_count()} x {_processor()}, {platform.system()}, Python {platform.python_version()}, {packages}"


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
