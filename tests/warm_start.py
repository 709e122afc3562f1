"""A process that has loaded what every program of the tests needs, and divides whenever one is to be run.

Importing scikit-learn and pandas takes a second; of foldwise, which is what the tests are about, nothing is loaded. A
program has its own session, environment, folder, streams, search path and `__main__`, and ends as if it had been
started anew (`test_warm_start.py`). What an interpreter reads from its environment when it starts, such as the seed of
its hashes, is the same for all.
"""

import builtins
import json
import os
import runpy
import signal
import socket
import struct
import sys
import tempfile
import types
from contextlib import suppress

import joblib  # noqa: F401
import numpy as np
import pandas  # noqa: F401
import sklearn.compose
import sklearn.datasets
import sklearn.dummy
import sklearn.impute
import sklearn.pipeline
import sklearn.tree  # noqa: F401
import typer  # noqa: F401


def divide(orders):
    """Wait for orders; return what to run, in a process of its own."""
    while True:
        word, descriptors, *_ = socket.recv_fds(orders, 1, 4)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not word:
            # Whoever gave orders is gone.
            os._exit(0)
        if os.fork() == 0:
            # Only a parent is told how a program ends: this one stays to tell it.
            orders.close()
            *streams, answers = descriptors
            with socket.socket(fileno=answers) as connection:
                program = os.fork()
                if program == 0:
                    return become(connection, streams)
                for descriptor in streams:
                    os.close(descriptor)
                code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
                connection.sendall(struct.pack("<q", code))
            os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)


def become(connection, streams):
    """Have what a process has that is started for this; return what it was started with."""
    with connection.makefile(encoding="utf-8") as lines:
        order = json.loads(lines.readline())
    os.setsid()
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    # Nobody has used them yet, so that they are as new on what has been put below them.
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(line_buffering=stream.isatty())
    words = order["words"]
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    sys.path[:1] = [
        {"-c": "", "-m": os.getcwd()}.get(words[0], os.path.dirname(os.path.realpath(words[0]))),
        *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)),
    ]
    # What a process draws or looks up once.
    np.random.seed()  # noqa: NPY002
    tempfile.tempdir = None
    connection.sendall(struct.pack("<q", os.getpid()))
    return words


def run(words):
    """Do what Python does with these words."""
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    if words[0] == "-m":
        sys.argv = ["-m", *words[2:]]
        runpy._run_module_as_main(words[1])
        return
    if words[0] == "-c":
        text, name, sys.argv = words[1], "<string>", ["-c", *words[2:]]
    else:
        name, sys.argv = words[0], words
        main.__file__ = name
        with open(name, encoding="utf-8") as file:
            text = file.read()
    exec(compile(text, name, "exec"), main.__dict__)


# Under nohup this one is ignored, and programs would inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
WORDS = divide(socket.socket(fileno=int(sys.argv[1])))
run(WORDS)
