"""All formats of other programs that are known by their content: a record for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from foldwise._core import DataFormatError, listed
from foldwise.results._item_scores import ItemScores
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results.harness._amlb_predictions import is_amlb_predictions, read_amlb_predictions
from foldwise.results.harness._every_eval_ever import is_every_eval_ever, read_every_eval_ever
from foldwise.results.harness._given import Given, is_flat
from foldwise.results.harness._helm import is_helm, read_helm
from foldwise.results.harness._inspect import is_inspect, read_inspect
from foldwise.results.harness._lm_eval import is_lm_eval, read_lm_eval
from foldwise.results.harness._mlflow import is_mlflow, read_mlflow
from foldwise.results.harness._openml_run import is_openml_run, read_openml_run
from foldwise.results.harness._optuna import is_optuna, read_optuna
from foldwise.results.harness._skore import is_skore, read_skore
from foldwise.results.harness._tabular import is_amlb, is_tabarena, read_amlb, read_tabarena
from foldwise.results.harness._translated import Translated

Foreign = tuple[tuple[ItemScores, ...], ResultsReading] | Translated


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: what it is called, whether a source has it, and how sources of it are read together.

    `named_by_path`: files hold one learner each, and only their paths tell which.
    """

    name: str
    recognise: Callable[[Given], bool]
    read: Callable[[Sequence[Given], ReadingOptions], Foreign]
    named_by_path: bool = False


FORMATS: Final = (
    Format(name="lm-evaluation-harness", recognise=is_lm_eval, read=read_lm_eval, named_by_path=True),
    Format(name="Every Eval Ever", recognise=is_every_eval_ever, read=read_every_eval_ever),
    Format(name="Inspect", recognise=is_inspect, read=read_inspect),
    Format(name="HELM", recognise=is_helm, read=read_helm),
    Format(name="OpenML", recognise=is_openml_run, read=read_openml_run),
    Format(name="the AutoML benchmark", recognise=is_amlb, read=read_amlb),
    Format(name="predictions of the AutoML benchmark", recognise=is_amlb_predictions, read=read_amlb_predictions),
    Format(name="MLflow", recognise=is_mlflow, read=read_mlflow),
    Format(name="Optuna", recognise=is_optuna, read=read_optuna),
    Format(name="skore", recognise=is_skore, read=read_skore),
    Format(name="TabArena", recognise=is_tabarena, read=read_tabarena),
)


def read_foreign(sources: Sequence[Given], options: ReadingOptions) -> Foreign | None:
    """Read sources of one known format; None if they are tables, or things, of no format of another program."""
    formats = [next((known for known in FORMATS if known.recognise(source)), None) for source in sources]
    first = formats[0]
    other = next((place for place, known in enumerate(formats) if known is not first), None)
    if other is not None:
        raise DataFormatError(
            f"Files read together must be of one kind: {sources[0].name} is {_called(first)}, {sources[other].name} is "
            f"{_called(formats[other])}. Judge them one by one."
        )
    if first is None:
        for source in sources:
            if source.form in ("lines", "list", "object", "zip") and not is_flat(source):
                if str((source.first or {}).get("schema", "")).startswith("foldwise."):
                    raise DataFormatError(
                        f"{source.name} is a document that foldwise wrote, of what came of results. Give the results "
                        "themselves: the store, or the file that was judged. (audit and verify read documents.)"
                    )
                known = listed([known.name for known in FORMATS], most=20, quote=False)
                raise DataFormatError(
                    f"{source.name} is {'a ZIP' if source.form == 'zip' else 'a JSON'} file of no known kind. Known "
                    f"are files of {known}; or write a table (CSV, Parquet)."
                )
        return None
    if options.columns:
        if all(source.form == "table" for source in sources):
            # The user knows the columns better.
            return None
        options.refuse_columns(f"a file of {first.name}")
    return first.read(sources, options)


def is_foreign(source: Given, columns: Mapping[str, Any] | None) -> bool:
    """Whether a source is a file of another program, or no table; where the user names columns, any table is one."""
    return source.form != "table" or (not columns and any(known.recognise(source) for known in FORMATS))


def is_named_by_path(source: Given) -> bool:
    """Whether only the path of a file tells whose results it holds."""
    return any(known.named_by_path and known.recognise(source) for known in FORMATS)


def _called(known: Format | None) -> str:
    return "of no known program" if known is None else f"of {known.name}"
