import gzip
import json
from pathlib import Path

import pytest

from evidence.errors import ImportRejectedError, Problem
from evidence.import_report import Replaced
from evidence.importers import safe_files
from evidence.importers.native import read_native
from evidence.records import EntityRecord, Numbered

ENTITY = {"kind": "entity", "id": "e", "label": "L", "name": "N"}


def items(folder: Path, data: bytes, name: str = "x.jsonl"):
    file = folder / name
    file.write_bytes(data)
    return list(read_native(file))


def entity(**fields) -> bytes:
    return json.dumps({**ENTITY, **fields}).encode()


def raw(properties: str) -> bytes:
    return (
        b'{"kind":"entity","id":"e","label":"L","name":"N","properties":%s}' % properties.encode()
    )


MALFORMED = {
    "not an object": (b"[1]", "", "is not a JSON object"),
    "null": (b"null", "", "is not a JSON object"),
    "no JSON": (b"hello", "", "is not valid JSON: expected value at column 1"),
    "cut off": (b'{"kind":"entity"', "", "is not valid JSON: it ends too early"),
    "two records": (entity() + b" " + entity(), "", "has more text after the record"),
    "trailing word": (entity() + b" x", "", "has more text after the record"),
    "no kind": (b"{}", "kind", "is missing"),
    "unknown kind": (
        b'{"kind":"node"}',
        "kind",
        "must be one of 'header', 'document', 'version', 'section', 'passage', 'label', 'entity',"
        " 'mention', 'relation', 'evidence'",
    ),
    "missing field": (b'{"kind":"entity","id":"e","label":"L"}', "name", "is missing"),
    "empty name": (entity(name=""), "name", "must not be empty"),
    "name too long": (entity(name="n" * 100_001), "name", "is longer than 100,000 characters"),
    "name not text": (entity(name=5), "name", "must be text"),
    "unknown field": (entity(colour="red"), "colour", "is not a field of this kind of record"),
    "alias not text": (entity(aliases=["a", 1]), "aliases.1", "must be text"),
    "properties a list": (entity(properties=[]), "properties", "must be an object"),
    "NaN": (raw('{"a":NaN}'), "properties", "has a number that is not finite"),
    "infinity": (raw('{"a":[-Infinity]}'), "properties", "has a number that is not finite"),
    "too large a number": (raw('{"a":1e999}'), "properties", "has a number that is not finite"),
    "5,000 digits": (raw('{"a":' + "9" * 5_000 + "}"), "", "has a number with too many digits"),
    "65 deep": (
        raw('{"a":' + "[" * 65 + "]" * 65 + "}"),
        "properties",
        "is nested more than 64 deep",
    ),
    "100,000 deep": (raw('{"a":' + "[" * 10**5), "", "is nested more than 64 deep"),
    "key twice": (b'{"kind":"entity","id":"e","id":"f","label":"L","name":"N"}', "id",
                  "stands twice in one object"),
    "key twice, spaced": (b'{"kind":"entity","id":"e","id" :"f","label":"L","name":"a\\":b"}', "id",
                          "stands twice in one object"),
    "key twice inside": (raw('{"a":{"b":1,"b":2}}'), "b", "stands twice in one object"),
    "not UTF-8": (entity().replace(b'"N"', b'"\xff"'), "", "is not UTF-8 text"),
    "surrogate in UTF-8": (entity().replace(b'"N"', b'"\xed\xa0\x80"'), "", "is not UTF-8 text"),
    "date": (
        b'{"kind":"document","key":"d","in_force_from":"soon"}',
        "in_force_from",
        "must be a date such as 2024, 2024-05 or 2024-05-31",
    ),
    "hash": (
        b'{"kind":"version","document":"d","name":"v","content_hash":"ABC"}',
        "content_hash",
        "must be 64 hexadecimal digits in lower case",
    ),
    "order too high": (
        b'{"kind":"passage","id":"p","document":"d","order":65536,"text":"t"}',
        "order",
        "must be less than 65,536",
    ),
    "order not whole": (
        b'{"kind":"passage","id":"p","document":"d","order":1.5,"text":"t"}',
        "order",
        "must be a whole number",
    ),
    "page zero": (
        b'{"kind":"passage","id":"p","document":"d","order":1,"text":"t","pages":[0]}',
        "pages.0",
        "must be at least 1",
    ),
    "half a span": (
        b'{"kind":"mention","passage":"p","entity":"e","start":1}',
        "",
        "start and end go together",
    ),
    "empty span": (
        b'{"kind":"evidence","relation":"r","passage":"p","start":2,"end":2}',
        "",
        "start must be smaller than end",
    ),
    "confidence": (
        b'{"kind":"relation","id":"r","type":"t","source":"a","target":"b","confidence":1.5}',
        "confidence",
        "must be at most 1",
    ),
    "another format": (
        b'{"kind":"header","format":"x","version":1}',
        "format",
        "must be 'evidence-graph'",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "field", "reason"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_line_is_a_problem_with_its_number_field_and_reason(
    tmp_path, line, field, reason
):
    found = items(tmp_path, entity() + b"\n" + line + b"\n" + entity())
    assert [type(item) for item in found] == [Numbered, Problem, Numbered]
    assert found[1] == Problem(2, field, reason)


def test_every_fault_of_a_line_is_a_problem(tmp_path):
    found = items(tmp_path, b'{"kind":"entity","id":1,"name":""}')
    assert found == [
        Problem(1, "id", "must be text"),
        Problem(1, "label", "is missing"),
        Problem(1, "name", "must not be empty"),
    ]


def test_colons_inside_text_are_no_keys(tmp_path):
    line = raw('{"a":"x: \\"y\\": z","b":{"c":[{"d":1}]}}')
    (item,) = items(tmp_path, line)
    assert item.record.properties == {"a": 'x: "y": z', "b": {"c": [{"d": 1}]}}


def test_a_byte_order_mark_blank_lines_and_crlf_are_read_over(tmp_path):
    data = b"\xef\xbb\xbf" + entity() + b"\r\n\r\n  \n" + entity(id="f") + b"\r\n"
    assert items(tmp_path, data) == [
        Numbered(1, EntityRecord(**ENTITY)),
        Numbered(4, EntityRecord(**{**ENTITY, "id": "f"})),
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_refused_by_name(tmp_path, encoding):
    with pytest.raises(ImportRejectedError, match="save it as UTF-8"):
        items(tmp_path, entity().decode().encode(encoding))


def test_lone_surrogates_and_nul_are_replaced_and_counted(tmp_path):
    name = r"a\ud800b\u0000c\udc00\ud83d\ude00 \\ud800 \\\ud801"
    line = entity().replace(b'"N"', f'"{name}"'.encode())
    item, replaced = items(tmp_path, line)
    assert item.record.name == "a\ufffdb\ufffdc\ufffd😀 \\ud800 \\\ufffd"
    assert replaced == Replaced(4)


def test_a_line_over_the_bound_is_a_problem_and_the_next_one_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("evidence.importers.native.IMPORT_LINE_BYTES", 1024 * 1024)
    data = entity(name="n" * 3_000_000) + b"\n" + entity()
    problem, item = items(tmp_path, data)
    assert problem == Problem(1, "", "is longer than 1 MiB")
    assert item.line == 2


def test_gzip_is_read_by_its_first_bytes_whatever_the_name(tmp_path):
    data = gzip.compress(entity() + b"\n") + gzip.compress(entity(id="f"))
    assert [item.record.id for item in items(tmp_path, data, "x.txt")] == ["e", "f"]


def test_progress_counts_the_bytes_on_disk(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_bytes((entity() + b"\n") * 12_000)
    told = []
    list(read_native(file, progress=lambda *step: told.append(step)))
    assert [step for step, _, _ in told] == ["Reading", "Reading"]
    assert told[-1][1] <= told[-1][2] == file.stat().st_size


def test_a_compressed_bomb_is_refused_early(tmp_path):
    data = gzip.compress((b" " * 1023 + b"\n") * 40_000)
    with pytest.raises(ImportRejectedError, match="unpacks to more than 200 times its size"):
        items(tmp_path, data)


def test_the_bytes_given_out_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(safe_files, "IMPORT_BYTES", 1_000_000)
    monkeypatch.setattr(safe_files, "RATIO", 10**6)
    with pytest.raises(ImportRejectedError, match="is larger than 0 MiB"):
        items(tmp_path, gzip.compress((entity() + b"\n") * 40_000))


@pytest.mark.parametrize("cut", [20, 40])
def test_damaged_gzip_is_refused(tmp_path, cut):
    data = gzip.compress(entity() * 50)
    with pytest.raises(ImportRejectedError, match="compressed data is damaged"):
        items(tmp_path, data[:cut])
