"""The one table that says what each test reads from a run. Those that fit are offered in this order."""

from foldwise._core import Caveat
from foldwise.splits import Assignment
from foldwise.stats import (
    binomial,
    corrected_difference_of_proportions,
    five_by_two_plain_t,
    kfold_t,
    mcnemar,
    resampled_t,
    running_twice_the_mean,
    sign_test,
    twice_the_mean,
    twice_the_median,
    uncorrected_repeated_kfold_t,
    wilcoxon,
)
from foldwise.verdicts import _feeds as feeds
from foldwise.verdicts._need import Need
from foldwise.verdicts._setting import Setting

_TESTED_ONCE = "accuracy on a run that tests each example once (a hold-out or a single cross-validation)"
_PARTITIONS = "two or more repeats of k-fold cross-validation, or accuracy on two or more random splits"
_REPEATED = "two or more repeats of k-fold cross-validation"
_FIVE_BY_TWO = "five times two-fold cross-validation (scheme '5x2')"
_DATASETS = "two or more datasets"
_RANDOM_SAMPLE = "The test examples are a random sample, independent of each other and of the training set."
_TEN_DIFFERENCES = (
    "Differences of different halves vary alike and are nearly independent, which they are not: five splits of one "
    "sample overlap."
)


def _over_partitions(setting: Setting) -> bool:
    if setting.assignment.n_repeats < 2 or setting.is_disjoint_training:
        return False
    counts = setting.is_several_splits and setting.is_accuracy and isinstance(setting.assignment, Assignment)
    return setting.is_cross_validation or counts


def _is_repeated(setting: Setting) -> bool:
    return setting.is_cross_validation and not setting.is_single


def _is_repeated_halving(setting: Setting) -> bool:
    design = setting.assignment
    if not isinstance(design, Assignment) or setting.loss is None:
        return False
    halving = design.n_folds == 2 and design.n_repeats >= 5 and bool((design.folds >= 0).all())
    return halving and design.n_examples >= 20


