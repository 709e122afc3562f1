"""What other rooms of foldwise use of `workers`; users import from the room itself."""

from foldwise.workers._hands import Hands, hands
from foldwise.workers._processes import in_worker_processes
from foldwise.workers._work_off import Sink, work_off
from foldwise.workers._workers import count_workers

__all__ = ["Hands", "Sink", "count_workers", "hands", "in_worker_processes", "work_off"]
