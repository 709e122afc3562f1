"""Which user of this machine asks: who opened the other end of a connection over loopback."""

import os
import socket
import struct
from pathlib import Path
from typing import Final

_ROOT: Final = 0
# The second has those of IPv6 that reach an address of IPv4.
_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))


def is_another_user(client: tuple[str, int], server: tuple[str, int]) -> bool:
    """Whether the other end belongs to another user, as far as the system tells.

    Loopback is shared by all users of a machine, and the address of a page is seen by all of them where it is handed to
    a browser as a word of its command line. Linux tells whose a connection is; elsewhere the address is all.

    Parameters
    ----------
    client, server : tuple of str and int
        Address and port of both ends.
    """
    if not hasattr(os, "getuid"):
        return False
    owners = [owner for table in _TABLES for owner in _owners(table, _written(*client), _written(*server))]
    # Whoever may do everything on this machine needs no page; ends that are closed already are counted as his.
    return any(owner not in (os.getuid(), _ROOT) for owner in owners)


def _owners(table: Path, client: str, server: str) -> list[int]:
    """Return the users of a table's connections between two ends; none if there is no table."""
    try:
        lines = table.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return []
    rows = [line.split() for line in lines]
    return [int(row[7]) for row in rows if row[1].endswith(client) and row[2].endswith(server)]


def _written(host: str, port: int) -> str:
    """Write an end as the kernel does: the bytes of the address as one number of this machine.

    >>> import sys
    >>> _written("127.0.0.1", 8080) == ("0100007F:1F90" if sys.byteorder == "little" else "7F000001:1F90")
    True
    """
    (number,) = struct.unpack("=I", socket.inet_aton(host))
    return f"{number:08X}:{port:04X}"
