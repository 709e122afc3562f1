"""How much memory this program may still take, where the system tells."""

from pathlib import Path

_ROOT = Path("/")


def available_memory(root: Path = _ROOT) -> int | None:
    """Return how many bytes can still be had before something is killed; None if the system does not tell.

    On Linux what the kernel counts as available, with what may be swapped out, within the limits of all control groups
    that this process is in, of either version; pages of files that a group could drop do not count as used.

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
            top, most, used, droppable = "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            top, most, used = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
            droppable = "total_inactive_file"
        else:
            continue
        # In a container the mounted tree may begin at the group itself.
        folder = root / top / path.lstrip("/")
        for place in (folder, *folder.parents):
            left = _left(place, most, used, droppable)
            available = available if left is None else min(available, left)
            if place == root / top:
                break
    return max(available, 0)


def _left(folder: Path, most: str, used: str, droppable: str) -> int | None:
    try:
        limit = (folder / most).read_text(encoding="ascii").strip()
        if limit == "max":
            return None
        pages = dict(line.split() for line in (folder / "memory.stat").read_text(encoding="ascii").splitlines())
        return int(limit) - int((folder / used).read_text(encoding="ascii")) + int(pages.get(droppable, 0))
    except (OSError, ValueError):
        return None


def gibibytes(n_bytes: float) -> str:
    """Return a number of bytes in words.

    >>> gibibytes(3 << 30), gibibytes(5 << 20)
    ('3.0 GiB', '0.0 GiB')
    """
    return f"{n_bytes / (1 << 30):,.1f} GiB"
