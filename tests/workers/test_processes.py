"""Worker processes leave nothing behind that anybody has to read."""

import subprocess
import sys


def test_a_name_that_an_interrupted_program_leaves_is_no_news():
    """Left between the end of a lock and the word of it to the process that cleans up for joblib."""
    script = (
        "import os, foldwise as fw\n"
        "from joblib.externals.loky.backend import resource_tracker\n"
        "from sklearn.naive_bayes import GaussianNB\n"
        "from sklearn.dummy import DummyClassifier\n"
        "learners = {'bayes': GaussianNB(), 'guess': DummyClassifier()}\n"
        "fw.evaluate(learners, fw.data.load('iris'), scheme='2x2', seed=1, n_jobs=2, sharing=False, progress=False)\n"
        "resource_tracker.register('/loky-not-there', 'semlock')\n"
        "os._exit(0)\n"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stderr == ""
