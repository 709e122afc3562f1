"""Figures of studies of tests: what is drawn is what the frame says, whatever the names."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from foldwise.displays import (
    FoldCorrelationDisplay,
    PartitionNoiseDisplay,
    PPDisplay,
    QQDisplay,
    RankingDisplay,
    RatesDisplay,
    ReplicationCountDisplay,
    ReplicationsDisplay,
    plot,
    svg,
)
from foldwise.lab import (
    calibration,
    fold_correlation,
    partition_noise,
    rank_results,
    replicability,
    replication_count,
    sources,
    type_one_error,
)

COLOURS = ("#0060a0", "#b04a00")
TESTS = ["10/kfold_t", "5x2/five_by_two_f", "resampled:30:0.333/resampled_t"]
NULLS = {"$easy$": sources.TwoKinds(0.1), "hard": sources.TwoKinds(0.5)}


@pytest.fixture(scope="module")
def rates():
    return type_one_error(TESTS, NULLS, n_trials=100)


@pytest.fixture(scope="module")
def replications():
    return replicability(TESTS, NULLS, n_trials=20, n_executions=4)


@pytest.fixture(scope="module")
def calibrated():
    return calibration(TESTS, NULLS, n_trials=400)


@pytest.fixture(scope="module")
def ranking(rates, replications):
    return rank_results(rates, rates, replications)


def axes():
    return Figure().subplots()


def widths(ax, colour):
    return [bar.get_width() for bar in ax.patches if bar.get_facecolor()[:3] == to_rgba(colour)[:3]]


def intervals(ax):
    """Ends of the horizontal lines of all collections, one array for each."""
    return [np.array([segment[:, 0] for segment in lines.get_segments()]) for lines in ax.collections]


def key_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_rates_are_bars_with_intervals_and_a_line_at_the_level(rates):
    display = RatesDisplay.from_type_one_error(rates)
    ax, frame = display.plot(axes()), display.frame()
    for colour, drawn, (_, rows) in zip(COLOURS, intervals(ax), frame.groupby("source", sort=False), strict=True):
        assert widths(ax, colour) == pytest.approx(rows["rate"].tolist())
        assert drawn == pytest.approx(rows[["low", "high"]].to_numpy())
    assert [float(line.get_xdata()[0]) for line in ax.lines if line.get_linestyle() == "--"] == [0.05]
    assert [text.get_text() for text in ax.get_yticklabels()] == TESTS
    assert key_of(ax) == ["$easy$", "hard"]
    assert ax.get_xlim()[1] >= frame["high"].max()


def test_names_are_words_and_a_single_source_is_named_below(rates):
    both = RatesDisplay.from_type_one_error(rates).plot(axes())
    assert not any(text.get_parse_math() for text in both.get_legend().get_texts())
    one = type_one_error("10/kfold_t", sources.TwoKinds(name="$only"), n_trials=10)
    ax = RatesDisplay.from_type_one_error(one).plot(axes())
    assert ax.get_legend() is None
    assert ax.get_xlabel().splitlines()[0].endswith("rejected on $only")


def test_replications_show_the_worst_level_beside(replications):
    display = ReplicationsDisplay.from_replications(replications)
    ax, frame = display.plot(axes()), display.frame()
    assert widths(ax, COLOURS[0]) == pytest.approx(frame["replicability"][:3].tolist())
    assert intervals(ax)[1] == pytest.approx(frame[["low", "high"]].to_numpy()[3:])
    worst = frame.groupby("procedure", sort=False)["type_one_error"].max()
    assert [text.get_text() for text in ax.texts] == [f"{rate:.3f}" for rate in worst]
    assert ax.get_xlabel().endswith("at the right: worst Type I error at level 0.05")


def test_replications_by_consistency(replications):
    display = ReplicationsDisplay.from_replications(replications, "consistent")
    ax = display.plot(axes())
    assert widths(ax, COLOURS[1]) == pytest.approx(display.frame()["consistent"][3:].tolist())
    with pytest.raises(ValueError, match="measure must be one of 'replicability', 'consistent', got 'low'"):
        ReplicationsDisplay.from_replications(replications, "low")


def test_without_a_null_there_is_no_level_to_show():
    found = replicability("10", sources.ExchangeableBlocks(second_shift=0.1), n_trials=3, n_executions=2)
    ax = ReplicationsDisplay.from_replications(found).plot(axes())
    assert len(ax.texts) == 0
    assert "Type I" not in ax.get_xlabel()


def test_shares_of_partition_and_data_fill_the_bar():
    found = partition_noise(TESTS[:2], NULLS, n_trials=20, n_executions=3)
    display = PartitionNoiseDisplay.from_partition_noise(found, "estimate")
    ax, shares = display.plot(axes()), display.frame()["share"]
    assert display.frame()["quantity"].unique().tolist() == ["estimate"]
    dark, light = np.split(np.array(widths(ax, COLOURS[0])), 2)
    assert dark == pytest.approx(shares[:2].to_numpy())
    assert dark + light == pytest.approx([1, 1])
    with pytest.raises(ValueError, match="quantity must be one of 'statistic', 'estimate', got 'pvalue'"):
        PartitionNoiseDisplay.from_partition_noise(found, "pvalue")


def test_curves_of_numbers():
    found = replication_count(NULLS, splits=[5, 10], folds=[5, 20], halvings=[3], n_trials=20)
    display = ReplicationCountDisplay.from_replication_count(found)
    ax, frame = display.plot(axes()), display.frame()
    curves = [line for line in ax.lines if line.get_marker() == "o"]
    for line, (_, rows) in zip(curves, frame.groupby(["test", "source"], sort=False), strict=True):
        assert line.get_xdata().tolist() == rows["number"].tolist()
        assert line.get_ydata().tolist() == rows["rate"].tolist()
    assert [line.get_linestyle() for line in curves] == ["-"] * 3 + ["--"] * 3
    assert key_of(ax)[3:] == ["$easy$", "hard"]
    assert [text.get_text() for text in ax.get_xticklabels()] == ["3", "5", "10", "20"]


def test_correlations_beside_what_is_assumed():
    display = FoldCorrelationDisplay.from_fold_correlation(fold_correlation(NULLS, "5", n_trials=20))
    ax, frame = display.plot(axes()), display.frame()
    dots = [float(line.get_xdata()[0]) for line in ax.lines if line.get_marker() == "D"]
    assert dots == pytest.approx(frame["correlation"].tolist())
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == frame["assumed"].tolist()
    assert ax.get_yticklabels()[0].get_text() == "one cross-validation ($easy$)"


def test_pvalues_of_all_procedures_on_the_same_source(calibrated):
    """The one on which a procedure has most p-values that are too small."""
    display = PPDisplay.from_calibration(calibrated)
    table, points = calibrated.frame(), display.frame()
    worst = table.loc[table["excess"].idxmax(), "source"]
    assert points["procedure"].unique().tolist() == TESTS
    assert points["source"].unique().tolist() == [worst]
    assert display.band == pytest.approx(table.loc[table["source"] == worst, "band"].max())
    ax = display.plot(axes())
    assert ax.get_xlabel().splitlines()[0] == f"p-value on {worst}"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == TESTS
    assert "p-value on $easy$" in PPDisplay.from_calibration(calibrated, "$easy$").plot(axes()).get_xlabel()
    one = PPDisplay.from_calibration(calibrated, "hard").frame()
    share, pvalue = calibrated.pvalues(TESTS[0], "hard")
    mine = one[one["procedure"] == TESTS[0]]
    # Thinned, but for the ends.
    assert len(mine) == 250
    assert set(mine["share"]) <= set(share)
    assert mine["pvalue"].tolist()[:25] == pvalue[:25].tolist()
    assert mine["pvalue"].tolist()[-25:] == pvalue[-25:].tolist()


def test_pvalues_are_drawn_as_they_are_and_zero_at_the_edge(calibrated):
    display = PPDisplay.from_calibration(calibrated, "hard")
    ax = display.plot(axes())
    steps = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    least = ax.get_xlim()[0]
    for line, (_, rows) in zip(steps, display.frame().groupby("procedure", sort=False), strict=True):
        assert line.get_xdata() == pytest.approx(np.maximum(rows["pvalue"], least))
        assert line.get_ydata() == pytest.approx(rows["share"].to_numpy())
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_statistics_against_their_distribution(calibrated):
    display = QQDisplay.from_calibration(calibrated)
    assert (display.procedure, display.reference) == (TESTS[0], "t, 9 df")
    display = QQDisplay.from_calibration(calibrated, TESTS[1])
    ax, frame = display.plot(axes()), display.frame()
    assert display.reference == "F, 10 and 5 df"
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [len(line.get_xdata()) for line in dots] == [250, 250]
    assert dots[1].get_ydata() == pytest.approx(frame.query("source == 'hard'")["observed"].to_numpy())
    assert (frame["low"] <= frame["expected"]).all()
    assert (frame["expected"] <= frame["high"]).all()
    assert "F, 10 and 5 df" in ax.get_xlabel()


def test_without_a_known_distribution_there_is_no_qq_plot():
    found = calibration("holdout:0.333/binomial", sources.TwoKinds(), n_trials=20)
    with pytest.raises(ValueError, match="No statistic is referred to a distribution known here"):
        QQDisplay.from_calibration(found)


def test_ranking_lists_procedures_in_their_order(ranking):
    display = RankingDisplay.from_ranking(ranking)
    ax, frame = display.plot(axes()), display.frame()
    listed = [text.get_text() for text in ax.texts[len(frame) :]]
    assert [words.split()[1] for words in listed] == frame["procedure"].tolist()
    numbered = {text.get_text(): text.get_position() for text in ax.texts[: len(frame)]}
    assert numbered == {str(row["rank"]): (row["level"], row["power"]) for row in frame.to_dict("records")}
    dots = ax.collections[-1].get_offsets()
    assert np.asarray(dots)[::-1] == pytest.approx(frame[["level", "power"]].to_numpy())


def test_plot_finds_the_display_and_svg_repeats_itself(rates, replications, calibrated, ranking):
    words = {
        "Type I error: share": rates,
        "R: share of pairs": replications,
        "p-value on ": calibrated,
        "level: worst": ranking,
    }
    for start, result in words.items():
        assert plot(result, ax=axes()).get_xlabel().startswith(start)
    assert svg(ranking) == svg(ranking)


def test_captions_have_one_line_below_the_axis(rates, replications, calibrated, ranking):
    """The first line names the axis; all of it is inside the figure."""
    displays = [rates, replications, calibrated, ranking, QQDisplay.from_calibration(calibrated)]
    displays.append(FoldCorrelationDisplay.from_fold_correlation(fold_correlation(NULLS, "5", n_trials=20)))
    for each in displays:
        ax = plot(each)
        ax.figure.draw_without_rendering()
        box = ax.xaxis.label.get_window_extent()
        assert len(ax.get_xlabel().splitlines()) == 2, ax.get_xlabel()
        assert box.x0 >= 0 <= box.y0, ax.get_xlabel()
        assert box.x1 <= ax.figure.canvas.get_width_height()[0], ax.get_xlabel()


def test_height_grows_with_what_is_shown(rates, calibrated):
    one = type_one_error(TESTS[:1], NULLS, n_trials=10)
    assert RatesDisplay.from_type_one_error(one).height < RatesDisplay.from_type_one_error(rates).height
    alone = calibration(TESTS[:1], NULLS, n_trials=10)
    assert PPDisplay.from_calibration(alone).height < PPDisplay.from_calibration(calibrated).height
