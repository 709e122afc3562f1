"""C files beside this one, compiled when they are first needed."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path


def why_not():
    """Why they cannot be compiled here; empty if they can."""
    return "" if shutil.which("cc") else "there is no C compiler"


@cache
def library(name):
    """Load what one file defines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", path, Path(__file__).with_name(f"{name}.c")], check=True)
        return ctypes.CDLL(str(path))


def pointer(array):
    """Address of an array's numbers; the array has to be kept while it is used."""
    return array.ctypes.data_as(ctypes.c_void_p)
