"""Programs that tests start from a process that is warm are what they would be if they had been started anew."""

import json
import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

# Under nohup one signal is ignored by what is started anew; warm programs never do that.
SEEN = """
import json, os, signal, subprocess, sys, tempfile
main, signals = sys.modules["__main__"], sorted(signal.valid_signals() - {signal.SIGHUP})
streams = (sys.stdin, sys.stdout, sys.stderr)
print(json.dumps({
    "main": [__name__, getattr(main, "__file__", None), main.__spec__ and main.__spec__.name],
    "is main": main.__dict__ is globals(),
    "names": sorted(set(globals()) - {"__cached__", "__loader__", "__annotations__"}),
    "argv": sys.argv,
    "path": sys.path,
    "folder": os.getcwd(),
    "temporary": tempfile.gettempdir(),
    "environment": {name: os.environ[name] for name in sorted(os.environ)},
    "inherited": sorted(subprocess.check_output("env", text=True).splitlines()),
    "streams": [[s.name, s.mode, s.encoding, s.errors, s.line_buffering, s.isatty(), s.fileno()] for s in streams],
    "kept": [sys.__stdin__ is sys.stdin, sys.__stdout__ is sys.stdout, sys.__stderr__ is sys.stderr],
    "signals": {str(n): str(signal.getsignal(n)).split(" at ")[0] for n in signals},
    "blocked": [int(n) for n in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "leads": [os.getpid() == os.getsid(0), os.getpid() == os.getpgrp()],
    "open": sorted(os.listdir("/proc/self/fd"))[:-1],
    "threads": len(os.listdir("/proc/self/task")),
    "compiles": sys.dont_write_bytecode,
    "ours": sorted(name for name in sys.modules if name.partition(".")[0] == "foldwise"),
}))
"""
ENDS = {
    "well": "print('out'); print('err', file=sys.stderr)",
    "last words": "atexit.register(print, 'at the end'); sys.__stdout__.write('kept for later')",
    "a code": "print('out'); sys.exit(3)",
    "words": "sys.exit('no')",
    "at once": "print('lost'); os._exit(4)",
    "killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "interrupted": "os.kill(os.getpid(), signal.SIGINT); time.sleep(60)",
    "asked to end": "os.kill(os.getpid(), signal.SIGTERM); time.sleep(60)",
    "no reader": "os.close(1); print('lost')",
}


@pytest.fixture
def both(finished, tmp_path):
    """Run the same program warm and anew; all that differs by design is the mode of UTF-8, which is set."""

    def run(*words):
        how = {"PYTHONUTF8": "1", "PYTHONPATH": f"{tmp_path / 'a'}{os.pathsep}{tmp_path}", "OWN": "é"}
        warm = finished(*words, cwd=tmp_path, **how)
        anew = subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=tmp_path,
            env=os.environ | how,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            start_new_session=True,
        )
        return warm, anew

    return run


@pytest.mark.parametrize("kind", ["text", "module", "package", "script"])
def test_it_sees_the_same(both, tmp_path, kind):
    (tmp_path / "package").mkdir()
    for path in ("module.py", "package/__main__.py", "package/__init__.py"):
        (tmp_path / path).write_text("" if path.endswith("__init__.py") else SEEN)
    first = {"text": ["-c", SEEN], "script": [tmp_path / "module.py"]}.get(kind, ["-m", kind])
    warm, anew = both(*first, "one", "--two")
    assert anew.returncode == 0, anew.stderr
    assert warm.returncode == 0, warm.stderr
    seen, expected = json.loads(warm.stdout), json.loads(anew.stdout)
    assert [(seen[name], expected[name]) for name in expected if seen[name] != expected[name]] == []
    assert seen["ours"] == []


@pytest.mark.parametrize("how", ENDS)
def test_it_ends_the_same(both, how):
    warm, anew = both("-c", f"import atexit, os, signal, sys, time\n{ENDS[how]}")
    assert (warm.returncode, warm.stdout) == (anew.returncode, anew.stdout)
    # Only where it was, is told in one line more or less.
    assert [line for line in warm.stderr.splitlines() if not line.startswith(" ")] == [
        line for line in anew.stderr.splitlines() if not line.startswith(" ")
    ]


def test_each_draws_its_own_numbers(finished):
    code = "import random, uuid, numpy; print(random.random(), uuid.uuid4(), numpy.random.random())"
    one, other = (finished("-c", code).stdout.split() for _ in range(2))
    assert all(left != right for left, right in zip(one, other, strict=True))


def test_a_program_that_goes_on_is_ended(start):
    program = start("-c", "import time; print('begun', flush=True); time.sleep(600)")
    assert program.stdout.readline() == "begun\n"
    assert program.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(timeout=0.01)
    program.end()
    assert program.returncode == -signal.SIGKILL
