"""Dietterich's nine questions, each with what to do about it."""

from dataclasses import dataclass
from typing import Final

from foldwise.verdicts.tests._table import advised_tests

_DOMAINS: Final = ("iris", "wine", "wdbc", "monk1-full", "monk2", "monk3-full")
_ONE_SPLIT: Final = (
    "Which training set was drawn is not varied: another split may give another answer. Try --seed 2, 3, ... to see."
)
_APPROXIMATE: Final = (
    "Its level is approximate. Where the null was exactly true ten times ten folds rejected .103 of the time with "
    "1-nearest neighbour and .044 with linear discriminants, at nominal .05."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    """One way of answering a question.

    Parameters
    ----------
    tests : tuple of str
        Names of functions in `foldwise.stats`, the advised one first; empty where an estimate is all that can be had.
    scheme : str
        How to split the data, as `compare` and `evaluate` take it.
    reasons, cautions : tuple of str
        Why so, and what to beware of; sentences.
    fits : int, default 1
        How often each learner has to be run.
    compares : bool, default True
        Whether two learners are compared, or one is evaluated.
    datasets : tuple of str, default ('iris',)
        Built-in data for the calls that show how.
    references : tuple of str, default ()
        Where it comes from, apart from what the advised test cites.
    max_fits : int, optional
        The budget of a settled verdict, if it is not the usual one.

    Examples
    --------
    >>> from foldwise.verdicts import TAXONOMY
    >>> plan = TAXONOMY.question(8).plans[0]
    >>> plan.tests, plan.scheme
    (('corrected_repeated_kfold_t', 'corrected_resampled_t'), 'settled')
    """

    tests: tuple[str, ...]
    scheme: str
    reasons: tuple[str, ...]
    cautions: tuple[str, ...]
    fits: int = 1
    compares: bool = True
    datasets: tuple[str, ...] = ("iris",)
    references: tuple[str, ...] = ()
    max_fits: int | None = None

    @property
    def command(self) -> str:
        """The call for the shell; it runs as it stands."""
        data, bayes = " ".join(self.datasets), "-l sklearn.naive_bayes.GaussianNB"
        if not self.compares:
            return f"foldwise evaluate {data} {bayes} --scheme {self.scheme}"
        guess = "-l sklearn.dummy.DummyClassifier"
        if self.scheme == "settled":
            budget = "" if self.max_fits is None else f" --max-fits {self.max_fits}"
            return f"foldwise compare {data} {bayes} {guess} --scheme settled{budget}"
        return f"foldwise compare {data} {bayes} {guess} --scheme {self.scheme} --test {self.tests[0]}"

    @property
    def python(self) -> str:
        """The same in Python."""
        data = f'fw.data.load("{self.datasets[0]}")'
        if len(self.datasets) > 1:
            data = f"[fw.data.load(name) for name in {self.datasets}]".replace("'", '"')
        bayes = "from sklearn.naive_bayes import GaussianNB"
        if not self.compares:
            run = f'run = fw.evaluate({{"bayes": GaussianNB()}}, {data}, scheme="{self.scheme}")'
            return "\n".join(("import foldwise as fw", bayes, run, "print(fw.judge(run))"))
        how = f'scheme="{self.scheme}", test="{self.tests[0]}"'
        if self.scheme == "settled":
            how = 'scheme="settled"' if self.max_fits is None else f"scheme=fw.Settled(max_fits={self.max_fits})"
        return "\n".join(
            (
                "import foldwise as fw",
                "from sklearn.dummy import DummyClassifier",
                bayes,
                'learners = {"bayes": GaussianNB(), "guess": DummyClassifier()}',
                f"print(fw.compare(learners, {data}, {how}))",
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One of the nine questions.

    Parameters
    ----------
    number : int
        Its number in Dietterich's taxonomy.
    title : str
        What it is about, in a few words.
    text : str
        The question in words.
    plans : tuple of Recommendation
        Ways of answering it, the advised one first; empty if it has to be turned into another question.
    becomes : int, optional
        The question into which it is turned.
    because : str, default ''
        Why.

    Examples
    --------
    >>> from foldwise.verdicts import TAXONOMY
    >>> question = TAXONOMY.question(8)
    >>> question.number, question.title
    (8, 'Two learners, small sample')
    """

    number: int
    title: str
    text: str
    plans: tuple[Recommendation, ...] = ()
    becomes: int | None = None
    because: str = ""


QUESTIONS: Final = (
    Question(
        number=1,
        title="One classifier, large sample",
        text="How accurate will this trained classifier be on new examples?",
        plans=(
            Recommendation(
                tests=advised_tests(1, "holdout:0.33"),
                scheme="holdout:0.33",
                compares=False,
                reasons=(
                    "With examples to spare, set some aside: right answers on them are independent, and counting them "
                    "gives an interval with a guarantee.",
                ),
                cautions=(
                    "The interval speaks about this classifier, not about the learner trained on other examples.",
                    "Examples that were used for training, tuning or choosing must not be counted.",
                ),
            ),
        ),
    ),
    Question(
        number=2,
        title="One classifier, small sample",
        text="How accurate will this trained classifier be on new examples, when none can be spared for a test set?",
        becomes=6,
        because="All examples are needed for training, so the classifier itself cannot be tested: the accuracy of the "
        "learner that made it, by cross-validation, stands in for its own.",
    ),
    Question(
        number=3,
        title="Two classifiers, large sample",
        text="Which of two trained classifiers will be more accurate on new examples?",
        plans=(
            Recommendation(
                tests=advised_tests(3, "holdout:0.33"),
                scheme="holdout:0.33",
                reasons=(
                    "Both are tested on the same examples, and only those on which exactly one of them is right tell "
                    "them apart. The binomial test counts these and is exact; McNemar's is its approximation.",
                ),
                cautions=("The answer is about these two classifiers, not about the learners that made them.",),
            ),
        ),
    ),
    Question(
        number=4,
        title="Two classifiers, small sample",
        text="Which of two trained classifiers will be more accurate, when no examples can be spared for a test set?",
        becomes=8,
        because="All examples are needed for training, so the classifiers cannot be tested: the learners that made "
        "them are compared instead, trained on parts of the same data.",
    ),
    Question(
        number=5,
        title="One learner, large sample",
        text="How accurate are the classifiers that this learner makes from training sets of a given size?",
        plans=(
            Recommendation(
                tests=advised_tests(5, "disjoint:5:0.5"),
                scheme="disjoint:5:0.5",
                compares=False,
                reasons=(
                    "Enough data for several training sets without a common example: what varies between them is the "
                    "variation that the question is about.",
                ),
                cautions=("The training sets are smaller than all data: the answer is for that size.",),
                fits=5,
            ),
        ),
    ),
    Question(
        number=6,
        title="One learner, small sample",
        text="How accurate are the classifiers that this learner makes from samples of about this size?",
        plans=(
            Recommendation(
                tests=(),
                scheme="10",
                compares=False,
                reasons=(
                    "Stratified ten-fold cross-validation tests every example once and trains on nine tenths of them "
                    "(Kohavi 1995).",
                ),
                cautions=(
                    "The folds share training examples: their spread is a spread, not a confidence interval. No "
                    "unbiased estimate of its variance exists (Bengio & Grandvalet 2004).",
                ),
                fits=10,
                references=(
                    "R. Kohavi (1995). A study of cross-validation and bootstrap for accuracy estimation and model "
                    "selection. IJCAI 1995, 1137-1143.",
                    "Y. Bengio and Y. Grandvalet (2004). No unbiased estimator of the variance of k-fold "
                    "cross-validation. Journal of Machine Learning Research 5, 1089-1105.",
                ),
            ),
        ),
    ),
    Question(
        number=7,
        title="Two learners, large sample",
        text="Which of two learners makes more accurate classifiers from training sets of a given size?",
        plans=(
            Recommendation(
                tests=advised_tests(7, "disjoint:5:0.5"),
                scheme="disjoint:5:0.5",
                reasons=(
                    "Training sets without a common example, and one test set: the quasi-F test counts the draw of "
                    "both, which no test on overlapping training sets can.",
                ),
                cautions=("The training sets are smaller than all data: the answer is for that size.",),
                fits=5,
            ),
        ),
    ),
    Question(
        number=8,
        title="Two learners, small sample",
        text="Which of two learners makes more accurate classifiers from samples of about this size?",
        plans=(
            Recommendation(
                tests=advised_tests(8, "settled"),
                scheme="settled",
                reasons=(
                    "Ten times ten-fold cross-validation with Nadeau & Bengio's correction reaches the same conclusion "
                    "again more often than any other valid test that Bouckaert & Frank tried. Here repeats are added "
                    "until another random split would hardly decide otherwise: the default of compare, 50 runs of "
                    "each learner where the case is clear, up to 2000 where it is close.",
                ),
                cautions=(_APPROXIMATE,),
                fits=101,
            ),
            Recommendation(
                tests=advised_tests(8, "10x10"),
                scheme="10x10",
                reasons=(
                    "Bouckaert & Frank: ten times ten-fold cross-validation with Nadeau & Bengio's correction reaches "
                    "the same conclusion again more often than any other valid test they tried.",
                ),
                cautions=(_APPROXIMATE,),
                fits=100,
            ),
            Recommendation(
                tests=advised_tests(8, "5x2"),
                scheme="5x2",
                reasons=(
                    "Dietterich: where a learner can be run ten times, five times two-fold cross-validation, whose two "
                    "training sets have no example in common.",
                    "The alternative with as many runs, one ten-fold cross-validation, trains on nine tenths of the "
                    "data instead of half (--scheme 10 --test corrected_repeated_kfold_t). Where the null was exactly "
                    "true it rejected .039 of the time with 1-nearest neighbour and .012 with linear discriminants, "
                    "5x2 .106 and .057, at nominal .05.",
                ),
                cautions=(
                    "It trains on half of the data: the answer is for that size.",
                    "It rests on the first of ten differences: of the tests that Bouckaert & Frank repeated, its "
                    "outcome changed most often.",
                ),
                fits=10,
            ),
            Recommendation(
                tests=advised_tests(8, "holdout:0.33"),
                scheme="holdout:0.33",
                reasons=(
                    "Dietterich: where a learner can be run only once, McNemar's test on one hold-out set; the "
                    "binomial test is its exact form.",
                ),
                cautions=(_ONE_SPLIT,),
                fits=1,
            ),
        ),
    ),
    Question(
        number=9,
        title="Learners, several domains",
        text="Which of two learners makes more accurate classifiers in domains like these?",
        plans=(
            Recommendation(
                tests=advised_tests(9, "10"),
                scheme="10",
                datasets=_DOMAINS,
                reasons=(
                    "One difference from each domain, so that domains vary and not folds. The test ranks them by size: "
                    "a difference of .02 must mean as much in one domain as in another. Where it does not, take "
                    "sign_test, which counts only who is ahead.",
                ),
                cautions=(
                    "With fewer than six domains no outcome is significant two-sided at .05, with fewer than five none "
                    "one-sided.",
                    "Domains chosen because they suit one of the learners answer another question. How uncertain each "
                    "single difference is, the test does not see.",
                ),
                fits=10,
            ),
        ),
    ),
)


def fewer_repeats(n_repeats: int) -> Recommendation:
    """Plan ten-fold cross-validation with fewer than ten repeats, for question 8 and 20 to 99 runs of a learner.

    >>> fewer_repeats(3).scheme
    '3x10'
    """
    scheme = f"{n_repeats}x10"
    return Recommendation(
        tests=("corrected_repeated_kfold_t",),
        scheme=scheme,
        reasons=(
            f"As many repeats of ten-fold cross-validation as {10 * n_repeats} runs allow, with Nadeau & Bengio's "
            "correction. Bouckaert & Frank found that with two, five or ten repeats another random split reaches the "
            "same conclusion more often than with one. Each run trains on nine tenths of the data.",
            "Dietterich's advice for ten runs is the alternative (--scheme 5x2 --test five_by_two_t). It leaves the "
            "other runs unused and trains on half of the data.",
        ),
        cautions=(
            "Its level is approximate. Where the null was exactly true, one cross-validation rejected .039 of the time "
            "with 1-nearest neighbour and .012 with linear discriminants, ten together .103 and .044, at nominal .05.",
        ),
        fits=10 * n_repeats,
    )
