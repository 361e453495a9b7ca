"""Properties as words."""

from components.properties import shown_pairs


def test_values_of_every_kind_become_one_line() -> None:
    pairs = shown_pairs({
        "born": 1815,
        "alive": False,
        "notes": "two\nlines",
        "roles": ["analyst", "writer"],
        "place": {"city": "London"},
        "empty": "",
        "ratio": 0.5,
    })
    assert pairs == [
        ("alive", "no"),
        ("born", "1815"),
        ("empty", "—"),
        ("notes", "two⟨U+000A⟩lines"),
        ("place", '{"city": "London"}'),
        ("ratio", "0.5"),
        ("roles", "analyst, writer"),
    ]


def test_long_values_and_long_lists_are_cut() -> None:
    [(name, value)] = shown_pairs({"n" * 500: "v" * 100_000})
    assert len(name) == 60
    assert len(value) == 240
    assert len(shown_pairs({f"p{number:03}": 1 for number in range(500)})) == 40
