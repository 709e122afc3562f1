import gc
import subprocess
import sys

COMPARE = """
import gc, weakref
from foldwise.cli import main

code = main(["compare", "iris", "--learner", "nb", "--learner", "sklearn.dummy.DummyClassifier", "--scheme", "5"])
frozen = gc.get_freeze_count()

class Node:
    pass

node = Node()
node.itself, gone = node, weakref.ref(node)
del node
gc.collect()
print(code, frozen > 50_000, gc.isenabled(), gone() is None)
# Once only: what was made in between may be garbage.
main(["compare", "iris", "--learner", "nb", "--learner", "c45", "--scheme", "5"])
print(gc.get_freeze_count() <= frozen)
"""


def test_a_command_freezes_what_it_imports_and_nothing_else():
    """Garbage that is made later is found as ever."""
    done = subprocess.run([sys.executable, "-c", COMPARE], check=True, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert "0 True True True" in lines
    assert lines[-1] == "True"


def test_a_program_that_does_more_is_left_alone(run):
    """Here pandas is there already."""
    before = gc.get_freeze_count()
    assert run("compare", "iris", "--learner", "nb", "--learner", "c45", "--scheme", "5").code == 0
    assert gc.isenabled()
    # What is frozen may end, but nothing may come to it.
    assert gc.get_freeze_count() <= before


BROKEN = """
import gc, sys

sys.modules["foldwise.verdicts._judge"] = None
from foldwise.cli import main

try:
    main(["compare", "iris", "--learner", "nb", "--learner", "c45", "--scheme", "5"])
except ImportError:
    pass
print(gc.isenabled(), gc.get_freeze_count())
"""


def test_garbage_is_looked_for_again_when_an_import_fails():
    done = subprocess.run([sys.executable, "-c", BROKEN], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["True", "0"]
