"""What other rooms of foldwise use of `workers`; users import from the room itself."""

from foldwise.workers._processes import in_worker_processes
from foldwise.workers._work_off import work_off
from foldwise.workers._workers import Workers, count_workers, find_workers

__all__ = ["Workers", "count_workers", "find_workers", "in_worker_processes", "work_off"]
