import pytest

HOSTILE = (
    "<script>alert('x')</script>",
    'a|b `c` "q"\n& $x_1^2$ %#~ \\end{tabular} {} \U0001f98a',
    '[x](javascript:1) *y* "><img src=x onerror=alert(1)>',
)


@pytest.fixture(scope="session")
def hostile(make):
    return make(HOSTILE, datasets=("</title><b>&amp;\u202e", "d_2 $ 100%"), rope=0.01)


@pytest.fixture(scope="session")
def hostile_names():
    return HOSTILE
