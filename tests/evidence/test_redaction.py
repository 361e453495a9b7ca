"""Secrets and vectors never reach a reader."""

from evidence.redaction import COVERED, is_secret, public_properties, shown_properties

PROPERTIES = {
    "role": "boss",
    "awsAccessKeyId": "AKIA",
    "access_token": "t",
    "Password": "p",
    "client_secret": "s",
    "credentials": {"a": 1},
    "nested": {"apiKey": "k", "town": "Oslo"},
    "many": [{"token": "x"}, {"town": "Ghent"}],
    "embedding": [0.1, 0.2],
    "coordinates": [59.9, 10.7],
    "vector": [0.0] * 384,
    "merge_key": "Person:x",
    "nothing": None,
}


def test_secrets_are_covered_and_vectors_left_out() -> None:
    assert shown_properties(PROPERTIES) == {
        "role": "boss",
        "awsAccessKeyId": COVERED,
        "access_token": COVERED,
        "Password": COVERED,
        "client_secret": COVERED,
        "credentials": COVERED,
        "nested": {"apiKey": COVERED, "town": "Oslo"},
        "many": [{"token": COVERED}, {"town": "Ghent"}],
        "coordinates": [59.9, 10.7],
    }


def test_public_properties_leave_out_internal_fields_only() -> None:
    left = set(PROPERTIES) - set(public_properties(PROPERTIES))
    assert left == {"embedding", "merge_key", "nothing"}


def test_secrets_and_vectors_stay_out_of_nested_values():
    shown = shown_properties({
        "awsAccessKeyId": "AKIA", "api_token": "x", "key": "k", "keyboard": "qwerty",
        "embedding": [0.1] * 64, "years": [1, 2], "ratio": float("nan"),
        "nested": {"password": "p", "city": "Oslo"},
    })  # fmt: skip
    assert shown == {
        "awsAccessKeyId": COVERED, "api_token": COVERED, "key": COVERED, "keyboard": "qwerty",
        "years": [1, 2], "ratio": "nan", "nested": {"password": COVERED, "city": "Oslo"},
    }  # fmt: skip


def test_words_that_only_contain_key_are_no_secrets():
    assert not is_secret("monkey")
    assert not is_secret("keywords")
    assert is_secret("private-key")
    assert is_secret("privateKey")
    assert is_secret("PWD")
