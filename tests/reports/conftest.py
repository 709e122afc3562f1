import html
import re

import pytest

HOSTILE = (
    "<script>alert('x')</script>",
    'a|b `c` "q"\n& $x_1^2$ %#~ \\end{tabular} {} \U0001f98a',
    '[x](javascript:1) *y* "><img src=x onerror=alert(1)>',
)


@pytest.fixture(scope="session")
def make(make):
    """Make each verdict once: nobody changes one."""
    verdicts = {}

    def made(*args, **options):
        key = repr((args, options))
        if key not in verdicts:
            verdicts[key] = make(*args, **options)
        return verdicts[key]

    return made


@pytest.fixture(scope="session")
def hostile(make):
    return make(HOSTILE, datasets=("</title><b>&amp;\u202e", "d_2 $ 100%"), rope=0.01)


@pytest.fixture(scope="session")
def hostile_names():
    return HOSTILE


@pytest.fixture(scope="session")
def tuned():
    """A learner that chooses between two depths, beside one that does not."""
    import numpy as np
    from sklearn.dummy import DummyClassifier
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.tuning import Tuned
    from foldwise.verdicts import compare

    X = np.random.default_rng(0).normal(size=(60, 2))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    learners = {"tuned": Tuned(DecisionTreeClassifier(), {"max_depth": [1, 4]}), "guess": DummyClassifier()}
    return compare(learners, X, y, scheme="4", seed=1, progress=False)


@pytest.fixture(scope="session")
def both_hostile(hostile_names):
    """Executions of a procedure and partitions one by one: three pairs on each of two datasets."""
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import Dataset
    from foldwise.replicability import partition_analysis, replicate
    from foldwise.verdicts import Procedure

    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = (X[:, 0] + 0.5 * rng.normal(size=40) > 0).astype(int)
    learners = {name: DecisionTreeClassifier(max_depth=k + 1) for k, name in enumerate(hostile_names)}
    data = [Dataset(X, y, name=name) for name in ("</title><b>&amp;\u202e", "d_2 $ 100%")]
    result = replicate(learners, data, procedure=Procedure("2x3"), n=3, seed=1, progress=False)
    return result, partition_analysis(result.runs)


@pytest.fixture(scope="session")
def exhibits():
    """One for each statement: not reproduced, in kind, reproduced, holds, not judged, not run."""
    import math

    from foldwise.lab import sources, type_one_error
    from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

    table = SideBySide(
        title="What R was",
        index="set",
        rows=("iris", "wine"),
        columns=("R", "d", "n"),
        cells=(
            (
                ComparedValue(measured=0.7412, printed=0.737, low=0.7, high=0.78, near=0.05),
                ComparedValue(measured=-0.0321, printed=-0.06, near=0.05, digits=2),
                ComparedValue(measured=12.0, printed=14.0, digits=0),
            ),
            (
                ComparedValue(measured=0.5),
                ComparedValue(measured="yes", printed="yes"),
                ComparedValue(measured=math.nan),
            ),
        ),
        note="Shares of pairs.",
    )
    exact = SideBySide(
        title="Sum", index="", rows=("all",), columns=("n",), cells=((ComparedValue(measured=9.0, printed=9.0),),)
    )
    met = Check(asked="R is .9 or more", found=".95", met=True)
    missed = Check(asked="at most 3 differ", found="5", met=False)
    study = type_one_error("10/kfold_t", sources.TwoKinds(0.1), n_trials=20, seed=2)
    first = Exhibit(
        paper="a_paper",
        name="table1",
        title="Table 1: R_2 & so on",
        about="Ten executions of each.",
        tables=(table,),
        checks=(met, missed),
        figures=(Figure(name="rates", caption="Rejections by test.", shown=study),),
        because="Their release of C4.5 is another.",
        notes=("The last row is off by one.",),
    )
    return (
        first,
        Exhibit(paper="a_paper", name="table2", title="Table 2", about="Again.", tables=(table,), checks=(met,)),
        Exhibit(paper="a_paper", name="figure1", title="Figure 1", about="Once more.", tables=(exact,), checks=(met,)),
        Exhibit(paper="claims", name="c1", title="C1: it grows", about="Counted.", checks=(met,), is_claim=True),
        Exhibit(paper="claims", name="c2", title="C2", about="Counted.", checks=(missed,), incomplete="A quick look."),
        Exhibit(paper="claims", name="c3", title="C3", about="", not_run="No data are at hand."),
    )


@pytest.fixture
def drawn():
    """Ask for the figures in a module whose tests look at words."""


@pytest.fixture
def undrawn(request, monkeypatch):
    """Leave figures empty: to draw one takes longer than all the rest of a page. Tests of words need none."""
    if "drawn" not in request.fixturenames:
        import foldwise.displays

        monkeypatch.setattr(foldwise.displays, "svg", lambda obj: "<svg/>")


@pytest.fixture(scope="session")
def bare():
    """Return a page without the one script that is ours and without its figures, and commands without comments."""
    from importlib.resources import files

    script = (files("foldwise.reports") / "templates" / "tables.js").read_text(encoding="utf-8")

    def strip(text):
        if text.startswith("%"):
            return re.sub("^%.*\n", "", text, flags=re.MULTILINE)
        assert text.count(script) == text.count("<script>") == 1
        return re.sub("<svg.*?</svg>", "", text.replace(f"<script>\n{script}\n</script>", ""), flags=re.DOTALL)

    return strip


@pytest.fixture
def code_of(tmp_path):
    """Read the code on the page of a result, as one would copy it."""
    from foldwise.reports import report

    def read(result):
        text = report(result, tmp_path / "page.html").read_text(encoding="utf-8")
        (code,) = re.findall(r'<pre class="scroll" tabindex="0"><code>(.*?)</code></pre>', text, flags=re.DOTALL)
        return html.unescape(code)

    return read