NEEDS = {
    "five_by_two_t": Need(
        label="5x2cv paired t test",
        symbol="t",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=feeds.to_five_by_two_t,
        questions=(8,),
        differs="rests on the first of ten differences; the others only measure its variance",
        assumes=_TEN_DIFFERENCES,
        avoid="When the conclusion should survive another random split: no other test changes its mind as often.",
        beware=Caveat(
            code="first_fold",
            message="The statistic and the interval rest on the first fold of the first repeat; the mean difference is "
            "that of all ten.",
        ),
    ),
    "corrected_repeated_kfold_t": Need(
        label="corrected repeated k-fold t test",
        symbol="t",
        reads="differences",
        design="k-fold cross-validation, repeated or not",
        fits=lambda setting: setting.is_cross_validation,
        feed=feeds.to_corrected_repeated_kfold_t,
        questions=(8,),
        differs="widens the variance because training sets overlap",
        assumes="Differences are roughly normal and correlated as much as the ratio of test to training size suggests.",
        avoid="For unstable learners such as 1-nearest neighbour, for learners at chance and with outliers, when a "
        "false alarm is costly: its level was up to 3.4 times the nominal one.",
    ),
    "delve_quasi_f": Need(
        label="DELVE quasi-F test",
        symbol="F",
        reads="losses",
        design="disjoint training sets with one test set (splits.DisjointTraining) and a metric that is a mean of "
        "losses of single examples",
        fits=lambda setting: setting.is_disjoint_training and setting.loss is not None,
        feed=feeds.to_delve_quasi_f,
        questions=(7,),
        differs="counts both the draw of training sets and the draw of test examples",
        assumes="Effects of training sets and of test examples are independent and roughly normal.",
        avoid="When the data are too few to be cut into several training sets of the size that matters.",
    ),
    "corrected_resampled_t": Need(
        label="corrected resampled t test",
        symbol="t",
        reads="differences",
        design="two or more random splits",
        fits=lambda setting: setting.is_several_splits,
        feed=feeds.to_corrected_resampled_t,
        questions=(8,),
        differs="widens the variance because splits overlap",
        assumes="Differences are roughly normal and correlated as much as the ratio of test to training size suggests.",
        avoid="When the test set is smaller than 1/20 or larger than 1/2 of the training set.",
    ),
    "binomial": Need(
        label="exact binomial test on disagreements",
        symbol="wins",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=feeds.counts_to(binomial),
        questions=(3, 8),
        differs="counts examples, and takes the training set or the partition as given",
        assumes=_RANDOM_SAMPLE,
        avoid="When the question is how learners behave on other training sets: it never varies them. On the pooled "
        "answers of a cross-validation it is not exact: .11 at nominal .05 was measured with 1-nearest neighbour.",
    ),
    "mcnemar": Need(
        label="McNemar's test",
        symbol="chi2",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=feeds.counts_to(mcnemar),
        questions=(3, 8),
        differs="approximates the binomial test by chi-square",
        assumes=_RANDOM_SAMPLE,
        avoid="With fewer than 25 disagreements: the binomial test is exact.",
    ),
    "corrected_difference_of_proportions": Need(
        label="corrected difference of two proportions",
        symbol="z",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=feeds.counts_to(corrected_difference_of_proportions),
        questions=(3, 8),
        differs="is the square root of McNemar's statistic",
        assumes=_RANDOM_SAMPLE,
        avoid="With fewer than 25 disagreements: the binomial test is exact.",
    ),
    "delong": Need(
        label="DeLong's test of two areas under the ROC curve",
        symbol="z",
        reads="responses",
        design="a hold-out of two classes with metric roc_auc",
        fits=lambda setting: setting.is_hold_out and setting.metric.name == "roc_auc",
        feed=feeds.to_delong,
        questions=(3,),
        differs="compares how examples are ranked, not how they are classified",
        assumes=_RANDOM_SAMPLE,
        avoid="With few examples of one class, and when the threshold of a decision is fixed.",
    ),
    "sign_flip": Need(
        label="sign-flip permutation test on losses",
        symbol="standardized sum",
        reads="losses",
        design="a metric that is a mean of losses of single examples, on a run that tests each example once",
        fits=lambda setting: setting.loss is not None and setting.assignment.each_example_tested_once,
        feed=feeds.to_sign_flip,
        questions=(3, 8),
        differs="permutes the losses of single examples, and takes the training set or the partition as given",
        assumes="Differences of losses are symmetric about zero if the learners are equally good, and independent.",
        avoid="When the question is how learners behave on other training sets: it never varies them.",
    ),
    "five_by_two_f": Need(
        label="combined 5x2cv F test",
        symbol="F",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=feeds.to_five_by_two_f,
        questions=(8,),
        differs="uses all ten differences in the numerator",
        assumes=_TEN_DIFFERENCES,
        avoid="When an interval is wanted: it has none; and for unstable learners, where its level is above nominal.",
    ),
    "twofold_jackknife_t": Need(
        label="two-fold jackknife t test",
        symbol="t",
        reads="halves",
        design="five or more repeats of two-fold cross-validation of 20 or more examples, and a metric that is a mean "
        "of losses of single examples",
        fits=_is_repeated_halving,
        feed=feeds.to_twofold_jackknife_t,
        questions=(8,),
        differs="takes its variance from single examples, each counted for its own loss and for what it teaches",
        assumes="Examples are independent draws, halves plain draws, and learners indifferent to the order of rows.",
        avoid="With fewer than 50 repeats, which leave too much noise in its variance; when both learners are no "
        "better than the majority rule; and when training on half the examples is not what matters.",
    ),
    "averaged_t": Need(
        label="t averaged over partitions",
        symbol="mean t",
        reads="partitions",
        design=_REPEATED,
        fits=_is_repeated,
        feed=feeds.to_averaged_t,
        questions=(8,),
        differs="averages the statistics of single partitions instead of their differences",
        assumes="What the k-fold t test of one partition assumes; its own distribution is not known.",
        avoid="When a p-value with a known meaning is needed: it is a summary.",
    ),
    "running_twice_the_mean": Need(
        label="smallest running twice-the-mean p-value",
        symbol="mean p",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=feeds.merged_to(running_twice_the_mean, "running_twice_the_mean"),
        questions=(8,),
        differs="merges the p-values of single partitions in the order in which they were drawn",
        assumes="The p-value of each partition is valid by itself, and partitions were drawn at random, one by one.",
        avoid="When the partitions were sorted or selected.",
    ),
    "twice_the_mean": Need(
        label="twice the mean p-value",
        symbol="mean p",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=feeds.merged_to(twice_the_mean, "twice_the_mean"),
        questions=(8,),
        differs="merges the p-values of single partitions under any dependence, which costs power",
        assumes="The p-value of each partition is valid by itself.",
        avoid="When power matters more than a guarantee.",
    ),
    "twice_the_median": Need(
        label="twice the median p-value",
        symbol="median p",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=feeds.merged_to(twice_the_median, "twice_the_median"),
        questions=(8,),
        differs="merges the p-values of single partitions under any dependence, which costs power",
        assumes="The p-value of each partition is valid by itself.",
        avoid="When power matters more than a guarantee.",
    ),
    "wilcoxon": Need(
        label="Wilcoxon signed rank test over datasets",
        symbol="W",
        reads="datasets",
        design=_DATASETS,
        fits=lambda setting: setting.n_datasets >= 2,
        feed=feeds.datasets_to(wilcoxon),
        questions=(9,),
        differs="asks about datasets like these, not about one of them; fewer than six cannot reject two-sided at .05",
        assumes="Datasets are independent draws; differences are symmetric over them, and comparable in size: sizes "
        "are ranked.",
        avoid="With fewer than six datasets: no outcome is significant two-sided at .05.",
        beware=Caveat(
            code="datasets_as_sample",
            message="The test takes the datasets for a random sample of those it speaks about, each mean difference "
            "for exact, and the sizes of differences on different datasets for comparable; if they are not, use "
            "sign_test.",
        ),
    ),
    "sign_test": Need(
        label="sign test over datasets",
        symbol="wins",
        reads="datasets",
        design=_DATASETS,
        fits=lambda setting: setting.n_datasets >= 2,
        feed=feeds.datasets_to(sign_test),
        questions=(9,),
        differs="counts on how many datasets each learner is ahead; fewer than six cannot reject two-sided at .05",
        assumes="Datasets are independent draws.",
        avoid="With fewer than six datasets: no outcome is significant two-sided at .05.",
        beware=Caveat(
            code="datasets_as_sample",
            message="The test takes the datasets for a random sample of those it speaks about, and the sign of each "
            "mean difference for known.",
        ),
    ),
    "kfold_t": Need(
        label="k-fold cross-validated t test",
        symbol="t",
        reads="differences",
        design="a single k-fold cross-validation",
        fits=lambda setting: setting.is_cross_validation and setting.is_single,
        feed=feeds.kept_to(kfold_t),
        questions=(8,),
        differs="takes the folds for independent although they share training examples",
        assumes="Differences of the folds are independent and normal; they are not independent.",
        avoid="When a false alarm is worse than a missed difference, for it rejects up to 2.6 times too often: use "
        "corrected_repeated_kfold_t.",
        advisable=False,
    ),
    "resampled_t": Need(
        label="resampled paired t test",
        symbol="t",
        reads="differences",
        design="two or more random splits",
        fits=lambda setting: setting.is_several_splits and not setting.is_disjoint_training,
        feed=feeds.kept_to(resampled_t),
        questions=(8,),
        differs="takes the splits for independent although they overlap: the more splits, the more false alarms",
        assumes="Differences of the splits are independent; they are not.",
        avoid="Always: use corrected_resampled_t.",
        advisable=False,
    ),
    "uncorrected_repeated_kfold_t": Need(
        label="uncorrected repeated k-fold t test",
        symbol="t",
        reads="differences",
        design=_REPEATED,
        fits=_is_repeated,
        feed=feeds.table_to(uncorrected_repeated_kfold_t),
        questions=(8,),
        differs="takes all folds of all repeats for independent: the more repeats, the more false alarms",
        assumes="Differences of all folds of all repeats are independent; they are not.",
        avoid="Always: use corrected_repeated_kfold_t.",
        advisable=False,
    ),
    "five_by_two_plain_t": Need(
        label="plain t test on ten 5x2cv differences",
        symbol="t",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=feeds.complete_to(five_by_two_plain_t, "five_by_two_plain_t"),
        questions=(8,),
        differs="takes ten differences of overlapping halves for independent",
        assumes="The ten differences are independent; they are not.",
        avoid="Always: use five_by_two_t or five_by_two_f.",
        advisable=False,
    ),
    "difference_of_proportions": Need(
        label="difference of two proportions",
        symbol="z",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=feeds.to_difference_of_proportions,
        questions=(3, 8),
        differs="ignores that both learners were tested on the same examples",
        assumes="The two learners were tested on different, independent examples; they were not.",
        avoid="Always: use binomial.",
        advisable=False,
    ),
    "fisher": Need(
        label="Fisher's combination over partitions",
        symbol="chi2",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=feeds.to_fisher,
        questions=(8,),
        differs="takes partitions of the same data for independent experiments",
        assumes="The p-values are independent; those of partitions of one dataset are not.",
        avoid="Over partitions of one dataset, always: use twice_the_mean.",
        advisable=False,
    ),
    "wilcoxon_significances": Need(
        label="Wilcoxon test on signed significances of partitions",
        symbol="W",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=feeds.to_wilcoxon_significances,
        questions=(8,),
        differs="ranks partitions of the same data like independent experiments; fewer than six never reject two-sided",
        assumes="The significances are independent; those of partitions of one dataset are not.",
        avoid="Over partitions of one dataset, always: use twice_the_mean.",
        advisable=False,
    ),
}
