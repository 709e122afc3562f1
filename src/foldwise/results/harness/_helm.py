"""``per_instance_stats.json`` of HELM: for every example, statistics of what one model answered."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError, counted
from foldwise.results._item_rows import ItemRows, item_results
from foldwise.results._item_scores import ItemScores
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results.harness._given import Given
from foldwise.results.harness._items import chosen_metric, label, number
from foldwise.results.harness._json_text import whole_json
from foldwise.results.harness._names import names_of_files


def is_helm(source: Given) -> bool:
    """Whether a file is a list of statistics of instances."""
    return source.form == "list" and source.has("instance_id", "stats")


def read_helm(sources: Sequence[Given], options: ReadingOptions) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Read files of statistics, each in the folder of a run; instances that were perturbed are left out."""
    paths = [source.path for source in sources if source.path is not None]
    told = [_told(path) for path in paths]
    if all(model for _, model in told):
        learners = [f"{source.apart}{model}" for source, (_, model) in zip(sources, told, strict=True)]
        datasets = [dataset for dataset, _ in told]
    else:
        learners = names_of_files([path.parent for path in paths], options.learners)
        datasets = ["data"] * len(paths)
    metric, n_perturbed, rows = options.score_name(), 0, []
    for path, learner, dataset in zip(paths, learners, datasets, strict=True):
        instances = whole_json(path)
        metric = chosen_metric(_metrics(instances, path), metric, path.parent.name or path.name)
        for place, instance in enumerate(instances, start=1):
            if instance.get("perturbation") is not None:
                n_perturbed += 1
                continue
            score = _mean(instance["stats"], metric)
            if score is None:
                raise DataFormatError(
                    f"{path.parent.name}/{path.name}: instance {instance['instance_id']!r} ({place} of "
                    f"{len(instances)}) has no {metric}. Choose a metric that all have (metric=, --metric)."
                )
            item = label(instance["instance_id"], "instance_id", path.name)
            trial = label(instance.get("train_trial_index", 0), "train_trial_index", path.name)
            rows.append((dataset, learner, item, trial, score))
    table = pd.DataFrame(rows, columns=["dataset", "learner", "item", "again", "score"])
    assert metric is not None
    found = ItemRows(
        table=table,
        kind="statistics of instances of HELM",
        metric=metric,
        columns={"item": "instance_id", "score": f"{metric}.mean"},
        left_out=(counted(n_perturbed, "perturbed instance"),) if n_perturbed else (),
        # A trial draws other examples for the prompt, the same ones for every model.
        again="seed",
        paired=True,
    )
    return item_results(found, options)


def _told(path: Path) -> tuple[str, str]:
    """Dataset and model, as the folder of a run names them.

    >>> _told(Path("mmlu:subject=anatomy,model=openai_gpt2/per_instance_stats.json"))
    ('mmlu:subject=anatomy', 'openai_gpt2')
    """
    scenario, _, arguments = path.absolute().parent.name.partition(":")
    words = arguments.split(",")
    model = next((word.removeprefix("model=") for word in words if word.startswith("model=")), "")
    rest = ",".join(word for word in words if not word.startswith("model="))
    return f"{scenario}:{rest}" if rest else scenario, model


def _metrics(instances: Any, path: Path) -> list[str]:
    names: dict[str, None] = {}
    for place, instance in enumerate(instances, start=1):
        try:
            instance["instance_id"]
            names.update(dict.fromkeys(str(stat["name"]["name"]) for stat in instance["stats"]))
        except (TypeError, KeyError):
            raise DataFormatError(
                f"{path.name}: instance {place} of {len(instances)} lacks instance_id or stats with names. Write the "
                "file again with HELM."
            ) from None
    return list(names)


def _mean(stats: list[dict[str, Any]], metric: str) -> float | None:
    means = [stat for stat in stats if stat["name"]["name"] == metric and stat["name"].get("perturbation") is None]
    if len(means) != 1:
        return None
    count, total = number(means[0].get("count")), number(means[0].get("sum"))
    mean = number(means[0].get("mean"))
    return mean if mean is not None else total / count if count and total is not None else None
