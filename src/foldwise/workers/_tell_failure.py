"""A failure is told when it happens: who waits for hours for the end of a run can stop it and mend the learner."""

import logging

from foldwise._core import one_line
from foldwise.runs._door import Block, Job, SharedBlock

_log = logging.getLogger("foldwise")


def tell_failure(job: Job, block: Block | SharedBlock, told: set[tuple[str, str]]) -> None:
    """Log the first failure of a learner on a dataset; without a logger of the user's, Python writes it to stderr."""
    key = job.dataset, job.name
    if isinstance(block, SharedBlock) or key in told:
        return
    for outcome in block.outcomes:
        if outcome.error:
            told.add(key)
            _log.warning(
                "%s",
                one_line(
                    f"{job.name} failed on {job.dataset}, repeat {outcome.repeat}, fold {outcome.fold}: "
                    f"{outcome.error.rstrip('.')}. The run goes on; further failures of it are counted in the end."
                ),
            )
            return
