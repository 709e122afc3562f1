"""Install foldwise with the lowest or the newest versions it allows, and use it.

``python release/try_versions.py lowest`` makes an environment of its own for the Python that runs it, lets uv choose
the oldest versions of what pyproject.toml names (or the newest), and then imports every room, compares two learners,
judges a table, and writes a figure and a report. ``--wheel FILE`` installs a wheel instead of building from the source.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
NAMED = ("numpy", "scipy", "scikit-learn", "pandas", "matplotlib", "typer", "rich", "joblib")
VERSIONS = (
    "import importlib.metadata as m, sys; print('Python', sys.version.split()[0]); "
    f"[print(name, m.version(name)) for name in {NAMED!r}]"
)
# The rooms, as the root lists them: a room that needs something newer fails here.
ROOMS = "import foldwise; [getattr(foldwise, name) for name in foldwise.__all__]"
TABLE = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},0.{7 + (fold + len(name)) % 3}\n"
    for name in ("a", "bb")
    for repeat in range(10)
    for fold in range(10)
)


def main():
    """Try one set of versions; exit code 0 if all of it worked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", choices=list(RESOLUTIONS))
    parser.add_argument("--wheel", type=Path, help="install this instead of building the source")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder, "Scripts" if os.name == "nt" else "bin", "python"))
        pip = [python, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "uv"], check=True)
        what = str(asked.wheel.resolve() if asked.wheel else ROOT)
        install = [python, "-m", "uv", "pip", "install", "--quiet", "--python", python]
        # From the list itself: what a wheel or a folder needs would not count as asked for. Nothing is compiled.
        choice = ["--resolution", RESOLUTIONS[asked.versions], "--only-binary", ":all:"]
        subprocess.run([*install, *choice, "--requirements", str(ROOT / "pyproject.toml")], check=True)
        subprocess.run([*install, "--no-deps", what], check=True)
        Path(folder, "scores.csv").write_text(TABLE)
        learners = ["-l", "sklearn.naive_bayes.GaussianNB", "-l", "c45"]
        files = ["--plot", "verdict.png", "--report", "verdict.html"]
        for command in (
            [python, "-c", VERSIONS],
            [python, "-c", ROOMS],
            [python, "-m", "foldwise", "compare", "iris", *learners, "--scheme", "2x5", "--quiet", *files],
            [python, "-m", "foldwise", "judge", "scores.csv"],
            [python, "-m", "foldwise", "tests", "corrected_repeated_kfold_t"],
        ):
            subprocess.run(command, check=True, cwd=folder)


if __name__ == "__main__":
    main()
