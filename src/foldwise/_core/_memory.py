"""How much memory this program may still take, where the system tells."""

from pathlib import Path

_ROOT = Path("/")


def available_memory(root: Path = _ROOT) -> int | None:
    """Return how many bytes can still be had before something is killed; None if the system does not tell.

    On Linux what the kernel counts as available, with what may be swapped out, within the limits of all control groups
    that this process is in, of either version, on memory and on swap; pages of files do not count as used.

    Parameters
    ----------
    root : Path
        Where ``proc`` and ``sys`` are.
    """
    try:
        lines = (root / "proc/meminfo").read_text(encoding="ascii").splitlines()
        sizes = {name: 1024 * int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
        available = sizes["MemAvailable"] + sizes["SwapFree"]
        groups = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError, KeyError, IndexError):
        return None
    for group in groups:
        _, controllers, path = group.split(":", 2)
        if controllers == "":
            top, left_of = "sys/fs/cgroup", _left
        elif "memory" in controllers.split(","):
            top, left_of = "sys/fs/cgroup/memory", _left_in_first_version
        else:
            continue
        # In a container the mounted tree may begin at the group itself.
        folder = root / top / path.lstrip("/")
        for place in (folder, *folder.parents):
            left = left_of(place, sizes["SwapFree"])
            available = available if left is None else min(available, left)
            if place == root / top:
                break
    return max(available, 0)


def _left(folder: Path, swap_free: int) -> int | None:
    """Return what a group of the second version may still take; None if it has no limit."""
    limit = _number(folder / "memory.max")
    used = _number(folder / "memory.current")
    if limit is None or used is None:
        return None
    most, swapped = _number(folder / "memory.swap.max"), _number(folder / "memory.swap.current")
    swap = swap_free if most is None or swapped is None else min(swap_free, max(most - swapped, 0))
    return limit - used + _droppable(folder, "") + swap


def _left_in_first_version(folder: Path, swap_free: int) -> int | None:
    """Return what a group of the first version may still take, whose second limit is on memory and swap together."""
    limit, used = _number(folder / "memory.limit_in_bytes"), _number(folder / "memory.usage_in_bytes")
    if limit is None or used is None:
        return None
    most, both = _number(folder / "memory.memsw.limit_in_bytes"), _number(folder / "memory.memsw.usage_in_bytes")
    left = limit - used + swap_free
    if most is not None and both is not None:
        left = min(left, most - both)
    return left + _droppable(folder, "total_")


def _droppable(folder: Path, prefix: str) -> int:
    """Return how much is held by pages of files, those of large results among them, which are on a disk as well."""
    try:
        pages = dict(line.split() for line in (folder / "memory.stat").read_text(encoding="ascii").splitlines())
        return sum(int(pages.get(f"{prefix}{kind}", 0)) for kind in ("active_file", "inactive_file"))
    except (OSError, ValueError):
        return 0


def _number(path: Path) -> int | None:
    """Return what a file holds; None if it is not there, or says that there is no limit."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def bytes_in_words(n_bytes: float) -> str:
    """Return a number of bytes as people say it.

    >>> bytes_in_words(3 << 30), bytes_in_words(5 << 20), bytes_in_words(1500), bytes_in_words(0)
    ('3.0 GiB', '5.0 MiB', '1.5 KiB', '0.0 KiB')
    """
    size, unit = n_bytes / (1 << 10), "KiB"
    for larger in ("MiB", "GiB"):
        if size < 1000:
            break
        size, unit = size / (1 << 10), larger
    return f"{size:,.1f} {unit}"
