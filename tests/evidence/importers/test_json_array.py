import io
import json

import pytest

from evidence.importers.json_array import BadArrayError, elements


def read(text: bytes) -> list:
    return list(elements(io.BytesIO(text)))


@pytest.mark.parametrize(
    "value", [[], [1], [{"a": [1, 2]}, "b", None, 1.5, [[]]], [{"text": "x" * 700_000}] * 3]
)
def test_elements_are_those_of_the_array(value):
    assert read(json.dumps(value).encode()) == value
    assert read(b"\xef\xbb\xbf \n" + json.dumps(value, indent=2).encode() + b"\n ") == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "is not a JSON array"),
        (b'{"a": 1}', "is not a JSON array"),
        (b"[1", "expected ',' or ']' between elements"),
        (b"[1, ", "is not valid JSON: Expecting value"),
        (b"[1 2]", "expected ',' or ']' between elements"),
        (b'[{"a": 1]', "is not valid JSON"),
        (b"[1] 2", "has more text after the array"),
        (b"[NaN]", "NaN is not a number of JSON"),
        (b'[{"a": 1, "a": 2}]', "has the key 'a' twice in one object"),
        (b"[" * 100_000, "is nested too deep"),
        (b"[" + b"9" * 5_000 + b"]", "is not valid JSON"),
        (b'["\xff"]', "is not UTF-8 text"),
    ],
)
def test_what_is_no_array_is_refused_with_a_reason(text, reason):
    with pytest.raises(BadArrayError, match=reason.replace("[", r"\[").replace("]", r"\]")):
        read(text)


def test_an_element_over_the_bound_is_refused(monkeypatch):
    monkeypatch.setattr("evidence.importers.json_array.IMPORT_LINE_BYTES", 100_000)
    with pytest.raises(BadArrayError, match="too long"):
        read(b'["' + b"x" * 1_000_000)
