from contextlib import suppress
from time import sleep

import pytest

from foldwise.papers import PAPERS, Experiment, Paper, Part, Workbench, choose, printed, reproduce
from foldwise.papers.workbench import NotAtHandError
from foldwise.reports import Check, Exhibit


def exhibit(name, **fields):
    return Exhibit(paper="a_paper", name=name, title=f"Title of {name}", about="", **fields)


def part(name, make, *needs):
    return Part(name=name, title=f"Title of {name}", make=make, needs=needs)


def found_is(number):
    return (Check(asked="the number is 1", found=str(number), met=number == 1),)


WORK = Experiment(lambda bench: sleep(0.05) or bench.seed, "shared work", 60.0, lambda: {"Iris": "iris"})
MORE = Experiment(lambda _: 1, "more", 30.0, lambda: {"Labor": "uci:labor"})


def broken(_):
    raise RuntimeError("it is broken")


@pytest.fixture
def papers(monkeypatch):
    """Put two papers in the place of all others."""
    first = (
        part("table1", lambda bench: exhibit("table1", checks=found_is(bench.once(WORK))), WORK),
        part("table2", broken),
        part("figure1", lambda bench: exhibit("figure1", checks=found_is(bench.once(WORK))), WORK, MORE),
    )
    second = (part("table1", lambda bench: bench.sets({"Labor": "uci:labor"}, quick=1)),)
    for name in list(PAPERS):
        monkeypatch.delitem(PAPERS, name)
    for name, parts in (("a_paper", first), ("another", second)):
        monkeypatch.setitem(PAPERS, name, Paper(name=name, title=name, reference="", about="", parts=parts))


@pytest.mark.usefixtures("papers")
class TestChoose:
    def names(self, *names):
        return [f"{paper.name}/{part.name}" for paper, part in choose(*names)]

    def test_everything_in_the_order_of_the_catalogue(self):
        everything = ["a_paper/table1", "a_paper/table2", "a_paper/figure1", "another/table1"]
        assert self.names() == everything
        assert self.names("another", "a_paper/figure1", "a_paper", "a_paper/table2") == everything

    def test_a_part(self):
        assert self.names("a_paper/figure1") == ["a_paper/figure1"]

    def test_a_part_that_is_not_there(self):
        with pytest.raises(ValueError, match=r"a_paper has no part 'table9'\. It has: table1, table2, figure1\.$"):
            choose("a_paper/table9")

    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("a_papre", "Did you mean 'a_paper'?"),
            ("a_papre/table2", "Did you mean 'a_paper/table2'?"),
            ("zzz", "There are: a_paper, another."),
        ],
    )
    def test_a_paper_that_is_not_there(self, name, hint):
        with pytest.raises(ValueError, match="There is no paper") as refused:
            choose(name)
        assert str(refused.value).endswith(hint)


@pytest.mark.usefixtures("papers")
class TestReproduce:
    def test_shared_work_is_done_once_and_counted_for_both(self):
        told = []
        made = reproduce("a_paper/table1", "a_paper/figure1", watch=told.append)
        assert [each.checks[0].met for each in made] == [True, True]
        assert [(event.of.name if event.of in made else event.of.words, event.what) for event in told] == [
            ("shared work", "begun"),
            ("shared work", "done"),
            ("table1", "done"),
            ("figure1", "done"),
        ]
        # The work sleeps for 50 milliseconds.
        assert all(0.05 <= each.seconds < 0.5 for each in made)

    def test_a_part_that_fails_does_not_lose_the_others(self):
        told = []
        made = reproduce("a_paper", watch=told.append)
        assert [bool(each.not_run) for each in made] == [False, True, False]
        assert made[1].why == "It failed: RuntimeError: it is broken"
        assert (told[3].of, told[3].what) == (made[1], "failed")

    def test_a_part_whose_data_are_not_at_hand_says_what_to_do(self, monkeypatch, tmp_path):
        monkeypatch.delenv("FOLDWISE_DATA", raising=False)
        monkeypatch.setenv("FOLDWISE_CACHE", str(tmp_path))
        told = []
        (made,) = reproduce("another", watch=told.append)
        assert made.statement == "not run"
        assert "Set FOLDWISE_DATA" in made.why
        assert [event.what for event in told] == ["not at hand"]

    def test_the_seed_arrives_and_the_call_says_it(self):
        (made,) = reproduce("a_paper/table1", seed=2, quick=True)
        assert made.checks[0].found == "2"
        assert made.call.splitlines()[-1] == "reproduce('a_paper/table1', quick=True, seed=2)"

    def test_an_interruption_is_no_failure(self, monkeypatch):
        def interrupt(_):
            raise KeyboardInterrupt

        paper = Paper(name="third", title="", reference="", about="", parts=(part("table1", interrupt),))
        monkeypatch.setitem(PAPERS, "third", paper)
        with pytest.raises(KeyboardInterrupt):
            reproduce("third")


def test_a_part_knows_how_long_it_takes_and_its_data():
    both = part("figure1", lambda _: None, WORK, MORE)
    assert both.seconds == 90.0
    assert both.data == {"Iris": "iris", "Labor": "uci:labor"}
    assert part("table1", lambda _: None).data == {}


class Recording(Workbench):
    """Remembers which experiments were asked for."""

    def __post_init__(self):
        super().__post_init__()
        self.asked = set()

    def once(self, experiment):
        self.asked.add(experiment)
        return super().once(experiment)


# Each paper takes some seconds.
@pytest.mark.slow
@pytest.mark.parametrize("name", list(PAPERS))
def test_parts_declare_all_experiments_that_they_need(name):
    """By `needs` the time left is estimated, and the data that are missing are named."""
    bench = Recording(quick=True, progress=False)
    for one in PAPERS[name].parts:
        bench.asked.clear()
        with suppress(NotAtHandError):
            one.make(bench)
        assert bench.asked <= set(one.needs), one.name


def test_a_printed_table_that_is_none_is_refused_with_those_that_are():
    with pytest.raises(ValueError, match=r"There is no printed table 'table9'\. There are: .*worked_examples"):
        printed("table9")
