import io
import json
import re

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
        (b"", "is empty but for blank lines"),
        (b'\n {"a": 1}', "is not a JSON array: it has '{' instead of '[' at line 2, column 2"),
        (b"[1", "it ends too early, at line 1, column 3 (expected ',' or ']')"),
        (b"[1, \n", "it ends too early, at line 2, column 1 (expecting value)"),
        (b"[1\n 2]", "expected ',' or ']' between elements at line 2, column 2"),
        (b'[{"a": 1]', "is not valid JSON: expecting ',' delimiter at line 1, column 9"),
        (b'[{"a":\n [1', "it ends too early, at line 2, column 4 (expecting ',' delimiter)"),
        (b'[1,\n"abc', "the text that begins at line 2, column 1 never ends"),
        (b'["a\nb"]', "is not valid JSON: invalid control character at line 1, column 4"),
        (b"[1]\n2", "has more text after the array, at line 2, column 1"),
        (b"[1,\n NaN]", "NaN is not a number of JSON, in the element at line 2, column 2"),
        (b'[{"a": 1,\n "a": 2}]', "the key 'a' twice in one object, in the element at line 1, col"),
        (b"[" * 100_000, "is nested too deep, in the element at line 1, column 2"),
        (b"[" + b"9" * 5_000 + b"]", "has a number with too many digits, in the element at line 1"),
        (b'["a",\n"\xff"]', "is not UTF-8 text at line 2, column 2"),
    ],
)
def test_what_is_no_array_is_refused_with_a_reason_and_a_place(text, reason):
    with pytest.raises(BadArrayError, match=re.escape(reason)):
        read(text)


def test_a_fault_after_much_text_is_told_at_its_true_place():
    lines = [json.dumps({"n": number, "text": "x" * 1_000}) for number in range(2_000)]
    lines[1_500] = '{"n": 1500 "text": ""}'
    text = "[" + ",\n".join(lines) + "]"
    with pytest.raises(BadArrayError, match="expecting ',' delimiter at line 1501, column 12"):
        read(text.encode())


def test_a_fault_is_told_although_more_follows_than_an_element_may_have(monkeypatch):
    monkeypatch.setattr("evidence.importers.json_array.IMPORT_LINE_BYTES", 100_000)
    with pytest.raises(BadArrayError, match="expecting ',' delimiter at line 1, column 12"):
        read(b'[1, {"a":1 "b":2},' + b'"xxxxxxxxx",' * 100_000 + b"1]")


def test_a_number_that_is_cut_by_the_end_of_a_read_is_one_number(monkeypatch):
    monkeypatch.setattr("evidence.importers.json_array._CHUNK", 5)
    assert read(b"[12345678, 1.25e3, 7]") == [12345678, 1250.0, 7]


def test_an_element_over_the_bound_is_refused(monkeypatch):
    monkeypatch.setattr("evidence.importers.json_array.IMPORT_LINE_BYTES", 100_000)
    with pytest.raises(BadArrayError, match="too long"):
        read(b'["' + b"x" * 1_000_000)
