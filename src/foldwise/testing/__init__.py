"""For tests of your own: a candidate that must not be worse than a baseline."""

from foldwise.testing._assert_not_worse import assert_not_worse

__all__ = ["assert_not_worse"]
