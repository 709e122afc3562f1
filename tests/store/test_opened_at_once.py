"""A new store that several programs open at the same moment: all of them get it."""

import subprocess
import sys
import textwrap

# Forked from one that has imported everything, children begin within a millisecond of each other.
PROGRAM = textwrap.dedent("""
    import multiprocessing, sys, time
    from pathlib import Path
    from foldwise.store import Store

    def open_it(path, start, refused):
        while time.time() < start:
            pass
        try:
            Store(path).close()
        except Exception as error:
            refused.put(str(error))

    forked = multiprocessing.get_context("fork")
    refused = forked.SimpleQueue()
    for number in range(30):
        path, start = Path(sys.argv[1]) / f"{number}.db", time.time() + 0.03
        children = [forked.Process(target=open_it, args=(path, start, refused)) for _ in range(6)]
        for child in children:
            child.start()
        for child in children:
            child.join()
    while not refused.empty():
        print(refused.get())
""")


def test_nobody_is_turned_away(tmp_path):
    """SQLite refuses those that switch to a log at once, without waiting: unless they ask again, one in eight."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == ""
