import pickle

import numpy as np
import pytest

from foldwise.stats import Flags


def test_one_experiment_is_a_set():
    flags = Flags({"zero_variance": True, "identical_scores": False})
    assert flags == {"zero_variance"}
    assert "zero_variance" in flags
    assert "identical_scores" not in flags
    assert list(flags) == ["zero_variance"]
    assert len(flags) == 1
    assert flags
    assert not Flags({})
    assert Flags({}) == set()
    assert flags | {"other"} == {"zero_variance", "other"}
    assert flags.where("zero_variance") is True
    assert flags.where("identical_scores") is False
    assert flags.names == {"zero_variance"}


def test_a_batch_has_masks():
    flags = Flags({"a": [[True, False], [False, False]], "b": True, "c": np.zeros((2, 2), bool)}, shape=(2, 2))
    assert flags.where("a").tolist() == [[True, False], [False, False]]
    assert flags.where("b").tolist() == [[True, True], [True, True]]
    assert flags.where("c").tolist() == [[False, False], [False, False]]
    assert flags.names == {"a", "b"}
    assert flags[0, 0] == {"a", "b"}
    assert flags[1, 0] == {"b"}
    assert flags[0].where("a").tolist() == [True, False]
    assert repr(flags) == "Flags({'a': 1, 'b': 4}, shape=(2, 2))"


@pytest.mark.parametrize("ask", [list, len, bool, lambda f: "a" in f, lambda f: f == {"a"}])
def test_a_batch_is_not_one_set(ask):
    with pytest.raises(ValueError, match=r"batch of shape \(2,\).*flags.where"):
        ask(Flags({"a": True}, shape=(2,)))


def test_masks_cannot_be_changed_from_outside():
    mask = np.array([True, False])
    flags = Flags({"a": mask}, shape=(2,))
    flags.where("a")[:] = False
    mask[:] = False
    assert flags.where("a").tolist() == [True, False]


def test_flags_survive_pickling():
    assert pickle.loads(pickle.dumps(Flags({"a": [True, False]}, shape=(2,)))).where("a").tolist() == [True, False]
