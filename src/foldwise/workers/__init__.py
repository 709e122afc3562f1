"""Who does the work: in turn, in threads, in processes, in processes that may be lost, or on a Dask cluster.

Hands out blocks of folds and brings back what they gave. Never changes a result: that does not depend on who worked.
"""

from foldwise.workers._isolation import Limits

__all__ = ["Limits"]
