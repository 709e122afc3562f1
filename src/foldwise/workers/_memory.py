"""How much memory a process holds, where the system tells."""

from typing import NamedTuple


class Memory(NamedTuple):
    """Bytes of one process.

    `private` is what it alone holds, in memory or swapped out; pages of files, which the system can drop, are not part
    of it. `data` is what it has asked for, whether it was ever written to or not.
    """

    private: int
    data: int


def memory_of(pid: int | str) -> Memory | None:
    """Ask Linux; None elsewhere, or if there is no such process."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            lines = dict(line.split(":", 1) for line in file)
        kilobytes = {name: int(lines[name].split()[0]) for name in ("RssAnon", "VmSwap", "VmData")}
    except (OSError, KeyError, ValueError):
        return None
    return Memory((kilobytes["RssAnon"] + kilobytes["VmSwap"]) * 1024, kilobytes["VmData"] * 1024)
