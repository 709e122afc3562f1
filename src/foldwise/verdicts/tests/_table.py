"""The records of all tests that a run can feed, in the order in which they are offered."""

from collections.abc import Sequence
from typing import Final

from foldwise.verdicts.tests._array_record import ArrayTest
from foldwise.verdicts.tests._on_arrays import ARRAY_TESTS
from foldwise.verdicts.tests._on_datasets import RECORDS as ON_DATASETS
from foldwise.verdicts.tests._on_differences import RECORDS as ON_DIFFERENCES
from foldwise.verdicts.tests._on_examples import RECORDS as ON_EXAMPLES
from foldwise.verdicts.tests._on_folds import RECORDS as ON_FOLDS
from foldwise.verdicts.tests._on_partitions import RECORDS as ON_PARTITIONS
from foldwise.verdicts.tests._on_periods import RECORDS as ON_PERIODS
from foldwise.verdicts.tests._on_samples import RECORDS as ON_SAMPLES
from foldwise.verdicts.tests._own_test import OWN, own_need
from foldwise.verdicts.tests._record import SHARED_FLAGS, Need


class Records(dict[str, Need]):
    """Records by name. That of a test of one's own is not among them, but is made when a verdict asks for it."""

    def __missing__(self, name: str) -> Need:
        if not name.startswith(OWN):
            raise KeyError(name)
        return own_need(name)


def in_order(records: Sequence[Need]) -> Records:
    """Return the records by name, in the order of their ranks; refuse two of one name or rank."""
    for what in ("name", "rank"):
        values = [getattr(record, what) for record in records]
        twice = sorted({value for value in values if values.count(value) > 1})
        if twice:
            raise ValueError(f"Each test has a {what} of its own, but there are two records with {twice[0]!r}.")
    return Records({record.name: record for record in sorted(records, key=lambda record: record.rank)})


#: The records of all tests that a run can feed, by their names, the advised ones first.
NEEDS = in_order((*ON_DIFFERENCES, *ON_EXAMPLES, *ON_FOLDS, *ON_SAMPLES, *ON_PARTITIONS, *ON_DATASETS, *ON_PERIODS))

# What a flag of a result says, in words.
FLAGS = SHARED_FLAGS | {flag: words for need in NEEDS.values() for flag, words in need.flags.items()}


def advised_tests(question: int, scheme: str) -> tuple[str, ...]:
    """Return the tests that `advise` names for one of Dietterich's questions and a scheme, the advised one first.

    >>> advised_tests(8, "5x2")
    ('five_by_two_t', 'five_by_two_f')
    """
    records: dict[str, Need | ArrayTest] = {**NEEDS, **ARRAY_TESTS}
    return tuple(name for name, row in records.items() if question in row.questions and scheme in row.advised_with)


# What others call them, for hints: words without punctuation, in lower case.
CALLED: Final = {
    "corrected_repeated_kfold_t": "t ttest pairedt pairedttest studentt nadeaubengio correctedt correctedttest",
    "corrected_resampled_t": "nadeaubengio correctedt correctedttest",
    "five_by_two_t": "5x2 5x2cv 5x2t 5x2cvt 5x2cvttest dietterich",
    "five_by_two_f": "5x2f 5x2cvf 5x2cvftest combinedf alpaydin",
    "diebold_mariano": "dm dmtest dieboldmarianotest",
    "hac_t": "hac neweywest newey",
    "nested_cv_z": "nestedcv ncv nestedcrossvalidation bates",
    "cross_validation_z": "bayle waldcv cvclt",
    "conservative_z": "conz conservative",
    "kfold_t": "cvt cvttest kfoldttest 10foldt",
    "mcnemar": "mcnemartest mcnemarstest",
    "binomial": "exact exactbinomial binomialtest exactmcnemar",
    "delong": "delongtest delongstest",
    "sign_flip": "permutation permutationtest",
    "wilcoxon": "signedrank wilcoxontest wilcoxonsignedrank wilcoxonsignedranktest",
    "sign_test": "sign signs",
    "friedman": "friedmantest friedmanstest friedmanchisquare",
    "iman_davenport": "imandavenporttest imandavenportf friedmanf",
    "nemenyi": "nemenyitest criticaldifference cd",
    "conover": "conovertest conoverfriedman",
    "mean_rank_z": "friedmanposthoc bonferronidunn dunn",
    "bergmann_hommel": "bergmann bergmannhommeltest",
}
