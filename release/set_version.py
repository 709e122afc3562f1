"""Write a version into every place where it stands: ``python release/set_version.py 0.2.0``.

`tests/release/test_one_version.py` says if one was forgotten. What pages about papers and peers say is not among them:
there it is the version that computed their numbers, written by what computes them.
"""

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Where a version stands, its digits in brackets.
PLACES = (
    ("pyproject.toml", r'^version = "(.+)"$'),
    ("meson.build", r"^  version: '(.+)',$"),
    ("release/recipe.yaml", r'^  version: "(.+)"$'),
    ("CITATION.cff", r"^version: (.+)$"),
    ("docs/start.md", r"foldwise-(\d\S*?)-cp311-abi3"),
    ("docs/start.md", r"^foldwise (\d\S*)$"),
    ("docs/reporting.md", r"\bwith foldwise\s(\d\S*)\.$"),
)
VERSION = re.compile(r"\d+\.\d+\.\d+(\.dev\d+|rc\d+)?")


def versions(path, pattern):
    """Every version that stands in a file where the pattern says."""
    return re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def write(path, pattern, version):
    """Put the version where the pattern says; an error if it is nowhere."""
    text = (ROOT / path).read_text(encoding="utf-8")

    def changed(match):
        start, end = match.span(1)
        return text[match.start() : start] + version + text[end : match.end()]

    written, count = re.subn(pattern, changed, text, flags=re.MULTILINE)
    if not count:
        raise SystemExit(f"error: {path} has no version where {pattern} says; mend PLACES in release/set_version.py")
    (ROOT / path).write_text(written, encoding="utf-8")
    print(f"{path}: {count}")


def main():
    """Write the version that is asked for, and print where."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("version", help="X.Y.Z, X.Y.ZrcN or X.Y.Z.devN")
    version = parser.parse_args().version
    if not VERSION.fullmatch(version):
        parser.error(f"the version must be X.Y.Z, X.Y.ZrcN or X.Y.Z.devN, got {version!r}")
    for path, pattern in PLACES:
        write(path, pattern, version)


if __name__ == "__main__":
    main()
