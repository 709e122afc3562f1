"""Digests and derived seeds are pure functions of content."""

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

PART = st.one_of(st.text(), st.binary(), st.integers(), st.none())


def test_a_digest_is_blake2b_of_typed_parts(core):
    """By hand: hashlib.blake2b(b'str:1:aint:1:7', digest_size=16).hexdigest()."""
    import hashlib

    assert core.digest(memoryview(b"a"), 7) == core.digest(b"a", 7)
    assert core.digest("a", 7) == hashlib.blake2b(b"str:1:aint:1:7", digest_size=16).hexdigest()


@given(st.lists(PART, max_size=4), st.lists(PART, max_size=4))
def test_different_parts_have_different_digests(core, first, second):
    same = [(type(part), part) for part in first] == [(type(part), part) for part in second]
    assert (core.digest(*first) == core.digest(*second)) == same


def test_a_seed_does_not_depend_on_the_process(core):
    code = "from foldwise._core import derive_seed; print(derive_seed(1, 'forest', 0, 3))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
        ).stdout
        for seed in ("0", "1")
    }
    assert runs == {f"{core.derive_seed(1, 'forest', 0, 3)}\n"}


def test_seeds_fill_their_range(core):
    seeds = [core.derive_seed(i, bits=32) for i in range(1000)]
    assert 0 <= min(seeds) < 2**25 < 2**31 < max(seeds) < 2**32
