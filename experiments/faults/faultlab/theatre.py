"""Where the scenes are played: the library of faults compiled, the driver started, jobs sent to it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path

HERE = Path(__file__).parent
# Nothing here takes a minute on an idle machine.
LIMIT = 300.0


def why_not():
    """Say why faults cannot be played here; empty if they can."""
    if sys.platform != "linux":
        return "faults are injected by LD_PRELOAD, which this system has not"
    if shutil.which("cc") is None:
        return "there is no C compiler to make the library that injects faults"
    return ""


class Theatre:
    """A driver and a folder to play in; to be used in a with statement."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self._numbers = count()
        self._lock, self._one_at_a_time = threading.Condition(), threading.Lock()
        self._started, self._ended = [], {}
        # What undisturbed runs gave, see `scene.whole`.
        self.known = {}

    def __enter__(self):
        library = self.folder / "interpose.so"
        command = ["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "interpose.c", "-ldl"]
        subprocess.run(command, check=True)
        path = os.pathsep.join(filter(None, [str(HERE.parent), os.environ.get("PYTHONPATH")]))
        environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "FAULTS_LIBRARY": str(library),
            "PYTHONPATH": path,
            "PYTHONWARNINGS": "ignore",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        self._driver = subprocess.Popen(
            [sys.executable, str(HERE / "study_driver.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *_):
        self._driver.stdin.close()
        self._driver.wait(LIMIT)
        self._reader.join(LIMIT)
        self._driver.stdout.close()

    def start(self, **job):
        """Begin a job in a process of its own."""
        result = self.folder / f"result-{next(self._numbers)}.json"
        with self._one_at_a_time, self._lock:
            self._driver.stdin.write(json.dumps({**job, "result": str(result)}, default=str) + "\n")
            self._driver.stdin.flush()
            if not self._lock.wait_for(lambda: self._started or self._driver.poll() is not None, LIMIT):
                raise TimeoutError("the driver does not answer")
            if not self._started:
                raise RuntimeError(f"the driver has ended with {self._driver.returncode}")
            return Child(self, self._started.pop(), result)

    def play(self, **job):
        """Do a job and say how it ended."""
        return self.start(**job).wait()

    def fresh(self, name="study"):
        """Name a folder that is not there yet, and make it."""
        folder = self.folder / f"{name}-{next(self._numbers)}"
        folder.mkdir()
        return folder

    def _listen(self):
        for line in self._driver.stdout:
            said = json.loads(line)
            with self._lock:
                if "started" in said:
                    self._started.append(said["started"])
                else:
                    self._ended[said["ended"]] = said["status"]
                self._lock.notify_all()
        with self._lock:
            self._lock.notify_all()


class Child:
    """A process that does a job."""

    def __init__(self, theatre, pid, result):
        self._theatre, self.pid, self._result = theatre, pid, result

    def wait(self, limit=LIMIT):
        """Wait for its end: what it wrote down, or that it was killed, or that it crashed."""
        theatre = self._theatre
        with theatre._lock:
            if not theatre._lock.wait_for(lambda: self.pid in theatre._ended, limit):
                self.send(signal.SIGKILL)
                return {"ended": "never", "message": f"it did not end in {limit:g} s"}
            status = theatre._ended.pop(self.pid)
        if status:
            return {"ended": "killed" if status == -signal.SIGKILL else "crashed", "status": status}
        outcome = json.loads(self._result.read_text())
        self._result.unlink()
        return outcome

    def lives(self):
        """Whether it has not ended yet."""
        with self._theatre._lock:
            return self.pid not in self._theatre._ended

    def send(self, number, *, group=False):
        """Send it a signal, or it and all that it has started."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.pid, number)
