import pytest

from evidence.quotes import locate

TEXT = "In Zürich, IL-6  was “high”. In ZÜRICH it fell; 東京 too."

PLACES = {
    "In Zürich": (0, 9),
    "zürich": (3, 9),
    "zurich il6 was": None,
    "zurich, il 6 was high": (3, 26),
    "ZÜRICH": (32, 38),
    '"high"': (22, 26),
    "東京": (48, 50),
    "東 京": (48, 50),
    "fell too": None,
    "rich": (5, 9),
    "": None,
    "—": None,
    "Zürich" * 50: None,
}


@pytest.mark.parametrize(("quote", "place"), PLACES.items())
def test_a_quote_is_found_exactly_or_by_its_words(quote, place):
    assert locate(TEXT, quote) == place


def test_words_are_whole_words():
    assert locate("The cats sat.", "CAT") is None
    assert locate("A cat, a CAT.", "Cat") == (2, 5)
