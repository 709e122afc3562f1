"""Procedures of `foldwise.stats` that no run feeds: what to know before choosing them."""

from typing import Final

from foldwise.verdicts.tests._array_record import ArrayTest
from foldwise.verdicts.tests._on_score_tables import ON_SCORE_TABLES
from foldwise.verdicts.tests._record import CORRELATED, OF_ONE_FOLD, RANDOM_SAMPLE, REPEATS

_ONE_CLASSIFIER: Final = (
    "is an interval for one classifier, no test of two: evaluate one learner with scheme='holdout:0.33', and judge "
    "gives it."
)
_ONE_HOLD_OUT: Final = (
    "a hold-out and one learner: foldwise evaluate DATA -l LEARNER --scheme holdout:0.33. For counts of right answers: "
    "foldwise.stats."
)
_NOT_FOLDS: Final = "For cross-validated accuracies: it speaks about one trained classifier."

_SAMPLE_OF_DATASETS: Final = "Datasets are independent draws from those that are spoken about."
_REGION_AFTER_LOOKING: Final = (
    "With a region of equivalence that was chosen after looking at the scores; and for the folds of one dataset."
)


_ON_ONE_DATASET: Final = {
    "bayesian_correlated_t": ArrayTest(
        label="Bayesian correlated t test",
        questions=(8,),
        differs="gives probabilities of better, worse and equivalent instead of a p-value",
        assumes=f"{CORRELATED} Before the data, every mean difference is as plausible as any other.",
        avoid="With a region of equivalence that was chosen after looking at the scores.",
        instead="makes no decision: judge gives its probabilities, p_left, p_rope and p_right, beside the test of "
        "every cross-validation. Leave test out, and give rope=0.01.",
        formula="mu | d ~ St(n - 1, mean(d), (1/n + rho/(1 - rho)) s^2)",
        symbols=f"{OF_ONE_FOLD}; mu: the mean difference of the two learners; {REPEATS}; St(f, m, v): "
        "Student's t distribution with f degrees of freedom, centre m and squared scale v",
    ),
    "bayesian_hierarchical": ArrayTest(
        label="Bayesian hierarchical correlated t test over datasets",
        questions=(9,),
        differs="gives probabilities for the next dataset, from the folds of all: small datasets count less",
        assumes=f"{_SAMPLE_OF_DATASETS} {CORRELATED} Mean differences are comparable in size, and Student t over "
        "datasets.",
        avoid="With a region of equivalence that was chosen after looking; with two or three datasets: the prior then "
        "decides much; and where one learner is better on some datasets only: its population has one hump.",
        instead="makes no decision and gives no p-value: call foldwise.stats.bayesian_hierarchical on the differences "
        "of all folds, with a rope. For a verdict use test='wilcoxon'.",
        formula="x_i ~ MVN(1 delta_i, sigma_i^2 ((1 - rho) I + rho J)); delta_i ~ St(nu, delta_0, s_0^2)",
        symbols="x_i: differences on dataset i; delta_i, sigma_i: their mean and standard deviation; MVN(m, v): the "
        "normal distribution of several numbers; 1: a vector of ones; I, J: the unit matrix and the matrix of ones; "
        "St(f, m, v): Student's t distribution with f degrees of freedom, centre m and squared scale v",
        df="none: Gibbs sampling",
    ),
    "bayesian_sign": ArrayTest(
        label="Bayesian sign test over datasets",
        questions=(9,),
        differs="counts datasets on which either learner is ahead or neither is, and gives probabilities",
        assumes=f"{_SAMPLE_OF_DATASETS} The region that each mean difference falls into is taken for known.",
        avoid=_REGION_AFTER_LOOKING,
        instead="makes no decision and gives no p-value: call foldwise.stats.bayesian_sign on one mean difference per "
        "dataset, with a rope. For a verdict use test='sign_test'.",
        formula="(theta_l, theta_e, theta_r) ~ Dir(n_l, n_e + s, n_r)",
        symbols="theta_l, theta_e, theta_r: shares of datasets on which b is better, neither, a; Dir: the Dirichlet "
        "distribution",
        df="none: the probabilities are integrated",
    ),
    "bayesian_signed_rank": ArrayTest(
        label="Bayesian signed rank test over datasets",
        questions=(9,),
        differs="gives probabilities that over datasets a is better, b is, or neither by more than matters",
        assumes=f"{_SAMPLE_OF_DATASETS} Differences are comparable in size; how well each is known does not enter.",
        avoid=_REGION_AFTER_LOOKING,
        instead="makes no decision and gives no p-value: call foldwise.stats.bayesian_signed_rank on one mean "
        "difference per dataset, with a rope. For a verdict use test='wilcoxon'.",
        formula="theta_r = sum_i sum_j w_i w_j [z_i + z_j > 2 r]",
        symbols="theta_r: share of pairs right of the region; w_i, w_j: weights of differences z_i and z_j; [.]: 1 if "
        "it holds, 0 if not",
        df="none: random weights",
    ),
    "bradley_terry": ArrayTest(
        label="Bayesian Bradley-Terry model of many learners over datasets",
        questions=(9,),
        differs="takes datasets for games between all learners, with ties, and gives probabilities of winning",
        assumes=f"{_SAMPLE_OF_DATASETS} One ability for each learner decides all games. Games count as independent, "
        "though those on one dataset share it: intervals are then too short.",
        avoid="For two learners: bayesian_signed_rank also uses sizes. And where A beats B, B beats C and C beats A.",
        instead="makes no decision and gives no p-value: call foldwise.stats.bradley_terry on the wins and ties that "
        "foldwise.stats.win_table counts. For a verdict use test='wilcoxon'.",
        needs="wins and ties of every two learners: foldwise.stats.bradley_terry, after foldwise.stats.win_table",
        formula="P(i wins) : P(j wins) : P(tie) = exp(b_i) : exp(b_j) : exp(nu + (b_i + b_j)/2)",
        symbols="b_i, b_j: abilities; i, j: two learners; exp: the exponential function; wins, tie: outcomes of a game",
        df="none: elliptical slice sampling",
    ),
    "clopper_pearson": ArrayTest(
        label="Clopper-Pearson interval for an accuracy",
        questions=(1,),
        differs="covers the accuracy of one classifier at least as often as promised",
        assumes=RANDOM_SAMPLE,
        avoid=_NOT_FOLDS,
        instead=_ONE_CLASSIFIER,
        needs=f"{_ONE_HOLD_OUT}clopper_pearson",
        symbols="s: right answers; n: all answers; level: coverage promised, such as .95",
        df="none: the distribution is exact",
        advised_with=("holdout:0.33",),
    ),
    "cochran_q": ArrayTest(
        label="Cochran's Q test",
        questions=(3,),
        differs="extends McNemar's test to more than two classifiers",
        assumes=RANDOM_SAMPLE,
        avoid="With few disagreements [2]; and to say which classifiers differ: that is for binomial on pairs, with "
        "holm.",
        instead="is one test of all classifiers together and judge compares pairs: use test='binomial', or call "
        "foldwise.stats.cochran_q(run.correct()[:, 0].T) on a hold-out.",
        needs="right and wrong answers on one test set: foldwise.stats.cochran_q(run.correct()[:, 0].T), run being an "
        "evaluated hold-out",
        formula="Q = ((k - 1) (k sum_j G_j^2 - (sum_j G_j)^2))/(k sum_i L_i - sum_i L_i^2)",
        symbols="i: an example; j: a classifier",
    ),
    "max_t": ArrayTest(
        label="max-T adjustment by flipped signs",
        questions=(3,),
        differs="adjusts many comparisons by how they depend, Holm's method being ready for the worst",
        assumes=f"{RANDOM_SAMPLE} Differences of all true null hypotheses are symmetric about zero together.",
        avoid="For folds or repeats, which share training examples: their signs cannot be flipped one by one. Where "
        "comparisons share a learner the level is that of large samples.",
        instead="is an adjustment of many comparisons and no test of one: judge(run, test='sign_flip', "
        "adjust='max_t'), or test='binomial'.",
        needs="differences of losses, comparisons by examples",
        formula="p_j = max_{k <= j} P(max_{l >= k} |z_l*| >= |z_k|)",
        df="none: random signs",
        symbols="j, k, l: places of comparisons, the largest first; z_k: a statistic, sum of differences over the root "
        "of their sum of squares; z_l*: the same after random signs of the examples",
    ),
    "corrected_tost": ArrayTest(
        label="corrected equivalence test (two one-sided tests)",
        questions=(8,),
        differs="asks whether the difference is too small to matter",
        assumes=CORRELATED,
        avoid="With a region of equivalence that was chosen after looking; and to show that learners differ.",
        instead="is what a rope does: leave test out and give rope=0.01, and judge says whether learners are "
        "equivalent.",
        formula="p = max(P(T > (mean(d) - l)/e), P(T > (h - mean(d))/e))",
        symbols=f"{OF_ONE_FOLD}; l, h: the lower and the upper limit of the region of equivalence",
    ),
    "crossed_mean": ArrayTest(
        label="interval for an accuracy over disjoint training sets",
        questions=(5,),
        differs="counts both the draw of training sets and the draw of test examples",
        assumes="Training sets have no example in common. Their effects, and those of examples, are roughly normal.",
        avoid="With fewer than five training sets, and for cross-validation, whose training sets overlap.",
        null="None: it gives an interval.",
        instead="is an interval for one learner, no test of two: evaluate one with scheme='disjoint:5:0.5', and judge "
        "gives it.",
        needs="disjoint training sets with one test set, one learner: foldwise evaluate DATA -l LEARNER --scheme "
        "disjoint:5:0.5. For losses of your own: foldwise.stats.crossed_mean",
        formula="s^2 = (MS_T + MS_E)/(te); nu = (MS_T + MS_E)^2/(MS_T^2/(t-1) + MS_E^2/(e-1))",
        symbols="MS_T, MS_E: mean squares of training sets and of examples; sigma_T, sigma_E, sigma_TE: standard "
        "deviations of their effects and of the interaction; s^2: squared standard error; nu: degrees of freedom",
        df="nu, after Satterthwaite [2]",
        advised_with=("disjoint:5:0.5",),
    ),
    "enough_partitions": ArrayTest(
        label="rule for enough partitions",
        questions=(8,),
        differs="says whether more partitions could change the conclusion of averaged_t",
        assumes="Given the data, statistics of different partitions are independent and not strongly skewed.",
        avoid="On partitions that were selected. It cannot repair the test behind it.",
        instead="compares no learners: it takes the t statistics of partitions, foldwise.stats.enough_partitions. For "
        "a verdict use test='averaged_t'.",
        formula="w = s/sqrt(M) sqrt(((M - 1)(K - 1))/(1 - K / (1 + M))); K = ((1 + M)/(error^2))^(1/M)",
        symbols="mean(t), s: mean and standard deviation of the statistics of M partitions; c: critical value "
        "of the test of one partition; error: permitted probability of a wrong decision; w: half the width of the "
        "interval",
        df="M - 1 for the fixed rule; none for the sequential one",
    ),
    "exact_proportions": ArrayTest(
        label="exact test for two proportions",
        questions=(3,),
        differs="compares classifiers that were tested on different examples",
        assumes="The two test sets have no example in common, and each is a random sample of the same population.",
        avoid="On one and the same test set: use binomial, which knows which examples each gets right.",
        instead="is for classifiers tested on different examples, and the learners of a run share theirs: use "
        "test='binomial'. For counts from two papers call foldwise.stats.exact_proportions.",
        formula="p_F(x, y) = sum_{i >= x} C(m, i) C(n, k - i) / C(m + n, k)",
        symbols="p_F: Fisher's p-value, one-sided; m, n: examples that a and b were tested on; C: binomial "
        "coefficient; k: right answers of both; x, y: right answers of a and of b; i: as many of a or more. Boschloo's "
        "p-value [2] is how often p_F is as small, where that happens most often",
        df="none: the distribution is exact",
    ),
    "label_randomization": ArrayTest(
        label="label randomization",
        questions=(),
        differs="runs a whole methodology on labels that mean nothing, which shows leaks",
        assumes="Every order of the labels is equally probable if they have nothing to do with the attributes.",
        avoid="For grouped examples and time series; and to compare two learners.",
        question="None of the nine: does a way of evaluating leak, and has it found more than nothing?",
        null="The labels have nothing to do with the attributes.",
        needs="a methodology as a function, or an estimator, and data: foldwise.verdicts.label_randomization",
        instead="is about a methodology, not about two learners: call foldwise.verdicts.label_randomization.",
        symbols="B: permutations; g: those whose score is as high or higher",
        df="none: random permutations",
    ),
    "factorial_anova": ArrayTest(
        label="factorial analysis of variance",
        questions=(),
        differs="says which of several crossed factors matter, and which depend on one another",
        assumes="Scores are independent, normal and equally variable, as many in every cell.",
        avoid="For scores on one dataset, which are not independent; and to compare two learners.",
        question="None of the nine: which settings, sizes and properties of the data change a score, and which of them "
        "depend on one another?",
        instead="is about settings and data, not about two learners: call foldwise.lab.factorial, or foldwise.stats."
        "factorial_anova on an array of scores.",
        needs="independent scores in every cell of a factorial design: foldwise.stats.factorial_anova",
        formula="F_S = (r sum e_S^2 / f_S)/(sum sum_i (x_i - mean(x))^2 / (c (r - 1)))",
        symbols="sum: over all cells; x_i: score i of a cell; mean(x): mean of the cell",
        df="f_S and c (r - 1)",
    ),
    "hall_t": ArrayTest(
        label="Hall's t test on scores of single items, corrected for skewness",
        questions=(3,),
        differs="corrects for differences of which a few count more than all others",
        assumes="Items, or clusters of them, are a random sample of those it speaks about.",
        avoid="Alone: where differences have long tails on both sides it rejects somewhat too often.",
        instead="is for a table of scores of single items: hand that to judge, which takes the larger p-value of this "
        "test and another.",
        formula="h = t + a t^2/3 + a^2 t^3/27 + a/6",
        symbols="t: that of paired_items_t; a: skewness of the differences over the root of their number",
        df="as many as paired_items_t has, of Student's t",
    ),
    "paired_items_t": ArrayTest(
        label="paired t test on scores of single items, by clusters",
        questions=(3,),
        differs="takes a score of any kind on every item, and items that belong together",
        assumes="Items, or clusters of them, are a random sample of those it speaks about, and many enough for their "
        "mean to be normal.",
        avoid="With fewer than about 20 clusters, or few items; and for the folds of a cross-validation.",
        instead="is for a table of scores of single items: hand that to judge, which chooses this test, and hall_t "
        "with it, where there are enough of them.",
        formula="t = n mean(d) / sqrt(C/(C-1) sum_c (sum_{i in c} (d_i - mean(d)))^2)",
        symbols="d: differences, d_i that on item i; n: number of items; c: a cluster; C: number of clusters",
        df="C - 1, of Student's t",
    ),
    "wilson": ArrayTest(
        label="Wilson interval for an accuracy",
        questions=(1,),
        differs="covers the accuracy of one classifier as often as promised on average",
        assumes=RANDOM_SAMPLE,
        avoid=f"{_NOT_FOLDS} And where coverage must be guaranteed: near 0 or 1 it may be below the level.",
        instead=_ONE_CLASSIFIER,
        needs=f"{_ONE_HOLD_OUT}wilson",
        formula="(s + z^2/2 -+ z sqrt(s f / n + z^2/4))/(n + z^2)",
        symbols="s: right answers; n: all answers; -+: minus gives the lower limit, plus the upper; z: 1.96 at "
        "level .95",
        df="none: normal distribution",
        advised_with=("holdout:0.33",),
    ),
}

ARRAY_TESTS: Final = dict(sorted({**_ON_ONE_DATASET, **ON_SCORE_TABLES}.items()))


def array_test_hint(name: str) -> str | None:
    """Return what to do for one who asks for a procedure that no run feeds; None for any other name.

    >>> array_test_hint("label_randomization")
    'label_randomization is about a methodology, not about two learners: call foldwise.verdicts.label_randomization.'
    >>> array_test_hint("mcnemar") is None
    True
    """
    return f"{name} {ARRAY_TESTS[name].instead}" if name in ARRAY_TESTS else None
