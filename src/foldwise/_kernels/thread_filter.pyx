# cython: freethreading_compatible=True
"""An expression that matches in some threads only, for a list of filters that several threads read.

Compiled, because the interpreter walks through `warnings.filters` holding no reference to the list itself: an expression
written in Python lets other threads run in between, and one of them may put another list in its place and free this
one. Nothing here gives way to another thread.
"""

import re

from cpython.pythread cimport PyThread_get_thread_ident


cdef class ThreadFilter:
    """Matches texts that begin with `pattern`, whatever their case, in the threads that have entered it."""

    cdef readonly str pattern
    cdef object _search
    cdef dict _entered

    def __init__(self, str pattern):
        self.pattern = pattern
        self._search = re.compile(pattern, re.IGNORECASE).match
        self._entered = {}

    def match(self, text):
        """Whether this thread has entered and the text fits."""
        return PyThread_get_thread_ident() in self._entered and self._search(text) is not None

    def fits(self, text):
        """Whether the text fits, in whatever thread."""
        return self._search(text) is not None

    def enter(self):
        """Match in this thread, too, once more; return what `leave` needs."""
        thread = PyThread_get_thread_ident()
        self._entered[thread] = self._entered.get(thread, 0) + 1
        return thread

    def leave(self, thread):
        """Undo an `enter` of that thread, from whatever thread."""
        left = self._entered.get(thread, 0) - 1
        if left > 0:
            self._entered[thread] = left
        else:
            self._entered.pop(thread, None)

    def __reduce__(self):
        # In another process there is only the text.
        return re.compile, (self.pattern, re.IGNORECASE)
