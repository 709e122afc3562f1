"""The wheel, installed where there is no compiler, by somebody who has nothing but Python."""

import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.pages,
    pytest.mark.skipif(
        "FOLDWISE_WHEEL" not in os.environ, reason="FOLDWISE_WHEEL does not name a wheel; see `make pages`"
    ),
]

TABLE = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},{base + (fold * len(name + str(repeat * fold)) % 7) / 100}\n"
    for name, base in (("old", 0.8), ("newer", 0.9))
    for repeat in range(10)
    for fold in range(10)
)


@pytest.fixture
def wheel():
    return Path(os.environ["FOLDWISE_WHEEL"])


@pytest.fixture
def without_compiler(tmp_path):
    """Make an environment whose PATH has no compiler: only the shell's tools that start programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "env", "uname", "realpath", "dirname"):
        (folder / name).symlink_to(shutil.which(name))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.startswith("PIP_") or name in {"HOME", "SSL_CERT_FILE"}
    }
    return {**kept, "PATH": str(folder), "MPLBACKEND": "Agg"}


def test_one_wheel_serves_all_pythons_on_systems_since_2018(wheel):
    assert "-cp311-abi3-manylinux_2_28_" in wheel.name


def run(*command, **keywords):
    """Run to a good end and return what was printed; the errors are in the message otherwise."""
    finished = subprocess.run(command, capture_output=True, text=True, check=False, **keywords)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_from_the_wheel_to_a_verdict_on_a_file_of_ones_own(wheel, without_compiler, tmp_path):
    started = time.monotonic()
    venv.create(tmp_path / "env", with_pip=True)
    python, here = tmp_path / "env" / "bin" / "python", {"env": without_compiler, "cwd": tmp_path}
    run(python, "-m", "pip", "-q", "install", "--only-binary", ":all:", wheel, **here)
    (tmp_path / "results.csv").write_text(TABLE)
    verdict = run(python.with_name("foldwise"), "judge", "results.csv", **here)
    print(f"from pip install to the verdict: {time.monotonic() - started:.0f} s")
    assert verdict.startswith("newer is better than old")
    learners = ["-l", "nb", "-l", "c45"]
    run(python, "-m", "foldwise", "compare", "iris", *learners, "--scheme", "2x5", "--report", "verdict.html", **here)
    assert "<html" in (tmp_path / "verdict.html").read_text()


def test_uvx_needs_no_installation(wheel, without_compiler, tmp_path):
    (tmp_path / "results.csv").write_text(TABLE)
    uvx = [sys.executable, "-m", "uv", "tool", "run", "--no-build", "--python", sys.executable, "--from", wheel]
    environ = {**without_compiler, "UV_CACHE_DIR": str(tmp_path / "cache")}
    assert run(*uvx, "foldwise", "judge", "results.csv", env=environ, cwd=tmp_path).startswith(
        "newer is better than old"
    )
